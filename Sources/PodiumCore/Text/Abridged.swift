/// A name, cell or value of any length as a message repeats it: at most 60 characters, then `…` and the full length.
///
/// All of it is linear in the length of the text, and what is already abridged stays as it is.
public enum Abridged {
  /// The maximum number of characters of a text that a message repeats.
  public static let limit = 60
  /// The maximum number of bytes of a path in quotes, of which the end is the most informative part.
  public static let pathLimit = 240
  /// The maximum number of characters of a whole message.
  public static let messageLimit = 4000

  /// The text, or its beginning with `…` and its length: `abc… (31457280 characters)`.
  public static func text(_ text: String) -> String {
    guard let (start, length) = parts(text) else { return text }
    return joined(start, length)
  }

  /// The text in single quotes, then its length: `'abc…' (31457280 characters)`.
  public static func quoted(_ text: String) -> String {
    if let (start, note) = split(text) { return "'" + start + "…' " + note }
    guard let (start, length) = parts(text) else { return "'" + text + "'" }
    return "'" + start + "…' (" + length.counted("character") + ")"
  }

  /// The beginning of a text that is too long, and how many characters the whole has; nil where it is short enough.
  public static func parts(_ text: String) -> (start: String, length: Int)? {
    guard text.utf8.count > limit, split(text) == nil else { return nil }
    // A character may be as long as the text: its scalars are bounded too.
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text.unicodeScalars.prefix(limit * 4))
    let head = String(view)
    let start = head.prefix(limit)
    if start.endIndex == head.endIndex, head.utf8.count == text.utf8.count { return nil }
    return (String(start), length(of: text))
  }

  /// The beginning of bytes of UTF-8 that are too many for a message, with their length; the rest is not copied.
  public static func text(utf8 bytes: Span<UInt8>) -> String {
    var stop = min(bytes.count, limit * 4)
    while stop < bytes.count, stop > 0, bytes[stop] & 0xC0 == 0x80 { stop -= 1 }
    let head = bytes.extracting(0..<stop).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    if stop == bytes.count { return text(head) }
    var length = 0
    for i in 0..<bytes.count where bytes[i] & 0xC0 != 0x80 { length += 1 }
    return joined(String(head.prefix(limit)), length)
  }

  /// A message in which every text in single quotes is abridged, and the whole where it still is too long.
  ///
  /// This is a safety net: code that quotes a cell abridges it there, where its ends are known.
  public static func message(_ message: String) -> String {
    guard message.utf8.count > limit else { return message }
    var message = message
    let quoted = message.withUTF8(longQuotes)
    if !quoted.isEmpty { message = replacing(quoted, in: message) }
    guard message.utf8.count > messageLimit, message.unicodeScalars.dropFirst(messageLimit).first != nil else {
      return message
    }
    if message.hasSuffix("characters)"), message.utf8.count < messageLimit * 4 + 64 { return message }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: message.unicodeScalars.prefix(messageLimit))
    return joined(String(view), length(of: message))
  }

  private static func joined(_ start: String, _ length: Int) -> String {
    start + "… (" + length.counted("character") + ")"
  }

  /// What an abridged text begins with, and the note of its length; nil for any other text.
  private static func split(_ text: String) -> (start: Substring, note: Substring)? {
    guard text.utf8.count <= limit * 17 + 64, text.hasSuffix(" characters)"),
      let mark = text.lastIndex(of: "…")
    else { return nil }
    let start = text[..<mark]
    let note = text[text.index(after: mark)...].dropFirst()
    guard note.hasPrefix("("), note.dropFirst().prefix(while: { "0"..."9" ~= $0 }).count > 0, start.count <= limit
    else { return nil }
    return (start, note)
  }

  /// Characters as people count them; for very long texts code points, which need no tables.
  private static func length(of text: String) -> Int {
    text.utf8.count <= 1 << 16 ? text.count : text.utf8.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }

  /// The places in bytes of texts between single quotes that are longer than the limit.
  private static func longQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    func isBorder(_ place: Int) -> Bool {
      guard place >= 0, place < bytes.count else { return true }
      let byte = bytes[place]
      return byte < 0x80 && byte != 0x27 && byte != 0x5F && !(0x30...0x39 ~= byte) && !(0x41...0x5A ~= byte & 0xDF)
    }
    var found: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      guard bytes[place] == 0x27, isBorder(place - 1) else {
        place += 1
        continue
      }
      var close = place + 1
      while close < bytes.count, !(bytes[close] == 0x27 && isBorder(close + 1)) { close += 1 }
      // No closing quote follows this place.
      guard close < bytes.count else { break }
      if close - place - 1 > limit { found.append((place + 1)..<close) }
      place = close + 1
    }
    return found
  }

  /// Whether a text is a path or an address of a usual length; code that quotes a cell abridges it without this check.
  private static func isPath(_ text: Substring) -> Bool {
    text.utf8.count <= pathLimit && text.utf8.contains(0x2F) && !text.utf8.contains(0x20) && !text.utf8.contains(0x0A)
  }

  private static func replacing(_ quotes: [Range<Int>], in message: String) -> String {
    let bytes = message.utf8
    var out = ""
    var last = bytes.startIndex
    for range in quotes {
      let from = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
      let to = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
      let inner = message[from..<to]
      // `'abc…' (100 characters)` was abridged where it was quoted.
      guard !isPath(inner), !(inner.hasSuffix("…") && inner.utf8.count <= limit * 17),
        let (start, length) = parts(String(inner))
      else {
        continue
      }
      out += message[last..<from] + start + "…' (" + length.counted("character") + ")"
      last = bytes.index(after: to)
    }
    return last == bytes.startIndex ? message : out + message[last...]
  }
}
