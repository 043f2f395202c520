internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct BracketCommand: Command {
  let signature = Signature(
    "football bracket", topic: .plugins, summary: "Show the knock-out rounds of a season, and who won each tie.",
    details: """
      Two matches of one round and pair are two legs, whose goals are added; away goals decide where the competition's \
      rules say so (football competition add away-goals=). Extra time, penalties, replays and awards decide as the \
      matches have them. Where the scores do not say who won, the team that plays in a later round did. Places of a draw (1A, 2B, \
      and 3A/B/C/D/F of a World Cup of 48 teams) have their teams once the groups are over.
      """,
    parameters: [ChosenSeason.competition.any, ChosenSeason.season.any],
    exampleLines: MatchDay.lines(
      """
      the two matches of a final: {final}; football bracket X 2024 -> aggregate
      saved to a file: {final}; football bracket X 2024 to bracket.csv -> bracket.csv
      without the table: {final}; quiet: football bracket X 2024 ->\u{20}
      a league without such rounds: {league}; football bracket M1 2023-24 -> !no-matches
      """), traits: .readsOnly, seeAlso: ["football table", "football matches"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(call, in: workspace)
    let stored = try workspace.matches(code, season)
    let all = UnnamedGroups.named(stored) ?? stored
    var rounds = PlayOffs(all).rounds
    guard !rounds.isEmpty else {
      throw Diagnostic(
        "no-matches", "'\(code)' \(season) has no match whose round or stage is one of a knock-out",
        span: call.span(of: ChosenSeason.season),
        help: "football table \(CommandText.word(code)) \(season) shows its table")
    }
    var fault: String?
    if rounds.contains(where: { TeamText.isPlace($0.home) || TeamText.isPlace($0.away) }) {
      let draw = GroupDraw(try SeasonTable(workspace, code, season))
      (rounds, fault) = (rounds.map(draw.named), draw.fault)
    }
    let rules = workspace.competition(code).rules(season)
    let bracket = Bracket(rounds, awayGoals: rules.awayGoals)
    let ties = bracket.ties
    func text(_ name: String, _ value: (Bracket.Tie) -> String?) -> Column { Column(name, .text(ties.map(value))) }
    func whole(_ name: String, _ value: (Bracket.Tie) -> Int?) -> Column {
      Column(name, .integer(ties.map { value($0) ?? ColumnValues.missingInteger }))
    }
    let table = try Table([
      text("round", \.round), text("home", \.home), text("away", \.away), text("score", BracketCommand.score),
      whole("home_goals") { ($0.aggregate ?? $0.single)?.home },
      whole("away_goals") { ($0.aggregate ?? $0.single)?.away },
      text("winner", \.winner), text("decided_by") { $0.decision?.rawValue },
    ])
    let output = TableOutput(
      table, title: "\(code) \(season): knock-out rounds",
      footer: ["\(ties.count.counted("tie")), \(rounds.count.counted("match", plural: "matches"))"]
        + (ties.contains { $0.matches.count > 1 }
          ? ["the score is of the first home team in its first match, and of both legs in turn"] : []))
    return [.table(output.showing(["round", "home", "away", "score", "winner"]))]
      + ((fault.map { [$0] } ?? []) + BracketCommand.warnings(bracket, rules, code)).map(Output.warning)
  }

  /// `2-1`, `1-1 aet, 3-4 pen`; two legs after each other.
  static func score(_ tie: Bracket.Tie) -> String? {
    let parts = tie.matches.map { match in
      let goals = match.score?.description ?? (match.winner == nil ? "?" : "w.o.")
      let shots = match.penalties.map { ", \($0) pen" } ?? ""
      return goals + (match.extraTime == nil ? "" : " aet") + shots
    }
    return parts == ["?"] ? nil : parts.joined(separator: "; ")
  }

  /// The keys that put another match into the round of a tie.
  private static func place(of tie: Bracket.Tie) -> String {
    let match = tie.matches[0]
    guard let round = match.round, !Stage.isKnockOut(round), let stage = match.stage else {
      return "round=\(CommandText.quoted(tie.round))"
    }
    return "round=\(CommandText.quoted(round)) stage=\(CommandText.quoted(stage))"
  }

  /// What is missing, and what contradicts what.
  private static func warnings(_ bracket: Bracket, _ rules: LeagueRules, _ code: String) -> [String] {
    var said: [String] = []
    for tie in bracket.ties {
      let name = "\(tie.round), \(tie.home) against \(tie.away)"
      if tie.misses {
        said.append(
          "\(name): one leg is stored, and other ties of the round have two; add the other: football match add "
            + "\(CommandText.word(code)) \(CommandText.quoted(tie.away)) \(CommandText.quoted(tie.home)) at=DAY season=\(tie.matches[0].season) "
            + BracketCommand.place(of: tie))
      } else if let match = tie.matches.first(where: { [.awarded, .abandoned].contains($0.state) && !$0.counts }) {
        said.append(
          "\(name): \(match.state == .awarded ? "a walkover whose winner is not stored" : "abandoned, and not decided"); "
            + "football award \(match.number) home|away names the winner")
      } else if tie.winner == nil, !tie.isOpen, let last = tie.matches.last {
        said.append(
          "\(name): level, and nothing stored decides it; "
            + (tie.matches.count > 1 && rules.awayGoals == nil
              ? "football competition add \(CommandText.word(code)) away-goals=yes if away goals count, or " : "")
            + "football match result \(last.number) \(last.score?.description ?? "0-0") penalties=4-3 "
            + "adds a shoot-out")
      } else if tie.decision == .playsOn, let winner = tie.winner {
        said.append("\(name): the scores do not say who won; \(winner) plays in a later round")
      }
    }
    for (team, lost, plays) in bracket.contradictions {
      said.append("\(team) lost in '\(lost)' by what is stored, and plays in '\(plays)': check the scores of both")
    }
    return said
  }
}

extension Bracket.Tie {
  /// The score of the match that decides a tie of one.
  fileprivate var single: SourceMatch.Goals? { matches.last?.score }
}
