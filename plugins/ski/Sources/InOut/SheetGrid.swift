internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// The cells of a sheet as texts, row by row, with no idea yet which of them are headings.
///
/// Delimited text is decoded by the core's reader (UTF-8 with and without a mark, Latin-1 and its kin); rows may have
/// as many cells as they like, which a table's may not.
struct SheetGrid {
  let name: String
  let rows: [[String]]

  /// Reads the one file of a context.
  init(_ context: any ImportContext, in session: Session) throws(Diagnostic) {
    let file = context.files.first ?? context.name
    if try context.bytes(of: file).starts(with: [0x50, 0x4B, 3, 4]), let workbook = session.registry.importers["xlsx"] {
      rows = SheetGrid.rows(of: try SheetGrid.cells(workbook, context, session.parsingScope))
    } else {
      rows = SheetGrid.split(try SheetGrid.lines(of: file, context))
    }
    name = context.name
  }

  init(_ name: String, rows: [[String]]) { (self.name, self.rows) = (name, rows) }

  /// A workbook's cells without a row of headings, each as it reads: a column of numbers has a heading too.
  private static func cells(
    _ workbook: any Importer, _ context: any ImportContext, _ scope: ParsingScope
  ) throws(Diagnostic) -> Table {
    let bare = try workbook.load(context, options: try options("", workbook, scope)).table
    let types = bare.names.map { Session.quote($0 + ":text") }.joined(separator: ",")
    return try workbook.load(context, options: try options(types.isEmpty ? "" : " types=" + types, workbook, scope))
      .table
  }

  private static func options(
    _ keys: String, _ workbook: any Importer, _ scope: ParsingScope
  ) throws(Diagnostic) -> ImportOptions {
    guard case .command(let line) = try SyntaxTree("load header=no" + keys).checked().body else { return .none }
    return try ImportOptions(line.arguments, parameters: workbook.parameters, of: workbook.key, scope: scope)
  }

  private static func rows(of table: Table) -> [[String]] {
    (0..<table.rowCount).map { row in table.columns.map { $0[row].isMissing ? "" : Terms.trimmed($0[row].fileText) } }
  }

  /// The lines of a file as one column of texts: a mark that no sheet holds stands for the delimiter.
  private static func lines(of file: String, _ context: any ImportContext) throws(Diagnostic) -> [String] {
    let whole = DelimitedOptions(delimiter: "\u{1F}", quote: "\u{1E}", header: false, missing: [])
    let bare = try context.table(of: file, options: whole).table
    var typed = whole
    for name in bare.names { typed.types[name] = .category }
    guard let column = try context.table(of: file, options: typed).table.columns.first else { return [] }
    return (0..<column.count).map { column[$0].fileText }
  }

  /// Lines cut into cells by whichever of ; tab and , stands most often outside of quotes.
  static func split(_ lines: [String]) -> [[String]] {
    func count(_ mark: Character) -> Int { lines.reduce(0) { $0 + cells($1, mark).count - 1 } }
    // In the order of trust: commas are decimal marks where semicolons part the cells.
    let marks: [Character] = [";", "\t", ","]
    let mark = marks.first { count($0) >= max(1, lines.count / 2) } ?? marks.max { count($0) < count($1) } ?? ";"
    return lines.map { cells($0, mark) }
  }

  private static func cells(_ line: String, _ mark: Character) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == mark, !isQuoted {
        cells.append(Terms.trimmed(cell))
        cell = ""
      } else {
        cell.append(character)
      }
    }
    return cells + [Terms.trimmed(cell)]
  }
}
