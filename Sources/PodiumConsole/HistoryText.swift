import Glibc

/// The text of a history file: one entry per line, with `\n` and `\r` for line ends inside it and `\\` for a
/// backslash.
enum HistoryText {
  private static let lineEnd = UInt8(ascii: "\n")
  private static let backslash = UInt8(ascii: "\\")

  /// An entry as one line, without its end.
  static func encoded(_ entry: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": line.append(contentsOf: "\\n".unicodeScalars)
      case "\r": line.append(contentsOf: "\\r".unicodeScalars)
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  /// Hands over the last entries of a text, oldest first, without empty ones and repetitions.
  ///
  /// Works in the buffer itself, entry by entry as a C string, since ten thousand of them are read at every
  /// start. `buffer` has one byte of room after the text; with `isCut` its first line lacks a beginning.
  /// Returns the last entry.
  static func entries(
    in buffer: UnsafeMutableRawBufferPointer, isCut: Bool, limit: Int, _ add: (UnsafePointer<CChar>) -> Void
  ) -> String? {
    var text = UnsafeMutableRawBufferPointer(rebasing: buffer.dropLast())
    if isCut {
      guard let end = text.firstIndex(of: lineEnd) else { return nil }
      text = UnsafeMutableRawBufferPointer(rebasing: text[(end + 1)...])
    }
    guard let base = text.baseAddress, !text.isEmpty else { return nil }
    base.storeBytes(of: 0, toByteOffset: text.count, as: UInt8.self)
    var place = startOfLast(limit, in: UnsafeRawBufferPointer(text))
    var last: UnsafePointer<CChar>?
    while place < text.count {
      let line = base + place
      let rest = text.count - place
      let end = memchr(line, Int32(lineEnd), rest)
      let length = end.map { line.distance(to: $0) } ?? rest
      place += length + 1
      (line + length).storeBytes(of: 0, as: UInt8.self)
      unescape(line, length)
      let entry = UnsafePointer(line.assumingMemoryBound(to: CChar.self))
      if entry.pointee == 0 { continue }
      if let last, strcmp(last, entry) == 0 { continue }
      last = entry
      add(entry)
    }
    return last.map { String(cString: $0) }
  }

  private static func startOfLast(_ limit: Int, in text: UnsafeRawBufferPointer) -> Int {
    // The end of the last line, which the file may lack, starts no further one.
    var place = text.last == lineEnd ? text.count - 1 : text.count
    var lines = 0
    while place > 0 {
      place -= 1
      guard text[place] == lineEnd else { continue }
      lines += 1
      if lines == limit { return place + 1 }
    }
    return 0
  }

  /// Takes escapes back, in place; a backslash before anything else stands for itself.
  private static func unescape(_ line: UnsafeMutableRawPointer, _ length: Int) {
    guard memchr(line, Int32(backslash), length) != nil else { return }
    let bytes = UnsafeMutableRawBufferPointer(start: line, count: length + 1)
    var target = 0
    var source = 0
    while source < length {
      var byte = bytes[source]
      if byte == backslash, let plain = plain(bytes[source + 1]) {
        byte = plain
        source += 1
      }
      bytes[target] = byte
      target += 1
      source += 1
    }
    bytes[target] = 0
  }

  private static func plain(_ escaped: UInt8) -> UInt8? {
    switch escaped {
    case backslash: backslash
    case UInt8(ascii: "n"): lineEnd
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    default: nil
    }
  }
}
