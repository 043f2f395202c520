internal import FootballModel
internal import PodiumCore
internal import PodiumLearn

/// What a learner knows of each team, and the probabilities of H, D and A that follow for two of them.
struct ResultModel: Model, Equatable {
  /// What was learned; a team that did not play in training counts as an average one.
  enum Strengths: Sendable, Codable, Equatable {
    /// Ratings with the home advantage in points and d, the probability of a draw between equal sides.
    case ratings([Double], home: Double, draw: Double)
    /// The parameters of a goal model.
    case goals(intercept: Double, home: Double, rho: Double, attack: [Double], defence: [Double])

    var count: Int {
      switch self {
      case .ratings(let values, _, _): values.count
      case .goals(_, _, _, let attack, _): attack.count
      }
    }

    /// H, D and A in this order.
    func results(home: Int?, away: Int?) -> [Double] {
      switch self {
      case .ratings(let ratings, let advantage, let draw):
        let expected = Elo(homeAdvantage: advantage).expected(
          home: home.map { ratings[$0] } ?? Elo.start, away: away.map { ratings[$0] } ?? Elo.start)
        return Elo.results(expected: expected, draw: draw)
      case .goals(let intercept, let advantage, let rho, let attack, let defence):
        let average = attack.count
        let model = GoalModel(
          intercept: intercept, home: advantage, rho: rho, attack: attack + [0], defence: defence + [0])
        return model.grid(home: home ?? average, away: away ?? average).results
      }
    }

    var isValid: Bool {
      switch self {
      case .ratings(let values, let home, let draw):
        ([home] + values).allSatisfy(\.isFinite) && (0...0.5).contains(draw)
      case .goals(let intercept, let home, let rho, let attack, let defence):
        attack.count == defence.count && ([intercept, home, rho] + attack + defence).allSatisfy(\.isFinite)
      }
    }
  }

  let columns: TeamColumns
  let strengths: Strengths
  /// The classes H, D and A by their place in the order of the target; those that do not occur are left out.
  let outcomes: [Int]

  /// Joins what was learned with the classes; throws `wrong-target` for classes other than H, D and A.
  init(_ data: TrainingData, learner: String, columns: TeamColumns, strengths: Strengths) throws(Diagnostic) {
    (self.columns, self.strengths) = (columns, strengths)
    outcomes = try data.requireClasses(learner).classes.map { (name) throws(Diagnostic) in
      if let outcome = MatchResult.letters.firstIndex(of: name) { return outcome }
      throw Diagnostic(
        "wrong-target", "learner '\(learner)' predicts H, D and A, but the target has the class '\(name)'",
        help: "type: label result")
    }
  }

  var byteCount: Int { 24 * (columns.home.count + columns.away.count) + 16 * strengths.count }

  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction {
    try features.requireFeatures(columns.width)
    var codes: [Int] = []
    var probabilities = Matrix(rows: features.rows, columns: outcomes.count)
    for row in 0..<features.rows {
      let teams = columns.teams(features, row)
      let all = strengths.results(home: teams.home, away: teams.away)
      let wanted = outcomes.map { all[$0] }
      let sum = wanted.reduce(0, +)
      var best = 0
      for (code, p) in wanted.enumerated() {
        probabilities[row, code] = sum > 0 ? p / sum : 1 / Double(wanted.count)
        if probabilities[row, code] > probabilities[row, best] { best = code }
      }
      codes.append(best)
    }
    return .classes(codes, probabilities: probabilities)
  }

  func predicts(classes: Int?) -> Bool { classes == outcomes.count }

  var flaw: String? {
    let isWhole =
      strengths.isValid && columns.isValid(teams: strengths.count) && !outcomes.isEmpty
      && Set(outcomes).count == outcomes.count && outcomes.allSatisfy { MatchResult.letters.indices.contains($0) }
    return isWhole ? nil : "the parts of the model do not match"
  }
}
