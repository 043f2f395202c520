public import PodiumCore
public import PodiumPlugin

/// One sheet of a file in any format that `load` reads: its cells as texts, row by row, before any headings are identified.
///
/// Unlike in a table, rows may differ in length. Cells that say that there is nothing (`-`, `NA`) are empty.
public struct IncomingSheet: Sendable {
  /// A cell with its place.
  public struct Cell: Sendable {
    public let text: String
    public let place: SourcePlace

    public init(text: String, place: SourcePlace) { (self.text, self.place) = (text, place) }
  }

  /// The file and the sheet, in quotes.
  public let source: String
  /// The name of the sheet; nil where the file has no sheets.
  public let sheet: String?
  public let isHidden: Bool
  public private(set) var rows: [CellSheet.Row]
  private let firstColumn: Int
  /// What the numbers of rows count.
  private let word: String

  /// Takes the cells of a file; `word` is what the numbers of its rows count.
  public init(_ sheet: CellSheet, file: String, word: String = "line") {
    source = "'\(file)'" + (sheet.name.map { " sheet '\(SafeText.escape($0))'" } ?? "")
    (self.sheet, isHidden, firstColumn, self.word) = (sheet.name, sheet.isHidden, sheet.firstColumn, word)
    rows = sheet.rows
    // Most cells stay as they are.
    for row in rows.indices {
      for cell in rows[row].cells.indices {
        let text = rows[row].cells[cell]
        let isNothing = text.utf8.count <= 4 && IncomingSheet.nothing.contains(text)
        if !isNothing, IncomingSheet.isTrimmed(text) { continue }
        let trimmed = isNothing ? "" : RecordName.trimmed(text)
        rows[row].cells[cell] = IncomingSheet.nothing.contains(trimmed) ? "" : trimmed
      }
    }
  }

  /// What people and programs write for nothing.
  private static let nothing: Set<String> = ["-", "–", "—", "−", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null"]

  /// Whether a text begins and ends with a visible sign of ASCII, as nearly all do: looking up properties takes much longer.
  private static func isTrimmed(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    return (0x21..<0x7F).contains(first) && (0x21..<0x7F).contains(last)
  }

  public var isEmpty: Bool { !rows.contains { $0.cells.contains { !$0.isEmpty } } }

  /// The same sheet with other rows: some of its own.
  public func with(_ rows: some Sequence<CellSheet.Row>) -> IncomingSheet {
    var part = self
    part.rows = Array(rows)
    return part
  }

  public func place(_ row: CellSheet.Row, _ column: Int, heading: String? = nil) -> SourcePlace {
    var place = place(row)
    place.column = name(ofColumn: column, heading)
    return place
  }

  /// The letters of a column, with its heading.
  func name(ofColumn column: Int, _ heading: String?) -> String {
    CellLetters.text(firstColumn + column) + (heading.map { " ('\(Abridged.text($0))')" } ?? "")
  }

  /// Where a row is.
  public func place(_ row: CellSheet.Row) -> SourcePlace { SourcePlace(source: source, line: row.line, word: word) }

  public func cell(_ row: CellSheet.Row, _ column: Int, heading: String? = nil) -> Cell {
    Cell(text: row.cells[column], place: place(row, column, heading: heading))
  }

  // MARK: Files

  /// The formats whose sheets a context reads itself, with their lines.
  private static let sheeted: Set<String> = ["csv", "html", "xlsx"]

  /// The sheets of the one file of a context, in any format that `load` reads.
  ///
  /// Delimited text, workbooks and pages have lines and may have several sheets; a list of objects in JSON, or one on each line, has
  /// entries; of other formats it is the table that `load` makes of them. Throws `not-a-file` and the readers' errors.
  public static func all(_ context: any ImportContext, in registry: Registry) throws(Diagnostic) -> [IncomingSheet] {
    guard !context.isFolder, let file = context.files.first else {
      throw Diagnostic("not-a-file", "'\(context.name)' is a folder", help: "name a file in it")
    }
    let reader = registry.importers.values.filter { importer in
      importer.isReader && !sheeted.contains(importer.key) && registry.owner(of: "importer", importer.key) == "podium"
        && importer.recognises(context)
    }.min { CodePointOrder.precedes($0.key, $1.key) }
    guard let reader else {
      let ending = FilePath(file).unpacked.ending
      if ["html", "htm", "xhtml"].contains(ending) { return try pages(context, file) }
      let sheets = try context.sheets(of: file)
      if sheets.count == 1, isSeparatedBySpaces(sheets[0]),
        let general = registry.importers.values.first(where: { $0.isGeneral && $0.extensions.contains(ending) }),
        let table = try? general.load(context, options: .none).table
      {
        return [rows(of: table, file: context.name)]
      }
      return sheets.map { IncomingSheet($0, file: context.name) }
    }
    if reader.extensions.contains("json"), let entries = try entries(context, file) { return [entries] }
    return [rows(of: try reader.load(context, options: .none).table, file: context.name)]
  }

  /// Whether all rows are one cell of as many words, those of comments above them apart.
  private static func isSeparatedBySpaces(_ sheet: CellSheet) -> Bool {
    let filled = sheet.rows.filter { !$0.cells.isEmpty }.drop { $0.cells[0].hasPrefix("#") }
    let first = filled.first?.cells[0].split(whereSeparator: \.isWhitespace).count ?? 0
    return first > 1
      && filled.allSatisfy { $0.cells.count == 1 && $0.cells[0].split(whereSeparator: \.isWhitespace).count == first }
  }

  /// The tables of a page, which its name says it is, whatever it begins with.
  private static func pages(_ context: any ImportContext, _ file: String) throws(Diagnostic) -> [IncomingSheet] {
    let tables = try context.webTables(in: context.bytes(of: file), named: context.name)
    return tables.enumerated().map { place, table in
      let label = table.caption.isEmpty ? table.heading : table.caption
      let rows = table.rows.map { CellSheet.Row(line: $0.line, cells: $0.cells.map(\.text)) }
      let name = tables.count == 1 ? nil : label.isEmpty ? "table \(place + 1)" : label
      return IncomingSheet(CellSheet(name, rows: rows), file: context.name)
    }
  }

  /// The sheet that a name or a number from 1 names; throws `unknown-sheet`.
  public static func choose(
    _ name: String, among all: [IncomingSheet], at span: SourceSpan? = nil
  ) throws(Diagnostic) -> IncomingSheet {
    let names = all.map { $0.sheet ?? "" }
    if let exact = names.firstIndex(of: name) ?? names.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
      return all[exact]
    }
    if let number = Int(name), all.indices.contains(number - 1) { return all[number - 1] }
    throw Diagnostic.unknown(
      "sheet", name, among: names.filter { !$0.isEmpty }, span: span,
      help: names == [""] ? "the file has no sheets" : nil)
  }

  /// The names and rows of a table as texts.
  private static func rows(of table: Table, file: String) -> IncomingSheet {
    let rows = (0..<table.rowCount).map { row in
      CellSheet.Row(line: row + 1, cells: table.columns.map { $0[row].isMissing ? "" : $0[row].fileText })
    }
    return IncomingSheet(
      CellSheet(rows: [CellSheet.Row(line: 0, cells: table.names)] + rows), file: file, word: "row")
  }
}
