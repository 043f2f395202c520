internal import FootballModel
internal import PodiumCore
internal import PodiumLearn

/// `football.poisson` and `football.dixon-coles`: results from the goals that two teams are expected to score. The
/// model is that of `football fit`, with weights counted back from the last training day. A team that has no finite
/// estimate yet is not refused; its chances are then extreme, which `ridge` prevents.
struct GoalLearner: Learner {
  let key: String
  let options: GoalModelFit.Options
  let decay: Double

  static let poisson = definition(
    "football.poisson", "results from independent Poisson goals with an attack and a defence for each team",
    correlation: false, reference: "M. J. Maher, Modelling association football scores, 1982")
  static let dixonColes = definition(
    "football.dixon-coles", "results from Poisson goals with Dixon and Coles's correction of low scores",
    correlation: true,
    reference:
      "M. J. Dixon, S. G. Coles, Modelling association football scores and inefficiencies in the betting market, 1997")

  private static func definition(
    _ key: String, _ summary: String, correlation: Bool, reference: String
  ) -> LearnerDefinition {
    LearnerDefinition(
      key: key, summary: summary,
      hyperparameters: [
        Hyperparameter(
          "xi", .number(0...1, exclusiveLow: false), defaultValue: .number(0),
          help: "decay of a match's weight per day, as in 0.0018"),
        Hyperparameter(
          "ridge", .number(0...1000, exclusiveLow: false), defaultValue: .number(0),
          help: "ridge penalty on attacks and defences, for few matches"),
      ], capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: false),
      trainingColumns: TrainingMatches.columns, reference: reference, modelType: ResultModel.self,
      make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in
        GoalLearner(
          key: key,
          options: .init(correlation: correlation, ridge: try values.number("ridge"), refusesUnbounded: false),
          decay: try values.number("xi"))
      })
  }

  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
    try cancellation.check()
    let training = try TrainingMatches(data)
    let columns = try TeamColumns(data, teams: training.teams, learner: key)
    let last = training.matches.last?.day ?? 0
    let rows = training.matches.map { GoalRow($0, weight: GoalRow.weight(daysAgo: last - $0.day, decay: decay)) }
    let model = try GoalModelFit(rows, teams: training.teams, options: options).model
    return try ResultModel(
      data, learner: key, columns: columns,
      strengths: .goals(
        intercept: model.intercept, home: model.home, rho: model.rho, attack: model.attack, defence: model.defence))
  }
}

/// `football.elo`: results from Elo ratings of the training matches in the order of their days. Each team starts at
/// 1500. The probability of a draw follows from the expected score by d (`Elo.results`), the most probable one for the
/// training matches, each seen with the ratings before it. Source: Elo 1978.
struct EloLearner: Learner {
  static let key = "football.elo"
  let elo: Elo

  static let definition = LearnerDefinition(
    key: key, summary: "results from Elo ratings of the teams, in the order of the days",
    hyperparameters: [
      Hyperparameter(
        "k", .number(0...1000, exclusiveLow: false), defaultValue: .number(20),
        help: "K, the most a rating changes in one match"),
      Hyperparameter(
        "home", .number(-1000...1000, exclusiveLow: false), defaultValue: .number(100),
        help: "home advantage in rating points"),
      Hyperparameter(
        "margin", .choice(Elo.Margin.allCases.map(\.rawValue)), defaultValue: .text(Elo.Margin.none.rawValue),
        help: "whether a change counts the square root of the goal difference"),
    ], capabilities: Capabilities(targets: [.classes], probabilities: true, needsScaling: false),
    trainingColumns: TrainingMatches.columns,
    reference: "A. E. Elo, The Rating of Chessplayers, Past and Present, 1978", modelType: ResultModel.self,
    make: { (values: HyperparameterValues) throws(Diagnostic) -> any Learner in
      EloLearner(
        elo: Elo(
          kFactor: try values.number("k"), homeAdvantage: try values.number("home"),
          margin: Elo.Margin(rawValue: try values.text("margin")) ?? .none))
    })

  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model {
    try cancellation.check()
    let training = try TrainingMatches(data)
    let columns = try TeamColumns(data, teams: training.teams, learner: EloLearner.key)
    var ratings = EloRatings(elo, teams: training.teams.count)
    ratings.learn(training.matches)
    return try ResultModel(
      data, learner: EloLearner.key, columns: columns,
      strengths: .ratings(ratings.values, home: elo.homeAdvantage, draw: ratings.draw))
  }
}

