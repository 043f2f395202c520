internal import PodiumCore
internal import PodiumPlugin

/// Reads a large file's parts into columns.
struct BulkReading {
  private let bulk: CSVBulk
  private let head: CSVHead
  private let parts: [BulkChunk]
  private let columnCount: Int
  private let firstLine: Int

  private(set) var readings: [ColumnInference.Reading] = []
  /// The first cells of each column that did not fit.
  private(set) var mismatches: [Int: [ImportReport.Mismatch]] = [:]
  private(set) var rowCount = 0

  init(bulk: CSVBulk, head: CSVHead, parts: [BulkChunk], columnCount: Int, firstLine: Int) {
    self.bulk = bulk
    self.head = head
    self.parts = parts
    self.columnCount = columnCount
    self.firstLine = firstLine
  }

  /// Reads the parts, then again the columns that turned out to need another plan; false if the file is irregular.
  mutating func read(_ first: [BulkPlan]) throws(Diagnostic) -> Bool {
    var found = [ColumnInference.Reading?](repeating: nil, count: columnCount)
    var plans = first.map(Optional.some)
    var mayRepeatNames = head.depth > 0
    // Each round settles a column or moves it on: integers, numbers, reading as a whole column.
    for _ in 0..<4 {
      guard let round = try round(plans) else { return false }
      for place in 0..<columnCount {
        guard plans[place] != nil else { continue }
        guard let settled = round.settled[place] else {
          plans[place] = round.replans[place] ?? .other
          continue
        }
        if plans[place] != .other, !settled.mayHoldName { mayRepeatNames = false }
        if settled.reading.numberForm != nil || settled.reading.dateForm != nil || settled.reading.question != nil {
          return false
        }
        found[place] = settled.reading
        mismatches[place] = settled.mismatches
        plans[place] = nil
      }
      if plans.allSatisfy({ $0 == nil }) { break }
    }
    // A row that repeats the names is left out by the reader of the whole file.
    if mayRepeatNames { return false }
    readings = found.compactMap { $0 }
    return readings.count == columnCount
  }

  private struct Settled {
    var reading: ColumnInference.Reading
    var mismatches: [ImportReport.Mismatch] = []
    /// Whether one of its cells may be the column's name.
    var mayHoldName: Bool
  }

  private struct Round {
    var settled: [Int: Settled] = [:]
    var replans: [Int: BulkPlan] = [:]
  }

  /// Reads the text once for the columns that have a plan.
  private mutating func round(_ plans: [BulkPlan?]) throws(Diagnostic) -> Round? {
    try bulk.cancellation.check()
    let bytes = bulk.decoded.bytes
    let (dialect, missing, cancellation) = (bulk.dialect, bulk.missing, bulk.cancellation)
    let parts = parts
    let threads = bulk.options.threads
    let room = parts.reduce(0) { $0 + $1.room }
    // A settled column is neither written nor collected.
    let given = plans.map { $0 ?? .settled }
    try bulk.budget.use(rows: room, columns: 1, cell: given.reduce(0) { $0 + $1.cellBytes })
    let pool = BulkWordsPool(columnCount: columnCount)
    var results: [BulkChunk.Result] = []
    var round = Round()
    var rows = 0
    var isRegular = false
    var names: [Int: [String]] = [:]
    let columns = BulkColumns(given, capacity: room) { slots in
      results = Parallel.map(count: parts.count, threads: threads) { part in
        if cancellation.isCancelled {
          var stopped = BulkChunk.Result()
          stopped.isIrregular = true
          return stopped
        }
        var words = pool.take()
        let result = parts[part].read(bytes.span, dialect, given, slots, missing, &words)
        pool.put(words)
        return result
      }
      guard !results.contains(where: \.isIrregular) else { return 0 }
      isRegular = true
      let words = pool.all
      for (place, plan) in given.enumerated() where plan == .words {
        names[place] = BulkReading.mergeLevels(
          words.map { $0.levels[place] }, place, slots[place], results, parts, threads, &round)
      }
      for (part, result) in results.enumerated() {
        let start = parts[part].firstRow
        if start > rows { for slot in slots { slot.move(start..<(start + result.rows), to: rows) } }
        rows += result.rows
      }
      return rows
    }
    try bulk.cancellation.check()
    guard isRegular else { return nil }
    rowCount = rows
    for (place, plan) in given.enumerated() where plan != .settled && plan != .other {
      if let replan = BulkReading.replan(results, place) {
        round.replans[place] = replan
      } else if round.replans[place] == nil {
        round.settled[place] = settle(place, plan, columns, names[place] ?? [], results)
      }
    }
    let others = given.indices.filter { given[$0] == .other }
    if !others.isEmpty { try readWhole(others, results, &round) }
    // What was read by another plan is dropped.
    let dropped = given.indices.filter { round.settled[$0] == nil }
    bulk.budget.free(room * dropped.reduce(0) { $0 + given[$1].cellBytes })
    return round
  }

