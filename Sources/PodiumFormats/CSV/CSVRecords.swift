internal import PodiumCore

/// The records of a text, before it is known which of them are rows of a table.
struct CSVRecords: Sendable {
  /// The cells of all records, record by record.
  var cells: [Cell] = []
  /// For each record the index in `cells` after its last cell.
  private(set) var ends: [Int] = []
  /// For each record the position in the text where it begins.
  private(set) var starts: [Int] = []
  /// For each record the position in the text after it and its line end.
  private(set) var stops: [Int] = []
  /// For each record the line it begins on, from 1.
  private(set) var lines: [UInt32] = []
  /// The records with an unclosed quote, in order.
  private(set) var damaged: [Int] = []
  /// Contents that had doubled or escaped quotes in the file; they continue the text.
  var unescaped: [UInt8] = []
  /// Blank lines that are not records.
  private(set) var skippedBlankLines = 0
  /// Whether some record has several cells, so that a blank line cannot be a row; and whether the last one is blank.
  private var (isWide, endsBlank) = (false, false)
  /// Where cells are not well formed.
  var oddities = Oddities()

  struct Oddities: Sendable {
    var textAfterQuote = CSVReport.LineList()
    var blanksAfterQuote = CSVReport.LineList()
    var strayQuotes = CSVReport.LineList()

    var isEmpty: Bool { textAfterQuote.count + blanksAfterQuote.count + strayQuotes.count == 0 }
  }

  var count: Int { ends.count }

  /// The bytes it takes; arrays that grow take up to twice what they hold.
  var footprint: Int { 2 * (8 * cells.count + 28 * ends.count) + unescaped.count }

  /// Drops the last record's only cell if it is blank and makes no difference: above everything else, or after another
  /// blank line where the records have several cells.
  @inline(__always)
  mutating func skipsBlankLine(from firstCell: Int, in text: Span<UInt8>) -> Bool {
    guard cells.count == firstCell + 1 else {
      (isWide, endsBlank) = (true, false)
      return false
    }
    let cell = cells[firstCell]
    guard !cell.isQuoted, CellGrid.core(of: cell, in: text).isEmpty else {
      endsBlank = false
      return false
    }
    guard ends.isEmpty || (isWide && endsBlank) else {
      endsBlank = true
      return false
    }
    cells.removeLast()
    skippedBlankLines += 1
    return true
  }

  /// The indices of a record's cells in `cells`.
  func range(_ record: Int) -> Range<Int> { (record == 0 ? 0 : ends[record - 1])..<ends[record] }

  func width(_ record: Int) -> Int { range(record).count }

  func isDamaged(_ record: Int) -> Bool {
    guard !damaged.isEmpty else { return false }
    var low = 0
    var high = damaged.count
    while low < high {
      let middle = (low + high) / 2
      if damaged[middle] < record { low = middle + 1 } else { high = middle }
    }
    return low < damaged.count && damaged[low] == record
  }

  /// Ends the record whose cells were appended last.
  @inline(__always)
  mutating func finish(from start: Int, to stop: Int, line: Int, isDamaged: Bool) {
    if isDamaged { damaged.append(ends.count) }
    ends.append(cells.count)
    starts.append(start)
    stops.append(stop)
    lines.append(UInt32(clamping: line))
  }

  /// The text of a record as the file holds it, without its line end, abridged.
  func text(_ record: Int, in text: Span<UInt8>) -> String {
    var stop = stops[record]
    while stop > starts[record], text[stop - 1] == 0x0A || text[stop - 1] == 0x0D { stop -= 1 }
    return Abridged.text(utf8: text.extracting(starts[record]..<stop))
  }
}
