internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Conditions as columns of a table from which a learner learns: in SI units, with wind and tide as a surfer sees them.
enum ConditionColumns {
  /// Verdicts of the sources, which no learner should see.
  private static let verdicts: Set<SeaVariable> = [.score, .sourceRating, .lostRating, .weatherCode]

  /// A column for each variable that some row knows, then wind onto and across the beach and the tide; all are features.
  ///
  /// The tide's height is left out: its fraction between low and high water compares between stations, a height above
  /// some datum does not.
  static func columns(_ rows: [(state: SeaState?, facing: Double?)]) -> [Column] {
    let variables = Set(rows.flatMap { $0.state.map { Array($0.values.keys) } ?? [] }).sorted().filter {
      !verdicts.contains($0) && $0 != .tide
    }
    func column(_ name: String, scale: NumberScale? = nil, _ value: (SeaState, Double?) -> Double?) -> Column {
      Column(
        name, .number(rows.map { row in row.state.flatMap { value($0, row.facing) } ?? .nan }), role: .feature,
        scale: scale)
    }
    var columns = variables.map { variable in
      column(variable.column, scale: variable.isDirection ? .degrees : nil) { state, _ in state[variable] }
    }
    let derived = [
      column("onshore_ms") { $0.onshoreWind(facing: $1) },
      column("cross_ms") { state, facing in
        guard let onshore = state.onshoreWind(facing: facing), let speed = state[.windSpeed] else { return nil }
        return max(0, speed * speed - onshore * onshore).squareRoot()
      },
      column("tide_fraction") { state, _ in state.tide?.fraction },
    ]
    columns += derived.filter { $0.numbers?.contains { !$0.isNaN } == true }
    if rows.contains(where: { $0.state?.tide != nil }) {
      columns.append(
        Column("tide_trend", .category(Categorical(rows.map { $0.state?.tide?.trend.rawValue })), role: .feature))
    }
    return columns
  }
}