  private static func replan(_ results: [BulkChunk.Result], _ place: Int) -> BulkPlan? {
    var found: BulkPlan?
    for result in results {
      if let replan = result.columns[place].replan { found = found == .other ? .other : replan }
    }
    return found
  }

  // MARK: Columns of numbers, days and words

  /// The reading of a column whose cells are in place; nil if the reader of whole columns must decide.
  private func settle(
    _ place: Int, _ plan: BulkPlan, _ columns: BulkColumns, _ names: [String], _ results: [BulkChunk.Result]
  ) -> Settled? {
    let missing = results.reduce(0) { $0 + $1.columns[place].missing }
    let mismatchCount = results.reduce(0) { $0 + $1.columns[place].mismatches }
    let fits = rowCount - missing - mismatchCount
    var reading: ColumnInference.Reading
    switch plan {
    case .integer: reading = .init(values: .integer(columns.integers[place] ?? []))
    case .number: reading = .init(values: .number(columns.numbers[place] ?? []))
    case .date: reading = .init(values: .date(columns.dates[place] ?? []))
    case .datetime:
      reading = .init(values: .datetime(columns.moments[place] ?? []))
      let zoned = results.reduce(0) { $0 + $1.columns[place].zoned }
      // The reader of whole columns notes which times have no offset beside some that have.
      guard zoned == 0 || zoned == fits else { return nil }
      let shifted = results.reduce(0) { $0 + $1.columns[place].shifted }
      let cut = results.reduce(0) { $0 + $1.columns[place].cut }
      reading.offsets = zoned > 0 ? ImportReport.Offsets(count: fits, shifted: shifted) : nil
      reading.notices = ColumnInference.cutNotice(cut)
    case .words:
      // The levels are already sorted; the codes are indices into them.
      reading = .init(values: .category(Categorical(levels: names, codes: columns.codes[place] ?? [])))
      reading.missing = missing
      reading.notices = ColumnInference.quotedNotice(results.reduce(0) { $0 + $1.columns[place].keptQuoted })
      return Settled(reading: reading, mayHoldName: names.contains(rawName(place)))
    case .other, .settled: return nil
    }
    guard ColumnInference.isTolerable(fits: fits, mismatches: mismatchCount), mismatchCount <= max(1, rowCount / 10)
    else {
      return nil
    }
    var firstRows: [Int] = []
    var mismatches: [ImportReport.Mismatch] = []
    var row = 0
    for result in results {
      for mismatch in result.columns[place].firstMismatches where mismatches.count < ImportReport.shown {
        firstRows.append(row + mismatch.row)
        mismatches.append(.init(line: line(at: mismatch.start), text: string(mismatch.cell)))
      }
      row += result.rows
    }
    reading.mismatches = ColumnInference.Mismatches(count: mismatchCount, firstRows: firstRows)
    reading.missing = missing + mismatchCount
    return Settled(reading: reading, mismatches: mismatches, mayHoldName: mismatchCount > 0 || isNameData(place))
  }

  private func rawName(_ place: Int) -> String { head.grid.string(0, place) }

  /// Whether the column's name would be a value of it, as in a table by years.
  private func isNameData(_ place: Int) -> Bool {
    let text = head.grid.text.span
    return head.depth > 0 && CSVHeader.isData(text, CellGrid.core(of: head.grid.cells[place], in: text))
  }

  private func string(_ cell: Cell) -> String {
    NumberCell.string(bulk.decoded.bytes.span, cell.start..<cell.end)
  }

  private func line(at place: Int) -> Int {
    let text = bulk.decoded.bytes.span
    var line = firstLine
    for i in (parts.first?.range.lowerBound ?? 0)..<place where text[i] == 0x0A { line += 1 }
    return line
  }

