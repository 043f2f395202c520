internal import PodiumCore
internal import PodiumShell

/// Which of a file's records are the rows of its table, and what the others are.
///
/// - The width is the most frequent number of cells of two or more in the first table; a first row that is wider
///   decides itself, since rows may leave out empty cells at their end.
/// - Records above the first of that width are a preamble; so are full ones with a single filled cell. A first row
///   with one name fewer than the rows have cells lacks the name of the first column.
/// - Behind a blank line, two records or more of another width begin a second table, unless the width returns.
/// - Records of another width that begin with `#` are comments.
/// - Records of one cell below the last row are footnotes.
/// - Any other record of another width is cut again by another delimiter, then line by line, and is a row if that
///   gives the width. Short ones are filled up where they are a tenth of the rows or more, empty surplus is dropped,
///   and the rest is left out and told. Where half of the rows would be left out, the file is refused.
struct CSVLayout {
  /// The number of columns.
  private(set) var columnCount = 0
  /// The records that are rows of the table, the names among them, in order.
  private(set) var rows: [Int] = []
  /// Whether the first row lacks the name of the first column.
  private(set) var lacksFirstName = false
  private(set) var rejected = ImportReport.Rejected()
  private(set) var shortRows = LoadReport.LineList()
  private(set) var longRows = LoadReport.LineList()
  private(set) var recutRows = LoadReport.LineList()
  private(set) var comments = LoadReport.LineList()
  private(set) var repeatedNames = LoadReport.LineList()
  private(set) var blankLines = 0
  /// Whether all lines end with a delimiter.
  private(set) var hasEmptyEnd = false
  /// The lines above and below the table that belong to none, with their text.
  private(set) var preamble: [(line: Int, text: String)] = []
  private(set) var footnotes: [(line: Int, text: String)] = []
  private(set) var footnoteCount = 0
  /// The line on which another table begins, and the text of it.
  private(set) var nextTable: (line: Int, text: String)?
  private var firstBad: Bad?
  private var triedRows = 0

  private struct Bad {
    var record: Int
    var reason: String
    var isDamaged: Bool
  }

  /// Finds the table among the scanner's records; records that are cut again are added to them.
  init(_ scanner: inout CSVScanner, _ decoded: DecodedText) throws(Diagnostic) {
    let text = decoded.bytes.span
    let count = scanner.records.count
    var blank = [Bool](repeating: false, count: count)
    var widest = 0
    for record in 0..<count {
      let range = scanner.records.range(record)
      let first = scanner.records.cells[range.lowerBound]
      blank[record] =
        range.count == 1 && !first.isQuoted && first.end <= text.count && CellGrid.core(of: first, in: text).isEmpty
      widest = max(widest, range.count)
    }
    guard let start = blank.firstIndex(of: false) else {
      blankLines = count
      return
    }
    blankLines = start
    if widest == 1 {
      columnCount = 1
      // A blank line of one column is a missing cell.
      for record in start..<count { keepOrReject(record, scanner, decoded) }
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
    // Blank lines part a file; a part in which one width reigns may be a table of its own.
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
      // Few lines of few cells above a much longer and wider part describe it.
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
    // Rows that differ among themselves say nothing; then the first decides, unless it is a line of text.
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
      filled(next) == columnCount
    {
      lacksFirstName = true
      return start
    }
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
      if blank[record] { blankLines += 1 } else { CSVLayout.tell(&preamble, records, record, text) }
    }
    return top
  }

