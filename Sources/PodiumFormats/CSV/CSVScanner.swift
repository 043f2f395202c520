internal import PodiumCore
internal import PodiumPlugin

/// Splits a text into records of cells in one pass: RFC 4180, with rules for what it leaves open.
///
/// - LF, CRLF and CR each end a line, in any mixture; the last line needs no line end.
/// - A cell is quoted if a quote is its first byte; spaces between the closing quote and the delimiter are
///   dropped and counted. Any other text there makes the whole cell literal, quotes included, and is counted.
/// - A quote inside an unquoted cell is an ordinary character and is counted.
/// - An unclosed quote, or one whose closing quote is on a later line with text after it, is not treated as a
///   quote: the record ends with its line and is marked as damaged, so that no quote swallows what follows.
struct CSVScanner {
  let name: String
  let dialect: CSVDialect
  let limits: ReadLimits
  let cancellation: Cancellation

  var records = CSVRecords()
  /// What the records may take; nil for a part of bounded size.
  var budget: ReadBudget?
  /// Whether blank lines become records where it does not matter how many of them follow each other.
  var keepsBlankLines = true
  private var counted = 0
  /// Bytes read in search of a closing quote that was not found; bounded, or many of them would take forever.
  private var wasted = 0

  init(name: String, dialect: CSVDialect, limits: ReadLimits, cancellation: Cancellation) {
    self.name = name
    self.dialect = dialect
    self.limits = limits
    self.cancellation = cancellation
  }

  /// Splits a range of the text into at most this many records, and returns the position after the last one.
  @discardableResult
  mutating func scan(
    _ text: Span<UInt8>, from start: Int, to end: Int, line firstLine: Int = 1, most: Int = .max
  ) throws(Diagnostic) -> Int {
    let delimiter = dialect.delimiter
    let quote = dialect.quote
    var i = start
    var line = firstLine
    var nextPoll = 0
    var left = most
    while i < end, left > 0 {
      if i >= nextPoll {
        try cancellation.check()
        try count()
        nextPoll = i + 1 << 16
      }
      left -= 1
      let recordStart = i
      let recordLine = line
      let firstCell = records.cells.count
      var isDamaged = false
      while true {
        if dialect.skipsBlanks, i > recordStart { while i < end, text[i] == 0x20 { i += 1 } }
        if i < end, text[i] == quote {
          i = try quotedCell(text, i, end, &line, &isDamaged)
        } else {
          i = try plainCell(text, i, end, line)
        }
        guard i < end, text[i] == delimiter else { break }
        i += 1
        if records.cells.count - firstCell >= limits.columns {
          throw tooLarge("the row has more than \(limits.columns) columns", recordLine, "columns")
        }
      }
      if i < end {
        i += text[i] == 0x0D && i + 1 < end && text[i + 1] == 0x0A ? 2 : 1
        line += 1
      }
      if !keepsBlankLines, records.skipsBlankLine(from: firstCell, in: text) { continue }
      records.finish(from: recordStart, to: i, line: recordLine, isDamaged: isDamaged)
    }
    try count()
    return i
  }

  /// Counts what was made since it was last counted.
  private mutating func count() throws(Diagnostic) {
    guard let budget, records.footprint > counted else { return }
    try budget.use(records.footprint - counted)
    counted = records.footprint
  }

  /// Reads an unquoted cell and returns the position after it.
  @inline(__always)
  private mutating func plainCell(
    _ text: Span<UInt8>, _ start: Int, _ end: Int, _ line: Int
  ) throws(Diagnostic) -> Int {
    let delimiter = dialect.delimiter
    let quote = dialect.quote
    let stop = min(end, start + limits.cellBytes + 1)
    var i = start
    var hasQuote = false
    while i < stop {
      let byte = text[i]
      if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
      if byte == quote { hasQuote = true }
      i += 1
    }
    if i - start > limits.cellBytes { throw cellTooLarge(line) }
    if hasQuote { records.oddities.strayQuotes.append(line) }
    records.cells.append(Cell(start: start, length: i - start, .plain))
    return i
  }

