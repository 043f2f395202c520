internal import PodiumCore
internal import PodiumPlugin

extension CSVLayout {
  /// What is odd about the first line, which usually holds the names.
  struct OddFirst: Equatable {
    /// What had to be repaired.
    enum Kind: Equatable {
      /// A quote that is not closed was read as a character.
      case strayQuote
      /// The line was split by another delimiter than the rows.
      case delimiter(UInt8)
      /// This many names were empty, and as many more than the rows have cells.
      case emptyNames(Int)
      /// The line has fewer cells than the rows.
      case tooFew(cells: Int, width: Int)
    }

    var kind: Kind
    /// The line, from 1.
    var line: Int

    /// Whether the line must be names: its cells are words, unlike those of the next line.
    var isHeader: Bool {
      switch kind {
      case .tooFew, .emptyNames: true
      case .strayQuote, .delimiter: false
      }
    }

    /// Whether the line remains shorter than the rows.
    var isShort: Bool {
      if case .tooFew = kind { true } else { false }
    }
  }

  /// Repairs the first line that is not blank, if its width is not that of the rows but the repair gives that.
  ///
  /// The rows' width is the one that more than half of the other records have. The scanner's records are replaced if
  /// an open quote in the line took it over lines below.
  mutating func mendFirst(_ scanner: inout CSVScanner, _ text: Span<UInt8>) throws(Diagnostic) {
    let records = scanner.records
    guard let first = (0..<records.count).first(where: { !records.isBlank($0, in: text) }), first + 1 < records.count,
      records.isDamaged(first) || records.width(first) != records.width(first + 1),
      let width = CSVLayout.widthBelow(first, records, text), width > 1,
      records.isDamaged(first) || records.width(first) != width
    else { return }
    let start = records.starts[first]
    let stop = records.stops[first]
    var end = start
    while end < stop, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
    guard end > start, end - start <= 1 << 16 else { return }
    let line = Int(records.lines[first])
    let isOddQuote = records.isDamaged(first) || records.oddities.textAfterQuote.first.contains(line)
    if isOddQuote, let cells = try CSVLayout.withStrayQuote(text, start..<end, width, scanner) {
      oddFirst = OddFirst(kind: .strayQuote, line: line)
      try CSVLayout.replaceFirst(first, by: cells, through: end, &scanner, text)
      return
    }
    // What follows needs a next line that is clearly a row, or a title would become names.
    let next = first + 1
    guard !records.isDamaged(first), records.width(next) == width, hasData(records, next, text),
      !hasData(records, first, text)
    else { return }
    if let found = try CSVLayout.withOtherDelimiter(text, start..<end, width, scanner) {
      oddFirst = OddFirst(kind: .delimiter(found.delimiter), line: line)
      try CSVLayout.replaceFirst(first, by: found.cells, through: end, &scanner, text)
    } else if let cells = CSVLayout.withoutEmptyNames(first, width, records, text) {
      oddFirst = OddFirst(kind: .emptyNames(records.width(first) - width), line: line)
      try CSVLayout.replaceFirst(first, by: cells, through: end, &scanner, text)
    } else if isShortHeader(first, next, width, records, text) {
      oddFirst = OddFirst(kind: .tooFew(cells: records.width(first), width: width), line: line)
    }
  }

  /// The number of cells of more than half of the records below one, blank lines apart; nil if there is none.
  private static func widthBelow(_ first: Int, _ records: CSVRecords, _ text: Span<UInt8>) -> Int? {
    var counts: [Int: Int] = [:]
    var all = 0
    for record in (first + 1)..<records.count where !records.isBlank(record, in: text) {
      counts[records.width(record), default: 0] += 1
      all += 1
    }
    return counts.first { $0.value * 2 > all }?.key
  }

  /// The line's cells if one opening quote, or the one that is not closed on the line, is read as a character.
  private static func withStrayQuote(
    _ text: Span<UInt8>, _ line: Range<Int>, _ width: Int, _ scanner: CSVScanner
  ) throws(Diagnostic) -> CSVRecords? {
    let alone = try cells(text, line, scanner.dialect, scanner)
    if alone.width(0) == width, alone.oddities.textAfterQuote.count == 0 { return alone }
    let (quote, delimiter) = (scanner.dialect.quote, scanner.dialect.delimiter)
    var tries = 0
    for place in line where text[place] == quote && (place == line.lowerBound || text[place - 1] == delimiter) {
      tries += 1
      guard tries <= 256 else { return nil }
      var end = place
      while end < line.upperBound, text[end] != delimiter { end += 1 }
      var joined = CSVRecords()
      if place > line.lowerBound {
        let before = try cells(text, line.lowerBound..<(place - 1), scanner.dialect, scanner)
        guard before.isWellFormed else { continue }
        joined.append(before, before.range(0), textCount: text.count)
      }
      joined.cells.append(Cell(start: place, length: end - place, .plain))
      if end < line.upperBound {
        let after = try cells(text, (end + 1)..<line.upperBound, scanner.dialect, scanner)
        guard after.isWellFormed else { continue }
        joined.append(after, after.range(0), textCount: text.count)
      }
      guard joined.cells.count == width else { continue }
      joined.finish(from: line.lowerBound, to: line.upperBound, line: 1, isDamaged: false)
      return joined
    }
    return nil
  }

