internal import PodiumCore

/// The cells of a part of a large file, column by column, and where its rows begin.
struct BulkCut: Sendable {
  /// The cells of the first column, then those of the next: `room` for each.
  let cells: [Cell]
  /// Where each row begins in the text.
  let starts: [Int]
  /// The content of cells with doubled quotes; their positions continue after the text.
  let unescaped: [UInt8]
  /// Number of rows there is room for in each column.
  let room: Int

  /// Splits the records of a part; nil as soon as one is irregular.
  init?(_ text: Span<UInt8>, _ range: Range<Int>, dialect: CSVDialect, width: Int, room: Int) {
    var cells = [Cell](repeating: .absent, count: room * width)
    var starts: [Int] = []
    starts.reserveCapacity(room)
    var unescaped: [UInt8] = []
    var marks = Marks(text, range, dialect)
    var memory = cells.mutableSpan
    var i = range.lowerBound
    while i < range.upperBound {
      let row = starts.count
      if row == room { return nil }
      starts.append(i)
      var next = row
      for left in (0..<width).reversed() {
        let start = i
        i = marks.next(text)
        if i == start, i < range.upperBound, text[unchecked: i] == dialect.quote {
          guard let cell = BulkCut.quoted(text, &marks, start + 1, &unescaped, dialect.quote) else { return nil }
          memory[next] = cell.cell
          i = marks.next(text)
          // Nothing may come between the closing quote and the end of the cell.
          guard i == cell.end else { return nil }
        } else {
          guard i &- start <= Cell.maximumLength >> 1 else { return nil }
          memory[next] = Cell(start: start, length: i &- start, .plain)
        }
        next &+= room
        guard i < range.upperBound else {
          if left != 0 { return nil }
          break
        }
        let mark = text[unchecked: i]
        i &+= 1
        if mark == dialect.delimiter {
          if left == 0 { return nil }
          continue
        }
        if left != 0 || mark == dialect.quote { return nil }
        if mark == 0x0D {
          guard i < range.upperBound, text[unchecked: i] == 0x0A, marks.next(text) == i else { return nil }
          i &+= 1
        }
      }
    }
    self.room = room
    self.cells = cells
    self.starts = starts
    self.unescaped = unescaped
  }

  /// A cell after its opening quote, and the position after its closing one; nil if it is not closed.
  @inline(__always)
  private static func quoted(
    _ text: Span<UInt8>, _ marks: inout Marks, _ start: Int, _ unescaped: inout [UInt8], _ quote: UInt8
  ) -> (cell: Cell, end: Int)? {
    var hasDoubled = false
    var i = start
    while true {
      i = marks.next(text)
      guard i < marks.end else { return nil }
      let byte = text[unchecked: i]
      if byte == quote {
        guard i &+ 1 < marks.end, text[unchecked: i &+ 1] == quote else { break }
        hasDoubled = true
        _ = marks.next(text)
      } else if byte == 0x0D, i &+ 1 == marks.end || text[unchecked: i &+ 1] != 0x0A {
        return nil
      }
    }
    guard i &- start <= Cell.maximumLength >> 1 else { return nil }
    guard hasDoubled else { return (Cell(start: start, length: i &- start, .quoted), i &+ 1) }
    let place = unescaped.count
    var from = start
    while from < i {
      let byte = text[from]
      unescaped.append(byte)
      from &+= byte == quote ? 2 : 1
    }
    return (Cell(start: text.count + place, length: unescaped.count - place, .quoted), i &+ 1)
  }

  /// The positions of delimiters, quotes and line ends, in order.
  private struct Marks {
    let end: Int
    private let delimiter: SIMD16<UInt8>
    private let quote: SIMD16<UInt8>
    private var block: Int
    private var bits: UInt64

    init(_ text: Span<UInt8>, _ range: Range<Int>, _ dialect: CSVDialect) {
      end = range.upperBound
      delimiter = SIMD16(repeating: dialect.delimiter)
      quote = SIMD16(repeating: dialect.quote)
      block = range.lowerBound
      bits = 0
      bits = places(text)
    }

    @inline(__always)
    private func places(_ text: Span<UInt8>) -> UInt64 {
      text.places(of: delimiter, quote, SIMD16(repeating: 0x0A), SIMD16(repeating: 0x0D), at: block)
    }

    /// The next position; the end if there is none.
    @inline(__always)
    mutating func next(_ text: Span<UInt8>) -> Int {
      while bits == 0 {
        block &+= 64
        if block >= end { return end }
        bits = places(text)
      }
      let place = block &+ bits.trailingZeroBitCount
      bits &= bits &- 1
      // What follows the part's end belongs to the next one; from here on the answer is always `end`.
      guard place < end else {
        bits = 0
        block = end
        return end
      }
      return place
    }
  }
}
