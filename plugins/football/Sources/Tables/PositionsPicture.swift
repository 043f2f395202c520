internal import FootballModel
internal import PodiumCore
internal import PodiumFigure
internal import PodiumPlugin

/// The positions of teams after each round, a line each.
struct PositionsPicture: Sendable {
  let table: SeasonTable
  var side = LeagueTable.Side.both
  let title: String

  /// The picture of some teams, by their places in the season; nil shows all.
  func picture(of teams: Set<Int>? = nil) -> ResultPicture {
    ResultPicture("football.positions") { cancellation throws(Diagnostic) in try figure(of: teams, cancellation) }
  }

  private func figure(of teams: Set<Int>?, _ cancellation: Cancellation) throws(Diagnostic) -> Figure {
    let rounds = SeasonRounds(table.counted)
    let final = table.table(side: side).places.map(\.team).filter { teams?.contains($0) ?? true }
    var (names, numbers, positions) = ([String](), [Int](), [Int]())
    for (round, places) in try rounds.positions(in: table, side: side, cancellation) {
      for team in final {
        guard let position = places[team] else { continue }
        names.append(table.teams[team])
        numbers.append(round)
        positions.append(position)
      }
    }
    let levels = final.map { table.teams[$0] }
    let data = try Table([
      Column("team", .category(Categorical(names))), Column("round", .integer(numbers)),
      Column("position", .integer(positions)),
    ])
    var figure = Figure(
      kind: "football.positions", title: title, data: data, x: Axis(.linear, label: "round"),
      y: Axis(.ordered((1...max(1, table.teams.count)).map(String.init)), label: "position"),
      layers: [.line(x: "round", y: "position", color: "team", series: "team")], n: table.rows.count, counted: "match",
      colors: ColorScale(.category(levels), label: "team"))
    (figure.x, figure.y, figure.color) = ("round", "position", "team")
    if levels.count > ColorScale.limit {
      figure.notes.append(
        "colours: the first \(ColorScale.limit) of the final table; football positions team= draws others")
    }
    if !rounds.isNumbered { figure.notes.append("rounds as the teams' matches count") }
    return figure
  }
}
