internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// One match as a record.
enum MatchScreen {
  static func record(_ match: StoredMatch, course: MatchCourse? = nil, clock: LocalClock?) -> Output {
    var record = RecordOutput("match \(match.number)")
    record.add("number", .integer(match.number))
    record.add("competition", .text(match.competition))
    record.add("season", .text(match.season.description))
    record.add("kickoff", .text(MatchRows.kickoff(match, clock)))
    record.add("state", .text((course?.state ?? match.state).rawValue))
    record.add("minute", course?.minute.map(Value.text) ?? .missing)
    record.add("home", .text(match.home))
    record.add("away", .text(match.away))
    let score = course?.score.map { SourceMatch.Goals($0.home, $0.away) } ?? match.score
    record.add("home_goals", score.map { .integer($0.home) } ?? .missing)
    record.add("away_goals", score.map { .integer($0.away) } ?? .missing)
    func add(_ name: String, _ goals: SourceMatch.Goals?) {
      if let goals { record.add(name, .text("\(goals.home)-\(goals.away)")) }
    }
    add("half_time", match.halfTime)
    if match.extraTime != nil { add("full_time", match.fullTime) }
    add("penalties", course?.shootOut.map { .init($0.home, $0.away) } ?? match.penalties)
    if let winner = match.winner { record.add("winner", .text(winner.rawValue)) }
    for (name, text) in [
      ("stage", match.stage), ("round", match.round), ("ground", match.ground), ("source", match.source),
    ] {
      if let text { record.add(name, .text(text)) }
    }
    return .record(record)
  }
}
