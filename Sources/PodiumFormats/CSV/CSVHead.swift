internal import PodiumCore
internal import PodiumPlugin

/// The names and the first rows of a file.
struct CSVHead {
  let layout: CSVLayout
  let scanner: CSVScanner
  let grid: CellGrid
  /// How many lines give the names.
  let depth: Int
  let names: [String]
  let renamed: [CSVReport.Renaming]

  /// Finds the names in the rows of a layout.
  init(
    _ found: CSVLayout, _ scanner: CSVScanner, decoded: DecodedText, options: DelimitedOptions, missing: MissingWords,
    cancellation: Cancellation
  ) throws(Diagnostic) {
    var layout = found
    var grid = layout.grid(scanner.records, of: decoded.bytes)
    func inference(_ grid: CellGrid) -> ColumnInference {
      ColumnInference(
        grid: grid, rows: 0..<grid.rowCount, missing: missing, formats: options.formats, cancellation: cancellation)
    }
    let hasHeader: Bool
    if layout.lacksFirstName {
      hasHeader = true
    } else if let header = options.header {
      hasHeader = header
    } else if layout.oddFirst?.isHeader == true {
      hasHeader = true
    } else {
      hasHeader = try CSVHeader.isPresent(grid, inference(grid))
    }
    var depth = hasHeader && grid.rowCount > 0 ? 1 : 0
    if layout.firstHasNUL, depth == 0 || grid.rowCount == 1 {
      // Names above rows are escaped; a row with a NUL is left out like any other.
      depth = 0
      try layout.rejectFirst(scanner, decoded)
      grid = layout.grid(scanner.records, of: decoded.bytes)
    } else if depth == 0 {
      // All lines are rows.
    } else if !CSVHead.areRowsDeclared(grid, options.types), let repeated = NameRows(grid) {
      // The repeated lines hide the types of the columns, from which the depth follows.
      var deep = layout
      deep.leaveOut(repeated.all, grid)
      let rest = deep.grid(scanner.records, of: decoded.bytes)
      let isDeep = options.header == nil ? try CSVHeader.depth(rest, inference(rest)) == 2 : options.hasTwoHeaders
      if isDeep, rest.rowCount > 1 {
        (layout, grid, depth) = (deep, rest, 2)
      } else {
        layout.leaveOut(repeated.first, grid)
        grid = layout.grid(scanner.records, of: decoded.bytes)
      }
    } else if options.header == nil {
      depth = try CSVHeader.depth(grid, inference(grid))
    } else if options.hasTwoHeaders, grid.rowCount > 1 {
      depth = 2
    }
    self.depth = depth
    self.layout = layout
    self.scanner = scanner
    self.grid = grid
    (names, renamed) =
      depth > 0 ? CSVHeader.names(grid, depth: depth) : (CSVHeader.standardNames(grid.columnCount), [])
  }

  /// Whether all types are given and each name would be a value of its column: then a row of names is a row.
  private static func areRowsDeclared(_ grid: CellGrid, _ types: [String: ColumnType]) -> Bool {
    guard types.count >= grid.columnCount else { return false }
    let text = grid.text.span
    return (0..<grid.columnCount).allSatisfy { place in
      let core = CellGrid.core(of: grid.cells[place], in: text)
      let name = core.map { text[$0] }
      switch types[String(decoding: name, as: UTF8.self)] {
      case nil: return false
      case .category, .ordered, .text: return true
      default: return CSVHeader.isData(text, core)
      }
    }
  }
}

/// The rows that repeat the names, as in files that were joined.
private struct NameRows {
  /// The rows that equal the first.
  private(set) var first: Set<Int> = []
  /// These, and the rows below them that equal the second.
  private(set) var all: Set<Int> = []

  /// Nil if there are none. In a table of words such a row may be intended, unless it has three columns or more and no
  /// name is a value of its column; so may one below names that all look like values.
  init?(_ grid: CellGrid) {
    let text = grid.text.span
    let width = grid.columnCount
    func core(_ row: Int, _ place: Int) -> Range<Int> { CellGrid.core(of: grid.cells[row * width + place], in: text) }
    func isEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
      guard a.count == b.count else { return false }
      for offset in 0..<a.count where text[a.lowerBound + offset] != text[b.lowerBound + offset] { return false }
      return true
    }
    func isSame(_ row: Int, _ other: Int) -> Bool {
      (0..<width).allSatisfy { isEqual(core(row, $0), core(other, $0)) }
    }
    // Names that all look like values may be a row that occurs twice.
    guard grid.rowCount > 2,
      (0..<width).contains(where: { !core(0, $0).isEmpty && !CSVHeader.isData(text, core(0, $0)) })
    else { return nil }
    var firstRow: Int?
    for row in 1..<grid.rowCount {
      if isSame(row, 0) {
        first.insert(row)
      } else if first.contains(row - 1), row > 2, isSame(row, 1) {
        all.insert(row)
      } else if firstRow == nil {
        firstRow = row
      }
    }
    guard !first.isEmpty, let firstRow else { return nil }
    if !(0..<width).contains(where: { CSVHeader.isData(text, core(firstRow, $0)) }) {
      guard width > 2, first.count * 3 <= grid.rowCount else { return nil }
      // A name that is a value too shows that the first line may be a row like the others.
      for row in 1..<grid.rowCount where !first.contains(row) {
        for place in 0..<width where !core(0, place).isEmpty && isEqual(core(row, place), core(0, place)) { return nil }
      }
    }
    all.formUnion(first)
  }
}

extension CSVLayout {
  /// Leaves out rows of the grid that repeat the names.
  fileprivate mutating func leaveOut(_ repeated: Set<Int>, _ grid: CellGrid) {
    for row in repeated.sorted() { repeatedNames.append(Int(grid.lines[row])) }
    rows = rows.enumerated().filter { !repeated.contains($0.offset) }.map(\.element)
  }
}
