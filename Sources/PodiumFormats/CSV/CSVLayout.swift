internal import PodiumCore
internal import PodiumPlugin

/// Which of a file's records are the rows of its table, and what the others are.
///
/// - The width is the most frequent number of cells (at least two) in the first table; a first row that is wider
///   decides, since rows may omit empty cells at their end.
/// - Records above the first of that width are a preamble; so are full ones with a single filled cell. A first row
///   with one name fewer than the rows have cells lacks the name of the first column.
/// - A first line that has another width only because of a stray quote, another delimiter, or too many or too few
///   delimiters is repaired and reported (`CSVLayout+First`).
/// - After a blank line, two or more records of another width begin a second table, unless the width returns.
/// - Records of another width that begin with `#` are comments.
/// - Records of one cell below the last row are footnotes.
/// - Any other record of another width is split again by another delimiter, then line by line, and is a row if that
///   gives the width. Short ones are filled up if they are a tenth of the rows or more, empty surplus is dropped,
///   and the rest is rejected and reported. If half of the rows would be left out, the file is refused.
struct CSVLayout {
  var columnCount = 0
  /// The records that are rows of the table, including the names, in order.
  var rows: [Int] = []
  var lacksFirstName = false
  var rejected = ImportReport.Rejected()
  var shortRows = CSVReport.LineList()
  var longRows = CSVReport.LineList()
  var recutRows = CSVReport.LineList()
  var comments = CSVReport.LineList()
  var repeatedNames = CSVReport.LineList()
  var oddFirst: OddFirst?
  var firstHasNUL = false
  var blankLines = 0
  /// Whether all lines end with a delimiter.
  var hasEmptyEnd = false
  /// The lines above and below the table, with their text.
  var preamble: [(line: Int, text: String)] = []
  var footnotes: [(line: Int, text: String)] = []
  var footnoteCount = 0
  /// The line on which another table begins, with its text.
  var nextTable: (line: Int, text: String)?
  var firstBad: Bad?
  var triedRows = 0

  struct Bad {
    var record: Int
    var reason: String
    var isDamaged: Bool
  }

  /// Finds the table among the scanner's records; records that are split again are added to them.
  init(_ scanner: inout CSVScanner, _ decoded: DecodedText) throws(Diagnostic) {
    let text = decoded.bytes.span
    try mendFirst(&scanner, text)
    let count = scanner.records.count
    let blank = (0..<count).map { scanner.records.isBlank($0, in: text) }
    let widest = (0..<count).map(scanner.records.width).max() ?? 0
    guard let start = blank.firstIndex(of: false) else {
      blankLines = count
      return
    }
    blankLines = start
    if widest == 1 {
      columnCount = 1
      // A blank line of one column is a missing cell.
      for record in start..<count { keepOrReject(record, scanner, decoded, isFirst: record == start) }
      try refuseIfBad(scanner, text)
      return
    }
    columnCount = CSVLayout.width(scanner.records, blank, from: start)
    let top = findTop(scanner.records, blank, from: start, text)
    try body(&scanner, decoded, blank, from: top)
    try refuseIfBad(scanner, text)
  }

  // MARK: Where the table is

  /// The number of cells of the first table's rows.
  private static func width(_ records: CSVRecords, _ blank: [Bool], from start: Int) -> Int {
    // Blank lines divide a file; a part with one dominant width may be a separate table.
    var parts: [(width: Int, count: Int, first: Int)] = []
    var place = start
    while place < records.count {
      var counts: [Int: Int] = [:]
      let first = place
      while place < records.count, !blank[place] {
        counts[records.width(place), default: 0] += 1
        place += 1
      }
      let most = counts.filter { $0.key > 1 }.max { ($0.value, $0.key) < ($1.value, $1.key) }
      if let most, most.value > 1, most.value * 2 > place - first {
        parts.append((most.key, most.value, first))
      }
      while place < records.count, blank[place] { place += 1 }
    }
    if let first = parts.first {
      // A few short lines above a much longer and wider part describe it.
      if first.count <= 5,
        let main = parts.dropFirst().first(where: { $0.count >= 3 * first.count && $0.width > first.width })
      {
        return max(main.width, records.width(main.first))
      }
      let above = (start...first.first).first { !blank[$0] } ?? start
      return max(first.width, records.width(first.first), records.width(above))
    }
    var counts: [Int: Int] = [:]
    for record in start..<records.count where !blank[record] { counts[records.width(record), default: 0] += 1 }
    let most = counts.filter { $0.key > 1 }.max { ($0.value, $0.key) < ($1.value, $1.key) }
    let first = records.width(start)
    guard let most else { return first }
    // Rows of differing widths decide nothing; then the first decides, unless it is a line of text.
    if first > 1, most.value * 2 <= counts.values.reduce(0, +) { return first }
    return max(most.key, first)
  }

