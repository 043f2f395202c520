internal import PodiumCore
internal import PodiumPlugin

/// Reads a large file whose records all have the table's width, in parts on several threads.
///
/// Its result is identical to reading the whole file, or nil: it gives up at the first irregular record, quote or line
/// end. The parts begin where a line ends outside quotes, determined by the number of quotes before it;
/// each part verifies that, because its last record must end where the next part begins. The type of a column comes
/// from the first rows; if a part contradicts it, the column is read again.
struct CSVBulk {
  let decoded: DecodedText
  let dialect: CSVDialect
  let options: DelimitedOptions
  var missing: MissingWords
  let name: String
  let cancellation: Cancellation
  let budget: ReadBudget

  /// The first records, from which names and types are inferred.
  static let headRows = 2000
  static let mostColumns = 256

  /// What was read: the columns, the names, and what the head shows about the file.
  struct Outcome {
    var readings: [ColumnInference.Reading]
    var mismatches: [Int: [ImportReport.Mismatch]]
    var head: CSVHead
    var rowCount: Int
  }

  /// Reads the text from a position on; nil if the file is small or irregular, or the options ask for more.
  func read(from start: Int) throws(Diagnostic) -> Outcome? {
    let text = decoded.bytes.span
    guard text.count - start >= options.bulkBytes, options.types.isEmpty, options.levels.isEmpty,
      options.formats == CellFormats(), decoded.nuls.isEmpty, !dialect.escapes, !dialect.skipsBlanks,
      dialect.quote != 0, options.limits == ReadLimits(),
      options.missing?.contains(where: { $0.utf8.contains(dialect.quote) }) != true
    else { return nil }
    var scanner = CSVScanner(
      name: name, dialect: dialect, limits: options.limits, cancellation: cancellation)
    scanner.keepsBlankLines = false
    let headEnd = try scanner.scan(
      text, from: start, to: text.count, line: options.skip + 1, most: CSVBulk.headRows)
    guard headEnd < text.count, headEnd < 1 << 24 else { return nil }
    // The head is read as a separate file: content appended for its cells would copy the whole text.
    var decoded = decoded
    decoded.bytes = Array(decoded.bytes[..<headEnd])
    scanner.records = CSVRecords()
    try scanner.scan(decoded.bytes.span, from: start, to: headEnd, line: options.skip + 1)
    guard scanner.records.oddities.isEmpty, scanner.records.damaged.isEmpty else { return nil }
    var layout: CSVLayout
    do throws(Diagnostic) { layout = try CSVLayout(&scanner, decoded) } catch {
      // The reader of the whole file reports it better.
      if error.code == Diagnostic.interrupted.code { throw error }
      return nil
    }
    layout.blankLines += scanner.records.skippedBlankLines
    guard layout.isRegular(scanner.records), layout.columnCount <= CSVBulk.mostColumns else {
      return nil
    }
    let head = try CSVHead(
      layout, scanner, decoded: decoded, options: options, missing: missing, cancellation: cancellation)
    guard head.layout.repeatedNames.count == 0 else { return nil }
    var settled = self
    settled.missing.settle(head.grid, from: head.depth)
    let missing = settled.missing
    let inference = ColumnInference(
      grid: head.grid, rows: head.depth..<head.grid.rowCount, missing: missing, cancellation: cancellation)
    var plans: [BulkPlan] = []
    for place in 0..<layout.columnCount { plans.append(try CSVBulk.plan(inference.infer(place))) }
    // Only all cells show whether points may separate thousands.
    if dialect.delimiter == 0x3B,
      plans.indices.contains(where: { plans[$0] == .number && inference.firstPointOfThousands($0) != nil })
    {
      return nil
    }
    guard let parts = parts(from: scanner.records.starts[head.depth]) else { return nil }
    var reading = BulkReading(
      bulk: settled, head: head, parts: parts, columnCount: layout.columnCount,
      firstLine: Int(scanner.records.lines[head.depth]))
    guard try reading.read(plans) else { return nil }
    return Outcome(
      readings: reading.readings, mismatches: reading.mismatches, head: head, rowCount: reading.rowCount)
  }

  private static func plan(_ reading: ColumnInference.Reading) -> BulkPlan {
    guard reading.numberForm == nil, reading.dateForm == nil, reading.question == nil else { return .other }
    return switch reading.values {
    case .integer: .integer
    case .number: .number
    case .date: .date
    case .datetime: .datetime
    case .category: .words
    case .ordered, .text, .boolean: .other
    }
  }

  /// The line ends and quotes of a part.
  private struct Census: Sendable {
    var lineEnds = 0
    var quotes = 0
  }

  /// Parts of whole records, with the rows before each and the room each needs at most.
  private func parts(from start: Int) -> [BulkChunk]? {
    let bytes = decoded.bytes
    let quote = dialect.quote
    let size = max(1, options.bulkPart)
    let count = (bytes.count - start + size - 1) / size
    let census = Parallel.map(count: count, threads: options.threads) { part in
      let range = (start + part * size)..<min(bytes.count, start + (part + 1) * size)
      let found = ByteCount.of(0x0A, quote, in: bytes.span, range)
      return Census(lineEnds: found.a, quotes: found.b)
    }
    let text = bytes.span
    var borders = [start]
    var walked = [0]
    var isOpen = false
    for part in 1..<max(1, count) {
      if !census[part - 1].quotes.isMultiple(of: 2) { isOpen.toggle() }
      var i = start + part * size
      let stop = min(bytes.count, i + size)
      var open = isOpen
      var lines = 0
      while i < stop {
        let byte = text[i]
        i += 1
        if byte == quote { open.toggle() }
        if byte == 0x0A {
          lines += 1
          if !open { break }
        }
      }
      guard i < stop || i == bytes.count else { return nil }
      borders.append(i)
      walked.append(lines)
    }
    borders.append(bytes.count)
    walked.append(0)
    var parts: [BulkChunk] = []
    var row = 0
    for part in 0..<count {
      let isLast = part == count - 1
      let room =
        census[part].lineEnds - walked[part] + walked[part + 1] + (isLast && text[bytes.count - 1] != 0x0A ? 1 : 0)
      guard room >= 0, borders[part] <= borders[part + 1] else { return nil }
      parts.append(BulkChunk(range: borders[part]..<borders[part + 1], firstRow: row, room: room))
      row += room
    }
    return parts
  }
}
