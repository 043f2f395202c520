internal import PodiumCore

/// The few forms of Markdown that the manual is made of.
enum MarkdownText {
  /// Prose in which nothing is taken for markup; `code` in backticks stays code where the backticks are paired.
  static func text(_ text: String) -> String {
    var parts = text.split(separator: "`", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count % 2 == 1 else { return escaped(text.replacing("`", with: "\\`")) }
    for place in stride(from: 0, to: parts.count, by: 2) { parts[place] = escaped(parts[place]) }
    return parts.joined(separator: "`")
  }

  /// A name, a key or a value as code.
  static func code(_ text: String) -> String {
    let fence = text.contains("`") ? "``" : "`"
    let room = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + room + text + room + fence
  }

  /// Lines as they are typed or printed.
  static func block(_ lines: [String], _ language: String = "") -> String {
    let longest = lines.map { $0.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence + language] + lines + [fence]).joined(separator: "\n")
  }

  /// A table; cells are Markdown already.
  static func table(_ heads: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.map(cell).joined(separator: " | ") + " |" }
    return ([line(heads), "|" + String(repeating: "---|", count: heads.count)] + rows.map(line)).joined(separator: "\n")
  }

  /// The anchor that code hosts give a heading: lower case, spaces as hyphens, other signs dropped.
  static func anchor(_ heading: String) -> String {
    String(
      heading.lowercased().compactMap { sign in
        sign == " " ? "-" : sign.isLetter || sign.isNumber || sign == "-" || sign == "_" ? sign : nil
      })
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for sign in text {
      if "\\*<[]".contains(sign) { out.append("\\") }
      out.append(sign)
    }
    return out
  }
}
