internal import PodiumCore
internal import PodiumPlugin

extension TextStyle {
  /// A sentence broken at spaces to the width of the page; a word with no room in a line, such as a learner with its
  /// hyperparameters, after its commas and opening parentheses.
  ///
  /// `hanging` puts the further lines under the second column of a list, where the line has one.
  func wrapped(_ text: String, hanging: Bool = false) -> [String] {
    guard let width, DisplayWidth.of(text) > width else { return [text] }
    let indent = String(repeating: " ", count: hanging ? TextStyle.secondColumn(text, limit: width / 2) : 2)
    var lines: [String] = []
    var line = String(text.prefix { $0 == " " })
    var isFresh = true
    for word in text.dropFirst(line.count).split(separator: " ", omittingEmptySubsequences: false) {
      let isTooLong = DisplayWidth.of(indent) + DisplayWidth.of(String(word)) > width
      for (place, piece) in (isTooLong ? TextStyle.pieces(word) : [word]).enumerated() {
        let space = isFresh || place > 0 ? "" : " "
        if !isFresh, DisplayWidth.of(line) + space.count + DisplayWidth.of(String(piece)) > width {
          while line.hasSuffix(" ") { line.removeLast() }
          lines.append(line)
          line = indent + piece
        } else {
          line += space + piece
        }
        isFresh = false
      }
    }
    return lines + [line]
  }

  /// A word cut after each comma and opening parenthesis.
  private static func pieces(_ word: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var start = word.startIndex
    for place in word.indices where word[place] == "," || word[place] == "(" {
      let next = word.index(after: place)
      pieces.append(word[start..<next])
      start = next
    }
    if start < word.endIndex || pieces.isEmpty { pieces.append(word[start...]) }
    return pieces
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
