internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct LoadCommand: Command {
  static let what = Parameter<[String]>.words(
    "what", required: true,
    help: "A file, folder, dataset or address (https://…), optionally after the name of an importer.",
    completion: .data)
  static let format = Parameter<String?>.text(
    "format", help: "The importer to use, regardless of the file extension.",
    completion: .names(.importers))
  static let trim = Parameter<Bool>.flag(
    "trim", default: false, help: "Whether to remove spaces around cells and column names.")

  static let zone = Parameter<String?>.text(
    "zone",
    help: "Time zone of times without an offset, as in Europe/Stockholm or +01:00; all moments then show its clock.")

  let signature = Signature(
    "load", topic: .data, summary: "Load a table and make it the current table.",
    details: """
      The file extension decides how a file is read; format= overrides it, and so does the name of an importer before \
      the path: load csv notes.txt. A name without a path is a file in the current directory, a bundled dataset or a \
      saved table; load saved NAME always means the saved table. The importer's own keys follow the path: load \
      times.csv delimiter=";" missing=–. 'as NAME' names the table. Delimited text accepts delimiter= quote= header= \
      skip= encoding= missing= missing-only= decimal= thousands= dates= types=name:type,… and strict=yes. Whatever you \
      omit is detected, and the output reports what was detected and changed. trim=yes removes spaces around cells and \
      column names in any format. SQLite databases take table= or query="select …". Data from an http or https address \
      are read the same way, by the extension of the address, or else by the type the server reports. The address is \
      checked at each load, and the data are downloaded again only if they have changed. Moments count as UTC unless they have \
      an offset; with zone=Europe/Stockholm they are local times, and texts, hour(), day() and plots show that clock.
      """,
    parameters: [what.any, format.any, trim.any, zone.any],
    exampleLines: """
      a bundled dataset: load iris -> 150 rows
      a bundled dataset under another name: load tastings as cups -> cups: 96 rows
      a file, with the detected format: load trips.csv -> 4 rows
      another code for missing values: load trips.csv missing=pier as reefs -> reefs: 4 rows
      a misspelt name: load irs -> !unknown-dataset
      """,
    traits: [.openKeys, .namesTable], seeAlso: ["datasets", "columns", "head"])

  /// Reads the table; the state changes only if all of it could be read.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let words = call[LoadCommand.what]
    let span = call.span(of: LoadCommand.what)
    var unread: Diagnostic?
    if let outputs = try loadSaved(words, call, in: &session, unread: &unread) { return outputs }
    let source = try LoadSource.resolve(
      words, format: call[LoadCommand.format], keys: call.otherKeys, in: session, span: span)
    let context = try source.context(in: session, span: span)
    // An importer with a key of this name reads times itself.
    let ownsZone = source.importer.parameters.contains { $0.description.name == LoadCommand.zone.name }
    let keys =
      call.otherKeys
      + (ownsZone ? call.syntax.arguments.filter { $0.key?.text == LoadCommand.zone.name } : [])
    let options = try ImportOptions(
      keys, parameters: source.importer.parameters, of: source.importer.key, scope: session.parsingScope)
    let zone = ownsZone ? nil : try DeclaredZone(call, session)
    var imported = try Diagnostic.located(
      at: span,
      session.cancellation.detached { () throws(Diagnostic) in
        try source.importer.load(context, options: options)
      })

    let scales = try DeclaredScales(call.otherKeys, session)
    try scales.apply(to: &imported, session.cancellation)
    try zone?.apply(to: &imported, session.cancellation)
    // In these columns nothing looks at the flag in each row.
    let (table, isTrimmed, cancellation) = (imported.table, call[LoadCommand.trim], session.cancellation)
    let (trimmed, note, codes) = try cancellation.detached { () throws(Diagnostic) in
      let blanks = BlanksAroundCells(table, cancellation)
      let trimmed = isTrimmed ? try blanks.removed() : nil
      let note = isTrimmed ? nil : try blanks.note()
      let read = trimmed?.table ?? table
      return (
        trimmed, note,
        try MissingCodes(read, cancellation).notes() + TotalRowNote.notes(read) + LoadRemarks.cases(read)
          + LoadRemarks.periods(read, cancellation)
      )
    }
    if let trimmed {
      for (place, column) in trimmed.table.columns.enumerated() where place < imported.report.columns.count {
        if imported.report.columns[place].name == imported.table.columns[place].name {
          imported.report.columns[place].name = column.name
        }
      }
      imported.table = trimmed.table
      if let note = trimmed.note { imported.notes.append(note) }
    }
    if let note { imported.notes.append(note) }
    imported.notes += codes
    // Where the line of names was given, it is known.
    if source.importer.parameters.contains(where: { $0.description.name == "header" }),
      !call.otherKeys.contains(where: { $0.key?.text == "header" }),
      let note = LoadRemarks.secondHeader(imported)
    {
      imported.notes.append(note)
    }
    if let entry = source.bundled { imported.table = imported.table.setting(roles: entry.roles) }
    let name = call.syntax.name?.text ?? source.name
    var dataset = Dataset(
      name: name, source: source.shown, table: imported.table, labelling: imported.labelling,
      evaluators: imported.evaluators)
    dataset.origin = source.fetched.map(Dataset.Origin.init)
    dataset.labelling = dataset.labelling ?? source.bundled?.labelling
    let replaced = session.state.tables[name] != nil
    session.state.current = dataset

    var outputs = try LoadOutputs(
      imported, as: name, by: source.importer.key, from: dataset.origin, threads: session.state.settings.threads
    ).outputs()
    if let note = source.fetched.flatMap(FetchNotes.unchanged) { outputs.append(.note(note)) }
    if let unread { outputs.append(.warning("could not look for a saved table: " + unread.message)) }
    if replaced { outputs.append(.note("replaced the earlier table '\(name)'")) }
    return outputs
  }

  /// A saved table, with its roles, label and recipe; nil if the words mean something else.
  ///
  /// `unread` receives why the workspace could not be read, if the words can be understood without it.
  private func loadSaved(
    _ words: [String], _ call: Call, in session: inout Session, unread: inout Diagnostic?
  ) throws(Diagnostic) -> [Output]? {
    let isAsked = words.count == 2 && words[0] == "saved"
    guard let name = words.last, isAsked || words.count == 1 && SavedName.isPlain(name),
      let store = session.services.store
    else { return nil }
    let span = call.span(of: LoadCommand.what)
    let isFile = session.services.files.kind(of: session.services.resolve(name)) != .none
    let isElsewhere = isFile || session.registry.dataset(name) != nil
    let found: Dataset?
    do throws(Diagnostic) { found = try store.dataset(name) } catch {
      // A damaged workspace must not block files and bundled tables.
      guard !isAsked, isElsewhere, error.code.hasPrefix("workspace-") || error.code == "not-a-workspace" else {
        throw error
      }
      unread = error
      return nil
    }
    guard var saved = found else {
      if !isAsked { return nil }
      throw Diagnostic.unknown(
        "dataset", name, among: try store.datasets().map(\.name), span: span, help: "'datasets' lists the saved tables")
    }
    if !isAsked, isElsewhere {
      throw Diagnostic(
        "ambiguous-name",
        "'\(name)' is both a saved table and a \(isFile ? "file in the current directory" : "bundled dataset")",
        span: span,
        help: "load saved \(CommandText.word(name)) for the saved table"
          + (isFile ? ", load \(CommandText.word("./" + name)) for the file" : ""))
    }
    if let key = call.otherKeys.first?.key ?? call.syntax.arguments.compactMap(\.key).first {
      throw Diagnostic("unknown-key", "a saved table takes no keys, but got '\(key.text)='", span: key.span)
    }
    saved.name = call.syntax.name?.text ?? name
    let isReplaced = session.state.tables[saved.name] != nil
    session.state.current = saved
    var record = RecordOutput(
      "\(saved.name): \(saved.table.rowCount.counted("row")), \(saved.table.columns.count.counted("column"))")
    record.add("name", .text(saved.name))
    record.add("rows", .integer(saved.table.rowCount))
    record.add("columns", .integer(saved.table.columns.count))
    record.add("source", .text(saved.source))
    if let origin = saved.origin { FetchNotes.add(origin, to: &record) }
    if let target = saved.target { record.add("target", .text(target.name)) }
    if !saved.recipe.isEmpty { record.add("recipe", list: saved.recipe.steps.map { .text($0.description) }) }
    var outputs: [Output] = [.record(record)]
    if isReplaced { outputs.append(.note("replaced the earlier table '\(saved.name)'")) }
    return outputs
  }
}
