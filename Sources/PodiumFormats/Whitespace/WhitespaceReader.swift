internal import PodiumCore
internal import PodiumPlugin

/// How to read a table with spaces between its cells; what is nil is detected.
struct WhitespaceOptions: Sendable {
  /// Whether the first line names the columns.
  var header: Bool?
  var missing: [String]?
  var types: [String: ColumnType] = [:]
  /// How numbers and dates are written if the cells leave it open.
  var formats = CellFormats()
  /// Number of lines to skip above the table.
  var skip = 0
  /// The encoding of the bytes; nil is detected.
  var encoding: TextEncoding?
}

/// Reads tables whose cells are separated by spaces and tabs, with comments on lines that begin with `#`, `%` or `!`.
///
/// The names are in the last comment before the data if it has as many words as the data have cells (of two such
/// lines the first holds the names, the second units), otherwise in the first line if it is clearly not data.
/// The most frequent number of cells in the first rows is the table's width; other rows are skipped and reported. If
/// more than a third of the lines would be left out, the file is refused.
struct WhitespaceReader {
  private let text: [UInt8]
  private let start: Int
  private let firstLine: Int
  private let name: String
  private let cancellation: Cancellation
  private var cells: [Cell] = []
  private var rows: [(first: Int, count: Int, line: Int)] = []
  private var comments: [(text: Range<Int>, line: Int)] = []
  private var unclosed = 0
  private let budget: ReadBudget
  private var counted = 0

  /// Reads a whole file; throws `empty-file`, `ragged-row`, `not-text`, `too-large` and `interrupted`.
  static func read(
    _ bytes: [UInt8], name: String, options: WhitespaceOptions = WhitespaceOptions(),
    limits: ReadLimits = ReadLimits(),
    cancellation: Cancellation, budget: ReadBudget? = nil
  ) throws(Diagnostic) -> ReadTable {
    let decoded = try DecodedText.decode(bytes, name: name, as: options.encoding)
    let start = CSVReader.skipped(decoded.bytes.span, from: decoded.start, lines: options.skip)
    var reader = WhitespaceReader(
      text: decoded.bytes, start: start, line: options.skip + 1, name: name,
      cancellation: cancellation,
      budget: budget ?? ReadBudget(name, opened: bytes.count))
    try reader.scan(limits)
    var read = try reader.table(options)
    if let bad = decoded.firstBadByte {
      read.notes.insert("byte \(bad) is not utf-8; the file was read as \(decoded.encoding.rawValue)", at: 0)
    }
    return read
  }

