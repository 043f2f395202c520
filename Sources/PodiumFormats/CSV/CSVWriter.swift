public import PodiumCore
internal import PodiumPlugin

/// Writes tables as RFC 4180 with LF; reading them back gives the same values.
///
/// What the file cannot express is left to the reader's options: the type of a column whose texts look like another
/// type (`types`), the order of categories (`levels`), the empty text as against missing (`quotedMissing`).
/// Not kept: an empty column name, roles, and a table without columns.
public enum CSVWriter {
  /// The bytes of a table in UTF-8, names first; `delimiter` must satisfy `DelimitedOptions.isDelimiter`.
  ///
  /// Numbers are the shortest that read back, missing is the empty cell. A text is quoted where RFC 4180 asks
  /// for it and where it would otherwise lose something: leading or trailing spaces, the empty text, any delimiter the
  /// reader detects, and what reads as missing, a number, a date or a truth value.
  /// With `decimalComma` numbers have a comma, and the file begins with a byte order mark: without it Excel reads UTF-8 as
  /// another encoding.
  public static func write(_ table: Table, delimiter: UInt8 = 0x2C, decimalComma: Bool = false) -> [UInt8] {
    precondition(DelimitedOptions.isDelimiter(delimiter), "the caller checks the delimiter")
    var out: [UInt8] = decimalComma ? [0xEF, 0xBB, 0xBF] : []
    let writer = CSVCellWriter(delimiter: delimiter)
    guard !table.columns.isEmpty else { return out }
    for (place, column) in table.columns.enumerated() {
      if place > 0 { out.append(delimiter) }
      writer.append(column.name, isText: true, to: &out)
    }
    out.append(0x0A)
    // A category is written many times, so its bytes are prepared once.
    let levels = table.columns.map { column in column.categorical?.levels.map { writer.cell($0) } ?? [] }
    for row in 0..<table.rowCount {
      if Cancellation.stopsWork(at: row) { break }
      for (place, column) in table.columns.enumerated() {
        if place > 0 { out.append(delimiter) }
        switch column.values {
        case .category(let values), .ordered(let values):
          let code = values.codes[row]
          if code >= 0 { out.append(contentsOf: levels[place][Int(code)]) }
        case .text(let values):
          if let text = values[row] { writer.append(text, isText: true, to: &out) }
        case .number where decimalComma:
          writer.append(column.fileText(row).replacing(".", with: ","), isText: false, to: &out)
        case .number, .integer, .boolean, .date, .datetime:
          writer.append(column.fileText(row), isText: false, to: &out)
        }
      }
      out.append(0x0A)
    }
    return out
  }
}

private struct CSVCellWriter {
  let delimiter: UInt8
  private let missing = MissingWords()

  func cell(_ text: String) -> [UInt8] {
    var out: [UInt8] = []
    append(text, isText: true, to: &out)
    return out
  }

  func append(_ text: String, isText: Bool, to out: inout [UInt8]) {
    let bytes = Array(text.utf8)
    guard needsQuotes(bytes.span, isText: isText) else {
      out.append(contentsOf: bytes)
      return
    }
    out.append(0x22)
    for byte in bytes {
      if byte == 0x22 { out.append(0x22) }
      out.append(byte)
    }
    out.append(0x22)
  }

  private func needsQuotes(_ bytes: Span<UInt8>, isText: Bool) -> Bool {
    for i in 0..<bytes.count {
      let byte = bytes[i]
      if byte == 0x22 || byte == 0x0A || byte == 0x0D || byte == delimiter { return true }
      if isText, DelimitedOptions.candidates.contains(byte) { return true }
    }
    guard isText else { return false }
    let whole = Cell(start: 0, length: min(bytes.count, Cell.maximumLength), .plain)
    let core = CellGrid.core(of: whole, in: bytes)
    if core.isEmpty || core.count != whole.length || missing.contains(whole, core, in: bytes) { return true }
    // In a file without quotes, cells in apostrophes would be read as quoted.
    if bytes[0] == 0x27 { return true }
    // The line `sep=;` above a table tells a spreadsheet the delimiter.
    if bytes.count >= 4, bytes[3] == 0x3D, bytes[0] | 0x20 == 0x73, bytes[1] | 0x20 == 0x65, bytes[2] | 0x20 == 0x70 {
      return true
    }
    // U+FEFF at the beginning of a file would be read as a byte order mark.
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { return true }
    switch NumberCell.read(bytes, core) {
    case .integer, .real: return true
    case .word, .other: break
    }
    return ISODateCell.read(bytes, core) != .none || BooleanCell.read(bytes, core) != nil
  }
}
