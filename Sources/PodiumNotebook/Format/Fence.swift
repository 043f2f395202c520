internal import PodiumCore

/// The opening line of a fenced block.
struct Fence {
  let mark: Character
  let ticks: Int
  let language: String
  /// What follows the language, without surrounding spaces.
  let rest: Substring

  init?(_ line: Substring) {
    let text = TextLines.bare(line)
    guard let first = text.first, first == "`" || first == "~" else { return nil }
    mark = first
    ticks = text.prefix { $0 == first }.count
    let info = text.dropFirst(ticks)
    // After backticks, an info string must not contain a backtick: such a line is inline code.
    guard ticks >= 3, first == "~" || !info.contains("`") else { return nil }
    let trimmed = info.drop { $0 == " " || $0 == "\t" }
    // Only backticks make a cell: a block between tildes is shown, not run.
    language = first == "~" ? "" : String(trimmed.prefix { $0 != " " && $0 != "\t" && $0 != "{" })
    var rest = trimmed.dropFirst(language.count).drop { $0 == " " || $0 == "\t" }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    self.rest = rest
  }

  /// The text between the braces after the language; nil if there are none.
  var braces: Substring? {
    rest.first == "{" && rest.last == "}" && rest.count >= 2 ? rest.dropFirst().dropLast() : nil
  }

  /// Whether it holds a recorded output if it follows a cell.
  var isRecorded: Bool {
    RecordedOutput.Kind(rawValue: language).map { $0 != .json || braces != nil } ?? false
  }

  /// The text of a cell's options.
  func options() throws(Diagnostic) -> Substring {
    if rest.isEmpty { return "" }
    guard let braces else {
      throw Diagnostic(
        "unknown-cell-option", "'\(String(rest).cut(toWidth: 40))' is not a list of cell options",
        help: "write options in braces, as in: ```podium {expect=error}")
    }
    return braces
  }

  func isClosed(by line: Substring) -> Bool {
    let bare = TextLines.bare(line)
    // Markdown allows up to three spaces before a closing fence.
    guard let start = bare.prefix(4).firstIndex(where: { $0 != " " }) else { return false }
    var text = bare[start...]
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text.count >= ticks && text.allSatisfy { $0 == mark }
  }
}
