internal import PodiumCore
internal import PodiumPlugin

/// `ski export`: writes the records as a bundle, or as the JSON of the thesis's service.
struct SkiExportCommand: Command {
  static let target = Parameter<String>.required(
    "folder", allowed: "a new folder, or a file for format=rest", help: "New folder, or file for format=rest.",
    completion: .files)
  static let format = Parameter<String>.choice(
    "format", ["bundle", "rest"], default: "bundle",
    help: "Format: bundle (a folder of CSV files) or rest (one JSON file).")
  static let session = Parameter<[String]?>.list(
    "session", help: "Only these sessions and the pairs in them.", completion: .sessions(["last"]))
  static let redact = Parameter<Bool>.flag(
    "redact", default: false,
    help: "Replace skis, people, grindings, recipes and places by pseudonyms; keep only the month of each date.")
  static let key = Parameter<String?>.text(
    "key", help: "Key file of redact=yes; default: FOLDER.key.json. The same key gives the same pseudonyms.",
    completion: .files)

  let signature = Signature(
    "ski export", topic: .plugins, summary: "Export sessions, pairs, ranks and glides as a bundle.",
    details: """
      ski import and load ski read the bundle back. With redact=yes, names, FIS codes, nicknames, comments, \
      coordinates and the purposes of grindings are left out; serial numbers, people, teams, grindings, recipes, tags \
      and places are replaced with consistent pseudonyms, and dates with months that keep the order of events, so that \
      every analysis gives the same result. The key file lists what the pseudonyms stand for: it is written next to \
      the folder, never in it, and must not be sent with it.
      """, parameters: [target.any, format.any, session.any, redact.any, key.any],
    exampleLines: """
      everything: ski import ski-thesis; ski export winter -> participations.csv
      two sessions: ski import ski-thesis; ski export day session=1,2 -> 16
      without names, to share: ski import ski-thesis; ski export away redact=yes -> away.key.json
      as one JSON file: ski import ski-thesis; ski export winter.json format=rest -> test_session
      an unknown session: ski import ski-thesis; ski export winter session=99 -> !unknown-session
      """, seeAlso: ["ski import", "ski sheet", "workspace export"])

  /// Writes files and only reads the workspace.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var workspace = try SkiWorkspace(session)
    let target = call[Self.target]
    let span = call.span(of: Self.target)
    var numbers: [String]?
    if let typed = call[Self.session] {
      var found: [String] = []
      for text in typed { found.append(try workspace.sessionNumber(text, at: call.span(of: Self.session))) }
      numbers = found
    }
    if call[Self.redact], call[Self.format] == "rest" {
      throw Diagnostic(
        "bad-value", "redact=yes can only write a bundle", span: call.span(of: Self.redact), help: "omit format=rest")
    }
    let (store, chosen) = (workspace.store, numbers)
    var files = try session.cancellation.detached { () throws(Diagnostic) in
      try BundleExport(store, sessions: chosen).files
    }
    if call[Self.format] == "rest" {
      let bundle = files
      let (bytes, counts) = try session.cancellation.detached { () throws(Diagnostic) in
        let rest = try RestExport(bundle)
        return (Array((rest.json.indented + "\n").utf8), try rest.counts())
      }
      try session.services.files.writePrivate(
        bytes, to: session.services.resolve(target), shown: target, mode: .new)
      return [.table(TableOutput(counts, title: "wrote '\(target)'"))] + workspace.remarks
    }
    let path = session.services.resolve(target)
    guard session.services.files.kind(of: path) == .none else {
      throw Diagnostic("file-exists", "'\(target)' already exists", span: span, help: "name a new folder")
    }
    var redaction: (Redaction, String)?
    if call[Self.redact] {
      let (read, file) = try self.redaction(call, target, session)
      let plain = files
      let (redacted, applied) = try session.cancellation.detached { () throws(Diagnostic) in
        var applied = read
        let redacted = try Self.redact(plain, &applied)
        return (redacted, applied)
      }
      (files, redaction) = (redacted, (applied, file))
    }
    // The key first: without it, what is exported would be of no use.
    if let (applied, file) = redaction {
      let there = session.services.files.kind(of: session.services.resolve(file)) != .none
      try session.services.files.writePrivate(
        Array(applied.file.utf8), to: session.services.resolve(file), shown: file, mode: there ? .replace : .new)
      workspace.note(
        "the key is in '\(file)', which only you can read: keep it private; key=\(CommandText.word(file)) gives the same pseudonyms again"
      )
    }
    try session.services.files.makeFolder(path, shown: target)
    for (file, table) in files {
      try session.write(
        table, named: nil, to: FilePath.join(target, file.name), replacing: false, isPrivate: true, span: span)
    }
    let table = try Table([
      Column("file", .text(files.map(\.0.name))), Column("rows", .integer(files.map(\.1.rowCount))),
    ])
    return [.table(TableOutput(table, title: "wrote '\(target)'"))] + workspace.remarks
  }

  /// The pseudonyms of an earlier key file, otherwise new ones.
  private func redaction(_ call: Call, _ target: String, _ session: Session) throws(Diagnostic) -> (Redaction, String) {
    let file = call[Self.key] ?? target + ".key.json"
    let path = session.services.resolve(file)
    guard session.services.files.kind(of: path) != .none else { return (Redaction(), file) }
    do throws(Diagnostic) {
      return (try Redaction(try session.services.files.text(of: path, shown: file), file: file), file)
    } catch { throw error.at(call.span(of: Self.key)) }
  }

  private static func redact(
    _ files: [(BundleLayout.File, Table)], _ redaction: inout Redaction
  ) throws(Diagnostic) -> [(BundleLayout.File, Table)] {
    let moments = files.flatMap { file in
      file.1.columns.flatMap { column -> [Moment] in
        if case .datetime(let all) = column.values { return all.compactMap { $0 } }
        return []
      }
    }
    redaction.learn(moments)
    var out: [(BundleLayout.File, Table)] = []
    for (file, table) in files { if let redacted = try redaction.redact(file, table) { out.append((file, redacted)) } }
    return out
  }
}

