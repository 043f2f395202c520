internal import PodiumCore
internal import PodiumLearn

/// Which features say who plays: the columns that `encode` makes of `home` and `away`.
struct TeamColumns: Sendable, Codable, Equatable {
  /// A column that is above a value where a team plays.
  struct Indicator: Sendable, Codable, Equatable {
    let column: Int
    let team: Int
    let above: Double
  }

  let width: Int
  let home: [Indicator]
  let away: [Indicator]

  /// Detects the columns of some teams; throws `no-features` where a side has none.
  init(_ data: TrainingData, teams: [String], learner: String) throws(Diagnostic) {
    let places = Dictionary(teams.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func indicators(_ side: String) throws(Diagnostic) -> [Indicator] {
      let found = CategoryIndicator.all(of: side, in: data).compactMap { name, one in
        places[name].map { Indicator(column: one.column, team: $0, above: one.above) }
      }
      guard !found.isEmpty else {
        throw Diagnostic(
          "no-features", "learner '\(learner)' needs the feature '\(side)' as encoded categories",
          help: "type: features home away, then encode")
      }
      return found
    }
    width = data.features.columns
    home = try indicators("home")
    away = try indicators("away")
  }

  /// The teams of a row; nil for one that did not play in training.
  func teams(_ features: Matrix, _ row: Int) -> (home: Int?, away: Int?) {
    func team(_ side: [Indicator]) -> Int? { side.first { features[row, $0.column] > $0.above }?.team }
    return (team(home), team(away))
  }

  /// Whether all places exist, for a model that was read from a file.
  func isValid(teams: Int) -> Bool {
    width >= 0 && width <= 1_000_000
      && (home + away).allSatisfy {
        (0..<width).contains($0.column) && (0..<teams).contains($0.team) && $0.above.isFinite
      }
  }
}
