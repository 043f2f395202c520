internal import PodiumCore
internal import PodiumPlugin

extension CSVLayout {
  mutating func body(
    _ scanner: inout CSVScanner, _ decoded: DecodedText, _ blank: [Bool], from top: Int
  ) throws(Diagnostic) {
    let text = decoded.bytes.span
    let count = blank.count
    rows.reserveCapacity(count - top)
    // The widths of the remaining records show whether the table ends: the last record that has this one's.
    var lastFull = count - 1
    while lastFull > top, scanner.records.width(lastFull) != columnCount { lastFull -= 1 }
    var short: [Int] = []
    var record = top
    var isBehindBlank = false
    var hasEnded = false
    while record < count {
      defer { record += 1 }
      if blank[record] {
        blankLines += 1
        isBehindBlank = true
        if record > lastFull { hasEnded = true }
        continue
      }
      let width = scanner.records.width(record)
      if width == columnCount || (record == top && (lacksFirstName || oddFirst?.isShort == true)) {
        keepOrReject(record, scanner, decoded, isFirst: record == top)
      } else if isComment(record, scanner.records, text) {
        comments.append(Int(scanner.records.lines[record]))
      } else if record > lastFull, isBehindBlank, width > 1, record + 1 < count,
        scanner.records.width(record + 1) == width
      {
        nextTable = (Int(scanner.records.lines[record]), scanner.records.text(record, in: text))
        break
      } else {
        if !hasEnded, try recut(record, &scanner, text) {
          isBehindBlank = false
          continue
        }
        if isFootnote(record, lastFull, hasEnded, short.isEmpty, scanner.records, text), record > top {
          footnoteCount += 1
          CSVLayout.keepFirst(&footnotes, scanner.records, record, text)
          continue
        }
        if width < columnCount, !scanner.records.isDamaged(record) {
          short.append(record)
          rows.append(record)
        } else {
          try tooLong(record, scanner, text)
        }
      }
      isBehindBlank = false
    }
    // A page of text below a few rows shows that the delimiter is wrong, or that there is no table.
    if footnoteCount > 10, footnoteCount * 10 > rows.count, let first = footnotes.first {
      throw Diagnostic(
        "ragged-row", "the row has 1 cell, like \(footnoteCount - 1) below it, where the first row has \(columnCount)",
        help: "set the delimiter, as in delimiter=;, or remove the lines"
      ).inFile(scanner.name, line: first.line)
    }
    dropEmptyEnd(scanner.records)
    guard !short.isEmpty else { return }
    // Rows without their last cells are either common in the file or a few accidents.
    if short.count * 10 >= rows.count - 1 {
      for record in short { shortRows.append(Int(scanner.records.lines[record])) }
    } else {
      let bad = Set(short)
      rows.removeAll { bad.contains($0) }
      for record in short { reject(record, scanner.records, text, nil) }
    }
  }

  /// Drops a last column without any cells, as in a file whose lines all end with the delimiter.
  private mutating func dropEmptyEnd(_ records: CSVRecords) {
    guard columnCount > 2, rows.count > 1, !lacksFirstName else { return }
    for record in rows {
      let range = records.range(record)
      if range.count == columnCount, records.cells[range.upperBound - 1].length > 0 { return }
    }
    columnCount -= 1
    hasEmptyEnd = true
    if case .tooFew(columnCount, _) = oddFirst?.kind { oddFirst = nil }
  }

  /// Accepts a record as a row, unless it is damaged.
  mutating func keepOrReject(_ record: Int, _ scanner: CSVScanner, _ decoded: DecodedText, isFirst: Bool) {
    let records = scanner.records
    if records.isDamaged(record) {
      reject(record, records, decoded.bytes.span, "it has an unclosed quote")
      return
    }
    if decoded.hasNUL(records.starts[record]..<records.stops[record]) {
      // The first row may hold the names, in which a NUL can be escaped.
      guard isFirst else {
        reject(record, records, decoded.bytes.span, "it has a NUL character")
        return
      }
      firstHasNUL = true
    }
    rows.append(record)
  }

  /// Leaves out the first row, which turned out not to be names, because of its NUL.
  mutating func rejectFirst(_ scanner: CSVScanner, _ decoded: DecodedText) throws(Diagnostic) {
    guard let first = rows.first else { return }
    rows.removeFirst()
    reject(first, scanner.records, decoded.bytes.span, "it has a NUL character")
    try refuseIfBad(scanner, decoded.bytes.span)
  }

  /// Drops empty cells beyond the last column, or leaves the row out.
  private mutating func tooLong(_ record: Int, _ scanner: CSVScanner, _ text: Span<UInt8>) throws(Diagnostic) {
    let records = scanner.records
    if records.isDamaged(record) {
      reject(record, records, text, "it has an unclosed quote")
      return
    }
    for place in records.range(record).dropFirst(columnCount) where records.cells[place].length > 0 {
      reject(record, records, text, nil)
      return
    }
    longRows.append(Int(records.lines[record]))
    rows.append(record)
  }

