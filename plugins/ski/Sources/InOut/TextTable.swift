internal import PodiumCore
internal import PodiumPlugin

/// The rows of a sheet below one row of headings, cells by meaning.
struct TextTable {
  /// The file and its sheet, in quotes.
  let source: String
  private let headings: [String: (column: Int, name: String)]
  private let rows: [CellSheet.Row]
  private let grid: SheetGrid
  /// The headings without a meaning that the sheet has.
  let unknown: [String]

  /// Reads the first row with at least two headings that have a meaning, or the first row of all, and the rows below it.
  ///
  /// Unknown headings keep their names. Throws `bad-value` for a NUL character.
  init(_ grid: SheetGrid, words: SheetWords) throws(Diagnostic) {
    (source, self.grid) = (grid.source, grid)
    let filled = grid.rows.filter { $0.cells.contains { !$0.isEmpty } }
    let head = filled.firstIndex { $0.cells.count { words.meaning($0) != nil } >= 2 } ?? 0
    var headings: [String: (column: Int, name: String)] = [:]
    var unknown: [String] = []
    for (column, name) in (filled.indices.contains(head) ? filled[head].cells : []).enumerated() where !name.isEmpty {
      let meaning = words.meaning(name)
      if meaning == nil { unknown.append(name) }
      if headings[meaning ?? name] == nil { headings[meaning ?? name] = (column, name) }
    }
    (self.headings, self.unknown, rows) = (headings, unknown, Array(filled.dropFirst(head + 1)))
    for (heading, place) in headings {
      try TextTable.refuseNUL(texts(heading).lazy.compactMap { $0?.text }, in: "column '\(place.name)' of \(source)")
    }
  }

  /// The number of rows.
  var count: Int { rows.count }

  /// Whether there is such a column.
  func has(_ name: String) -> Bool { headings[name] != nil }

  /// The cells of a column, nil for empty ones; missing everywhere if the table has no such column.
  func texts(_ name: String) -> [SheetGrid.Cell?] {
    rows.map { row in
      guard let (column, heading) = headings[name], column < row.cells.count, !row.cells[column].isEmpty else {
        return nil
      }
      return grid.cell(row, column, heading: heading)
    }
  }

  /// Where a row is, or a cell of it.
  func place(_ row: Int, _ name: String? = nil) -> SourcePlace {
    guard let (column, heading) = name.flatMap({ headings[$0] }) else {
      return SourcePlace(source: source, line: rows[row].line)
    }
    return grid.place(rows[row], column, heading: heading)
  }

  /// Throws `bad-value` for a NUL character, which no text file can contain.
  static func refuseNUL(_ texts: some Sequence<String>, in what: String) throws(Diagnostic) {
    guard texts.contains(where: { $0.utf8.contains(0) }) else { return }
    throw Diagnostic("bad-value", "\(what) has a NUL character, which text does not contain", help: "remove it")
  }
}