/// The tables of a bundle, from the workspace.
struct BundleExport {
  /// The files that have rows, and the five that every bundle has.
  private(set) var files: [(BundleLayout.File, Table)] = []

  static let always: Set<String> = [
    "sessions.csv", "snow.csv", "ski_pairs.csv", "grinding_moments.csv", "participations.csv",
  ]

  /// Reads everything, or some sessions with the pairs that take part in them.
  init(_ store: any Store, sessions: [String]?) throws(Diagnostic) {
    let chosen = sessions.map { RecordQuery.Condition.isOneOf("session", $0.map(Value.text)) }
    var pairs: RecordQuery.Condition?
    if let chosen {
      let serials = try store.texts("serial_number", of: SkiKinds.participation, where: [chosen])
      pairs = .isOneOf("serial_number", Set(serials).map(Value.text))
    }
    for layout in BundleLayout.files {
      guard let kind = layout.recordKind else { continue }
      var conditions: [RecordQuery.Condition] = []
      // Grindings have their own file for readers of older bundles.
      if layout.kind == SkiKinds.term {
        let grinding = RecordQuery.Condition.equals("list", .text("grinding"))
        conditions.append(layout.fixed.isEmpty ? .not(grinding) : grinding)
      }
      if kind["session"] != nil, let chosen { conditions.append(chosen) }
      if kind["session"] == nil, kind["serial_number"] != nil, let pairs { conditions.append(pairs) }
      let order = kind.key.map { (field: $0, descending: false) }
      var table = try store.table(RecordQuery(layout.kind, where: conditions, order: order), fields: nil)
      guard table.rowCount > 0 || Self.always.contains(layout.name) else { continue }
      if layout.kind == SkiKinds.participation, let tied = Self.tied(table) { table = try table.setting(tied) }
      var columns: [Column] = []
      for column in table.columns where layout.fixed[column.name] == nil {
        let isNeeded = kind[column.name]?.isRequired == true || Self.needed.contains(column.name)
        guard isNeeded || column.missingCount < column.count else { continue }
        columns.append(Column(layout.column(of: column.name), column.values))
      }
      files.append((layout, try Table(columns, rowCount: table.rowCount)))
    }
  }

  /// Columns that readers of bundles expect, even if they are empty.
  private static let needed: Set<String> = ["time_of_test", "air_temperature_c", "ski_type", "ski_base", "rank"]

  /// Which participations are tied with another one; nil if none is.
  private static func tied(_ table: Table) -> Column? {
    let rows = RecordRows(table)
    let keys = zip(rows.texts("session"), rows.integers("rank")).map { session, rank in
      rank.map { (session ?? "") + "\u{0}" + String($0) }
    }
    let counts = Dictionary(keys.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
    let tied = keys.map { key in key.map { (counts[$0] ?? 0) > 1 } ?? false }
    return tied.contains(true) ? Column("tied", .boolean(tied)) : nil
  }
}
