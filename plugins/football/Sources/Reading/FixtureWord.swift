internal import FootballModel
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
    // A reason may follow: `Postponed - Waterlogged Pitch`.
    let end = ["(", " - ", " – ", ":", ",", "/"].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    let opening = end.flatMap { FixtureWord.whole(String(text[..<$0])) }
    let hasNumber = end.map { text[$0...].contains(where: \.isNumber) } ?? false
    guard let word = FixtureWord.whole(text) ?? (opening == .played && hasNumber ? nil : opening) else { return nil }
    self = word
  }

  private static func whole(_ text: String) -> FixtureWord? {
    var lower = text.lowercased().trimmed
    if let word = words[lower] { return word }
    if TextScore.isWalkover(lower) { return .walkover(nil) }
    if lower.hasSuffix("'"), lower.dropLast().allSatisfy({ $0.isNumber || $0 == "+" }), lower.count < 8 {
      return .running
    }
    if lower.hasSuffix(".") { lower.removeLast() }
    if let word = words[lower] { return word }
    let parts = lower.split { " -".contains($0) }.map(String.init)
    guard parts.count == 2 else { return nil }
    for (side, kind) in [(parts[0], parts[1]), (parts[1], parts[0])] {
      guard let winner = sides[side] else { continue }
      if ["win", "sieg"].contains(kind) { return .won(winner) }
      if TextScore.isWalkover(kind) { return .walkover(winner) }
      // The side that does not come loses.
      if ["nichtantritt", "incomparecencia", "no-show"].contains(kind) {
        return .walkover(winner == .home ? .away : .home)
      }
    }
    return nil
  }

  private static let sides = FixtureLanguages.meanings("side").compactMapValues { StoredMatch.Winner(rawValue: $0) }

  private static let plain: [String: FixtureWord] = [
    "played": .played, "open": .open, "running": .running, "suspended": .suspended, "walkover": .walkover(nil),
    "decreed": .decreed,
  ]
  private static let words = FixtureLanguages.meanings("word").compactMapValues { meaning in
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
    return text
  }

  /// The longer ones first.
  private static let marks = FixtureLanguages.meanings("mark").map { (phrase: $0, mark: $1) }
    .sorted { ($1.phrase.utf8.count, $0.phrase) < ($0.phrase.utf8.count, $1.phrase) }
}

/// What single cells of a table of fixtures say.
extension FixturePage {
  /// Takes what a column says beside the score: `Postponed`, `4-3 pens`, `Home Win`; false for other words.
  static func take(_ status: String, beside result: String, into match: inout SourceMatch) -> Bool {
    if let word = FixtureWord(status) {
      word.apply(to: &match)
      return true
    }
    let mark = FixtureWord.marked(status)
    // The score has what the word alone says.
    if match.penalties != nil, ["pen", "pens", "penalties"].contains(mark) { return true }
    let score = isOpen(result) ? match.fullTime.map { "\($0) " + mark } : result + " " + mark
    guard let score, let whole = scored(score, match), let read = whole else { return false }
    match = read
    return true
  }

  /// A match with the score of a cell, `2 - 1`, `2:1 n.V.`; nil where the cell is none, and a nil match where it contradicts itself.
  static func scored(_ cell: String, _ match: SourceMatch) -> SourceMatch?? {
    guard let score = TextScore(cell: FixtureWord.marked(cell)) else { return nil }
    var read = match
    // A shoot-out does not end level.
    guard score.apply(to: &read), read.penalties.map({ $0.home != $0.away }) ?? true else { return .some(nil) }
    read.state = .fullTime
    return read
  }

  /// The score that a cell begins with, and the word after it: `2:0` and `Urteil`; nil for others.
  static func split(_ cell: String) -> (score: String, word: FixtureWord, text: String)? {
    let words = cell.split(separator: " ")
    for place in words.indices.dropFirst() {
      let text = words[place...].joined(separator: " ")
      let bare = text.hasPrefix("(") && text.hasSuffix(")") ? String(text.dropFirst().dropLast()) : text
      if let word = FixtureWord(bare) { return (words[..<place].joined(separator: " "), word, bare) }
    }
    return nil
  }

  /// Whether a cell says that there is nothing, or nothing yet.
  static func isOpen(_ text: String) -> Bool {
    ["", "-", "–", "—", "?", "na", "n/a", "null", "tba", "tbc", "tbd", "vs", "v"].contains(
      text.lowercased().filter { $0 != "." })
  }

  /// A name without the number of the match that older files add: `Arsenal (1)`.
  static func name(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      text[text.index(after: open)...].dropLast().allSatisfy(\.isNumber)
    else { return text }
    return String(text[..<open]).trimmed
  }

