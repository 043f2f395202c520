internal import PodiumCore
internal import PodiumPlugin

extension TextStyle {
  /// A sentence broken at spaces to the width of the page.
  ///
  /// `hanging` puts the further lines under the second column of a list, where the line has one.
  func wrapped(_ text: String, hanging: Bool = false) -> [String] {
    guard let width, DisplayWidth.of(text) > width else { return [text] }
    let indent = String(repeating: " ", count: hanging ? TextStyle.secondColumn(text, limit: width / 2) : 2)
    var lines: [String] = []
    var line = String(text.prefix { $0 == " " })
    var isFresh = true
    for word in text.dropFirst(line.count).split(separator: " ", omittingEmptySubsequences: false) {
      if !isFresh, DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) > width {
        while line.hasSuffix(" ") { line.removeLast() }
        lines.append(line)
        line = indent + word
      } else {
        line += (isFresh ? "" : " ") + word
      }
      isFresh = false
    }
    return lines + [line]
  }

  /// Where the second column of a list begins: two spaces after the first word; else the line's indent.
  private static func secondColumn(_ text: String, limit: Int) -> Int {
    let start = text.prefix { $0 == " " }.count
    guard let gap = text.dropFirst(start).firstRange(of: "  ") else { return start }
    let column =
      text.distance(from: text.startIndex, to: gap.upperBound) + text[gap.upperBound...].prefix { $0 == " " }.count
    return column <= limit ? column : start + 2
  }
}
