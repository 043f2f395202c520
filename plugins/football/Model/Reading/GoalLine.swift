internal import PodiumCore

/// The goals of a match in parentheses: `(Neymar 29', 71'pen Oscar 90+1'; Marcelo 11' og)`.
enum GoalLine {
  /// The goals, the home side's before the semicolon; nil for a text that cannot be read.
  static func scorers(_ text: String, score: SourceMatch.Goals?) -> [SourceMatch.Scorer]? {
    var text = text.trimmed
    guard text.hasPrefix("(") else { return nil }
    text.removeFirst()
    if text.hasSuffix(")"), text.count(where: { $0 == ")" }) > text.count(where: { $0 == "(" }) { text.removeLast() }
    let halves = text.split(separator: ";", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    if halves.count == 2 {
      guard let home = side(halves[0], isHome: true), let away = side(halves[1], isHome: false) else { return nil }
      return home + away
    }
    // Without a semicolon all goals are of the only side that scored.
    guard let score, score.home == 0 || score.away == 0 else { return nil }
    return side(halves[0], isHome: score.home > 0)
  }

  private static func side(_ text: Substring, isHome: Bool) -> [SourceMatch.Scorer]? {
    var found: [SourceMatch.Scorer] = []
    var name: [Substring] = []
    var player = ""
    let trimmed = text.trimmed
    if trimmed == "-" || trimmed.isEmpty { return [] }
    for word in trimmed.split(whereSeparator: { " ,".contains($0) }) {
      if let first = word.first, first.isNumber {
        let digits = word.prefix { $0.isNumber || "'+’".contains($0) }
        guard let minute = MatchMinute(String(digits)) else { return nil }
        if !name.isEmpty {
          player = name.joined(separator: " ")
          name = []
        }
        guard !player.isEmpty else { return nil }
        found.append(.init(player, minute, isHome: isHome))
        guard mark(word.dropFirst(digits.count), &found[found.count - 1]) else { return nil }
      } else if name.isEmpty, !found.isEmpty, kinds[bare(word)] != nil {
        _ = mark(word, &found[found.count - 1])
      } else {
        name.append(word)
      }
    }
    return name.isEmpty ? found : nil
  }

  private static func bare(_ mark: Substring) -> String { String(mark.lowercased().filter { $0.isLetter }) }

  private static let kinds: [String: MatchReport.Kind] = [
    "p": .penaltyGoal, "pen": .penaltyGoal, "og": .ownGoal, "o": .ownGoal,
  ]

  /// Notes `pen` or `og` after a minute; false for anything else.
  private static func mark(_ text: Substring, _ scorer: inout SourceMatch.Scorer) -> Bool {
    let bare = bare(text)
    scorer.kind = kinds[bare] ?? scorer.kind
    return bare.isEmpty || kinds[bare] != nil
  }
}
