internal import PodiumCore
internal import PodiumPlugin

/// The text of a file as UTF-8, and its original encoding.
struct DecodedText: Sendable {
  /// Valid UTF-8.
  var bytes: [UInt8]
  /// The position in `bytes` where the text begins, after a byte order mark.
  var start: Int
  var encoding: TextEncoding
  /// The offset in the file of the first byte that is not UTF-8, where that decided the encoding.
  var firstBadByte: Int?
  /// Where in `bytes` NUL occurs; text does not contain it, but a damaged line should not cost the others.
  var nuls: [Int] = []

  func hasNUL(_ range: Range<Int>) -> Bool { !nuls.isEmpty && nuls.contains { range.contains($0) } }

  /// Detects the encoding, unless it is given, and decodes; it never replaces unreadable bytes by U+FFFD.
  ///
  /// A byte order mark decides. Without one: UTF-8 if all bytes are valid; UTF-16 if every other byte is NUL;
  /// otherwise Windows-1252, unless a control byte shows that this is not text, or most wide characters are valid
  /// UTF-8, which makes it a damaged UTF-8 file. Throws `not-text` with the byte's offset.
  static func decode(
    _ file: [UInt8], name: String, as given: TextEncoding? = nil, threads: Int = 1
  ) throws(Diagnostic) -> DecodedText {
    do {
      return try decode(file, as: given, threads: threads)
    } catch {
      throw error.problem.inFile(name, line: lineNumber(file.span, at: error.offset, unit: error.unit))
    }
  }

  /// Throws `not-text` for a file whose first bytes hold more NULs than a damaged text has, before the rest is read.
  static func refuse(start file: [UInt8], name: String, as given: TextEncoding? = nil)
    throws(Diagnostic)
  {
    let encoding = given ?? byteOrderMark(file.span)?.encoding ?? unmarkedUTF16(file.span) ?? .utf8
    guard encoding == .utf8, file.count(where: { $0 == 0 }) > mostNULs,
      let place = file.firstIndex(of: 0)
    else {
      return
    }
    throw nul(at: place).problem.inFile(name, line: lineNumber(file.span, at: place))
  }

  private static func nul(at place: Int) -> Unreadable {
    Unreadable(place, "is NUL, which text does not contain", isText: false)
  }

  /// What was wrong at which byte; the line is determined only when needed.
  private struct Unreadable: Error {
    let problem: Diagnostic
    let offset: Int
    var unit = 1

    init(_ offset: Int, _ what: String, isText: Bool) {
      let help =
        isText
        ? "save the file as UTF-8 again, or name its encoding, as in encoding=windows-1252"
        : "load a text file, or remove the byte; for a spreadsheet or a database set format="
      problem = Diagnostic("not-text", "byte \(offset) \(what)", help: help)
      self.offset = offset
    }
  }

  private static func decode(
    _ file: [UInt8], as given: TextEncoding?, threads: Int
  ) throws(Unreadable) -> DecodedText {
    let mark = byteOrderMark(file.span)
    let encoding = given ?? mark?.encoding ?? unmarkedUTF16(file.span) ?? .utf8
    let start = mark?.encoding == encoding ? mark?.length ?? 0 : 0
    switch encoding {
    case .utf8:
      let check = UTF8Check.of(file, from: start, threads: threads)
      if let place = check.nuls.first, check.nulCount > mostNULs || check.nulCount * 64 > file.count {
        throw nul(at: place)
      }
      guard let bad = check.firstBad else {
        return DecodedText(bytes: file, start: start, encoding: .utf8, nuls: check.nuls)
      }
      if given != nil || start > 0 || check.wideScalars > check.badBytes {
        throw Unreadable(bad, "is not UTF-8, though the rest of the file is", isText: true)
      }
      var text = try decodeWindows1252(file.span, firstBad: bad)
      text.firstBadByte = bad
      return text
    case .utf16LittleEndian, .utf16BigEndian:
      do {
        return try decodeUTF16(file.span, from: start, encoding)
      } catch {
        var wide = error
        wide.unit = 2
        throw wide
      }
    case .latin1, .windows1252:
      var text = try decodeWindows1252(file.span, firstBad: nil)
      text.encoding = encoding
      return text
    }
  }

  /// How much of a file is looked at before all of it is read.
  static let startBytes = 4096
  /// More NULs than this mean a binary format, not a damaged line.
  static let mostNULs = 16

  private static func byteOrderMark(_ file: Span<UInt8>) -> (encoding: TextEncoding, length: Int)? {
    guard file.count >= 2 else { return nil }
    if file[0] == 0xFF, file[1] == 0xFE { return (.utf16LittleEndian, 2) }
    if file[0] == 0xFE, file[1] == 0xFF { return (.utf16BigEndian, 2) }
    if file.count >= 3, file[0] == 0xEF, file[1] == 0xBB, file[2] == 0xBF { return (.utf8, 3) }
    return nil
  }

