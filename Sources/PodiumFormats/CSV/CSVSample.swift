internal import PodiumCore
internal import PodiumPlugin

/// What a file's first rows look like in one dialect.
struct CSVSample {
  /// The cell counts of the rows; blank lines do not count, nor does a row cut off by the sample's end.
  private(set) var widths: [Int] = []
  private(set) var quoted = 0
  /// Number of misplaced quotes.
  private(set) var oddities = 0
  /// Number of delimiters, except those at line ends, and how many are followed by a space.
  private(set) var delimiters = 0
  private(set) var followedByBlank = 0
  /// Whether a backslash precedes a quote.
  private(set) var hasBackslashedQuotes = false
  private let dialect: CSVDialect
  private let records: CSVRecords

  init(_ text: Span<UInt8>, from start: Int, dialect: CSVDialect) {
    self.dialect = dialect
    let stop = min(text.count, start + CSVDialect.sampleBytes)
    var scanner = CSVScanner(
      name: "", dialect: dialect, limits: ReadLimits(cellBytes: Cell.maximumLength), cancellation: Cancellation())
    // A file beyond the limits is refused by the scan of the whole; the sample keeps what came before.
    do throws(Diagnostic) {
      try scanner.scan(text, from: start, to: stop, most: CSVDialect.sampleRows)
    } catch {}
    records = scanner.records
    oddities = records.oddities.textAfterQuote.count + records.damaged.count
    for record in 0..<records.count {
      let range = records.range(record)
      // A row cut off by the sample's end does not count.
      if stop < text.count, records.stops[record] == stop, record > 0 { continue }
      let first = records.cells[range.lowerBound]
      if range.count == 1, !first.isQuoted, CellGrid.core(of: first, in: text).isEmpty { continue }
      widths.append(range.count)
      for place in range where records.cells[place].isQuoted { quoted += 1 }
      var inQuotes = false
      for place in records.starts[record]..<records.stops[record] {
        let byte = text[place]
        let next = place + 1 < records.stops[record] ? text[place + 1] : 0x0A
        if byte == 0x5C, next == dialect.quote { hasBackslashedQuotes = true }
        if byte == dialect.quote { inQuotes.toggle() }
        guard byte == dialect.delimiter, !inQuotes, next != 0x0A, next != 0x0D else { continue }
        delimiters += 1
        if next == 0x20 { followedByBlank += 1 }
      }
    }
  }

  /// The most frequent number of cells; nil if that is one.
  var width: Int? {
    var counts: [Int: Int] = [:]
    for width in widths { counts[width, default: 0] += 1 }
    // On equal counts the wider row wins, so that two rows, one of them short, still show the delimiter.
    let most = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
    return most.flatMap { $0.key > 1 ? $0.key : nil }
  }

  /// The share of rows with the most frequent number of cells, from the first of them on; nil when that is one.
  var share: Double? {
    guard let width, let first = widths.firstIndex(of: width) else { return nil }
    let table = widths[first...]
    // Lines above a table are few, and a dialect without them is better.
    guard first == 0 || (first < table.count && table.count > 2) else {
      return Double(table.count { $0 == width }) / Double(widths.count)
    }
    let above = Double(first) / Double(10 * widths.count)
    return Double(table.count { $0 == width }) / Double(table.count) * (1 - above)
  }

  /// Whether lines of one cell are a column, and not what is around a table: one line alone has more cells, or most lines from
  /// the first such one on have one cell.
  var isOneColumn: Bool {
    let table = widths.drop { $0 == 1 }
    guard widths.count > 2, widths.first == 1, !table.isEmpty else { return false }
    let single = table.count { $0 == 1 }
    return table.count - single == 1 || single * 2 > table.count
  }

