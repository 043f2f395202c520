internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The files of a bundle, for `load ski` and `ski import`: every file is read and all of it checked before a table is made or anything
/// is written, so that nothing is stored in part.
struct SkiBundle {
  struct Repairs {
    /// Ranks are renumbered in their order.
    var ranks = false
    /// Shares of snow are scaled to 100.
    var shares = false
    /// Values that differ replace those in the workspace.
    var replaces = false
    /// Sessions whose number belongs to another test get a new one.
    var renumbers = false
  }

  /// Where it is imported; nil for a table.
  var workspace: SkiWorkspace?
  let repairs: Repairs
  var files: [String: IncomingFile] = [:]
  var order: [String] = []
  let name: String
  let cancellation: Cancellation
  /// Whether the files were made from a sheet, whose words are typed by hand.
  let isSheet: Bool
  private(set) var (notes, warnings): ([String], [String]) = ([], [])
  private(set) var misfits = Misfits()
  /// The cells and rows that were not read, by file and number of their row, until `tellMisfits`.
  private var bad: [(file: String, row: Int, field: String?, error: Diagnostic)] = []

  /// Reads the files of a folder; `dates` is what their days do not show. Throws `not-a-bundle`,
  /// `missing-column`, `ambiguous-date`, and the reader's errors.
  init(_ context: any ImportContext, dates: SheetDates.Choice, workspace: SkiWorkspace?, repairs: Repairs)
    throws(Diagnostic)
  {
    (self.workspace, self.repairs, isSheet, name) = (workspace, repairs, false, context.name)
    cancellation = context.cancellation
    let there = Set(context.files)
    let layouts = BundleLayout.files.filter { there.contains($0.name) }
    guard context.isFolder, there.contains("sessions.csv") || there.contains("ski_pairs.csv") else {
      throw Diagnostic(
        "not-a-bundle",
        context.isFolder
          ? "the folder '\(name)' is not a ski bundle: it has no sessions.csv and no ski_pairs.csv"
          : "'\(name)' is a file, not a ski bundle",
        help: "use a folder with sessions.csv, ski_pairs.csv, participations.csv and others: help ski import")
    }
    for layout in layouts {
      files[layout.name] = try IncomingFile(layout, context)
      self.order.append(layout.name)
    }
    let dates = SheetDates(files.values.flatMap(\.dateTexts), dates)
    if let sentence = dates.note { note(sentence) }
    for layout in layouts {
      guard var file = files[layout.name] else { continue }
      try file.setDates(dates)
      files[layout.name] = file
      for (number, field, sentence) in file.unreadable {
        bad.append((layout.name, number, field, Diagnostic("bad-value", sentence)))
      }
    }
    for file in self.order.compactMap({ files[$0] }) {
      for note in file.notes { warn(note) }
      if !file.unknown.isEmpty {
        note("'\(file.name)': ignored columns: " + file.unknown.joined(separator: ", "))
      }
    }
  }

  /// Takes files that were made from another format, such as a sheet or the service's JSON.
  init(
    _ name: String, _ made: [IncomingFile], isSheet: Bool, workspace: SkiWorkspace, repairs: Repairs,
    cancellation: Cancellation
  ) {
    (self.workspace, self.repairs, self.name, self.cancellation) = (workspace, repairs, name, cancellation)
    self.isSheet = isSheet
    for file in made {
      files[file.layout.name] = file
      order.append(file.layout.name)
    }
  }

  // MARK: Remarks

  mutating func note(_ sentence: String) { notes.append(sentence) }
  mutating func warn(_ sentence: String) { warnings.append(sentence) }

  /// Leaves out some rows, each for a reason; throws the first reason if tests, pairs, people or results have no other rows.
  mutating func drop(_ name: String, _ rows: [Int: (field: String?, error: Diagnostic)]) throws(Diagnostic) {
    guard !rows.isEmpty, var file = files[name] else { return }
    let isNeeded = ![
      SkiKinds.condition, SkiKinds.grind, SkiKinds.treatment, SkiKinds.leave, SkiKinds.cover, SkiKinds.rating,
      SkiKinds.term,
    ].contains(file.layout.kind)
    if isNeeded, rows.count == file.table.rowCount, let first = rows.keys.min(), let (field, found) = rows[first] {
      var error = SheetImport.placed(found, file.place(first, field))
      error.help = (error.help.map { $0 + "; " } ?? "") + "nothing was imported"
      throw error
    }
    for (row, (field, error)) in rows.sorted(by: { $0.key < $1.key }) {
      var error = error
      error.message += "; the row was left out"
      note(error, file, row, field)
    }
    try file.drop(Set(rows.keys))
    files[name] = file
  }

  /// Leaves a field unknown in some rows, each for a reason, or leaves out rows that cannot do without.
  mutating func leave(_ name: String, _ field: String, _ rows: [Int: Diagnostic]) throws(Diagnostic) {
    guard files[name]?.layout.recordKind?[field]?.isRequired == true else { return try clear(name, field, rows) }
    try drop(name, rows.mapValues { (field: Optional(field), error: $0) })
  }

  /// Leaves a field unknown in some rows, each for a reason.
  mutating func clear(_ name: String, _ field: String, _ rows: [Int: Diagnostic]) throws(Diagnostic) {
    guard !rows.isEmpty, var file = files[name] else { return }
    for (row, error) in rows.sorted(by: { $0.key < $1.key }) {
      var error = error
      error.message += "; it was left unknown"
      note(error, file, row, field)
    }
    try file.clear(field, Set(rows.keys))
    files[name] = file
  }