  private init(
    text: [UInt8], start: Int, line: Int, name: String, cancellation: Cancellation,
    budget: ReadBudget
  ) {
    self.budget = budget
    self.text = text
    self.start = start
    firstLine = line
    self.name = name
    self.cancellation = cancellation
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private mutating func scan(_ limits: ReadLimits) throws(Diagnostic) {
    var i = start
    var line = firstLine
    while i < text.count {
      if line & 0xFFF == 0 { try cancellation.check() }
      let end = text.span.lineEnd(from: i)
      var first = i
      while first < end, WhitespaceReader.isBlank(text[first]) { first += 1 }
      if first < end {
        if text[first] == 0x23 || text[first] == 0x25 || text[first] == 0x21 {
          // Only comments before the data can name columns, and only the last of them.
          if rows.isEmpty { comments = comments.suffix(8) + [(first..<end, line)] }
        } else {
          let count = words(first..<end, most: limits.columns + 1)
          guard count <= limits.columns else {
            throw Diagnostic(
              "too-large", "the row has more than \(limits.columns) cells", help: "check whether this is a table"
            ).inFile(name, line: line)
          }
          if cells[(cells.count - count)...].contains(where: { $0.length > limits.cellBytes }) {
            throw Diagnostic(
              "too-large", "the cell is larger than \(limits.cellSizeText)", help: "check whether this is a table"
            ).inFile(name, line: line)
          }
          rows.append((cells.count - count, count, line))
          try self.count()
        }
      }
      i = end + (end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A ? 2 : 1)
      line += 1
    }
    guard !rows.isEmpty else { throw Diagnostic.emptyFile(name) }
    try count(atEnd: true)
  }

  /// Counts what cells and rows take, some at a time; arrays that grow take up to twice what they hold.
  private mutating func count(atEnd isEnd: Bool = false) throws(Diagnostic) {
    let bytes = 2 * (8 * cells.count + 24 * rows.count)
    guard bytes - counted > 1 << 20 || isEnd else { return }
    try budget.use(bytes - counted)
    counted = bytes
  }

  /// Splits a line into at most so many cells; a text in double quotes is one cell.
  private mutating func words(_ line: Range<Int>, most: Int) -> Int {
    var count = 0
    var i = line.lowerBound
    while i < line.upperBound, count < most {
      if WhitespaceReader.isBlank(text[i]) {
        i += 1
        continue
      }
      var end = i
      if text[i] == 0x22, let close = text[(i + 1)..<line.upperBound].firstIndex(of: 0x22) {
        cells.append(Cell(start: i + 1, length: min(close - i - 1, Cell.maximumLength), .quoted))
        end = close + 1
      } else {
        if text[i] == 0x22 { unclosed += 1 }
        while end < line.upperBound, !WhitespaceReader.isBlank(text[end]) { end += 1 }
        cells.append(Cell(start: i, length: min(end - i, Cell.maximumLength), .plain))
      }
      count += 1
      i = end
    }
    return count
  }

  private mutating func table(_ options: WhitespaceOptions) throws(Diagnostic) -> ReadTable {
    let width = usualWidth
    // The cells that are kept and their lines, in arrays that grow, and the columns.
    try budget.use(rows: rows.count, columns: 1, cell: 8)
    try budget.use(rows: cells.count, columns: 1, cell: 32)
    var rejected = ImportReport.Rejected()
    var kept: [Cell] = []
    var lines: [UInt32] = []
    for row in rows {
      guard row.count == width else {
        let place = row.first
        rejected.append(
          ImportReport.RejectedRow(
            line: row.line, reason: "\(row.count.counted("cell")) where the table has \(width)",
            text: Abridged.text(
              utf8: text.span.extracting(cells[place].start..<cells[place + row.count - 1].end))))
        continue
      }
      kept += cells[row.first..<(row.first + row.count)]
      lines.append(UInt32(clamping: row.line))
    }
    // In prose and lists of fixtures some lines have the same number of words by chance.
    if rejected.count * 3 > rows.count {
      throw Diagnostic(
        "ragged-row",
        "only \(lines.count) of \(rows.count.counted("line")) \(lines.count == 1 ? "has" : "have") "
          + "\(width.counted("cell")) separated by spaces, so this is not a table",
        help: "set the delimiter, as in delimiter=tab, or remove the lines that are not rows"
      ).inFile(name, line: rejected.first.first?.line ?? 1)
    }
    let grid = CellGrid(text: text, cells: kept, columnCount: width, lines: lines)
    let missing = MissingWords(options.missing ?? MissingWords.standard)
    var notes: [String] = []
    if unclosed > 0 {
      notes.append("\(unclosed.counted("unclosed quote")) \(unclosed == 1 ? "was" : "were") kept")
    }
    let named = options.header == false ? nil : commentNames(width)
    if let units = named?.units { notes.append("the second comment line was read as units: \(units.quotedInNotice)") }
    let (result, own) = try TableInference(types: options.types, missing: missing, formats: options.formats).table(
      grid, names: named?.names, header: options.header,
      unnamed: "the first line is data, so the columns are named column_1, column_2, …; header=yes reads it as names",
      cancellation: cancellation)
    return ReadTable(
      table: result.table, facts: [.init("delimiter", .text("spaces"))] + result.formats.facts, columns: result.columns,
      rejected: rejected,
      notes: notes + own + result.notes)
  }

  /// The most frequent number of cells in the first rows; on a tie the larger.
  private var usualWidth: Int {
    var counts: [Int: Int] = [:]
    for row in rows.prefix(1000) { counts[row.count, default: 0] += 1 }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 1
  }

  /// The names in the comments before the data, and the units below them.
  private func commentNames(_ width: Int) -> (names: [String], units: String?)? {
    func words(_ comment: Range<Int>) -> [String] {
      var range = comment
      // The comment character may be a separate word or doubled.
      while let byte = range.first, text[byte] == 0x23 || text[byte] == 0x25 || text[byte] == 0x21 {
        range = (range.lowerBound + 1)..<range.upperBound
      }
      return text[range].split(whereSeparator: WhitespaceReader.isBlank).map { String(decoding: $0, as: UTF8.self) }
    }
    // Names are directly above the data or above one line of units in the same form.
    func isSpaced(_ comment: Range<Int>) -> Bool {
      comment.count > 1 && WhitespaceReader.isBlank(text[comment.lowerBound + 1])
    }
    guard let last = comments.last?.text, words(last).count == width else { return nil }
    var fitting = [words(last)]
    if let before = comments.dropLast().last?.text, words(before).count == width, isSpaced(before) == isSpaced(last) {
      fitting.insert(words(before), at: 0)
    }
    guard let names = fitting.first, names.contains(where: { NumberCell.read($0).value == nil }) else { return nil }
    return (names, fitting.count > 1 ? fitting[1].joined(separator: " ") : nil)
  }
}
