internal import PodiumCore
public import PodiumPlugin

/// The prompt: the number of the next cell, and in a few words the table that commands go by.
///
/// `[7] podium> ` without a table, `[7] iris 150×5 → species> ` with one. It takes at most a third of the window and
/// never more than 40 columns: the size gives way first, then the ends of names, then the target.
public struct PromptText {
  /// The columns it may take in the widest window.
  static let limit = 40
  /// The length to which a name is cut before anything else is.
  private static let shortest = 6

  private let cellCount: Int
  private let style: Settings.Prompt
  private let current: Dataset?
  private let budget: Int
  private let isASCII: Bool

  /// Draws the prompt of a session.
  ///
  /// - Parameters:
  ///   - width: The columns of the window.
  ///   - isASCII: Whether the terminal may know no other characters.
  public init(_ session: Session, width: Int, isASCII: Bool = false) {
    self.init(session.cellCount, session.state.settings.prompt, session.state.current, width: width, isASCII: isASCII)
  }

  private init(_ cellCount: Int, _ style: Settings.Prompt, _ current: Dataset?, width: Int, isASCII: Bool) {
    (self.cellCount, self.style, self.current) = (cellCount, style, current)
    budget = min(PromptText.limit, width / 3)
    self.isASCII = isASCII
  }

  /// The prompt of a session that has run nothing, for a window of so many columns.
  public static func first(width: Int) -> String {
    PromptText(0, Settings().prompt, nil, width: width, isASCII: true).text
  }

  /// The text, with the space after it.
  public var text: String {
    if style == .short { return "podium> " }
    let number = "[\(cellCount + 1)] "
    guard let table = current else { return fit([number + "podium> "]) ?? number + "> " }
    let room = budget - number.count - 2
    let name = drawn(table.name)
    let size = " \(table.rowCountText)" + (isASCII ? "x" : "×") + "\(table.table.columns.count)"
    var forms: [String] = []
    // While rows are hidden, the count stays longer than anything else: it must not be forgotten.
    let hidden = table.filter == nil ? nil : cut(name, room - DisplayWidth.of(size)) + size
    if let target = table.target.map({ drawn($0.name) }) {
      let arrow = isASCII ? " -> " : " → "
      forms = [name + size + arrow + target, name + arrow + target]
      let left = room - arrow.count
      let kept = min(DisplayWidth.of(target), PromptText.shortest)
      if left - kept >= min(DisplayWidth.of(name), PromptText.shortest) {
        let short = cut(name, left - kept)
        forms.append(short + arrow + cut(target, left - DisplayWidth.of(short)))
      }
    } else {
      forms = [name + size]
    }
    if let hidden { forms = [forms[0], hidden] + forms.dropFirst() }
    forms.append(cut(name, room))
    return fit(forms.map { number + $0 + "> " }) ?? number + "> "
  }

  private func fit(_ forms: [String]) -> String? { forms.first { DisplayWidth.of($0) <= budget } }

  private func cut(_ name: String, _ width: Int) -> String {
    if DisplayWidth.of(name) <= width { return name }
    if width < 3 { return "" }
    return isASCII ? String(name.prefix(width - 2)) + ".." : name.cut(toWidth: width)
  }

  /// A name whose width every terminal knows: with a wrong width the line editor misplaces the cursor.
  private func drawn(_ name: String) -> String {
    var out = ""
    for cluster in SafeText.escape(name) {
      let scalars = cluster.unicodeScalars
      let isPlain =
        isASCII
        ? cluster.isASCII : scalars.reduce(0) { $0 + DisplayWidth.of(Character($1)) } == DisplayWidth.of(cluster)
      out += isPlain && !scalars.contains(where: \.properties.isJoinControl) ? String(cluster) : "?"
    }
    return out
  }
}
