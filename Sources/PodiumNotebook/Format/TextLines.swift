/// The lines of a text with their line ends.
enum TextLines {
  /// The lines with their line feeds; the last may have none.
  static func split(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.utf8.startIndex
    var index = start
    // By bytes: CRLF is a single Character, and the line feed inside it must be found.
    while index != text.utf8.endIndex {
      let next = text.utf8.index(after: index)
      if text.utf8[index] == 0x0A {
        lines.append(text[start..<next])
        start = next
      }
      index = next
    }
    if start != text.endIndex { lines.append(text[start...]) }
    return lines
  }

  /// A line without its line end.
  static func bare(_ line: Substring) -> Substring {
    var bytes = line.utf8[...]
    if bytes.last == 0x0A { bytes = bytes.dropLast() }
    if bytes.last == 0x0D { bytes = bytes.dropLast() }
    return Substring(bytes)
  }
}
