public import PodiumCore
public import PodiumPlugin

/// `SPORT import FILE`: adds the rows of a table to the things of a sport.
public struct TableImport: Command {
  private static let file = Parameter<String>.required(
    "file", allowed: "a file, or its address", help: "File of any format that 'load' reads, or its address.",
    completion: .files)
  /// What columns with other headings hold.
  public static let map = Parameter<[String]?>.list(
    "map", help: "What columns with other headings hold, as in map=Bezeichnung:name; known headings are detected.")
  /// Which sheet of several.
  public static let sheet = Parameter<String?>.text(
    "sheet", help: "Name or number of a workbook's sheet or a page's table, from 1; default: the first that fits.")
  /// Whether the file changes what the workspace has.
  public static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Overwrite values in the workspace that differ from the file.")

  public let signature: Signature
  private let format: Parameter<String?>
  private let tables: [ThingTable]
  private let sport: String

  /// Imports the things of a sport, each of which says how a table becomes its records.
  public init(_ sport: String, _ tables: [ThingTable]) {
    (self.sport, self.tables) = (sport, tables)
    let format = Parameter<String?>.choice(
      "format", tables.map(\.format), help: "What the rows are; default: what the headings show.")
    self.format = format
    let (verb, names) = (sport + " import", tables.map(\.plural).joined(separator: ", "))
    signature = Signature(
      verb, topic: .plugins, summary: "Import \(names) from a table.",
      details: """
        A row whose name is in the workspace fills what is unknown there; a value that differs is reported and ignored unless \
        replace=yes. Importing the same file twice adds nothing. Case, accents, units in parentheses and punctuation of headings do \
        not count. Numbers and days are read by the whole column; a cell that cannot be read is left unknown, and a warning names \
        file, sheet, line and column.
        """,
      parameters: [
        TableImport.file.any, format.any, TableImport.map.any, TableImport.sheet.any, TableImport.replace.any,
      ],
      examples: tables.flatMap { table -> [Example] in
        let line = "\(verb) \(TableImport.sample(sport, table))"
        return [
          Example(line, "a table of \(table.plural)", prints: "new"),
          Example(line + " format=\(table.format)", after: [line], "a second time", prints: "same"),
          Example(line + " replace=yes", after: [line], "the values of the file in place of others", prints: "same"),
        ]
      } + [Example("\(verb) nothing-there", "a missing file", fails: "unknown-file")],
      seeAlso: [])
  }

  private static func sample(_ sport: String, _ table: ThingTable) -> String { "\(sport)-\(table.format).csv" }

  /// Registers the verb and the small files of its examples.
  public func register(into registry: inout Registry) throws(Diagnostic) {
    for table in tables { try registry.add(ExampleFile(TableImport.sample(sport, table), table.sample)) }
    try registry.add(self)
  }

  /// Changes the workspace only if some row can be read.
  public func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: TableImport.file)
    let context: any ImportContext
    var sheets: [IncomingSheet]
    do throws(Diagnostic) {
      context = try session.importContext(named: call[TableImport.file], bundledFor: sport)
      sheets = try IncomingSheet.all(context, in: session.registry)
    } catch { throw error.at(span) }
    if let name = call[TableImport.sheet] {
      sheets = [try IncomingSheet.choose(name, among: sheets, at: call.span(of: TableImport.sheet))]
    } else {
      sheets.removeAll { $0.isHidden || $0.isEmpty }
    }
    let wanted = tables.filter { call[format] == nil || $0.format == call[format] }
    var found: [(thing: ThingTable, table: IncomingTable, words: ColumnWords)] = []
    var misfit: Diagnostic?
    for thing in wanted {
      let words: ColumnWords
      do throws(Diagnostic) {
        words = try ColumnWords(thing.words(), map: call[TableImport.map] ?? [], at: call.span(of: TableImport.map))
      } catch {
        misfit = misfit ?? error
        continue
      }
      for sheet in sheets {
        let table = try IncomingTable(sheet, words: words)
        let known = table.names.count - table.unknown.count
        // A table of anything may have one column that is called so.
        guard table.has(thing.key), known > 1 || table.names.count == 1 || call[format] != nil else { continue }
        found.append((thing, table, words))
        break
      }
    }
    if found.isEmpty, let misfit { throw misfit }
    // The one that knows the most headings.
    let least = found.map { $0.table.unknown.count }.min()
    let best = found.filter { $0.table.unknown.count == least }
    guard let first = best.first else {
      let lists = wanted.map { "\($0.plural) need a column '\($0.key)'" }.joined(separator: ", ")
      throw Diagnostic(
        "missing-column",
        "no sheet of '\(context.name)' is a table of \(wanted.map(\.plural).joined(separator: " or "))",
        span: span, help: lists + "; name another with map=HEADING:\(wanted.first?.key ?? "name")")
    }
    guard best.count == 1 else {
      throw Diagnostic(
        "ambiguous-format", "'\(context.name)' could be \(best.map(\.thing.plural).joined(separator: " or "))",
        span: span,
        help: "say which: " + best.map { "format=\($0.thing.format)" }.joined(separator: ", "))
    }
    try first.words.refuseAbsent(from: first.table.names, at: call.span(of: TableImport.map))
    var work = try RecordWork(call, in: session)
    let outputs = try Diagnostic.located(at: span, first.thing.take(first.table, &work, call[TableImport.replace]))
    session = work.session
    return outputs
  }
}