/// The training rows of a learner as matches, by day, then by the names of the teams. Teams, goals and dates are
/// columns that a learner receives of training rows only.
struct TrainingMatches {
  static let columns = ["date", "home", "away", "home_goals", "away_goals"]

  /// Beyond every result ever played, so that sums of goals stay exact.
  private static let maximumGoals = 999

  /// Days as numbers, whatever they count from, so that differences cannot overflow.
  private static let dayNumbers = -10_000_000...10_000_000

  /// In code-point order.
  let teams: [String]
  let matches: [ForecastMatch]

  /// Throws `wrong-column-type` and `missing-values`.
  init(_ data: TrainingData) throws(Diagnostic) {
    precondition(data.columns.count == TrainingMatches.columns.count, "the learner names other columns")
    for column in data.columns where column.missingCount > 0 {
      throw Diagnostic(
        "missing-values",
        "column '\(column.name)', which the learner trains on, has \(column.missingCount.counted("missing value"))",
        help: "leave those rows out: if not missing(\(CommandText.column(column.name)))")
    }
    let days = try TrainingMatches.days(data.columns[0])
    let (home, away) = (try TrainingMatches.names(data.columns[1]), try TrainingMatches.names(data.columns[2]))
    let goals = (try TrainingMatches.goals(data.columns[3]), try TrainingMatches.goals(data.columns[4]))
    teams = Set(home + away).sorted(by: CodePointOrder.precedes)
    let places = Dictionary(teams.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    matches = days.indices.map { row in
      ForecastMatch(
        day: days[row], home: places[home[row]] ?? 0, away: places[away[row]] ?? 0, homeGoals: goals.0[row],
        awayGoals: goals.1[row])
    }.sorted {
      // Complete, so that sums do not depend on the order of the rows.
      ($0.day, $0.home, $0.away, $0.homeGoals, $0.awayGoals) < ($1.day, $1.home, $1.away, $1.homeGoals, $1.awayGoals)
    }
  }

  private static func days(_ column: Column) throws(Diagnostic) -> [Int] {
    switch column.values {
    case .date(let values): return values.map { $0?.days ?? 0 }
    case .datetime(let values):
      return values.map { Int((Double($0?.microseconds ?? 0) / 86_400_000_000).rounded(.down)) }
    case .integer(let values):
      guard values.allSatisfy(TrainingMatches.dayNumbers.contains) else {
        throw Diagnostic(
          "wrong-column-type",
          "column '\(column.name)' must hold days, or their numbers from \(TrainingMatches.dayNumbers.lowerBound) to "
            + "\(TrainingMatches.dayNumbers.upperBound)")
      }
      return values
    default:
      throw Diagnostic(
        "wrong-column-type",
        "column '\(column.name)' has type \(column.type.rawValue), and the day of a match must be a date")
    }
  }

  private static func names(_ column: Column) throws(Diagnostic) -> [String] {
    switch column.values {
    case .text(let values): return values.compactMap { $0 }
    case .category(let values), .ordered(let values): return values.codes.indices.compactMap { values.name($0) }
    default:
      throw Diagnostic(
        "wrong-column-type", "column '\(column.name)' has type \(column.type.rawValue), and a team must be a name")
    }
  }

  private static func goals(_ column: Column) throws(Diagnostic) -> [Int] {
    guard let values = column.numbers,
      values.allSatisfy({ (0...Double(TrainingMatches.maximumGoals)).contains($0) && $0 == $0.rounded() })
    else {
      throw Diagnostic(
        "wrong-column-type", "column '\(column.name)' must hold whole numbers from 0 to \(TrainingMatches.maximumGoals)"
      )
    }
    return values.map { Int($0) }
  }
}

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
