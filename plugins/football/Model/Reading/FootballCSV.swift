internal import PodiumCore

/// Reads the tables of footballcsv: `Date,Team 1,FT,HT,Team 2` and `Round,Date,Team 1,FT,Team 2`.
public enum FootballCSV {
  /// Whether a header has the columns of the format.
  public static func recognises(_ header: [String]) -> Bool {
    ["Date", "Team 1", "FT", "Team 2"].allSatisfy(header.contains)
  }

  /// Reads rows of cells with their lines; the first row is the header.
  public static func read(_ rows: [(line: Int, cells: [String])]) -> SourceFile {
    var file = SourceFile(format: "footballcsv")
    guard let header = rows.first?.cells else { return file }
    let places = Dictionary(header.enumerated().map { ($1, $0) }) { first, _ in first }
    let column = places["Date"]
    let dates = TextDates(
      rows.dropFirst().lazy.map { row in column.flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil } ?? "" }
    )
    for (line, cells) in rows.dropFirst() where !cells.allSatisfy(\.isEmpty) {
      func cell(_ name: String) -> String {
        places[name].flatMap { cells.indices.contains($0) ? cells[$0] : nil } ?? ""
      }
      func refuse(_ name: String, _ reason: String) {
        file.refusals.append(.init(line, "column '\(name)': " + reason))
      }
      func ignore(_ name: String, _ reason: String) {
        file.notes.append("line \(line), column '\(name)': ignored '\(cell(name).abridged)', \(reason)")
      }
      // Most files write `Sat Aug 14 2010`.
      let written = SourceDates.written(cell("Date")).flatMap { $0.year == nil ? nil : $0 }
      let isMonthFirst = dates.order == .monthFirst
      let known = isMonthFirst ? nil : written.flatMap { SourceDates.day($0, near: nil) }
      guard let date = known ?? dates.day(cell("Date")) ?? written.flatMap({ SourceDates.day($0, near: nil) }) else {
        refuse("Date", "'\(cell("Date").abridged)' is not a day")
        continue
      }
      // Older files add the number of the match in parentheses: `Arsenal (1)`.
      let (home, away) = (name(cell("Team 1")), name(cell("Team 2")))
      guard !home.isEmpty, !away.isEmpty else {
        refuse(home.isEmpty ? "Team 1" : "Team 2", "a team has no name")
        continue
      }
      guard home != away else {
        refuse("Team 2", "'\(home.abridged)' is on both sides")
        continue
      }
      if let fault = TeamText.fault(in: home) ?? TeamText.fault(in: away) {
        refuse(TeamText.fault(in: home) != nil ? "Team 1" : "Team 2", fault)
        continue
      }
      var match = SourceMatch(line: line, date: date, home: home, away: away)
      match.round = cell("Round").isEmpty ? nil : cell("Round")
      if !cell("Time").isEmpty {
        match.time = SourceDates.time(cell("Time"))
        if match.time == nil { ignore("Time", "which is not a time") }
      }
      let score = cell("FT")
      if !score.isEmpty, score != "?", score != "-" {
        guard let read = TextScore(cell: score), read.apply(to: &match), match.score != nil else {
          refuse("FT", "'\(score.abridged)' is not a score, as in 2-1")
          continue
        }
        match.state = .fullTime
        let half = cell("HT")
        if let goals = TextScore.goals(half) {
          if let full = match.score, goals.home > full.home || goals.away > full.away {
            ignore("HT", "which exceeds \(score)")
          } else {
            match.halfTime = goals
          }
        } else if !half.isEmpty, half != "?", half != "-" {
          ignore("HT", "which is not a score")
        }
      }
      file.matches.append(match)
    }
    return file
  }

  private static func name(_ cell: String) -> String {
    guard cell.hasSuffix(")"), let open = cell.lastIndex(of: "("),
      cell[cell.index(after: open)...].dropLast().allSatisfy(\.isNumber)
    else { return cell }
    return String(cell[..<open]).trimmed
  }
}
