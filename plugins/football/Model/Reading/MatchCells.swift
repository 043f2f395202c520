public import PodiumCore

/// The bytes of a results file as lines of trimmed cells. The general reader repairs rows and loses their line numbers;
/// here rows longer or shorter than the header are common, and each skipped row must be reported with its line. No cell
/// in these files holds a line break, so an unclosed quote ends with its line and cannot swallow the file.
public struct MatchCells: Sendable {
  public struct Line: Sendable {
    public let number: Int
    public let cells: [String]
    /// The targets of the links in its cells.
    let links: [String]

    public init(_ number: Int, _ cells: [String], links: [String] = []) {
      (self.number, self.cells, self.links) = (number, cells, links)
    }

    public var isBlank: Bool { cells.allSatisfy(\.isEmpty) }

    subscript(place: Int?) -> String {
      guard let place, place < cells.count else { return "" }
      return cells[place]
    }
  }

  public private(set) var lines: [Line]
  /// Whether the last line is terminated.
  let endsWithLine: Bool

  /// Throws `not-text` with the line of the first byte that is not text.
  public init(_ file: [UInt8], name: String, cancellation: Cancellation) throws(Diagnostic) {
    let bytes = try MatchCells.decode(file, name: name)
    let delimiter = MatchCells.delimiter(of: bytes)
    let parts = MatchCells.parts(of: bytes)
    let cut = Parallel.map(count: parts.count, threads: Parallel.processors) { part in
      MatchCells.lines(bytes, parts[part], at: delimiter, cancellation)
    }
    try cancellation.check()
    lines = Array(cut.joined())
    endsWithLine = bytes.last == 0x0A
  }

  /// The rows of a sheet, or of another table that was read already.
  public init(_ lines: [Line]) { (self.lines, endsWithLine) = (lines, true) }

  /// The same with other names in the first line that is not blank.
  public func renamed(_ rename: ([String]) -> [String]) -> MatchCells {
    guard let header = lines.firstIndex(where: { !$0.isBlank }) else { return self }
    var copy = self
    copy.lines[header] = Line(lines[header].number, rename(lines[header].cells), links: lines[header].links)
    return copy
  }

  /// Whole lines that are cut together, from a line's number on.
  private struct Part {
    let bytes: Range<Int>
    let line: Int
  }

  private static let partLength = 1 << 18

  /// The file in parts of whole lines.
  private static func parts(of bytes: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var (start, line) = (0, 1)
    while start < bytes.count {
      let wanted = start + partLength
      let end = wanted < bytes.count ? bytes[wanted...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count : bytes.count
      parts.append(Part(bytes: start..<end, line: line))
      line += bytes[start..<end].count { $0 == 0x0A }
      start = end
    }
    return parts
  }

  /// The lines of a part; fewer when it is cancelled.
  private static func lines(_ bytes: [UInt8], _ part: Part, at delimiter: UInt8, _ cancellation: Cancellation) -> [Line]
  {
    var lines: [Line] = []
    var start = part.bytes.lowerBound
    while start < part.bytes.upperBound {
      let end = bytes[start..<part.bytes.upperBound].firstIndex(of: 0x0A) ?? part.bytes.upperBound
      lines.append(Line(part.line + lines.count, cut(bytes[start..<end], at: delimiter)))
      start = end + 1
      if lines.count % 1024 == 0, cancellation.isCancelled { return lines }
    }
    return lines
  }

  /// The cells of a line; a quoted cell may hold commas, and a doubled quote in it means one.
  private static func cut(_ line: ArraySlice<UInt8>, at delimiter: UInt8) -> [String] {
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var place = line.startIndex
    while place < line.endIndex {
      let byte = line[place]
      place += 1
      if byte == 0x22 {
        if isQuoted, place < line.endIndex, line[place] == 0x22 {
          cell.append(byte)
          place += 1
        } else if isQuoted || cell.allSatisfy({ $0 == 0x20 }) {
          isQuoted.toggle()
        } else {
          cell.append(byte)
        }
      } else if byte == delimiter, !isQuoted {
        cells.append(trimmed(cell))
        cell.removeAll(keepingCapacity: true)
      } else {
        cell.append(byte)
      }
    }
    cells.append(trimmed(cell))
    return cells
  }

  /// The comma, unless the first line has more semicolons, tabs or bars: the header holds none of them in a cell.
  private static func delimiter(of bytes: [UInt8]) -> UInt8 {
    let first = bytes.split(separator: 0x0A, maxSplits: 1).first ?? []
    return [0x2C, 0x3B, 0x09, 0x7C].max { a, b in first.count { $0 == a } < first.count { $0 == b } } ?? 0x2C
  }

  /// The text without surrounding spaces, including the no-break spaces of old files.
  private static func trimmed(_ cell: [UInt8]) -> String {
    guard let first = cell.first, let last = cell.last else { return "" }
    // Most cells have nothing to trim: looking up the properties of characters takes much longer than this.
    if (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) { return String(decoding: cell, as: UTF8.self) }
    let scalars = String(decoding: cell, as: UTF8.self).unicodeScalars
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    guard let start = scalars.firstIndex(where: { !isBlank($0) }), let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[start...end])
  }

  /// UTF-8 as it is, anything else as Windows-1252: the source's files come in both.
  private static func decode(_ file: [UInt8], name: String) throws(Diagnostic) -> [UInt8] {
    func refuse(_ place: Int, _ what: String, help: String) -> Diagnostic {
      let line = 1 + file[..<place].count { $0 == 0x0A }
      return Diagnostic("not-text", "byte \(place) of '\(name)' " + what, help: help).inFile(name, line: line)
    }
    if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
      throw refuse(0, "starts UTF-16 text", help: "save the file as UTF-8")
    }
    if file.starts(with: [0x50, 0x4B, 0x03, 0x04]) || file.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw Diagnostic(
        "not-text", "'\(name)' is a workbook or another packed file", help: "save the sheet as CSV, or unpack the file"
      ).inFile(name, line: 1)
    }
    if let place = file.firstIndex(of: 0) {
      throw refuse(place, "is NUL, which is not allowed in text", help: "download the file again")
    }
    let text = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file[...]
    if String(validating: text, as: UTF8.self) != nil { return Array(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + text.count / 8)
    for byte in text {
      let scalar = byte >= 0x80 && byte < 0xA0 ? windows1252[Int(byte) - 0x80] : UInt32(byte)
      bytes.append(contentsOf: Array(String(Unicode.Scalar(scalar) ?? "?").utf8))
    }
    return bytes
  }

  /// Windows-1252 from 0x80 to 0x9F; the five bytes it leaves undefined stay control characters.
  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}

/// Parsers for single cells of a results file; nil for an invalid cell.
public enum MatchCell {
  /// A whole number of goals below 100, which some programs write as `2.0`.
  public static func goals(_ text: String) -> Int? {
    digits((text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8, 1...2)
  }

  /// Decimal odds, above 1; some countries write `1,85`.
  static func odds(_ text: String) -> Double? {
    guard let number = Double(text) ?? TextNumber.value(text), number.isFinite, number > 1 else { return nil }
    return number
  }

  private static func digits(_ text: Substring.UTF8View, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(text.count), text.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
