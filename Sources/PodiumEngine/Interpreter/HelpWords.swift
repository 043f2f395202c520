internal import PodiumPlugin

/// What follows `?`, as words.
enum HelpWords {
  /// The text with `to` and other words of the language in quotes, unless a file follows that the page is written to.
  static func plain(_ text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count > 1, !text.contains(where: { "\"'|>".contains($0) }) else { return text }
    if words.count > 2, words[words.count - 2] == "to", words.last?.contains(".") ?? false { return text }
    return words.map { ["to", "as", "if", "in", "by"].contains($0) ? Session.quote(String($0)) : String($0) }
      .joined(separator: " ")
  }
}
