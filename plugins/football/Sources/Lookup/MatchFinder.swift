internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Finds the match that someone means: by its number, or by a team and a day.
struct MatchFinder {
  static let match = Parameter<String>.required(
    "match", allowed: "a match's number, or a team with on=DATE", help: "Match: its number, or a team with on=.")
  static let on = Parameter<String?>.text("on", help: "Day of the match, as in 2015-04-18; by default today.")

  private let workspace: FootballWorkspace

  init(_ workspace: FootballWorkspace) { self.workspace = workspace }

  /// The match of a call; throws `unknown-match`, `which-match`, `no-clock` and what a day throws.
  func match(_ call: Call, in session: Session) throws(Diagnostic) -> StoredMatch {
    let word = call[MatchFinder.match]
    let span = call.span(of: MatchFinder.match)
    if let number = Int(word), call[MatchFinder.on] == nil { return try match(number: number, at: span) }
    let day: CalendarDate
    if let typed = try FootballDays.day(call, MatchFinder.on) {
      day = typed
    } else if let now = session.services.now {
      day = now().date
    } else {
      throw Diagnostic(
        "no-clock", "'\(word)' means a match of today, and a replay has no clock", span: span,
        help: "give the day, as in on=2015-04-18, or the match's number")
    }
    return try match(of: word, on: day, at: span)
  }

  func match(number: Int, at span: SourceSpan?) throws(Diagnostic) -> StoredMatch {
    if let found = try workspace.matches([.equals("number", .integer(number))]).first { return found }
    throw Diagnostic(
      "unknown-match", "there is no match \(number)", span: span, help: "list the matches: football matches")
  }

  /// The match of a team on a day; the team may be shortened where that is clear.
  func match(of word: String, on day: CalendarDate, at span: SourceSpan?) throws(Diagnostic) -> StoredMatch {
    let matches = try workspace.matches([.equals("date", .date(day))])
    let aliases = try workspace.aliases()
    let team = MatchFinder.fitting(aliases[word] ?? word, in: matches.flatMap { [$0.home, $0.away] })
    switch team.count {
    case 0:
      let playing = Set(matches.flatMap { [$0.home, $0.away] }).sorted(by: CodePointOrder.precedes)
      throw Diagnostic(
        "unknown-match", "'\(word.abridged)' has no match on \(day)", span: span,
        help: playing.isEmpty
          ? "no match is stored for that day; give on=DATE"
          : "teams that play: " + playing.prefix(6).joined(separator: ", ") + (playing.count > 6 ? ", …" : ""))
    case 1:
      let found = matches.filter { $0.home == team[0] || $0.away == team[0] }
      if found.count == 1 { return found[0] }
      throw MatchFinder.which(found, span)
    default: throw MatchFinder.which(matches.filter { team.contains($0.home) || team.contains($0.away) }, span)
    }
  }

  private static func which(_ matches: [StoredMatch], _ span: SourceSpan?) -> Diagnostic {
    let shown = matches.prefix(6).map { "\($0.number) (\($0.home) against \($0.away))" }
    return Diagnostic(
      "which-match", "\(matches.count.counted("match", plural: "matches")) fit", span: span,
      help: "give its number: " + shown.joined(separator: ", ") + (matches.count > 6 ? ", …" : ""))
  }

  /// The teams that a word fits best: the same name, else the same without case, else a beginning, else a part.
  static func fitting(_ word: String, in teams: [String]) -> [String] {
    let all = Set(teams).sorted(by: CodePointOrder.precedes)
    if all.contains(word) { return [word] }
    let lower = word.lowercased()
    guard !lower.isEmpty else { return [] }
    for fits in [
      { (team: String) in team.lowercased() == lower }, { $0.lowercased().hasPrefix(lower) },
      { $0.lowercased().split(separator: " ").contains { $0.hasPrefix(lower) } },
    ] {
      let found = all.filter(fits)
      if !found.isEmpty { return found }
    }
    return []
  }
}
