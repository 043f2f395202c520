internal import FootballModel
internal import PodiumCore
internal import PodiumLearn

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
