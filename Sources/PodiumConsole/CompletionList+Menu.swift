import PodiumCore

extension CompletionList {
  /// The longest text all candidates begin with.
  var commonPrefix: String {
    guard var common = candidates.first.map({ Array($0.text.unicodeScalars) }) else { return "" }
    for candidate in candidates.dropFirst() {
      let equal = zip(common, candidate.text.unicodeScalars).prefix { $0 == $1 }.count
      common.removeSubrange(equal...)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: common)
    return String(text)
  }

  /// The same without candidates that have a control, bidirectional or invisible character: readline lists and inserts
  /// texts as they are.
  var visible: CompletionList {
    CompletionList(from: start, candidates.filter { SafeText.isVisible($0.text) })
  }

  /// The lines of the list shown at the second Tab: texts and notes in two columns, cut to the terminal.
  func menu(columns: Int) -> [String] {
    let widest = candidates.map { DisplayWidth.of($0.text) }.max() ?? 0
    let column = min(widest, max(columns / 2, 8))
    return candidates.map { candidate in
      let gap = String(repeating: " ", count: max(column - DisplayWidth.of(candidate.text), 0) + 2)
      let note = SafeText.escape(candidate.note ?? "")
      return (candidate.text + gap + note).cut(toWidth: columns - 1)
    }
  }
}
