internal import PodiumCore
internal import PodiumPlugin

/// Matches as stored in the workspace.
enum MatchRecords {
  static let name = "football.match"

  /// Two teams may meet twice in a season at the same ground, so the day is part of the key.
  static let kind = RecordKind(
    name,
    fields: [
      RecordField("competition", .text, required: true), RecordField("season", .text, required: true),
      RecordField("date", .date, required: true), RecordField("home", .text, required: true),
      RecordField("away", .text, required: true), RecordField("home_goals", .integer, required: true),
      RecordField("away_goals", .integer, required: true), RecordField("half_time_home", .integer),
      RecordField("half_time_away", .integer), RecordField("odds_home", .number), RecordField("odds_draw", .number),
      RecordField("odds_away", .number), RecordField("league", .text), RecordField("time_uk", .text),
    ],
    key: ["competition", "season", "date", "home", "away"], indexes: [["competition", "season"]],
    label: "match {home} {away} on {date}")

  static let migrations = [StoreMigration(1, "keep matches", [.create(kind)])]

  /// Matches as rows to merge, one column per field.
  static func table(_ matches: [Match]) throws(Diagnostic) -> Table {
    func text(_ name: String, _ value: (Match) -> String?) -> Column { Column(name, .text(matches.map(value))) }
    func whole(_ name: String, _ value: (Match) -> Int?) -> Column {
      Column(name, .integer(matches.map { value($0) ?? ColumnValues.missingInteger }))
    }
    return try Table(
      [
        text("competition", \.competition), text("season") { $0.season.description },
        Column("date", .date(matches.map(\.date))), text("home", \.home), text("away", \.away),
        whole("home_goals") { $0.homeGoals }, whole("away_goals") { $0.awayGoals },
        whole("half_time_home") { $0.halfTime?.home }, whole("half_time_away") { $0.halfTime?.away },
      ]
        + MatchTable.odds.enumerated().map { place, name in
          Column(name, .number(matches.map { $0.odds?[place] ?? .nan }))
        } + [text("league", \.league), text("time_uk", \.time)])
  }

  /// The matches in stored rows; a row without a required field is damaged, and is skipped.
  static func matches(_ table: Table) -> [Match] {
    (0..<table.rowCount).compactMap { row in
      func text(_ name: String) -> String? {
        if case .text(let text)? = table[name]?[row] { text } else { nil }
      }
      func whole(_ name: String) -> Int? {
        if case .integer(let number)? = table[name]?[row] { number } else { nil }
      }
      guard let competition = text("competition"), let season = text("season").flatMap({ Season($0) }),
        case .date(let date)? = table["date"]?[row], let home = text("home"), let away = text("away"),
        let homeGoals = whole("home_goals"), let awayGoals = whole("away_goals")
      else { return nil }
      var match = Match(
        competition: competition, league: text("league"), season: season, date: date, time: text("time_uk"), home: home,
        away: away, homeGoals: homeGoals, awayGoals: awayGoals)
      if let a = whole("half_time_home"), let b = whole("half_time_away") { match.halfTime = .init(home: a, away: b) }
      let odds = MatchTable.odds.compactMap { table[$0]?[row].asNumber }
      if odds.count == 3 { match.odds = odds }
      return match
    }
  }
}