  /// Merges the threads' words into levels in code-point order and rewrites the codes; nil, with a new plan, if the
  /// column is not plainly words.
  private static func mergeLevels(
    _ words: [BulkLevels], _ place: Int, _ slot: BulkSlot, _ results: [BulkChunk.Result], _ parts: [BulkChunk],
    _ threads: Int, _ round: inout Round
  ) -> [String]? {
    var all = BulkLevels()
    let codes = words.map { levels in
      let pool = levels.pool.span
      return (0..<levels.count).map { all.code(of: levels.range($0), in: pool) }
    }
    let rows = results.reduce(0) { $0 + $1.rows }
    let pool = all.pool.span
    let isText = all.count > ColumnInference.mostCategories && all.count > rows / 2
    guard !isText, (0..<all.count).allSatisfy({ isPlainWord(all.range($0), pool) }) else {
      round.replans[place] = .other
      return nil
    }
    let names = (0..<all.count).map { NumberCell.string(pool, all.range($0)) }
    // Two Unicode compositions of one text are one level, with a note that the reader of whole columns gives.
    guard Set(names).count == names.count else {
      round.replans[place] = .other
      return nil
    }
    let order = CodePointOrder.places(of: names)
    var places = [Int32](repeating: 0, count: names.count)
    for (new, old) in order.enumerated() { places[old] = Int32(clamping: new) }
    // One more in front, so that missing values need no test.
    let final = codes.map { [-1] + $0.map { places[Int($0)] } }
    _ = Parallel.map(count: parts.count, threads: threads) { part in
      guard case .codes(let codes) = slot else { return }
      let map = final[results[part].words]
      for row in parts[part].firstRow..<(parts[part].firstRow + results[part].rows) {
        codes[row] = map[Int(codes[row]) + 1]
      }
    }
    return order.map { names[$0] }
  }

  /// Whether the word cannot be read as a number, a day or a truth value, nor would have to be reported.
  private static func isPlainWord(_ content: Range<Int>, _ pool: Span<UInt8>) -> Bool {
    let core = CellGrid.core(of: Cell(start: content.lowerBound, length: content.count, .plain), in: pool)
    if core.isEmpty { return true }
    switch NumberCell.read(pool, core) {
    case .word, .other(.noNumber): break
    case .integer, .real, .other: return false
    }
    guard ISODateCell.read(pool, core) == .none, BooleanCell.read(pool, core) == nil else { return false }
    return NumberForm.all.allSatisfy { $0.read(pool, core) == nil } && LocalDateCell(pool, core) == nil
      && ColumnInference.amountReason(pool, core) == nil
  }

  // MARK: Columns that are read as a whole

  private mutating func readWhole(
    _ others: [Int], _ results: [BulkChunk.Result], _ round: inout Round
  ) throws(Diagnostic) {
    let text = bulk.decoded.bytes
    var unescaped: [UInt8] = []
    var cells: [Cell] = []
    cells.reserveCapacity(rowCount * others.count)
    for result in results {
      let base = unescaped.count
      if result.unescaped.isEmpty {
        cells.append(contentsOf: result.cells)
      } else {
        for cell in result.cells {
          cells.append(
            cell.start < text.count || cell.length == 0
              ? cell : Cell(start: cell.start + base, length: cell.length, .quoted))
        }
        unescaped += result.unescaped
      }
    }
    let grid = CellGrid(
      text: unescaped.isEmpty ? text : text + unescaped, cells: cells, columnCount: others.count,
      lines: lines(results))
    let inference = ColumnInference(
      grid: grid, rows: 0..<rowCount, missing: bulk.missing, cancellation: bulk.cancellation)
    for (offset, place) in others.enumerated() {
      let reading = try inference.infer(offset)
      let mismatches = reading.mismatches.firstRows.map { row in
        ImportReport.Mismatch(line: Int(grid.lines[row]), text: grid.string(row, offset))
      }
      round.settled[place] = Settled(reading: reading, mismatches: mismatches, mayHoldName: true)
    }
  }

  /// The line each row begins on.
  private func lines(_ results: [BulkChunk.Result]) -> [UInt32] {
    let text = bulk.decoded.bytes.span
    var lines: [UInt32] = []
    lines.reserveCapacity(rowCount)
    var line = firstLine
    var i = parts.first?.range.lowerBound ?? 0
    for result in results {
      for start in result.starts {
        while i < start {
          if text[i] == 0x0A { line += 1 }
          i += 1
        }
        lines.append(UInt32(clamping: line))
      }
    }
    return lines
  }
}
