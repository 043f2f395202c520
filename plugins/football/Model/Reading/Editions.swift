internal import PodiumCore

/// The editions of the tournaments in a list of internationals, which names no seasons. An edition is named by the year
/// of its first match, so that a longer list of the same tournament keeps the name.
enum Editions {
  /// Tournaments whose editions follow each other too soon, or pause too long, for their days to part them.
  private static let starts: [String: [(Int, Int)]] = [
    "UEFA Nations League": [(2018, 9), (2020, 9), (2022, 6), (2024, 9), (2026, 9)],
    "CONCACAF Nations League": [(2019, 9), (2022, 6), (2023, 9), (2024, 9)],
    "African Cup of Nations qualification": [
      (2010, 7), (2012, 1), (2014, 4), (2015, 6), (2017, 3), (2019, 10), (2022, 3), (2024, 3),
    ],
    // Two in one year.
    "Copa América": [(1959, 3), (1959, 12)],
  ]

  /// Tournaments that run from autumn to spring.
  private static let winter: Set<String> = ["British Home Championship"]

  /// Names the season of each match by its tournament; returns the tournaments with editions of several years.
  static func name(_ matches: inout [SourceMatch]) -> [String] {
    var over: Set<String> = []
    let byTournament = Dictionary(grouping: matches.indices) { matches[$0].competition ?? "" }
    for (tournament, places) in byTournament {
      var (edition, last): (Season?, CalendarDate?)
      var taken: Set<Season> = []
      for place in places.ordered(by: { (matches[$0].date.days, $0) < (matches[$1].date.days, $1) }) {
        let day = matches[place].date
        if winter.contains(tournament) {
          edition = Season(winter: day, competition: "")
        } else if edition.map({ begins(day, after: last, $0, tournament) }) ?? true {
          edition = Season(
            start: day.civil.year, isSplit: taken.contains(Season(start: day.civil.year, isSplit: false)))
        }
        if let edition {
          taken.insert(edition)
          if day.civil.year > edition.start, !edition.isSplit { over.insert(tournament) }
        }
        (matches[place].season, last) = (edition, day)
      }
    }
    return over.inCodePointOrder()
  }

  /// Whether a day is in another edition than the match before it.
  private static func begins(
    _ day: CalendarDate, after last: CalendarDate?, _ edition: Season, _ tournament: String
  ) -> Bool {
    guard let last else { return true }
    let ((year, month, _), (lastYear, lastMonth, _)) = (day.civil, last.civil)
    if let starts = starts[tournament], let first = starts.first, let final = starts.last {
      if starts.contains(where: { (lastYear, lastMonth) < $0 && $0 <= (year, month) }) { return true }
      if first <= (lastYear, lastMonth), (lastYear, lastMonth) < final { return false }
    }
    let pause = day.days - last.days
    if ["qualification", "Nations League"].contains(where: tournament.hasSuffix) { return pause > longestPause }
    // A tournament over New Year goes on in the first weeks; what is played all year has seasons of calendar years.
    return year > edition.start && (year > edition.start + 1 || month > 2 || pause > 45 || tournament == "Friendly")
  }

  /// The longest pause within one qualification, in days: those for 2022 and for Euro 2020 had eleven months.
  private static let longestPause = 400
}

extension SourceFile {
  /// Whether its days are of more than one year.
  public var spansYears: Bool { matches.contains { $0.date.civil.year != matches[0].date.civil.year } }
}
