internal import PodiumCore

/// A score in a text: `2-1`, `2-1 (1-0)`, `3-4 pen 1-1 a.e.t. (1-1, 0-1)`, `0:0 0:0nV 2:4iE`, `0-0 (aet, 4-2 pen)`.
public struct TextScore {
  /// What a word after goals says of them.
  enum Mark {
    case extraTime
    case shootOut
    /// The goals of two matches together, which are those of neither.
    case aggregate
    /// `HT` before goals in parentheses.
    case halfTime
  }

  struct Part {
    let goals: SourceMatch.Goals
    var mark: Mark?
  }

  /// What parentheses hold: goals with their marks, and a mark alone, which is one of the goals before.
  struct Group {
    var parts: [Part] = []
    var isAfterExtra = false
  }

  public private(set) var text = ""
  private var outside: [Part] = []
  private var inside: [Part] = []
  private var isAfterExtra = false

  init() {}

  /// The score that a whole cell holds: `2 - 1`, `2-1 (1-0)`, `2 - 2 (aet)`; nil where it holds anything else.
  public init?(cell: String) {
    var text = cell
    for sign in ["-", "–", "−", ":"] { text = text.replacing(" \(sign) ", with: sign) }
    text = text.replacing("( ", with: "(").replacing(" )", with: ")").replacing("(", with: " (")
    var rest = text.trimmed[...]
    while !rest.isEmpty {
      let word: Substring
      if rest.hasPrefix("(") {
        guard let close = rest.firstIndex(of: ")"), let group = TextScore.group(rest[..<close].dropFirst()) else {
          return nil
        }
        word = rest[...close]
        add(group, word)
      } else {
        word = rest.prefix { $0 != " " }
        if let part = TextScore.part(word) {
          add(part, word)
        } else {
          guard let mark = TextScore.mark(word), add(mark, word) else { return nil }
        }
      }
      rest = rest[word.endIndex...].drop { $0 == " " || $0 == "," }
    }
    if outside.isEmpty { return nil }
  }

