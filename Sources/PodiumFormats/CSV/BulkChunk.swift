internal import PodiumCore

/// A part of a large file that one thread reads: whole records, cut and turned into values.
struct BulkChunk: Sendable {
  /// Where its records begin and end in the text.
  let range: Range<Int>
  /// The row of its first record.
  let firstRow: Int
  /// The rows there is room for.
  let room: Int

  /// What became of it.
  struct Result: Sendable {
    var rows = 0
    var columns: [Column] = []
    /// The cells of the columns that are read as a whole, row after row, and what they continue the text with.
    var cells: [Cell] = []
    var unescaped: [UInt8] = []
    /// Where the rows begin, when there are such columns.
    var starts: [Int] = []
    /// Whether the records are not those of a regular file.
    var isIrregular = false
  }

  /// What became of a column of it.
  struct Column: Sendable {
    /// The plan its cells need, where that is another one.
    var replan: BulkPlan?
    var missing = 0
    var misfits = 0
    var firstMisfits: [(row: Int, start: Int, cell: Cell)] = []
    var levels = BulkLevels()
    var padded = 0
    var zoned = 0
    var cut = 0

    mutating func addMisfit(_ row: Int, _ start: Int, _ cell: Cell) {
      misfits += 1
      if firstMisfits.count < 5 { firstMisfits.append((row, start, cell)) }
    }
  }

  /// Cuts and reads the chunk.
  func read(
    _ bytes: [UInt8], _ dialect: CSVDialect, _ plans: [BulkPlan], _ slots: [BulkSlot], _ missing: MissingWords
  ) -> Result {
    var result = Result()
    let text = bytes.span
    // Records of a regular file have all their cells, so the room is known.
    var cells = [Cell](repeating: .absent, count: room * plans.count)
    var starts: [Int] = []
    starts.reserveCapacity(room)
    var unescapedBytes: [UInt8] = []
    // Every byte is looked at here: the checks of places, which the loops make themselves, would cost a third.
    let isRegular = bytes.withUnsafeBufferPointer {
      cut($0, dialect, plans.count, &cells, &starts, &unescapedBytes)
    }
    guard isRegular else {
      result.isIrregular = true
      return result
    }
    result.rows = starts.count
    let unescaped = unescapedBytes.span
    for (place, plan) in plans.enumerated() {
      var column = Column()
      switch (plan, slots[place]) {
      case (.integer, .integers(let out)):
        integers(text, unescaped, cells, starts, place, plans.count, missing, out + firstRow, &column)
      case (.number, .numbers(let out)):
        numbers(text, unescaped, cells, starts, place, plans.count, missing, out + firstRow, &column)
      case (.date, .dates(let out)):
        dates(text, unescaped, cells, starts, place, plans.count, missing, out + firstRow, &column)
      case (.datetime, .moments(let out)):
        moments(text, unescaped, cells, starts, place, plans.count, missing, out + firstRow, &column)
      case (.words, .codes(let out)):
        words(text, unescaped, cells, starts.count, place, plans.count, missing, out + firstRow, &column)
      default: break
      }
      result.columns.append(column)
    }
    let others = plans.indices.filter { plans[$0] == .other }
    if !others.isEmpty {
      result.starts = starts
      result.unescaped = unescapedBytes
      result.cells.reserveCapacity(starts.count * others.count)
      for row in 0..<starts.count {
        for place in others { result.cells.append(cells[row * plans.count + place]) }
      }
    }
    return result
  }

  /// Cuts the records; false as soon as one is not as it should be.
  private func cut(
    _ text: UnsafeBufferPointer<UInt8>, _ dialect: CSVDialect, _ width: Int, _ cells: inout [Cell],
    _ starts: inout [Int],
    _ unescaped: inout [UInt8]
  ) -> Bool {
    let delimiter = dialect.delimiter
    let quote = dialect.quote
    let end = range.upperBound
    var i = range.lowerBound
    var next = 0
    var endsPlain = [Bool](repeating: false, count: 256)
    for byte in [delimiter, quote, 0x0A, 0x0D] { endsPlain[Int(byte)] = true }
    while i < end {
      if starts.count == room { return false }
      starts.append(i)
      var left = width
      while true {
        if i < end, text[i] == quote {
          let start = i + 1
          var hasDoubled = false
          i += 1
          while i < end {
            let byte = text[i]
            if byte == quote {
              guard i + 1 < end, text[i + 1] == quote else { break }
              hasDoubled = true
              i += 1
            } else if byte == 0x0D, i + 1 == end || text[i + 1] != 0x0A {
              return false
            }
            i += 1
          }
          if i >= end { return false }
          let length = i - start
          i += 1
          guard length <= Cell.maximumLength >> 1 else { return false }
          if hasDoubled {
            let place = unescaped.count
            var from = start
            while from < start + length {
              unescaped.append(text[from])
              from += text[from] == quote ? 2 : 1
            }
            cells[next] = Cell(start: text.count + place, length: unescaped.count - place, .quoted)
          } else {
            cells[next] = Cell(start: start, length: length, .quoted)
          }
        } else {
          let start = i
          while i < end, !endsPlain[Int(text[i])] { i &+= 1 }
          if i < end, text[i] == quote { return false }
          guard i - start <= Cell.maximumLength >> 1 else { return false }
          cells[next] = Cell(start: start, length: i - start, .plain)
        }
        left -= 1
        next += 1
        guard i < end else { break }
        if text[i] == delimiter {
          if left == 0 { return false }
          i += 1
          continue
        }
        if text[i] == 0x0A {
          i += 1
        } else {
          guard text[i] == 0x0D, i + 1 < end, text[i + 1] == 0x0A else { return false }
          i += 2
        }
        break
      }
      if left != 0 { return false }
    }
    return true
  }
}
