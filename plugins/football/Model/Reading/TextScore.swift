internal import PodiumCore

/// A score in a text: `2-1`, `2-1 (1-0)`, `3-4 pen 1-1 a.e.t. (1-1, 0-1)`.
public struct TextScore {
  let text: String
  let range: Range<String.Index>
  private var main: SourceMatch.Goals?
  private var afterExtra: SourceMatch.Goals?
  private var shootOut: SourceMatch.Goals?
  private var inner: [SourceMatch.Goals] = []

  /// The first score of a text, with what belongs to it; nil without one.
  init?(in text: String) {
    var place = text.startIndex
    var start: String.Index?
    var end = text.startIndex
    var pending: SourceMatch.Goals?
    scan: while place < text.endIndex {
      if text[place] == " " || text[place] == "," {
        place = text.index(after: place)
        continue
      }
      let word = text[place...].prefix { $0 != " " && $0 != "," }
      let next = text.index(place, offsetBy: word.count)
      if word.hasPrefix("("), start != nil, let close = text[place...].firstIndex(of: ")") {
        let list = text[text.index(after: place)..<close].split(separator: ",").map { TextScore.goals($0.trimmed) }
        guard list.allSatisfy({ $0 != nil }), !list.isEmpty else { break scan }
        inner = list.compactMap { $0 }
        place = text.index(after: close)
        end = place
        continue
      }
      if let goals = TextScore.goals(word) {
        if let waiting = pending { main = waiting }
        pending = goals
        if start == nil { start = place }
      } else if start != nil, TextScore.isShootOut(word) {
        shootOut = pending
        pending = nil
      } else if start != nil, TextScore.isExtraTime(word) {
        afterExtra = pending ?? main
        pending = nil
      } else if start != nil {
        break scan
      }
      if start != nil { end = next }
      place = next
    }
    guard let start else { return nil }
    if let pending, main == nil, afterExtra == nil || shootOut != nil || inner.isEmpty { main = pending }
    if afterExtra != nil, main == afterExtra { main = nil }
    range = start..<end
    self.text = String(text[start..<end]).trimmed
  }

  /// The first `2-1` in a text.
  static func first(in text: String) -> SourceMatch.Goals? {
    text.split { " ,;()[]".contains($0) }.lazy.compactMap { goals($0) }.first
  }

  /// `2-1`, also with a dash or a colon between the numbers.
  public static func goals(_ word: some StringProtocol) -> SourceMatch.Goals? {
    let parts = word.split(omittingEmptySubsequences: false) { "-–:−".contains($0) }
    func number(_ part: some StringProtocol) -> Int? {
      (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(String(part)) : nil
    }
    guard parts.count == 2, let home = number(parts[0]), let away = number(parts[1]) else { return nil }
    return .init(home, away)
  }

  private static func isShootOut(_ word: some StringProtocol) -> Bool {
    ["pen", "pen.", "pens", "pens.", "p", "p."].contains(word.lowercased())
  }

  /// Golden and silver goals end extra time.
  private static func isExtraTime(_ word: some StringProtocol) -> Bool {
    ["aet", "aet.", "a.e.t.", "a.e.t", "asdet", "a.s.d.e.t.", "gg", "g.g.", "sdet", "agg", "asg"]
      .contains(word.lowercased())
  }

  /// Writes the score into a match; false where its parts contradict each other.
  func apply(to match: inout SourceMatch) -> Bool {
    match.penalties = shootOut
    if let afterExtra {
      match.extraTime = afterExtra
      // `(90 minutes, half-time)`
      match.fullTime = inner.first
      match.halfTime = inner.count > 1 ? inner[1] : nil
    } else {
      match.fullTime = main
      match.halfTime = inner.first
    }
    func isWithin(_ a: SourceMatch.Goals?, _ b: SourceMatch.Goals?) -> Bool {
      guard let a, let b else { return true }
      return a.home <= b.home && a.away <= b.away
    }
    return isWithin(match.halfTime, match.fullTime) && isWithin(match.fullTime, match.extraTime)
      && isWithin(match.halfTime, match.extraTime)
  }
}

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
      } else if name.isEmpty, !found.isEmpty, isMark(word) {
        _ = mark(word, &found[found.count - 1])
      } else {
        name.append(word)
      }
    }
    return name.isEmpty ? found : nil
  }

  private static func bare(_ mark: Substring) -> String { String(mark.lowercased().filter { $0.isLetter }) }

  private static func isMark(_ word: Substring) -> Bool { ["p", "pen", "og", "o"].contains(bare(word)) }

  /// Notes `pen` or `og` after a minute; false for anything else.
  private static func mark(_ text: Substring, _ scorer: inout SourceMatch.Scorer) -> Bool {
    switch bare(text) {
    case "": return true
    case "p", "pen": scorer.isPenalty = true
    case "og", "o": scorer.isOwnGoal = true
    default: return false
    }
    return true
  }
}