  /// `W.O.` in its spellings: awarded, to a side that is not named yet.
  public static func isWalkover(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "w") else { return false }
    return ["w.o.", "wo", "w.o", "walkover", "w-o"].contains(text.lowercased())
  }

  var isEmpty: Bool { outside.isEmpty && inside.isEmpty }

  /// The score that is written first.
  var first: SourceMatch.Goals? { outside.first?.goals }

  mutating func add(_ part: Part, _ written: some StringProtocol) {
    outside.append(part)
    write(written)
  }

  /// A mark of the goals before it; false where they have one already.
  mutating func add(_ mark: Mark, _ written: some StringProtocol) -> Bool {
    guard let last = outside.indices.last, outside[last].mark == nil else { return false }
    outside[last].mark = mark
    write(written)
    return true
  }

  mutating func add(_ group: Group, _ written: some StringProtocol) {
    inside += group.parts
    isAfterExtra = isAfterExtra || group.isAfterExtra
    write(written)
  }

  private mutating func write(_ written: some StringProtocol) { text += (text.isEmpty ? "" : " ") + written }

  /// `2-1`, also with a dash or a colon between the numbers.
  public static func goals(_ word: some StringProtocol) -> SourceMatch.Goals? {
    let parts = word.split(omittingEmptySubsequences: false) { "-–:−".contains($0) }
    func number(_ part: some StringProtocol) -> Int? {
      (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(String(part)) : nil
    }
    guard parts.count == 2, let home = number(parts[0]), let away = number(parts[1]) else { return nil }
    return .init(home, away)
  }

  /// The first `2-1` in a text.
  static func first(in text: String) -> SourceMatch.Goals? {
    text.split { " ,;()[]".contains($0) }.lazy.compactMap { goals($0) }.first
  }

  /// `2-1`, or with its mark: `1-1aet`, `4-2pen`, `0:0nV`.
  static func part(_ word: some StringProtocol) -> Part? {
    guard let end = word.lastIndex(where: \.isNumber), let goals = goals(word[...end]) else { return nil }
    let rest = word[word.index(after: end)...].drop { $0 == "," }
    if rest.isEmpty { return Part(goals: goals) }
    return mark(rest).map { Part(goals: goals, mark: $0) }
  }

  /// `aet`, `a.e.t.`, `n.V.`, `pen.`; golden and silver goals end extra time.
  static func mark(_ word: some StringProtocol) -> Mark? {
    marks[String(word.lowercased().filter { !".,".contains($0) })]
  }

  private static let marks: [String: Mark] = [
    "aet": .extraTime, "asdet": .extraTime, "sdet": .extraTime, "gg": .extraTime, "asg": .extraTime, "sg": .extraTime,
    "nv": .extraTime, "pen": .shootOut, "pens": .shootOut, "p": .shootOut, "pso": .shootOut, "ie": .shootOut,
    "penalties": .shootOut, "agg": .aggregate,
  ]

  private static let halfTimes: Set<String> = ["ht", "hz", "half-time", "halftime"]

  /// The text between parentheses: `1-1, 0-1`, `HT 1-0`, `aet, 4-2 pen`, `aet/gg`, `agg 3-2`; nil where it is anything else.
  static func group(_ text: some StringProtocol) -> Group? {
    var group = Group()
    for item in text.split(separator: ",") {
      let all = item.split { " /".contains($0) }
      let words = all.filter { !halfTimes.contains($0.lowercased().filter { !".:".contains($0) }) }
      let parts = words.compactMap { part($0) }
      let marks = words.compactMap { mark($0) }
      guard parts.count <= 1, parts.count + marks.count == words.count else { return nil }
      if var part = parts.first {
        if part.mark == nil { part.mark = words.count < all.count ? .halfTime : marks.first }
        group.parts.append(part)
      } else if marks.contains(.extraTime) {
        group.isAfterExtra = true
      } else {
        return nil
      }
    }
    return group.parts.isEmpty && !group.isAfterExtra ? nil : group
  }

  /// Writes the score into a match; false where its parts contradict each other, or it is unclear which is which.
  public func apply(to match: inout SourceMatch) -> Bool {
    let parts = (outside + inside).filter { $0.mark != .aggregate }
    var open = outside.filter { $0.mark == nil }.map(\.goals)
    let inner = inside.filter { $0.mark == nil }.map(\.goals)
    match.penalties = parts.first { $0.mark == .shootOut }?.goals
    match.extraTime = parts.first { $0.mark == .extraTime }?.goals
    if isAfterExtra, match.extraTime == nil, !open.isEmpty { match.extraTime = open.removeFirst() }
    // `(90 minutes, half-time)` after a score of extra time or of a shoot-out, `(half-time)` after one of 90 minutes.
    let isLonger = match.extraTime != nil || match.penalties != nil
    match.fullTime = open.first ?? (isLonger ? inner.first : nil)
    match.halfTime =
      parts.first { $0.mark == .halfTime }?.goals ?? (open.isEmpty ? (inner.count > 1 ? inner[1] : nil) : inner.first)
    // `1:1 0:0nV 4:5iE` has the goals of extra time alone: those before it and in it are level.
    if match.penalties != nil, let full = match.fullTime, let extra = match.extraTime, full.home == full.away,
      extra.home == extra.away, !full.isWithin(extra)
    {
      match.extraTime = .init(full.home + extra.home, full.away + extra.away)
    }
    func isWithin(_ a: SourceMatch.Goals?, _ b: SourceMatch.Goals?) -> Bool {
      a.flatMap { a in b.map(a.isWithin) } ?? true
    }
    return open.count <= 1 && isWithin(match.halfTime, match.fullTime) && isWithin(match.fullTime, match.extraTime)
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

/// The line of football.txt that begins a round, a group or a stage: `▪ Group A`, `Matchday 3`, `(16) Round of 16`.
struct TextRound {
  /// Nil where the line names a group alone.
  var round: String?
  var group: String?
  /// Whether the line only declares: `Group A | Brazil …`, `Matchday 1 | Thu Jun 12`.
  var isDeclaration = false

  private static let marks = ["▪", "»", "::", "•"]
  private static let openings = [
    "matchday", "round", "group", "quarter-final", "semi-final", "final", "third-place", "third place", "match for",
    "play-off", "playoff", "runde", "spieltag", "omgång",
  ]
  private static let words: Set<String> = [
    "matchday", "round", "rounds", "final", "finals", "semifinal", "semifinals", "quarterfinal", "quarterfinals",
    "playoff", "playoffs", "replay", "replays", "runde", "spieltag", "omgång", "leg", "stage", "phase", "zone",
    "conference", "region",
  ]
  /// More words are a sentence.
  private static let longest = 8

  /// Nil for other lines. A line without a mark has no score, minute or `v`.
  init?(_ text: String) {
    let isMarked = TextRound.marks.contains { text.hasPrefix($0) }
    var name = isMarked ? String(text.drop { "▪»:• ".contains($0) }).trimmed : text
    // What follows are the days: `Round of 16 // 17-18 February`.
    if let cut = name.firstRange(of: "//") { name = String(name[..<cut.lowerBound]).trimmed }
    if name.hasSuffix(":") { name = String(name.dropLast()).trimmed }
    guard isMarked || TextRound.isRound(name) else { return nil }
    isDeclaration = name.contains("|")
    let parts = name.split { "/,".contains($0) }.map { $0.trimmed }
    let isFraction = parts.first.map { $0.count == 1 && $0.allSatisfy(\.isNumber) } ?? false
    for part in isFraction ? [name] : parts {
      if part.lowercased().hasPrefix("group") || part.lowercased().hasPrefix("gruppe") {
        group = part
      } else {
        round = round.map { $0 + ", " + part } ?? part
      }
    }
    if round == nil, group == nil { return nil }
  }

  private static func isRound(_ name: String) -> Bool {
    let words = name.split(separator: " ")
    let lower = name.lowercased()
    guard (1...longest).contains(words.count), !name.contains("\t"), !name.contains(";"),
      !words.contains(where: { TextScore.part($0) != nil || TeamText.isMinute($0) || ["v", "vs", "vs."].contains($0) })
    else { return false }
    if openings.contains(where: lower.hasPrefix) { return true }
    // Two teams may be on both sides of a dash.
    let left = lower.firstRange(of: " - ").map { lower[..<$0.lowerBound] } ?? lower[...]
    return left.split { !$0.isLetter }.contains { TextRound.words.contains(String($0)) }
  }
}
