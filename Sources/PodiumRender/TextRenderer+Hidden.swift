internal import PodiumCore
internal import PodiumPlugin

extension TextRenderer {
  /// The columns for which there was no room, and the command that shows them, cut to two lines where there is a width.
  static func footer(hidden names: [String], of count: Int, _ chooser: String, width: Int?) -> String {
    let start = "\(names.count) of \(count.counted("column")) not shown: "
    func text(_ shown: Int) -> String {
      let list = names.prefix(shown)
      let rest = shown < names.count ? ", …" : ""
      // `…` in a name is where it was cut, so it cannot be typed.
      if list.contains(where: { $0.hasSuffix("…") }) {
        return start + list.joined(separator: ", ") + rest + "; 'set format=vertical' or 'to FILE' shows all"
      }
      let typed = list.map { isPlain($0) ? $0 : Session.quote($0) }.joined(separator: ",")
      let what = rest.isEmpty ? (names.count == 1 ? "it" : "them") : "these"
      return start + list.joined(separator: ", ") + rest + "; \(chooser) columns=\(typed) shows \(what)"
    }
    var shown = min(names.count, 12)
    func fits(_ width: Int) -> Bool {
      // A line is broken at spaces, and what is typed has none.
      let longest = text(shown).split(separator: " ").map { DisplayWidth.of(String($0)) }.max() ?? 0
      return longest <= width - 2 && DisplayWidth.of(text(shown)) <= 2 * width - 10
    }
    while shown > 1, let width, !fits(width) { shown -= 1 }
    return text(shown)
  }

  /// Whether a name may be typed in a list as it is.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0) }
  }
}
