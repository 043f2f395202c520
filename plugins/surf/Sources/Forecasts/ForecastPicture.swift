internal import PodiumCore
internal import PodiumFigure
internal import PodiumPlugin

/// Swell with its direction, wind and tide of a forecast, one above the other.
struct ForecastPicture: Sendable {
  let title: String
  /// The table of `surf forecast`.
  let table: Table
  let models: String
  let zone: String
  /// The tide at all its moments, the hours of the table among them; empty where the table alone has it.
  let tide: [Height]
  /// Whose waves are shown from when on, where the model changes.
  let remark: String?

  struct Height: Sendable {
    let at: Moment
    let metres: Double
  }

  /// The most arrows: more would touch.
  private static let arrows = 32

  var picture: ResultPicture {
    ResultPicture("surf.forecast", keeping: [table]) { _ throws(Diagnostic) in try figure() }
  }

  private func figure() throws(Diagnostic) -> Figure {
    let valid = try table.column("valid")
    var columns = [valid]
    var panels: [Panel] = []
    let step = max(1, (table.rowCount + ForecastPicture.arrows - 1) / ForecastPicture.arrows)
    func known(_ name: String) -> Column? { table[name].flatMap { $0.missingCount < $0.count ? $0 : nil } }
    func panel(_ title: String, _ layers: [Layer], unit: String, includesZero: Bool = true) {
      panels.append(
        Panel(
          title: title, x: Axis(.time, label: "UTC"),
          y: Axis(.linear, label: "", unit: unit, includesZero: includesZero), layers: layers))
    }
    for (title, value, direction, unit) in [
      ("swell", "swell_height_m", "swell_direction_deg", "m"), ("waves", "wave_height_m", "wave_direction_deg", "m"),
      ("wind", "wind_speed_ms", "wind_direction_deg", "m/s"),
    ] {
      guard let column = known(value) else { continue }
      columns.append(column)
      var layers: [Layer] = [.line(x: "valid", y: value)]
      if let from = known(direction)?.numbers {
        // A direction says where it comes from, an arrow where it goes; only some hours have one.
        let to = from.enumerated().map { row, degrees in
          row % step == 0 && degrees.isFinite ? (degrees + 180).truncatingRemainder(dividingBy: 360) : .nan
        }
        let name = title + "_to_deg"
        columns.append(Column(name, .number(to)))
        layers.append(.point(x: "valid", y: value, angle: name, tone: .ink))
      }
      panel(title, layers, unit: unit)
    }
    if let heights = known("tide_m") {
      columns.append(heights)
      panel("tide", [.area(x: "valid", y: "tide_m", tone: .muted), .line(x: "valid", y: "tide_m")], unit: "m")
    }
    var figure = Figure(
      kind: "surf.forecast", title: title, data: try withTide(try Table(columns)), panels: panels, n: table.rowCount,
      counted: "hour", sharesX: true, sharesY: false)
    figure.subtitle = models
    (figure.x, figure.facet) = ("valid", nil)
    figure.notes = ["arrows show where it goes", "times in UTC"] + (remark.map { [$0] } ?? [])
    return figure
  }

  /// The hours with the moments of the tide between them, in order of time.
  private func withTide(_ hours: Table) throws(Diagnostic) -> Table {
    let valid = try hours.column("valid")
    guard hours["tide_m"] != nil, !tide.isEmpty, case .datetime(let moments) = valid.values else { return hours }
    let known = Set(moments)
    let between = tide.filter { !known.contains($0.at) }
    let all = moments + between.map(\.at)
    let order = all.indices.sorted { a, b in
      guard let x = all[a], let y = all[b] else { return all[a] != nil && all[b] == nil }
      return x == y ? a < b : x < y
    }
    let columns = hours.columns.map { column -> Column in
      if column.name == "valid" { return Column("valid", .datetime(order.map { all[$0] }), role: column.role) }
      let more = between.map { column.name == "tide_m" ? $0.metres : .nan }
      let numbers = (column.numbers ?? []) + more
      return Column(column.name, .number(order.map { numbers.indices.contains($0) ? numbers[$0] : .nan }))
    }
    return try Table(columns)
  }
}
