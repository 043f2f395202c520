internal import PodiumCore

/// A line of football.txt cut into what is known of it: number, day, time, ground, teams, score, state.
///
/// What is left over is never part of a name: `fault` says why the line is not a match.
public struct TextLine {
  private(set) var day: SourceDates.Written?
  private(set) var time: String?
  private(set) var offset: Int?
  /// Where it is played, after `@`.
  private(set) var ground: String?
  private(set) var teams: (home: String, away: String)?
  private(set) var score = TextScore()
  private(set) var state: MatchState?
  /// What square brackets hold, in lower case.
  private(set) var note: String?
  private(set) var fault: String?
  private(set) var isEmpty = false
  /// Whether it says that a team has no opponent.
  private(set) var isBye = false

  private struct Word {
    let text: Substring
    /// Whether two spaces or a tab are before it: two spaces separate, one does not.
    var isApart: Bool
  }

  private enum Item {
    case word(Word)
    case part(TextScore.Part, Word)
    case mark(TextScore.Mark, Word)
    case group(TextScore.Group, String)
    case state(MatchState, Word)
    case versus
    case dash

    var isApart: Bool {
      switch self {
      case .word(let word), .part(_, let word), .mark(_, let word), .state(_, let word): word.isApart
      case .group, .versus, .dash: false
      }
    }
  }

  /// Whether it begins with a day or a time, as a match does.
  var isOpened: Bool { day != nil || time != nil }

  init(_ text: String) {
    var words = TextLine.words(TextLine.withoutBrackets(text))
    TextLine.dropNumber(&words)
    takeDay(&words)
    TextLine.dropNumber(&words)
    takeTime(&words)
    TextLine.dropNumber(&words)
    takeGround(&words)
    takeNotes(&words)
    takeLastDay(&words)
    isEmpty = words.isEmpty
    isBye = words.count > 1 && words.last.map { TeamText.isBye($0.text) } ?? false
    if isBye { return }
    if !isEmpty { takeTeams(TextLine.items(words)) }
    if teams == nil, fault == nil, isOpened, !isEmpty {
      fault = "'\(TextLine.text(words[...]).abridged)' is not a match, as in A v B 2-1"
    }
  }

  private static func words(_ text: String) -> [Word] {
    var found: [Word] = []
    var place = text.startIndex
    while place < text.endIndex {
      let blanks = text[place...].prefix(while: \.isWhitespace)
      let word = text[blanks.endIndex...].prefix { !$0.isWhitespace }
      if !word.isEmpty { found.append(Word(text: word, isApart: blanks.count > 1 || blanks.contains("\t"))) }
      place = word.endIndex
    }
    return found
  }

  private static func text(_ words: ArraySlice<Word>) -> String { words.map { String($0.text) }.joined(separator: " ") }

  /// `[Sat Aug/14]` without its brackets.
  private static func withoutBrackets(_ text: String) -> String {
    guard text.hasPrefix("["), let close = text.firstIndex(of: "]") else { return text }
    let inside = text[..<close].dropFirst()
    let words = inside.split(separator: " ")[...]
    guard (SourceDates.opening(words) ?? SourceDates.foreignOpening(words)) != nil else { return text }
    return inside + "  " + text[text.index(after: close)...]
  }