  private func namesOnly(_ records: CSVRecords, _ record: Int, _ text: Span<UInt8>) -> Bool {
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
  private func isFootnote(
    _ record: Int, _ lastFull: Int, _ hasEnded: Bool, _ hasNoShortRows: Bool, _ records: CSVRecords,
    _ text: Span<UInt8>
  ) -> Bool {
    guard record > lastFull, !records.isDamaged(record) else { return false }
    let width = records.width(record)
    return width == 1 ? hasNoShortRows && namesOnly(records, record, text) : hasEnded && width < columnCount
  }

  /// Whether a record of another width than the table's begins with `#`.
  private func isComment(_ record: Int, _ records: CSVRecords, _ text: Span<UInt8>) -> Bool {
    let cell = records.cells[records.range(record).lowerBound]
    guard !cell.isQuoted, cell.end <= text.count else { return false }
    let core = CellGrid.core(of: cell, in: text)
    return !core.isEmpty && text[core.lowerBound] == 0x23
  }

  private func hasNumber(_ records: CSVRecords, _ record: Int, _ text: Span<UInt8>) -> Bool {
    records.range(record).contains { place in
      let cell = records.cells[place]
      guard !cell.isQuoted else { return false }
      switch NumberCell.read(text, CellGrid.core(of: cell, in: text)) {
      case .integer, .real: return true
      case .word, .other: return false
      }
    }
  }

  private static func tell(
    _ list: inout [(line: Int, text: String)], _ records: CSVRecords, _ record: Int, _ text: Span<UInt8>
  ) {
    if list.count < 5 { list.append((Int(records.lines[record]), records.text(record, in: text))) }
  }

  /// Whether every record of the scanner is a row of the table, and each as wide as it.
  func isRegular(_ records: CSVRecords) -> Bool {
    rows.count == records.count && records.cells.count == rows.count * columnCount && rejected.count == 0
      && recutRows.count == 0 && columnCount > 1 && !hasEmptyEnd && !lacksFirstName
  }

  // MARK: Rows

  private mutating func body(
    _ scanner: inout CSVScanner, _ decoded: DecodedText, _ blank: [Bool], from top: Int
  ) throws(Diagnostic) {
    let text = decoded.bytes.span
    let count = blank.count
    rows.reserveCapacity(count - top)
    // The widths of what is left say whether a table ends: the last record that has this one's.
    var lastFull = count - 1
    while lastFull > top, scanner.records.width(lastFull) != columnCount { lastFull -= 1 }
    var short: [Int] = []
    var record = top
    var isBehindBlank = false
    var hasEnded = false
    while record < count {
      defer { record += 1 }
      if blank[record] {
        blankLines += 1
        isBehindBlank = true
        if record > lastFull { hasEnded = true }
        continue
      }
      let width = scanner.records.width(record)
      if width == columnCount || (record == top && lacksFirstName) {
        if record > top, !rows.isEmpty, isSame(record, top, scanner.records, text) {
          repeatedNames.append(Int(scanner.records.lines[record]))
        } else {
          keepOrReject(record, scanner, decoded)
        }
      } else if isComment(record, scanner.records, text) {
        comments.append(Int(scanner.records.lines[record]))
      } else if record > lastFull, isBehindBlank, width > 1, record + 1 < count,
        scanner.records.width(record + 1) == width
      {
        nextTable = (Int(scanner.records.lines[record]), scanner.records.text(record, in: text))
        break
      } else {
        if !hasEnded, try recut(record, &scanner, text) {
          isBehindBlank = false
          continue
        }
        if isFootnote(record, lastFull, hasEnded, short.isEmpty, scanner.records, text), record > top {
          footnoteCount += 1
          CSVLayout.tell(&footnotes, scanner.records, record, text)
          continue
        }
        if width < columnCount, !scanner.records.isDamaged(record) {
          short.append(record)
          rows.append(record)
        } else {
          try tooLong(record, scanner, text)
        }
      }
      isBehindBlank = false
    }
    // A page of text below a few rows shows that the delimiter is another, or that there is no table.
    if footnoteCount > 10, footnoteCount * 10 > rows.count, let first = footnotes.first {
      throw Diagnostic(
        "ragged-row", "the row has 1 cell where the first row has \(columnCount), like \(footnoteCount - 1) below it",
        help: "name the delimiter, as in delimiter=;, or remove the lines"
      ).inFile(scanner.name, line: first.line)
    }
    dropEmptyEnd(scanner.records)
    guard !short.isEmpty else { return }
    // Rows that leave out their last cells are a habit of the file, or a few accidents.
    if short.count * 10 >= rows.count - 1 {
      for record in short { shortRows.append(Int(scanner.records.lines[record])) }
    } else {
      let bad = Set(short)
      rows.removeAll { bad.contains($0) }
      for record in short { reject(record, scanner.records, text, nil) }
    }
  }

  /// Drops a last column in which no row has a cell, as in a file whose lines all end with the delimiter.
  private mutating func dropEmptyEnd(_ records: CSVRecords) {
    guard columnCount > 2, rows.count > 1, !lacksFirstName else { return }
    for record in rows {
      let range = records.range(record)
      if range.count == columnCount, records.cells[range.upperBound - 1].length > 0 { return }
    }
    columnCount -= 1
    hasEmptyEnd = true
  }

  private func isSame(_ a: Int, _ b: Int, _ records: CSVRecords, _ text: Span<UInt8>) -> Bool {
    for (x, y) in zip(records.range(a), records.range(b)) {
      let (p, q) = (records.cells[x], records.cells[y])
      guard p.length == q.length, p.end <= text.count, q.end <= text.count else { return false }
      for i in 0..<p.length where text[p.start + i] != text[q.start + i] { return false }
    }
    // In a table of words alone such a row may be meant.
    return !lacksFirstName && rows.count > 1 && namesOnly(records, b, text) && hasNumber(records, rows[1], text)
  }

  /// Takes a record as a row, unless it is damaged.
  private mutating func keepOrReject(_ record: Int, _ scanner: CSVScanner, _ decoded: DecodedText) {
    let records = scanner.records
    if records.isDamaged(record) {
      reject(record, records, decoded.bytes.span, "a quote opens in it and is never closed")
    } else if decoded.hasNUL(records.starts[record]..<records.stops[record]) {
      reject(record, records, decoded.bytes.span, "it holds a NUL character")
    } else {
      rows.append(record)
    }
  }

  /// Drops empty cells beyond the last column, or leaves the row out.
  private mutating func tooLong(_ record: Int, _ scanner: CSVScanner, _ text: Span<UInt8>) throws(Diagnostic) {
    let records = scanner.records
    if records.isDamaged(record) {
      reject(record, records, text, "a quote opens in it and is never closed")
      return
    }
    for place in records.range(record).dropFirst(columnCount) where records.cells[place].length > 0 {
      reject(record, records, text, nil)
      return
    }
    longRows.append(Int(records.lines[record]))
    rows.append(record)
  }

  /// Cuts a record of another width by other delimiters and line by line; true when rows came of it.
  private mutating func recut(
    _ record: Int, _ scanner: inout CSVScanner, _ text: Span<UInt8>
  ) throws(Diagnostic) -> Bool {
    let start = scanner.records.starts[record]
    let stop = scanner.records.stops[record]
    let line = Int(scanner.records.lines[record])
    // A record without end is no row in disguise, and many of them would take long.
    guard stop - start <= 1 << 16 else { return false }
    // Where none of a thousand rows was of another delimiter, the next will not be.
    let mayTry = recutRows.count > 0 || triedRows < 1000
    triedRows += 1
    if mayTry, !scanner.records.isDamaged(record) {
      for delimiter in CSVOptions.candidates
      where delimiter != scanner.dialect.delimiter && delimiter != scanner.dialect.quote {
        var dialect = scanner.dialect
        dialect.delimiter = delimiter
        var other = CSVScanner(
          name: scanner.name, dialect: dialect, limits: scanner.limits, cancellation: scanner.cancellation)
        try other.scan(text, from: start, to: stop, line: line)
        guard other.records.count == 1, other.records.width(0) == columnCount,
          !other.records.isDamaged(0)
        else { continue }
        rows.append(scanner.records.adopt(other.records, 0, textCount: text.count))
        recutRows.append(line)
        return true
      }
    }
    // A quote that opens by mistake ends at the next one, lines below: the rows between are sound.
    guard let end = firstLineEnd(text, start, stop), end < stop else { return false }
    var below = CSVScanner(
      name: scanner.name, dialect: scanner.dialect, limits: scanner.limits, cancellation: scanner.cancellation)
    try below.scan(text, from: end, to: stop, line: line + 1)
    let sound = (0..<below.records.count).filter {
      below.records.width($0) == columnCount && !below.records.isDamaged($0)
    }
    guard !sound.isEmpty, sound.count * 2 >= below.records.count else { return false }
    rejected.append(
      .init(
        line: line, reason: "a quote opens in it and is never closed",
        text: CSVLayout.cut(NumberCell.string(text, start..<min(end, start + 1000)))))
    for place in 0..<below.records.count {
      if sound.contains(place) {
        rows.append(scanner.records.adopt(below.records, place, textCount: text.count))
      } else {
        reject(place, below.records, text, nil)
      }
    }
    return true
  }

  private func firstLineEnd(_ text: Span<UInt8>, _ start: Int, _ stop: Int) -> Int? {
    for i in start..<stop {
      if text[i] == 0x0A { return i + 1 }
      if text[i] == 0x0D { return i + 1 < stop && text[i + 1] == 0x0A ? i + 2 : i + 1 }
    }
    return nil
  }

  // MARK: What is no row

  private mutating func reject(
    _ record: Int, _ records: CSVRecords, _ text: Span<UInt8>, _ reason: String?
  ) {
    let reason =
      reason ?? "\(records.width(record).counted("cell")) where the first row has \(columnCount)"
    if firstBad == nil { firstBad = Bad(record: record, reason: reason, isDamaged: records.isDamaged(record)) }
    rejected.append(
      .init(line: Int(records.lines[record]), reason: reason, text: CSVLayout.cut(records.text(record, in: text))))
  }

  private static func cut(_ text: String) -> String {
    String(text.prefix(200).trimmingLineEnds)
  }

  private func refuseIfBad(_ scanner: CSVScanner, _ text: Span<UInt8>) throws(Diagnostic) {
    guard rejected.count * 2 >= rejected.count + max(0, rows.count - 1), let first = rejected.first.first else {
      return
    }
    if firstBad?.isDamaged ?? true {
      throw Diagnostic(
        "unclosed-quote", "a quote opens here and is never closed",
        help: "close it, or double a quote that belongs to the text"
      ).inFile(scanner.name, line: first.line)
    }
    if first.reason.contains("NUL") {
      throw Diagnostic(
        "not-text", "the line holds a NUL character, which no text holds",
        help: "give a text file, or remove the character"
      ).inFile(scanner.name, line: first.line)
    }
    throw Diagnostic(
      "ragged-row", "the row has \(first.reason)",
      help: "quote cells that hold the delimiter \(CSVDialect.shown(scanner.dialect.delimiter)), "
        + "or name another one, as in delimiter=;"
    ).inFile(scanner.name, line: first.line)
  }
}

extension StringProtocol {
  /// The text without line ends behind it.
  fileprivate var trimmingLineEnds: SubSequence {
    var end = endIndex
    while end > startIndex {
      let before = index(before: end)
      guard self[before].isNewline else { break }
      end = before
    }
    return self[..<end]
  }
}

extension CSVRecords {
  /// Adds a record of another scan over the same text, and returns its number.
  mutating func adopt(_ other: CSVRecords, _ record: Int, textCount: Int) -> Int {
    for place in other.range(record) {
      let cell = other.cells[place]
      if cell.start < textCount {
        cells.append(cell)
      } else {
        // Its content lies behind the text, where this scan has its own.
        let content = other.unescaped[(cell.start - textCount)..<(cell.end - textCount)]
        cells.append(Cell(start: textCount + unescaped.count, length: cell.length, .quoted))
        unescaped.append(contentsOf: content)
      }
    }
    finish(
      from: other.starts[record], to: other.stops[record], line: Int(other.lines[record]), isDamaged: false)
    return count - 1
  }
}

extension CSVLayout {
  /// The table's cells over the text they were cut from; short rows are filled up, surplus is dropped.
  func grid(_ records: CSVRecords, of text: [UInt8]) -> CellGrid {
    var cells: [Cell] = []
    let isWhole = rows.count == records.count && records.cells.count == rows.count * columnCount
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
