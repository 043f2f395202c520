/// Commands that come from elsewhere, with what was copied along.
public enum PastedText {
  /// The most columns that a prompt takes (`PromptText`).
  private static let promptLimit = 40

  /// What was typed or pasted, without prompts that were copied along.
  ///
  /// `podium> `, `[7] podium> `, `[7] iris 150×5 → species> ` and `...> ` go at the beginning of a line, as often as
  /// they are there. Several lines of which the first has a prompt are a transcript: what has no prompt in
  /// it was printed by commands and is left out.
  public static func withoutPrompts(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }), let first = rest(of: lines[start])
    else { return text }
    var kept = [first]
    for line in lines[(start + 1)...] {
      if let typed = rest(of: line) { kept.append(typed) }
    }
    return kept.joined(separator: "\n")
  }

  /// The text of a script file without a byte order mark and without prompts that were copied along; where its first line has one, lines that have none were printed, and
  /// become empty so that the others keep their numbers.
  public static func script(_ text: String) -> String {
    let text = withoutMark(text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }), rest(of: start) != nil else {
      return text
    }
    return lines.map { rest(of: $0) ?? "" }.joined(separator: "\n")
  }

  /// The text without a byte order mark.
  public static func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// The text after the prompts of a line; nil where it begins with none.
  public static func rest(of line: Substring) -> String? {
    var line = line
    var hasPrompt = false
    while let end = endOfPrompt(line) {
      hasPrompt = true
      line = line[end...]
    }
    return hasPrompt ? String(line) : nil
  }

  private static func endOfPrompt(_ line: Substring) -> Substring.Index? {
    let text = line.drop { $0 == " " }
    for word in ["podium>", "...>"] where text.hasPrefix(word) {
      let end = text.index(text.startIndex, offsetBy: word.count)
      // `podium>x` was typed by hand; a copied prompt may have lost the space at a line's end.
      if end == text.endIndex { return end }
      return text[end] == " " ? text.index(after: end) : nil
    }
    guard text.first == "[", let bracket = text.firstIndex(of: "]") else { return nil }
    let number = text[..<bracket].dropFirst()
    guard !number.isEmpty, number.count < 10, number.allSatisfy({ "0"..."9" ~= $0 }) else { return nil }
    var place = text.index(after: bracket)
    var columns = 0
    while place < text.endIndex, columns <= promptLimit {
      let next = text.index(after: place)
      // The arrow of a terminal without other characters is `->`.
      if text[place] == ">", text[text.index(before: place)] != "-" {
        if next == text.endIndex { return next }
        if text[next] == " " { return text.index(after: next) }
      }
      place = next
      columns += 1
    }
    return nil
  }
}