  /// Splits a record of another width by other delimiters and line by line; true if that gave rows.
  private mutating func recut(
    _ record: Int, _ scanner: inout CSVScanner, _ text: Span<UInt8>
  ) throws(Diagnostic) -> Bool {
    let start = scanner.records.starts[record]
    let stop = scanner.records.stops[record]
    let line = Int(scanner.records.lines[record])
    // A huge record is not a misread row, and trying many of them would take long.
    guard stop - start <= 1 << 16 else { return false }
    // If none of a thousand rows had another delimiter, the next will not either.
    let mayTry = recutRows.count > 0 || triedRows < 1000
    triedRows += 1
    if mayTry, !scanner.records.isDamaged(record) {
      for delimiter in DelimitedOptions.candidates
      where delimiter != scanner.dialect.delimiter && delimiter != scanner.dialect.quote {
        var dialect = scanner.dialect
        dialect.delimiter = delimiter
        var other = CSVScanner(
          name: scanner.name, dialect: dialect, limits: scanner.limits, cancellation: scanner.cancellation)
        try other.scan(text, from: start, to: stop, line: line)
        guard other.records.count == 1, other.records.width(0) == columnCount,
          !other.records.isDamaged(0)
        else { continue }
        rows.append(scanner.records.adopt(other.records, 0, textCount: text.count))
        recutRows.append(line)
        return true
      }
    }
    // A stray opening quote ends at the next one, lines below: the rows between are fine.
    guard let end = firstLineEnd(text, start, stop), end < stop else { return false }
    var below = CSVScanner(
      name: scanner.name, dialect: scanner.dialect, limits: scanner.limits, cancellation: scanner.cancellation)
    try below.scan(text, from: end, to: stop, line: line + 1)
    let sound = (0..<below.records.count).filter {
      below.records.width($0) == columnCount && !below.records.isDamaged($0)
    }
    guard !sound.isEmpty, sound.count * 2 >= below.records.count else { return false }
    rejected.append(
      .init(
        line: line, reason: "it has an unclosed quote",
        text: CSVLayout.firstLine(text, start..<end)))
    for place in 0..<below.records.count {
      if sound.contains(place) {
        rows.append(scanner.records.adopt(below.records, place, textCount: text.count))
      } else {
        reject(place, below.records, text, nil)
      }
    }
    return true
  }

  private func firstLineEnd(_ text: Span<UInt8>, _ start: Int, _ stop: Int) -> Int? {
    for i in start..<stop {
      if text[i] == 0x0A { return i + 1 }
      if text[i] == 0x0D { return i + 1 < stop && text[i + 1] == 0x0A ? i + 2 : i + 1 }
    }
    return nil
  }

  // MARK: Other lines

  private mutating func reject(
    _ record: Int, _ records: CSVRecords, _ text: Span<UInt8>, _ reason: String?
  ) {
    let reason =
      reason ?? "\(records.width(record).counted("cell")) where the first row has \(columnCount)"
    if firstBad == nil { firstBad = Bad(record: record, reason: reason, isDamaged: records.isDamaged(record)) }
    rejected.append(
      .init(line: Int(records.lines[record]), reason: reason, text: records.text(record, in: text)))
  }

  /// A line without its line end, abridged.
  private static func firstLine(_ text: Span<UInt8>, _ line: Range<Int>) -> String {
    var stop = line.upperBound
    while stop > line.lowerBound, text[stop - 1] == 0x0A || text[stop - 1] == 0x0D { stop -= 1 }
    return Abridged.text(utf8: text.extracting(line.lowerBound..<stop))
  }

  func refuseIfBad(_ scanner: CSVScanner, _ text: Span<UInt8>) throws(Diagnostic) {
    let lines = rejected.count + max(0, rows.count - 1)
    let isTooMuch =
      scanner.dialect.delimiter == 0x20 ? rejected.count * 3 > lines : rejected.count * 2 >= lines
    guard isTooMuch, let first = rejected.first.first else {
      return
    }
    if firstBad?.isDamaged ?? true {
      throw Diagnostic(
        "unclosed-quote", "a quote opens here and is never closed",
        help: "close it, or double each quote that belongs to the text"
      ).inFile(scanner.name, line: first.line)
    }
    if first.reason.contains("NUL") {
      throw Diagnostic(
        "not-text", "the line has a NUL character, which text does not contain",
        help: "load a text file, or remove the character"
      ).inFile(scanner.name, line: first.line)
    }
    throw Diagnostic(
      "ragged-row", "the row has \(first.reason)",
      help: "quote cells that contain the delimiter \(CSVDialect.shown(scanner.dialect.delimiter)), "
        + "or set another delimiter, as in delimiter=;"
    ).inFile(scanner.name, line: first.line)
  }
}