  /// Replaces the texts of a field in the files of a kind.
  mutating func rewrite(_ kind: String, _ field: String, _ change: (String) -> String) throws(Diagnostic) {
    for name in order {
      guard var file = files[name], file.layout.kind == kind, file.table[field] != nil else { continue }
      try file.set(field, .text(file.texts(field).map { $0.map(change) }))
      files[name] = file
    }
  }

  mutating func note(_ error: Diagnostic, _ file: IncomingFile, _ row: Int, _ field: String?) {
    if file.isMade {
      misfits.add(file.place(row, field), error.message, code: error.code, help: error.help)
    } else {
      bad.append((file.layout.name, file.numbers[row], field, error))
    }
  }

  /// Names the cells and rows that were not read, file by file: each file is read once more for its lines.
  private mutating func tellMisfits() {
    for name in order {
      let found = bad.filter { $0.file == name }
      guard !found.isEmpty, let file = files[name] else { continue }
      let lines = file.lines
      for (_, row, field, error) in found {
        misfits.add(file.place(number: row, field, lines: lines), error.message, code: error.code)
      }
    }
    bad = []
  }

  /// Checks everything, and writes nothing but athletes.
  mutating func check() throws(Diagnostic) {
    try workspace?.terms.read(Terms.List.allCases)
    try checkTexts()
    try dropIncomplete()
    try checkValues()
    try namePeople()
    try nameTerms()
    try checkKeys()
    try checkTeams()
    try checkNumbers()
    try checkSessions()
    try checkSnow()
    try checkReferences()
    try checkRanks()
    try checkGlides()
    tellMisfits()
  }

  /// Checks and writes; returns the outputs.
  mutating func run() throws(Diagnostic) -> [Output] {
    try check()
    try addTerms()
    guard let store = workspace?.store else { return [] }
    var report: [(file: String, MergeReport)] = []
    for file in order {
      guard let incoming = files[file] else { continue }
      do throws(Diagnostic) {
        report.append(
          (
            file,
            try store.fill(
              incoming.table, into: incoming.layout.kind, replaces: repairs.replaces, cancellation: cancellation)
          ))
      } catch {
        guard ["bad-record", "taken-key"].contains(error.code) else { throw error }
        throw Diagnostic(error.code, "'\(incoming.name)': \(error.message)", help: error.help)
      }
    }
    return try outputs(report, store)
  }

  private mutating func outputs(
    _ report: [(file: String, MergeReport)], _ store: any RecordStore
  ) throws(Diagnostic) -> [Output] {
    let table = try Table([
      Column("file", .text(report.map(\.file))), Column("read", .integer(report.map(\.1.read))),
      Column("new", .integer(report.map(\.1.new))), Column("changed", .integer(report.map(\.1.changed))),
      Column("same", .integer(report.map(\.1.same))), Column("kept", .integer(report.map(\.1.kept))),
    ])
    for (file, merged) in report {
      guard let incoming = files[file] else { continue }
      for difference in merged.differences.prefix(5) {
        warn(
          ImportOutcome.difference(
            incoming.place(difference.row).text, difference.field, stored: difference.stored, given: difference.given,
            replaces: repairs.replaces))
      }
      let rest = merged.differences.count - 5
      if rest > 0 { warn("'\(incoming.name)': \(rest.counted("further difference")) not shown") }
    }
    for case let serials? in [files["ski_pairs.csv"]?.texts("serial_number").compactMap({ $0 })] {
      if let doubt = SessionChecks.unequalLengths(serials) { warn(doubt) }
    }
    for (file, noun) in [("sessions.csv", "session"), ("participations.csv", "participation")] {
      let sources = files[file]?.texts("source").compactMap { $0 } ?? []
      let made = sources.count { $0 != "verbatim" }
      if made > 0, made < sources.count {
        note("\(made) of \(sources.count.counted(noun)) are marked as reconstructed (source)")
      }
    }
    if let unknown = try unknownGrindings(store) { note(unknown) }
    workspace?.misfits.add(misfits)
    for warning in warnings { workspace?.warn(warning) }
    for note in notes { workspace?.note(note) }
    return [.table(TableOutput(table, title: "from '\(name)'").showing(["file", "new", "kept"]))]
      + (workspace?.remarks ?? [])
  }

  /// Participations whose pair has no grinding before the session: kept, and reported.
  private func unknownGrindings(_ store: any RecordStore) throws(Diagnostic) -> String? {
    guard let file = files["participations.csv"] else { return nil }
    var moments: [String: Moment] = [:]
    for grind in try SkiRecords.grinds(store) where moments[grind.serialNumber] == nil {
      moments[grind.serialNumber] = grind.moment
    }
    var times: [String: Moment] = [:]
    for session in try TestSession.thing.items(in: store) { times[session.number] = session.time }
    let lacking = zip(file.texts("session"), file.texts("serial_number")).count { session, serial in
      guard let session, let serial, let first = moments[serial], let time = times[session] else { return true }
      return first >= time
    }
    return lacking == 0
      ? nil : "\(lacking.counted("participation")) without a grinding before the session: grinding unknown"
  }
}
