internal import PodiumCore

/// What a word beside the teams says of a match, in the languages of the headings.
enum FixtureWord: Equatable {
  case played
  case open
  /// Under way: a score beside it is not final.
  case running
  /// Stopped where it has a score, and otherwise not begun.
  case suspended
  case state(MatchState)
  /// Won by a side that is named, or not.
  case won(StoredMatch.Winner)
  case walkover(StoredMatch.Winner?)
  /// The score that a body decreed.
  case decreed

  /// `Postponed`, `Abbruch`, `Aplazado (lluvia)`, `Nichtantritt Gast`, `67'`; nil for other words.
  init?(_ text: String) {
    if text.isEmpty { return nil }
    // A reason may follow: `Postponed - Waterlogged Pitch`.
    let end = ["(", " - ", " – ", ":", ",", "/"].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    var opening = end.flatMap { FixtureWord.whole(String(text[..<$0])) }
    let rest = end.map { String(text[$0...]) } ?? ""
    // The score that follows counts: `FT 2-1`, `W.O. (3-0)`.
    switch opening {
    case .played? where rest.contains(where: \.isNumber): opening = nil
    case .walkover?, .decreed?: opening = TextScore.first(in: rest) == nil ? opening : nil
    default: break
    }
    guard let word = FixtureWord.whole(text) ?? opening ?? FixtureWord.fate(text) else { return nil }
    self = word
  }

  /// What became of a match, as the first of several words says it: `abandoned 67'`, `postponed due to snow`; nil for others,
  /// and beside a score.
  private static func fate(_ text: String) -> FixtureWord? {
    guard let first = text.split(separator: " ").first, TextScore.first(in: text) == nil else { return nil }
    return switch whole(String(first)) {
    case .state(let state)?: .state(state)
    case .suspended?: .suspended
    case .walkover(let winner)?: .walkover(winner)
    case .decreed?: .decreed
    default: nil
    }
  }

  /// What a letter says beside a score alone: `2:0 U`, `3 - 0 F`; nil for other words.
  init?(besideScore text: String) {
    guard let word = FixtureWord.letters[text.lowercased().filter { $0 != "." }] else { return nil }
    self = word
  }

  private static func whole(_ text: String) -> FixtureWord? {
    var lower = text.lowercased().trimmed
    if let word = words[lower] { return word }
    // `P - P` and `VOID - VOID` have a word in place of each side's goals.
    let sides = lower.replacing(" - ", with: "-")
    if let word = words[sides] { return word }
    let halves = sides.split(separator: "-")
    if halves.count == 2, halves[0] == halves[1], let word = words[String(halves[0])] { return word }
    if TextScore.isWalkover(lower) { return .walkover(nil) }
    if lower.hasSuffix("'"), lower.dropLast().allSatisfy({ $0.isNumber || $0 == "+" }), lower.count < 8 {
      return .running
    }
    if lower.hasSuffix(".") { lower.removeLast() }
    if let word = words[lower] { return word }
    let parts = lower.split { " -".contains($0) }.map(String.init)
    guard parts.count == 2 else { return nil }
    for (side, kind) in [(parts[0], parts[1]), (parts[1], parts[0])] {
      guard let winner = winners[side] else { continue }
      if ["win", "sieg", "w"].contains(kind) { return .won(winner) }
      if TextScore.isWalkover(kind) { return .walkover(winner) }
      // The side that does not come loses.
      if ["nichtantritt", "incomparecencia", "no-show"].contains(kind) {
        return .walkover(winner == .home ? .away : .home)
      }
    }
    return nil
  }

  private static let winners = FixtureLanguages.meanings("side").compactMapValues { StoredMatch.Winner(rawValue: $0) }

  private static let plain: [String: FixtureWord] = [
    "played": .played, "open": .open, "running": .running, "suspended": .suspended, "walkover": .walkover(nil),
    "decreed": .decreed,
  ]
  private static let words = FixtureLanguages.meanings("word").compactMapValues(word)
  private static let letters = FixtureLanguages.meanings("beside").compactMapValues(word)

  private static func word(_ meaning: String) -> FixtureWord? {
    plain[meaning] ?? MatchState(rawValue: meaning).map { FixtureWord.state($0) }
  }

  /// Takes it into a match, with the score that the match has.
  func apply(to match: inout SourceMatch) {
    func clear(_ state: MatchState) {
      (match.state, match.fullTime, match.halfTime, match.extraTime, match.penalties) = (state, nil, nil, nil, nil)
    }
    switch self {
    case .played, .open: break
    case .running: clear(.scheduled)
    case .suspended: clear(match.score == nil ? .postponed : .abandoned)
    case .state(let state): clear(state)
    case .won(let winner):
      // Beside a score it says what the score does.
      if match.score == nil { (match.state, match.winner) = (.awarded, winner) }
    case .walkover(let winner):
      match.state = .awarded
      if match.score == nil { match.winner = winner ?? match.winner }
    case .decreed: if match.score != nil { match.state = .awarded }
    }
  }
}

extension FixtureWord {
  /// A cell whose words for extra time and shoot-outs are those of scores: `2-1 aet` of `2-1 nach Verlängerung`.
  static func marked(_ cell: String) -> String {
    guard cell.contains(where: \.isLetter) else { return cell }
    var text = cell.lowercased()
    for (phrase, mark) in marks where text.contains(phrase) { text = text.replacing(phrase, with: mark) }
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let bare = word.filter { !"(),".contains($0) }
      guard let mark = abbreviations[bare] ?? abbreviations[bare.filter { $0 != "." }] else { return String(word) }
      return (word.hasPrefix("(") ? "(" : "") + mark + (word.hasSuffix(")") ? ")" : "")
    }
    // `(4 pen 3)` is `(4-3 pen)`.
    let between = words.indices.dropFirst().dropLast().first { place in
      words[place] == "pen" && words[place - 1].last?.isNumber == true && words[place + 1].first?.isNumber == true
        && !words[place - 1].contains("-") && !words[place + 1].contains("-")
    }
    if let between {
      let (last, isClosed) = (words[between + 1], words[between + 1].hasSuffix(")"))
      words[(between - 1)...(between + 1)] = [
        words[between - 1] + "-" + (isClosed ? String(last.dropLast()) : last), isClosed ? "pen)" : "pen",
      ]
    }
    return words.joined(separator: " ")
  }

  /// What counts as a whole word alone: `d.c.r.`, with its dots or without.
  private static let abbreviations = FixtureLanguages.meanings("short")

  /// The longer ones first.
  private static let marks = FixtureLanguages.meanings("mark").map { (phrase: $0, mark: $1) }
    .sorted { ($1.phrase.utf8.count, $0.phrase) < ($0.phrase.utf8.count, $1.phrase) }
}
