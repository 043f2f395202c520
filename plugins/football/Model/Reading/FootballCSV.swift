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
      func refuse(_ reason: String) { file.refusals.append(.init(line, reason)) }
      // Most files write `Sat Aug 14 2010`.
      let written = SourceDates.written(cell("Date")).flatMap { $0.year == nil ? nil : $0 }
      let isMonthFirst = dates.order == .monthFirst
      let known = isMonthFirst ? nil : written.flatMap { SourceDates.day($0, near: nil) }
      guard let date = known ?? dates.day(cell("Date")) ?? written.flatMap({ SourceDates.day($0, near: nil) }) else {
        refuse("'\(cell("Date").abridged)' is not a day")
        continue
      }
      // Older files add the number of the match in parentheses: `Arsenal (1)`.
      let (home, away) = (name(cell("Team 1")), name(cell("Team 2")))
      guard !home.isEmpty, !away.isEmpty else {
        refuse("a team has no name")
        continue
      }
      guard home != away else {
        refuse("'\(home.abridged)' is on both sides")
        continue
      }
      var match = SourceMatch(line: line, date: date, home: home, away: away)
      match.round = cell("Round").isEmpty ? nil : cell("Round")
      let score = cell("FT")
      if !score.isEmpty, score != "?", score != "-" {
        guard let goals = TextScore.goals(score) else {
          refuse("'\(score.abridged)' is not a score, as in 2-1")
          continue
        }
        match.fullTime = goals
        match.state = .fullTime
        match.halfTime = TextScore.goals(cell("HT"))
        if let half = match.halfTime, half.home > goals.home || half.away > goals.away {
          file.notes.append("line \(line): ignored the half-time score \(cell("HT")), which exceeds \(score)")
          match.halfTime = nil
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