  /// Whether its quotes are not apostrophes: every quote is in its place, and either a quoted cell holds the delimiter
  /// or a line end, or each column with quoted cells has quotes around nearly all its words.
  func hasClearQuotes(_ text: Span<UInt8>) -> Bool {
    guard quoted > 0, oddities == 0 else { return false }
    var columns: [Int: (quoted: Int, words: Int)] = [:]
    let missing = MissingWords()
    for record in 0..<records.count {
      for (column, place) in records.range(record).enumerated() {
        let cell = records.cells[place]
        if cell.isQuoted {
          guard cell.end <= text.count else { return true }
          for i in cell.start..<cell.end where text[i] == dialect.delimiter || text[i] == 0x0A { return true }
        }
        // The first row may be names, which are seldom quoted like the cells below.
        guard record > 0 || records.count == 1 else { continue }
        let core = CellGrid.core(of: cell, in: text)
        if !cell.isQuoted {
          if core.isEmpty || missing.contains(cell, core, in: text) { continue }
          switch NumberCell.read(text, core) {
          case .integer, .real: continue
          case .word, .other: break
          }
        }
        let counts = columns[column] ?? (0, 0)
        columns[column] = (counts.quoted + (cell.isQuoted ? 1 : 0), counts.words + 1)
      }
    }
    let wrapped = columns.values.filter { $0.quoted > 0 }
    guard !wrapped.isEmpty else {
      // Only the names are quoted, above numbers.
      return records.range(0).allSatisfy { records.cells[$0].isQuoted }
    }
    return wrapped.allSatisfy { $0.quoted * 10 >= $0.words * 9 }
  }

  /// Whether this sample is better than one of an earlier candidate.
  func beats(_ other: CSVSample, _ text: Span<UInt8>, _ start: Int) -> Bool {
    let share = share ?? 0
    let otherShare = other.share ?? 0
    if dialect.quote != other.dialect.quote {
      // The second quote must be better: fewer malformed cells or better matching rows.
      return share > otherShare || (share == otherShare && quoted > 0 && other.quoted == 0)
    }
    if share != otherShare { return share > otherShare }
    guard other.dialect.delimiter == 0x2C else { return false }
    return other.dialect.skipsBlanks || other.hasOnlyDecimalCommas(text)
  }

  /// Whether all commas outside quotes are between two digits; the first row, with names, may have others.
  private func hasOnlyDecimalCommas(_ text: Span<UInt8>) -> Bool {
    var commas = 0
    for record in min(1, records.count - 1)..<records.count {
      var inQuotes = false
      for i in records.starts[record]..<records.stops[record] {
        if text[i] == dialect.quote { inQuotes.toggle() }
        guard text[i] == 0x2C, !inQuotes else { continue }
        guard i > 0, i + 1 < text.count, text[i - 1] &- 0x30 < 10, text[i + 1] &- 0x30 < 10 else {
          return false
        }
        commas += 1
      }
    }
    return commas > 0
  }

  /// Whether the rows are numbers with a decimal comma below a name: a single column without delimiters.
  func isColumnOfDecimalCommas(_ text: Span<UInt8>) -> Bool {
    guard dialect.delimiter == 0x2C, widths.count > 1, widths[0] == 1, widths.dropFirst().allSatisfy({ $0 == 2 }) else {
      return false
    }
    return quoted == 0 && hasOnlyDecimalCommas(text)
  }

  /// Whether single spaces split the text into a table: all rows alike, and one column of numbers only.
  func isTableByBlanks(_ text: Span<UInt8>) -> Bool {
    guard let width, widths.count > 2, widths.allSatisfy({ $0 == width }), oddities == 0 else { return false }
    let rows = (1..<records.count).map(records.range).filter { $0.count == width }
    return (0..<width).contains { column in
      rows.allSatisfy { row in
        let cell = records.cells[row.lowerBound + column]
        guard cell.end <= text.count else { return false }
        switch NumberCell.read(text, CellGrid.core(of: cell, in: text)) {
        case .integer, .real: return true
        case .word, .other: return false
        }
      }
    }
  }
}
