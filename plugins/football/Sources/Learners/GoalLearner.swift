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
    let model = try GoalModelFit(rows, teams: training.teams, options: options, cancellation: cancellation).model
    return try ResultModel(
      data, learner: key, columns: columns,
      strengths: .goals(
        intercept: model.intercept, home: model.home, rho: model.rho, attack: model.attack, defence: model.defence))
  }
}
