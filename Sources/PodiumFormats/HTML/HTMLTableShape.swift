internal import PodiumCore
internal import PodiumPlugin

/// Which of a table's rows are names, which are data and which are neither.
struct HTMLTableShape {
  let table: HTMLTable
  let text: [UInt8]
  let options: HTMLOptions
  let file: String
  private let width: Int

  init(_ table: HTMLTable, text: [UInt8], options: HTMLOptions, file: String) {
    self.table = table
    self.text = text
    self.options = options
    self.file = file
    width = table.columnCount
  }

  func read(cancellation: Cancellation) throws(Diagnostic) -> ReadTable {
    guard width > 0 else {
      throw Diagnostic("no-table", "the table has no cells", help: "choose another with table=").inFile(file, line: 1)
    }
    guard width <= ReadLimits().columns else {
      throw Diagnostic(
        "too-large", "the table has more than \(ReadLimits().columns) columns", help: "choose another with table="
      ).inFile(file, line: 1)
    }
    var rejected = ImportReport.Rejected()
    let rows = table.rows.filter { $0.cells.contains { $0 >= 0 } }
    var body = rows.filter { !$0.isFoot } + rows.filter(\.isFoot)
    var names: [String]?
    let headCount = headingRows(body)
    if options.header != false, headCount > 0 {
      names = self.names(Array(body.prefix(headCount)))
      body.removeFirst(headCount)
    }
    let heads = names
    body.removeAll { row in
      guard let reason = whyNoData(row, heads) else { return false }
      let cells = Set(row.cells).filter { $0 >= 0 }.sorted().map(string)
      rejected.append(
        ImportReport.RejectedRow(
          line: row.line, reason: reason, text: cells.joined(separator: " | ")))
      return true
    }
    let grid = self.grid(body)
    let missing = MissingWords(options.missing ?? MissingWords.standard)
    var inference = TableInference(types: options.types, missing: missing)
    inference.formats.areOptions = false
    let (result, notes) = try inference.table(
      grid, names: names, header: options.header,
      unnamed:
        "no row names the columns, so they are named column_1, column_2, …; header=yes reads the first row as names",
      cancellation: cancellation)
    var facts: [ImportReport.Fact] = []
    if !table.label.isEmpty { facts.append(.init("caption", .text(table.label))) }
    return ReadTable(
      table: result.table, facts: facts + result.formats.facts, columns: result.columns, rejected: rejected,
      notes: notes + result.notes)
  }

  private func string(_ cell: Int32) -> String {
    guard cell >= 0 else { return "" }
    return String(decoding: text[table.cells[Int(cell)].text], as: UTF8.self)
  }

  private func isHeading(_ row: HTMLTable.Row) -> Bool {
    row.cells.contains { $0 >= 0 } && row.cells.allSatisfy { $0 < 0 || table.cells[Int($0)].isHeading }
  }

  /// Whether one cell spans a row of several columns: a title, not data.
  private func isTitle(_ row: HTMLTable.Row) -> Bool {
    guard width > 1, let first = row.cells.first, first >= 0 else { return false }
    return row.cells.count == width && row.cells.allSatisfy { $0 == first }
  }

  /// Number of rows at the top that name columns: those of the head, and rows of headings followed by data.
  private func headingRows(_ rows: [HTMLTable.Row]) -> Int {
    var count = 0
    while count < rows.count, rows[count].isHead || isHeading(rows[count]) || (count == 0 && isTitle(rows[0])) {
      count += 1
    }
    // A title alone names nothing, and in a table of headings only the headings are data.
    if count < rows.count || rows.prefix(count).contains(where: \.isHead) {
      return rows.prefix(count).allSatisfy(isTitle) ? 0 : count
    }
    return 0
  }

  /// The column names: the texts above each column, from top to bottom, each text once.
  private func names(_ rows: [HTMLTable.Row]) -> [String] {
    let named = rows.filter { !isTitle($0) }
    return (0..<width).map { column in
      var parts: [String] = []
      for row in named where column < row.cells.count {
        let part = string(row.cells[column])
        if !part.isEmpty, parts.last != part { parts.append(part) }
      }
      return parts.joined(separator: " ")
    }
  }

  /// Why a row is not data; nil if it is.
  private func whyNoData(_ row: HTMLTable.Row, _ names: [String]?) -> String? {
    if isTitle(row) { return "one cell across all columns" }
    if let names, isHeading(row), row.cells.count == width, self.names([row]) == names {
      return "it repeats the column names"
    }
    return nil
  }

  private func grid(_ rows: [HTMLTable.Row]) -> CellGrid {
    var cells: [Cell] = []
    cells.reserveCapacity(rows.count * width)
    for row in rows {
      for column in 0..<width {
        guard column < row.cells.count, row.cells[column] >= 0 else {
          cells.append(.absent)
          continue
        }
        let range = table.cells[Int(row.cells[column])].text
        cells.append(Cell(start: range.lowerBound, length: min(range.count, Cell.maximumLength), .plain))
      }
    }
    return CellGrid(text: text, cells: cells, columnCount: width, lines: rows.map { UInt32(clamping: $0.line) })
  }
}
