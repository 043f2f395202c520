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

  /// The score that a whole cell holds: `2 - 1`, `2-1 (1-0)`, `2 - 2 (aet)`, `2 x 1`; nil where it holds anything else.
  public init?(cell: String) {
    var text = TextScore.besideGoals(cell) ?? cell.replacing(" x ", with: "-")
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

  /// `1-1 (4-3 pen)` of `1 (4) - 1 (3)` and of `(4) 1-1 (3)`; nil for other texts, and where the inner goals may be those at
  /// half-time.
  private static func besideGoals(_ cell: String) -> String? {
    let numbers = cell.split { !$0.isNumber }.compactMap { Int($0) }
    let signs = cell.filter { !$0.isNumber && $0 != " " }
    guard numbers.count == 4, ["()-()", "()–()", "()−()", "():()"].contains(signs) else { return nil }
    let (goals, shots) =
      cell.hasPrefix("(")
      ? (Array(numbers[1...2]), [numbers[0], numbers[3]]) : ([numbers[0], numbers[2]], [numbers[1], numbers[3]])
    guard let each = goals.first, goals.last == each, shots[0] != shots[1], shots.contains(where: { $0 > each }) else {
      return nil
    }
    return "\(each)-\(each) (\(shots[0])-\(shots[1]) pen)"
  }

  /// `W.O.` in its spellings: awarded, to a side that is not named yet.
  public static func isWalkover(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "w") else { return false }
    return ["w.o.", "wo", "w.o", "walkover", "w-o", "w/o"].contains(text.lowercased())
  }

  var isEmpty: Bool { outside.isEmpty && inside.isEmpty }

  /// The score that is written first.
  var first: SourceMatch.Goals? { outside.first?.goals }

  mutating func add(_ part: Part, _ written: some StringProtocol) {
    var part = part
    // `2-2 pso 5-4`: a shoot-out does not end level, so its mark is that of the goals after it.
    if part.mark == nil, part.goals.home != part.goals.away, let last = outside.last, last.mark == .shootOut,
      last.goals.home == last.goals.away
    {
      outside[outside.count - 1].mark = nil
      part.mark = .shootOut
    }
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
    let parts = word.split(omittingEmptySubsequences: false) { "-–:−x".contains($0) }
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