  /// `(12)`, the number of a match.
  static func isNumber(_ word: Substring) -> Bool {
    word.hasPrefix("(") && word.hasSuffix(")") && (3...5).contains(word.count)
      && word.dropFirst().dropLast().allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Drops the number of a match, which may be before or after its day and time.
  private static func dropNumber(_ words: inout [Word]) {
    if let first = words.first?.text, isNumber(first), words.count > 1 { words.removeFirst() }
  }

  private mutating func takeDay(_ words: inout [Word]) {
    let texts = words.map(\.text)[...]
    guard let (read, count) = SourceDates.opening(texts) ?? SourceDates.foreignOpening(texts) else { return }
    day = read
    words.removeFirst(count)
  }

  /// `15:00`, `12.45`, `17:00 UTC-3`, `18:00 (19:00 EEST)`: the first time is that of the place.
  private mutating func takeTime(_ words: inout [Word]) {
    guard let first = words.first, let read = SourceDates.time(first.text) else { return }
    time = read
    words.removeFirst()
    guard let next = words.first?.text else { return }
    if next.hasPrefix("UTC") {
      offset = TextLine.offset(next)
      words.removeFirst()
    } else if next.hasPrefix("("), let end = words.firstIndex(where: { $0.text.hasSuffix(")") }) {
      let inside = next.dropFirst().prefix { $0 != ")" }
      guard SourceDates.time(inside) != nil || inside.hasPrefix("UTC") else { return }
      if inside.hasPrefix("UTC") { offset = TextLine.offset(inside) }
      words.removeFirst(end + 1)
    }
  }

  /// The minutes of `UTC-3`, `UTC−4` or `UTC+5:30`; nil for others.
  public static func offset(_ zone: some StringProtocol) -> Int? {
    zone == "UTC" ? 0 : SourceDates.offset(zone.dropFirst(3))
  }

  /// `@ Arena, São Paulo (UTC-3)` at the end, or at the start, before two spaces.
  private mutating func takeGround(_ words: inout [Word]) {
    guard let start = words.firstIndex(where: { $0.text.hasPrefix("@") }) else { return }
    var end = words.count
    if start == 0 {
      let rest = words.indices.dropFirst(words[0].text == "@" ? 2 : 1).first { words[$0].isApart }
      // Without two teams it is a longer name of the ground.
      if let rest, TextLine.items(Array(words[rest...])).contains(where: TextLine.isBetween) { end = rest }
    }
    var place = TextLine.text(words[start..<end]).dropFirst().trimmed
    if let zone = place.firstRange(of: "(UTC") {
      offset = TextLine.offset(place[zone.lowerBound...].dropFirst().prefix { $0 != ")" }) ?? offset
      place = String(place[..<zone.lowerBound]).trimmed
    }
    ground = place.isEmpty ? nil : place
    words.removeSubrange(start..<end)
  }

  private static func isBetween(_ item: Item) -> Bool {
    switch item {
    case .part, .versus, .dash: true
    default: false
    }
  }

  /// `[awarded]`, `[aet; B won 5-4 on penalties]`.
  private mutating func takeNotes(_ words: inout [Word]) {
    var notes: [String] = []
    if let place = ground, let open = place.firstIndex(of: "["), place.hasSuffix("]") {
      notes.append(place[place.index(after: open)...].dropLast().lowercased())
      ground = String(place[..<open]).trimmed
    }
    while let start = words.firstIndex(where: { $0.text.hasPrefix("[") }),
      let end = words[start...].firstIndex(where: { $0.text.hasSuffix("]") })
    {
      notes.append(TextLine.text(words[start...end]).dropFirst().dropLast().lowercased())
      words.removeSubrange(start...end)
      if start < words.count { words[start].isApart = true }
    }
    note = notes.isEmpty ? nil : notes.joined(separator: "; ")
    if let note {
      // `[declared void]`
      state =
        note.split { " ;,".contains($0) }.contains("void")
        ? .cancelled : TextLine.state(note.prefix { $0.isLetter || "-/.".contains($0) })
    }
  }

  /// `2012-06-08 18:00` after the teams.
  private mutating func takeLastDay(_ words: inout [Word]) {
    guard day == nil, words.count > 3 else { return }
    let last = SourceDates.time(words[words.count - 1].text)
    let place = words.count - (last == nil ? 1 : 2)
    guard let date = CalendarDate(iso: words[place].text) else { return }
    let (year, month, number) = date.civil
    day = .init(year: year, month: month, day: number)
    time = last ?? time
    words.removeSubrange(place...)
  }

  private static func items(_ words: [Word]) -> [Item] {
    var found: [Item] = []
    var place = 0
    while place < words.count {
      let word = words[place]
      if word.text.hasPrefix("("), let end = words[place...].firstIndex(where: { $0.text.contains(")") }) {
        let written = text(words[place...end])
        // `5-4 (pen)`, `(aet), 5-4 pen`
        let bare = written.hasSuffix(",") ? written.dropLast() : written[...]
        let inside = bare.hasSuffix(")") ? bare.dropFirst().dropLast() : ""
        let mark = if case .part? = found.last { TextScore.mark(inside) } else { TextScore.Mark?.none }
        let group =
          TextScore.group(inside).map { Item.group($0, written) }
          ?? (found.isEmpty ? nil : state(inside.prefix { $0 != " " }).map { Item.state($0, word) })
        if let item = mark.flatMap({ $0 == .extraTime ? nil : Item.mark($0, word) }) ?? group {
          found.append(item)
          place = end + 1
          continue
        }
      }
      if let part = TextLine.spaced(words[place...]), !found.isEmpty {
        found.append(.part(part, Word(text: "\(part.goals)", isApart: word.isApart)))
        place += 3
        continue
      }
      found.append(item(word, isLast: place == words.count - 1, after: found.last))
      place += 1
    }
    return found
  }

  /// `2 - 1` and `2 : 1`, whose numbers belong to neither name; those of `Mainz 05 - 08 Homburg` are.
  private static func spaced(_ words: ArraySlice<Word>) -> TextScore.Part? {
    let texts = words.prefix(3).map(\.text)
    guard texts.count == 3, ["-", "–", "−", ":", "x"].contains(texts[1]),
      [texts[0], texts[2]].allSatisfy({ $0 == "0" || $0.first != "0" })
    else { return nil }
    return TextScore.part(texts[0] + "-" + texts[2])
  }

  private static func item(_ word: Word, isLast: Bool, after last: Item?) -> Item {
    if ["v", "vs", "vs.", "v."].contains(word.text) { return .versus }
    // `A  -:-  B`
    if last != nil, ["-:-", "–:–", "?-?", "?:?"].contains(word.text) { return .state(.scheduled, word) }
    if ["-", "–", "—", "−"].contains(word.text) { return .dash }
    if let part = TextScore.part(word.text) { return .part(part, word) }
    if let mark = TextScore.mark(word.text), let last {
      // A single letter may be a team, and capitals the beginning of one: `2-1 SG Wattenscheid 09`.
      let isShort = word.text.count < 3
      let isAfter =
        switch last {
        case .part: isShort ? !word.isApart && (isLast || word.text != word.text.uppercased()) : true
        case .group: !isShort && word.text.first?.isLowercase ?? false
        default: false
        }
      if isAfter { return .mark(mark, word) }
    }
    let isAfterScore =
      switch last {
      case .part?, .mark?, .group?: word.text.count > 6 || word.text.count > 2 && word.text.hasSuffix(".")
      default: false
      }
    if word.isApart || isLast || isAfterScore, last != nil, let state = state(word.text) { return .state(state, word) }
    return .word(word)
  }

  /// What became of a match, as sources shorten it, and in other languages; a short word without a point may be a team's.
  private static func state(_ word: some StringProtocol) -> MatchState? {
    let bare = String(word.lowercased().filter { !".,".contains($0) })
    return states[bare] ?? (word.hasSuffix(".") || word.count > 5 ? foreignStates[bare] : nil)
  }

  private static let foreignStates = FixtureLanguages.meanings("word").compactMapValues { MatchState(rawValue: $0) }

  private static let states: [String: MatchState] = [
    "ppd": .postponed, "p-p": .postponed, "pp": .postponed, "postp": .postponed, "postponed": .postponed,
    "canc": .cancelled, "cancelled": .cancelled, "canceled": .cancelled, "annulled": .cancelled, "n/p": .cancelled,
    "void": .cancelled, "voided": .cancelled, "expunged": .cancelled,
    "abd": .abandoned, "aban": .abandoned, "abandoned": .abandoned, "susp": .abandoned, "suspended": .abandoned,
    "awd": .awarded, "awarded": .awarded, "w/o": .awarded, "o/w": .awarded, "walkover": .awarded,
  ]

  /// The two teams around `v`, the score, a dash or a state, and what follows them.
  private mutating func takeTeams(_ items: [Item]) {
    let versus = items.firstIndex { if case .versus = $0 { true } else { false } }
    let start = items.firstIndex { if case .part = $0 { true } else { false } }
    // `1-0 Carvajal 70'` tells of goals.
    if start == 0, versus == nil, !isOpened { return }
    let states = items.indices.filter { if case .state = items[$0] { true } else { false } }
    var (home, rest): (ArraySlice<Item>, ArraySlice<Item>)
    if let versus {
      (home, rest) = (items[..<versus], items[(versus + 1)...])
    } else if let start {
      (home, rest) = (items[..<start], items[start...])
      takeScore(&rest)
      if case .state(let state, _)? = rest.first, rest.count > 1 {
        self.state = state
        rest.removeFirst()
        takeScore(&rest)
      }
      // No name of a team begins like this.
      if case .word(let word)? = rest.first,
        word.text.hasPrefix("(") || word.text.hasSuffix(".") && word.text.allSatisfy({ $0.isLowercase || $0 == "." })
      {
        fault = fault ?? "'\(word.text.abridged)' after the score is not understood"
      }
      if rest.allSatisfy({ if case .word = $0 { false } else { true } }), let dash = TextLine.onlyDash(in: home) {
        takeRemarks(rest)
        (home, rest) = (home[..<dash], home[(dash + 1)...])
      }
    } else if let dash = TextLine.onlyDash(in: items[...]) {
      (home, rest) = (items[..<dash], items[(dash + 1)...])
    } else if let between = states.first, between < items.count - 1 {
      if case .state(let state, _) = items[between] { self.state = state }
      (home, rest) = (items[..<between], items[(between + 1)...])
    } else {
      return
    }
    // Notes on the score may be before it.
    for item in home { if case .group(let group, let written) = item { score.add(group, written) } }
    let names = home.filter { if case .group = $0 { false } else { true } }
    let end = rest.indices.dropFirst().first { rest[$0].isApart || !TextLine.isName(rest[$0]) } ?? rest.endIndex
    let (first, second) = (name(Array(names)), name(Array(rest[..<end])))
    rest = rest[end...]
    takeScore(&rest)
    takeRemarks(rest)
    guard fault == nil else { return }
    fault = TeamText.fault(home: first, away: second)?.reason
    if fault == nil { teams = (first, second) }
  }

  /// The place of a dash between two sides; nil with none or several.
  private static func onlyDash(in items: ArraySlice<Item>) -> Int? {
    let dashes = items.indices.filter { if case .dash = items[$0] { true } else { false } }
    guard dashes.count == 1, dashes[0] > items.startIndex, dashes[0] < items.endIndex - 1 else { return nil }
    return dashes[0]
  }

  private static func isName(_ item: Item) -> Bool { if case .word = item { true } else { false } }

  private mutating func name(_ items: [Item]) -> String {
    var words: [Word] = []
    for item in items {
      guard case .word(let word) = item else {
        fault = fault ?? "the two teams are unclear"
        return ""
      }
      if word.isApart, !words.isEmpty {
        let all = words.map { String($0.text) }.joined(separator: " ")
        fault = fault ?? "'\(all.abridged)' and '\(word.text.abridged)' are apart, so the name of the team is unclear"
      }
      words.append(word)
    }
    return TextLine.text(words[...])
  }

  private mutating func takeScore(_ items: inout ArraySlice<Item>) {
    while let item = items.first {
      switch item {
      case .part(let part, let word): score.add(part, word.text)
      case .mark(let mark, let word): guard score.add(mark, word.text) else { return }
      case .group(let group, let written): score.add(group, written)
      case .word, .state, .versus, .dash: return
      }
      items.removeFirst()
    }
  }

  private mutating func takeRemarks(_ items: ArraySlice<Item>) {
    for item in items {
      switch item {
      case .group(let group, let written): score.add(group, written)
      case .state(let state, _): self.state = state
      case .word(let word): fault = fault ?? "'\(word.text.abridged)' after the teams is not understood"
      case .part, .mark, .versus, .dash: fault = fault ?? "the two teams are unclear"
      }
    }
  }
}
