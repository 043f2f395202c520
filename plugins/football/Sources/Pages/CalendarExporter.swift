internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Writes matches as an iCalendar file, for a table with the columns of `football matches`.
struct CalendarExporter: Exporter {
  let key = "football.ics"
  let extensions = ["ics"]

  func takes(_ table: Table) -> Bool {
    ["home", "away", "kickoff", "kickoff_utc", "number"].allSatisfy { table[$0] != nil }
  }

  /// Throws `no-matches` for another table.
  func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    guard let homes = table["home"], let aways = table["away"], let kickoffs = table["kickoff"],
      let moments = table["kickoff_utc"], let numbers = table["number"]
    else {
      throw Diagnostic(
        "no-matches", "a calendar needs matches", help: "write one of football matches or football upcoming")
    }
    var calendar = Calendar(author: "football")
    func text(_ column: Column?, _ row: Int) -> String? {
      guard let value = column?[row], !value.isMissing else { return nil }
      return value.fileText
    }
    for row in 0..<table.rowCount {
      guard let home = text(homes, row), let away = text(aways, row) else { continue }
      let time: Calendar.Time
      if case .datetime(let moment) = moments[row] {
        time = .moment(moment, minutes: 120)
      } else if let day = text(kickoffs, row).flatMap({ CalendarDate(iso: String($0.prefix(10))) }) {
        time = .day(day)
      } else {
        continue
      }
      let competition = text(table["competition"], row) ?? ""
      var summary = "\(home) – \(away)"
      if let goals = text(table["home_goals"], row), let others = text(table["away_goals"], row) {
        summary += " \(goals)-\(others)"
      }
      var event = Calendar.Event(
        uid: "match-\(text(numbers, row) ?? String(row))-\(competition)", time: time, summary: summary)
      (event.category, event.location) = (competition, text(table["ground"], row))
      let statuses = [MatchState.cancelled.rawValue: "CANCELLED", MatchState.postponed.rawValue: "TENTATIVE"]
      if let status = statuses[text(table["state"], row) ?? ""] { event.status = status }
      calendar.events.append(event)
    }
    return calendar.bytes
  }
}