  /// The line's cells by another delimiter; by spaces only words that are not a comment.
  private static func withOtherDelimiter(
    _ text: Span<UInt8>, _ line: Range<Int>, _ width: Int, _ scanner: CSVScanner
  ) throws(Diagnostic) -> (cells: CSVRecords, delimiter: UInt8)? {
    for delimiter in DelimitedOptions.candidates + [0x20]
    where delimiter != scanner.dialect.delimiter && delimiter != scanner.dialect.quote {
      if delimiter == 0x20, text[line.lowerBound] == 0x23 { continue }
      var dialect = scanner.dialect
      dialect.delimiter = delimiter
      let found = try cells(text, line, dialect, scanner)
      let isWhole = found.cells.allSatisfy { $0.end > text.count || !CellGrid.core(of: $0, in: text).isEmpty }
      if found.isWellFormed, found.width(0) == width, isWhole || delimiter != 0x20 { return (found, delimiter) }
    }
    return nil
  }

  /// The cells of a line that has as many empty names as it is wider than all rows; nil if it does not.
  private static func withoutEmptyNames(
    _ first: Int, _ width: Int, _ records: CSVRecords, _ text: Span<UInt8>
  ) -> CSVRecords? {
    let range = records.range(first)
    guard range.count > width, (first + 1..<records.count).allSatisfy({ records.width($0) <= width }) else {
      return nil
    }
    var filled = CSVRecords()
    for place in range {
      let cell = records.cells[place]
      guard cell.end <= text.count else { return nil }
      if !CellGrid.core(of: cell, in: text).isEmpty { filled.append(records, place..<place + 1, textCount: text.count) }
    }
    guard filled.cells.count == width else { return nil }
    filled.finish(from: records.starts[first], to: records.stops[first], line: 1, isDamaged: false)
    return filled
  }

  /// Whether a line is names of which some lack: words in two thirds of the cells that the next line has.
  private func isShortHeader(
    _ first: Int, _ next: Int, _ width: Int, _ records: CSVRecords, _ text: Span<UInt8>
  ) -> Bool {
    func isFilled(_ record: Int) -> Bool {
      records.range(record).allSatisfy { place in
        let cell = records.cells[place]
        return cell.end > text.count || !CellGrid.core(of: cell, in: text).isEmpty
      }
    }
    let own = records.width(first)
    guard own > 1, own < width, own * 3 >= width * 2, isFilled(first) else { return false }
    // One name fewer above whole rows is the habit of tables with names of rows.
    return own < width - 1 || !isFilled(next)
  }

  private static func cells(
    _ text: Span<UInt8>, _ line: Range<Int>, _ dialect: CSVDialect, _ scanner: CSVScanner
  ) throws(Diagnostic) -> CSVRecords {
    var alone = CSVScanner(
      name: scanner.name, dialect: dialect, limits: scanner.limits, cancellation: scanner.cancellation)
    try alone.scan(text, from: line.lowerBound, to: line.upperBound)
    if alone.records.count == 0 {
      alone.records.cells.append(Cell(start: line.lowerBound, length: 0, .plain))
      alone.records.finish(from: line.lowerBound, to: line.upperBound, line: 1, isDamaged: false)
    }
    return alone.records
  }

  /// Replaces the first record by other cells of its first line, and scans the lines below again.
  private static func replaceFirst(
    _ first: Int, by cells: CSVRecords, through end: Int, _ scanner: inout CSVScanner, _ text: Span<UInt8>
  ) throws(Diagnostic) {
    let records = scanner.records
    var below = end
    if below < text.count { below += text[below] == 0x0D && below + 1 < text.count && text[below + 1] == 0x0A ? 2 : 1 }
    let stop = records.stops[records.count - 1]
    var mended = CSVRecords()
    for record in 0..<first { _ = mended.adopt(records, record, textCount: text.count) }
    mended.append(cells, cells.range(0), textCount: text.count)
    let line = Int(records.lines[first])
    mended.finish(from: records.starts[first], to: below, line: line, isDamaged: false)
    scanner.records = mended
    try scanner.scan(text, from: below, to: stop, line: line + 1)
  }
}

extension CSVRecords {
  /// Whether there is one record, with each quote in its place.
  fileprivate var isWellFormed: Bool { count == 1 && damaged.isEmpty && oddities.textAfterQuote.count == 0 }
}

extension CSVLayout.OddFirst {
  var notice: String {
    switch kind {
    case .strayQuote: "line \(line) has a quote that is never closed; it was kept as a character"
    case .delimiter(let delimiter):
      "line \(line) has the delimiter \(CSVDialect.shown(delimiter)), unlike the rows, and was split by it"
    case .emptyNames(let count):
      "line \(line) has \(count.counted("empty name")) more than the rows have cells; "
        + (count == 1 ? "it was left out" : "they were left out")
    case .tooFew(let cells, let width):
      "line \(line) has \(cells.counted("name")) where the rows have \(width.counted("cell")), so a delimiter may be missing; "
        + "check which column each name belongs to"
    }
  }

  /// What a strict load refuses.
  var refusal: String {
    switch kind {
    case .strayQuote: "the line has a quote that is never closed"
    case .delimiter: "the line has another delimiter than the rows"
    case .emptyNames: "the line has more names than the rows have cells"
    case .tooFew: "the line has fewer names than the rows have cells"
    }
  }
}