  /// UTF-16 without its mark: most characters of text have NUL as their high byte, and none as their low byte.
  private static func unmarkedUTF16(_ file: Span<UInt8>) -> TextEncoding? {
    let sample = min(file.count, 4096) / 2
    guard sample >= 4, file.count % 2 == 0 else { return nil }
    var first = 0
    var second = 0
    for place in 0..<sample {
      if file[2 * place] == 0 { first += 1 }
      if file[2 * place + 1] == 0 { second += 1 }
    }
    if first == 0, second * 2 > sample { return .utf16LittleEndian }
    if second == 0, first * 2 > sample { return .utf16BigEndian }
    return nil
  }

  private static func decodeUTF16(
    _ file: Span<UInt8>, from start: Int, _ encoding: TextEncoding
  ) throws(Unreadable) -> DecodedText {
    let high = encoding == .utf16BigEndian ? 0 : 1
    guard (file.count - start) % 2 == 0 else {
      throw Unreadable(file.count - 1, "is half a character in \(encoding.rawValue)", isText: true)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count - start)
    var i = start
    while i < file.count {
      let unit = UInt32(file[i + high]) << 8 | UInt32(file[i + 1 - high])
      var value = unit
      var length = 2
      if unit >= 0xD800, unit < 0xE000 {
        guard unit < 0xDC00, i + 3 < file.count else {
          throw Unreadable(i, "is half a character in \(encoding.rawValue)", isText: true)
        }
        let low = UInt32(file[i + 2 + high]) << 8 | UInt32(file[i + 3 - high])
        guard low >= 0xDC00, low < 0xE000 else {
          throw Unreadable(i, "is half a character in \(encoding.rawValue)", isText: true)
        }
        value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
        length = 4
      }
      guard value != 0 else { throw nul(at: i) }
      append(value, to: &bytes)
      i += length
    }
    return DecodedText(bytes: bytes, start: 0, encoding: encoding)
  }

  private static func decodeWindows1252(_ file: Span<UInt8>, firstBad: Int?) throws(Unreadable) -> DecodedText {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count + file.count / 8)
    var windows = false
    for i in 0..<file.count {
      let byte = file[i]
      // A control character other than line ends and tabs shows that this is not text.
      if byte < 0x20, byte < 0x09 || byte > 0x0D {
        throw Unreadable(firstBad ?? i, "is not text", isText: false)
      }
      if byte >= 0x80, byte < 0xA0 {
        let value = upperControls[Int(byte) - 0x80]
        guard value != 0 else {
          throw Unreadable(firstBad ?? i, "is neither UTF-8 nor Windows-1252", isText: false)
        }
        windows = true
        append(value, to: &bytes)
      } else {
        append(UInt32(byte), to: &bytes)
      }
    }
    return DecodedText(bytes: bytes, start: 0, encoding: windows ? .windows1252 : .latin1)
  }

  /// The scalars of 0x80 to 0x9F in Windows-1252, 0 if undefined (unicode.org, MAPPINGS/VENDORS/MICSFT).
  private static let upperControls: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,
    0x017E,
    0x0178,
  ]

  /// The scalar of a byte from 0x80 to 0x9F in Windows-1252; nil if undefined.
  static func upperControl(_ byte: UInt8) -> UInt32? {
    guard byte >= 0x80, byte < 0xA0 else { return nil }
    let value = upperControls[Int(byte) - 0x80]
    return value == 0 ? nil : value
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    if value < 0x80 {
      bytes.append(UInt8(value))
    } else if value < 0x800 {
      bytes.append(UInt8(0xC0 | value >> 6))
      bytes.append(UInt8(0x80 | value & 0x3F))
    } else if value < 0x10000 {
      bytes.append(UInt8(0xE0 | value >> 12))
      bytes.append(UInt8(0x80 | value >> 6 & 0x3F))
      bytes.append(UInt8(0x80 | value & 0x3F))
    } else {
      bytes.append(UInt8(0xF0 | value >> 18 & 0x07))
      bytes.append(UInt8(0x80 | value >> 12 & 0x3F))
      bytes.append(UInt8(0x80 | value >> 6 & 0x3F))
      bytes.append(UInt8(0x80 | value & 0x3F))
    }
  }

  /// The line, from 1, of a byte; CRLF, LF and CR end lines, each in units of one or two bytes.
  static func lineNumber(_ file: Span<UInt8>, at place: Int, unit: Int = 1) -> Int {
    func character(_ i: Int) -> UInt8 {
      guard i + unit <= file.count else { return 0 }
      return unit == 1 ? file[i] : file[i] | file[i + 1]
    }
    var line = 1
    var i = 0
    while i < min(place, file.count) {
      let byte = character(i)
      if byte == 0x0A || (byte == 0x0D && character(i + unit) != 0x0A) { line += 1 }
      i += unit
    }
    return line
  }
}
