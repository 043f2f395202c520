internal import PodiumCore

/// A part of a large file that one thread reads: whole records, split and converted to values.
struct BulkChunk: Sendable {
  /// Where its records begin and end in the text.
  let range: Range<Int>
  let firstRow: Int
  /// Number of rows there is room for.
  let room: Int

  struct Result: Sendable {
    var rows = 0
    /// The words that the codes of its columns refer to.
    var words = 0
    var columns: [Column] = []
    /// The cells of the columns that are read as a whole, row by row, and the content they append to the text.
    var cells: [Cell] = []
    var unescaped: [UInt8] = []
    /// Where the rows begin, if there are such columns.
    var starts: [Int] = []
    var isIrregular = false
  }

  struct Column: Sendable {
    /// The plan its cells need, if it is another one.
    var replan: BulkPlan?
    var missing = 0
    var mismatches = 0
    var firstMismatches: [(row: Int, start: Int, cell: Cell)] = []
    var zoned = 0
    var shifted = 0
    var cut = 0
    /// Cells in quotes that are text and would be missing without them.
    var keptQuoted = 0

    @inline(never)
    mutating func addMismatch(_ row: Int, _ start: Int, _ cell: Cell) {
      mismatches += 1
      if firstMismatches.count < 5 { firstMismatches.append((row, start, cell)) }
    }
  }

  func read(
    _ text: Span<UInt8>, _ dialect: CSVDialect, _ plans: [BulkPlan], _ slots: [BulkSlot], _ missing: MissingWords,
    _ words: inout BulkWords
  ) -> Result {
    var result = Result()
    result.words = words.number
    guard let cut = BulkCut(text, range, dialect: dialect, width: plans.count, room: room) else {
      result.isIrregular = true
      return result
    }
    result.rows = cut.starts.count
    result.columns.reserveCapacity(plans.count)
    for (place, plan) in plans.enumerated() {
      var column = Column()
      switch (plan, slots[place]) {
      case (.integer, .integers(let out)): integers(text, cut, place, missing, out + firstRow, &column)
      case (.number, .numbers(let out)): numbers(text, cut, place, missing, out + firstRow, &column)
      case (.date, .dates(let out)): dates(text, cut, place, missing, out + firstRow, &column)
      case (.datetime, .moments(let out)): moments(text, cut, place, missing, out + firstRow, &column)
      case (.words, .codes(let out)):
        self.words(text, cut, place, missing, out + firstRow, &words.levels[place], &column)
      default: break
      }
      result.columns.append(column)
    }
    let others = plans.indices.filter { plans[$0] == .other }
    if !others.isEmpty {
      result.starts = cut.starts
      result.unescaped = cut.unescaped
      result.cells.reserveCapacity(result.rows * others.count)
      for row in 0..<result.rows {
        for place in others { result.cells.append(cut.cells[place * room + row]) }
      }
    }
    return result
  }
}