  /// The first record of the table; those above it become the preamble.
  private mutating func findTop(
    _ records: CSVRecords, _ blank: [Bool], from start: Int, _ text: Span<UInt8>
  ) -> Int {
    func filled(_ record: Int) -> Int {
      records.range(record).count { place in
        let cell = records.cells[place]
        return cell.end > text.count || !CellGrid.core(of: cell, in: text).isEmpty
      }
    }
    let width = records.width(start)
    if width == columnCount - 1, width > 1, filled(start) == width, namesOnly(records, start, text),
      let next = (start + 1..<blank.count).first(where: { !blank[$0] }), records.width(next) == columnCount,
      filled(next) == columnCount,
      // Words above the first row of data are the names, and this line is a title.
      hasData(records, next, text) || next + 1 == blank.count || !hasData(records, next + 1, text)
    {
      lacksFirstName = true
      return start
    }
    if oddFirst?.isShort == true { return start }
    var top = start
    while top < blank.count {
      let isFull = !blank[top] && records.width(top) == columnCount
      // A title that a spreadsheet padded with delimiters.
      let isPadded = isFull && columnCount > 2 && filled(top) < 2
      if isFull, !isPadded { break }
      top += 1
    }
    guard top < blank.count else { return start }
    for record in start..<top {
      if blank[record] { blankLines += 1 } else { CSVLayout.keepFirst(&preamble, records, record, text) }
    }
    return top
  }

  func namesOnly(_ records: CSVRecords, _ record: Int, _ text: Span<UInt8>) -> Bool {
    records.range(record).allSatisfy { place in
      let cell = records.cells[place]
      guard cell.end <= text.count else { return true }
      switch NumberCell.read(text, CellGrid.core(of: cell, in: text)) {
      case .integer, .real: return false
      case .word, .other: return true
      }
    }
  }

  /// Whether a record below the last row is a line of text, not a row cut short.
  func isFootnote(
    _ record: Int, _ lastFull: Int, _ hasEnded: Bool, _ hasNoShortRows: Bool, _ records: CSVRecords,
    _ text: Span<UInt8>
  ) -> Bool {
    guard record > lastFull, !records.isDamaged(record) else { return false }
    let width = records.width(record)
    return width == 1 ? hasNoShortRows && namesOnly(records, record, text) : hasEnded && width < columnCount
  }

  /// Whether a record of another width than the table's begins with `#`.
  func isComment(_ record: Int, _ records: CSVRecords, _ text: Span<UInt8>) -> Bool {
    let cell = records.cells[records.range(record).lowerBound]
    guard !cell.isQuoted, cell.end <= text.count else { return false }
    let core = CellGrid.core(of: cell, in: text)
    return !core.isEmpty && text[core.lowerBound] == 0x23
  }

  /// Whether one of a record's cells is a number, a date or has another shape of data.
  func hasData(_ records: CSVRecords, _ record: Int, _ text: Span<UInt8>) -> Bool {
    records.range(record).contains { place in
      let cell = records.cells[place]
      return cell.end <= text.count && CSVHeader.isData(text, CellGrid.core(of: cell, in: text))
    }
  }

  /// Keeps the line and text of a record, for the first five.
  static func keepFirst(
    _ list: inout [(line: Int, text: String)], _ records: CSVRecords, _ record: Int, _ text: Span<UInt8>
  ) {
    if list.count < 5 { list.append((Int(records.lines[record]), records.text(record, in: text))) }
  }

  /// Whether every record of the scanner is a row of the table and has its width.
  func isRegular(_ records: CSVRecords) -> Bool {
    rows.count == records.count && records.cells.count == rows.count * columnCount && rejected.count == 0
      && recutRows.count == 0 && columnCount > 1 && !hasEmptyEnd && !lacksFirstName && oddFirst == nil
  }
}

extension CSVRecords {
  /// Whether a record is a line without anything but spaces.
  func isBlank(_ record: Int, in text: Span<UInt8>) -> Bool {
    let range = range(record)
    let first = cells[range.lowerBound]
    return range.count == 1 && !first.isQuoted && first.end <= text.count
      && CellGrid.core(of: first, in: text).isEmpty
  }

  /// Adds a record of another scan over the same text, and returns its number.
  mutating func adopt(_ other: CSVRecords, _ record: Int, textCount: Int) -> Int {
    append(other, other.range(record), textCount: textCount)
    finish(
      from: other.starts[record], to: other.stops[record], line: Int(other.lines[record]), isDamaged: false)
    return count - 1
  }

  /// Adds cells of another scan over the same text to the record that is finished next.
  mutating func append(_ other: CSVRecords, _ places: Range<Int>, textCount: Int) {
    for place in places {
      let cell = other.cells[place]
      if cell.start < textCount {
        cells.append(cell)
      } else {
        // Its content continues after the text, where this scan has its own.
        let content = other.unescaped[(cell.start - textCount)..<(cell.end - textCount)]
        cells.append(Cell(start: textCount + unescaped.count, length: cell.length, .quoted))
        unescaped.append(contentsOf: content)
      }
    }
  }
}

extension CSVLayout {
  /// The table's cells over the text they come from; short rows are filled up, surplus cells dropped.
  func grid(_ records: CSVRecords, of text: [UInt8]) -> CellGrid {
    var cells: [Cell] = []
    // Rows of other widths may have as many cells together.
    let isWhole =
      rows.count == records.count && records.cells.count == rows.count * columnCount && shortRows.count == 0
      && longRows.count == 0 && !lacksFirstName && oddFirst == nil
    if isWhole {
      cells = records.cells
    } else {
      cells.reserveCapacity(rows.count * columnCount)
      for (place, record) in rows.enumerated() {
        let range = records.range(record)
        if place == 0, lacksFirstName { cells.append(.absent) }
        let width = min(range.count, columnCount)
        cells.append(contentsOf: records.cells[range.prefix(width)])
        while cells.count < (place + 1) * columnCount { cells.append(.absent) }
      }
    }
    return CellGrid(
      text: records.unescaped.isEmpty ? text : text + records.unescaped, cells: cells, columnCount: columnCount,
      lines: rows.map { records.lines[$0] })
  }
}