  /// The names around ` - `, also with a longer dash; a dash without spaces belongs to a name.
  static func separated(_ text: String) -> [String] {
    var parts: [String] = [""]
    for word in text.split(separator: " ") {
      if word == "-" || word == "–" || word == "—" {
        parts.append("")
      } else {
        parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return parts
  }

  /// The number of the match in a link: `?scr=result&fmid=2600000`.
  static func number(_ link: String) -> String? {
    guard let place = link.firstRange(of: "fmid=") else { return nil }
    let digits = link[place.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty || digits.count > 18 ? nil : String(digits)
  }
}

/// The days and times of a fixture page: all rows together decide whether the day or the month comes first in digits, and
/// which year a day without one is in.
struct FixtureTimes {
  struct Reading {
    var day: CalendarDate?
    var time: String?
    /// Minutes ahead of UTC, where the text says so.
    var offset: Int?
    /// Digits that are part of neither.
    var rest: [String] = []
  }

  private let dates: TextDates
  private let near: CalendarDate?

  init(_ texts: [String], date: CalendarDate?, season: Season?) {
    let words = texts.flatMap { $0.split(separator: " ").map { FixtureTimes.withYear(String($0)) } }
    let dates = TextDates(words)
    self.dates = dates
    near =
      date
      ?? words.lazy.filter { !$0.hasSuffix("/2000") }.compactMap { dates.day($0) }.first { season?.allows($0) ?? true }
      ?? season.flatMap(SourceDates.middle) ?? FixtureTimes.firstDay(texts)
  }

  /// The first day with its year in words: `Lördag 18 april 2015`.
  private static func firstDay(_ texts: [String]) -> CalendarDate? {
    texts.lazy.compactMap { text in
      let words = words(text)
      return words.indices.lazy.compactMap { SourceDates.opening(words[$0...])?.day }.first { $0.year != nil }
    }.first.flatMap { SourceDates.day($0, near: nil) }
  }

  /// `18/4` as `18/4/2000`, so that it has a say in the order.
  private static func withYear(_ word: String) -> String {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { $0.count <= 2 && Int($0) != nil } ? word + "/2000" : word
  }

  /// `2015-04-18 kl. 16.00`, `2015-04-22T15:00`, `18/4 15:00`, `lör 18 april 15:00`; midnight is a time not set. A day
  /// without a year is the one nearest to an earlier day, where there is one.
  func read(_ text: String, near earlier: CalendarDate? = nil) -> Reading {
    var found = Reading()
    var words = FixtureTimes.words(text)[...]
    let near = earlier ?? self.near
    var isAfterHour = false
    while let word = words.first {
      let bare = word.hasSuffix(",") ? word.dropLast() : word
      let lower = bare.lowercased()
      if found.day == nil, let (day, count) = day(words, near) {
        found.day = day
        if let clock = bare.firstIndex(of: "T"), bare.dropFirst(10).hasPrefix("T") {
          found.take(clock: bare[bare.index(after: clock)...])
        }
        words.removeFirst(count)
        continue
      }
      words.removeFirst()
      if ["kl", "kl.", "at"].contains(lower) {
        isAfterHour = true
        continue
      }
      if found.time == nil, let time = SourceDates.time(bare) ?? (isAfterHour ? SourceDates.time(bare + ":00") : nil) {
        found.time = time
      } else if bare.contains(where: \.isNumber) || isAfterHour {
        found.rest.append(String(word))
      }
      isAfterHour = false
    }
    if found.time == "00:00" { found.time = nil }
    return found
  }

  private func day(_ words: ArraySlice<Substring>, _ near: CalendarDate?) -> (CalendarDate, Int)? {
    guard let first = words.first else { return nil }
    let bare = String(first.hasSuffix(",") ? first.dropLast() : first)
    if bare.count > 11, bare.dropFirst(10).hasPrefix("T"), let day = CalendarDate(iso: String(bare.prefix(10))) {
      return (day, 1)
    }
    let full = FixtureTimes.withYear(bare)
    if bare.contains(where: { "/-.".contains($0) }), SourceDates.time(bare) == nil, let day = dates.day(full) {
      if full == bare { return (day, 1) }
      let (_, month, number) = day.civil
      return SourceDates.day(.init(year: nil, month: month, day: number), near: near).map { ($0, 1) }
    }
    guard let (written, count) = SourceDates.opening(words) else { return nil }
    return SourceDates.day(written, near: near).map { ($0, count) }
  }
}

extension FixtureTimes {
  /// The word of a day in English: `18` of `18th`, `may` of `Mai`; other words stay.
  static func english(_ word: Substring) -> Substring {
    if let first = word.first, first.isNumber {
      let bare = word.hasSuffix(",") ? word.dropLast() : word
      let isOrdinal = ["st", "nd", "rd", "th", "er"].contains { bare.lowercased().hasSuffix($0) }
      return isOrdinal && bare.dropLast(2).allSatisfy(\.isNumber) ? bare.dropLast(2) : word
    }
    return months[FixtureTimes.bare(word)].map { $0[...] } ?? word
  }

  /// The words of a text in English, without those between a day and its month: `19 august 2023` of `19 de agosto de 2023`.
  static func words(_ text: String) -> [Substring] {
    text.split(separator: " ").filter { !fillers.contains($0.lowercased()) }.map(english)
  }

  /// Whether a word is a day of the week, also in the languages of the headings.
  static func isWeekday(_ word: Substring) -> Bool { weekdays.contains(bare(word)) }

  private static func bare(_ word: Substring) -> String { word.lowercased().filter { !".,:".contains($0) } }

  private static let months = FixtureLanguages.meanings("month")
  private static let weekdays = Set(FixtureLanguages.meanings("weekday").keys)
  private static let fillers = Set(FixtureLanguages.meanings("filler").keys)
}

extension FixtureTimes.Reading {
  /// `15:00`, `15:00:00+02:00`, `13:00Z`.
  fileprivate mutating func take(clock: some StringProtocol) {
    time = SourceDates.time(clock.prefix(5))
    if time == nil { rest.append(String(clock)) }
    offset = SourceDates.offset(clock.dropFirst(5))
  }
}