  /// Reads a cell whose first byte is a quote and returns the position after it; `line` counts its line ends.
  private mutating func quotedCell(
    _ text: Span<UInt8>, _ start: Int, _ end: Int, _ line: inout Int, _ isDamaged: inout Bool
  ) throws(Diagnostic) -> Int {
    let quote = dialect.quote
    let openLine = line
    let stop = min(end, start + limits.cellBytes + 3)
    var i = start + 1
    var hasEscapes = false
    while true {
      guard i < stop else {
        if stop < end, line == openLine { throw cellTooLarge(openLine) }
        line = openLine
        return try openCell(text, start, i, end, openLine, &isDamaged)
      }
      let byte = text[i]
      if byte == quote {
        guard i + 1 < end, text[i + 1] == quote else { break }
        hasEscapes = true
        i += 1
      } else if byte == 0x5C, dialect.escapes, i + 1 < end {
        hasEscapes = true
        i += 1
      } else if byte == 0x0A || (byte == 0x0D && !(i + 1 < end && text[i + 1] == 0x0A)) {
        line += 1
      }
      i += 1
    }
    let close = i
    i += 1
    if i < end, !endsCell(text[i]) {
      let afterEnd = endOfPlain(text, i, end)
      var isBlank = true
      for place in i..<afterEnd where text[place] != 0x20 && text[place] != 0x09 { isBlank = false }
      if !isBlank, line != openLine {
        line = openLine
        return try openCell(text, start, i, end, openLine, &isDamaged)
      }
      if afterEnd - start > limits.cellBytes { throw cellTooLarge(openLine) }
      i = afterEnd
      if !isBlank {
        records.oddities.textAfterQuote.append(openLine)
        records.cells.append(Cell(start: start, length: i - start, .plain))
        return i
      }
      records.oddities.blanksAfterQuote.append(openLine)
    }
    if close - start - 1 > limits.cellBytes { throw cellTooLarge(openLine) }
    if hasEscapes {
      appendUnescaped(text, start + 1..<close)
    } else {
      records.cells.append(Cell(start: start + 1, length: close - start - 1, .quoted))
    }
    return i
  }

  private mutating func appendUnescaped(_ text: Span<UInt8>, _ content: Range<Int>) {
    let quote = dialect.quote
    let place = records.unescaped.count
    var from = content.lowerBound
    while from < content.upperBound {
      let byte = text[from]
      let hasNext = from + 1 < content.upperBound
      // A backslash before anything but a quote or a backslash stays: paths and formulas have them too.
      if byte == 0x5C, dialect.escapes, hasNext, text[from + 1] == quote || text[from + 1] == 0x5C {
        records.unescaped.append(text[from + 1])
        from += 2
      } else {
        records.unescaped.append(byte)
        from += byte == quote ? 2 : 1
      }
    }
    records.cells.append(
      Cell(start: text.count + place, length: records.unescaped.count - place, .quoted))
  }

  /// Treats an unclosed quote as a character and marks the record as damaged.
  private mutating func openCell(
    _ text: Span<UInt8>, _ start: Int, _ seen: Int, _ end: Int, _ line: Int, _ isDamaged: inout Bool
  ) throws(Diagnostic) -> Int {
    isDamaged = true
    wasted += seen - start
    guard wasted <= 2 * text.count + 1 << 16 else {
      throw Diagnostic(
        "unclosed-quote", "a quote opens here and is never closed, like many before it",
        help: "close it, or double each quote that belongs to the text"
      ).inFile(name, line: line)
    }
    return try plainCell(text, start, end, line)
  }

  @inline(__always)
  private func endsCell(_ byte: UInt8) -> Bool { byte == dialect.delimiter || byte == 0x0A || byte == 0x0D }

  private func endOfPlain(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var i = start
    while i < end, !endsCell(text[i]) { i += 1 }
    return i
  }

  private func cellTooLarge(_ line: Int) -> Diagnostic {
    tooLarge("the cell is larger than \(limits.cellSizeText)", line, "cell bytes")
  }

  private func tooLarge(_ message: String, _ line: Int, _ limit: String) -> Diagnostic {
    Diagnostic(
      "too-large", message,
      help: "check for an unclosed quote or a wrong delimiter, or raise the limit on \(limit)"
    ).inFile(name, line: line)
  }
}
