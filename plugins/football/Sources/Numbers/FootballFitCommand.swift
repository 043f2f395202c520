internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

struct FootballFitCommand: Command {
  static let model = Parameter<String?>.text(
    "model", positional: true,
    help: "dixon-coles corrects low scores, the default; poisson takes both sides' goals as independent.",
    completion: .words(GoalModelName.allCases.map(\.rawValue)))

  /// Smaller derivatives are rounding errors, which differ from one processor to the next.
  static let rounding = 1e-9

  let signature = Signature(
    "football fit", topic: .plugins, summary: "Fit a goal model to a season: attack, defence, home advantage.",
    details: """
      Both sides' goals follow Poisson distributions with log rates intercept + home + attack + the opponent's defence; \
      a higher defence concedes more, and attacks and defences each sum to 0. Dixon and Coles (1997) add rho for low \
      scores. The likelihood is at its maximum: gradient is the largest derivative left, or 1e-9 if it is smaller. \
      Awarded matches are left out. With train= earlier seasons count too, and a team that is new in the season starts like \
      those that left.
      """,
    parameters: [
      ChosenSeason.competition.any, ChosenSeason.season.any, model.any, ForecastKeys.training.any, ForecastKeys.xi.any,
      ForecastKeys.ridge.any, ForecastKeys.asof.any,
    ],
    exampleLines: MatchDay.lines(
      """
      a season: {league}; football fit M1 2023-24 -> log_likelihood
      independent goals, recent matches weigh more: {league}; football fit M1 2023-24 model=poisson xi=0.002 -> attack
      half a season, drawn to the mean: {league}; football fit M1 2024-25 asof=2024-12-31 ridge=1 -> rho
      a few matches, and the season before: {league}; football fit M1 2024-25 train=2023-24 asof=2024-08-31 -> xi
      too early in the season: {league}; football fit M1 2023-24 asof=2023-08-20 -> !unbounded-team
      """), traits: .readsOnly, seeAlso: ["football predict", "football evaluate"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let (model, competition, chosen) = try FootballFitCommand.words(call)
    let workspace = try FootballWorkspace(session)
    let (code, season) = try ChosenSeason.read(competition, chosen, in: workspace)
    let day = try call.day(ForecastKeys.asof, in: session)
    let training = try ForecastKeys.seasons(call, code, before: season, workspace)
    let data = try ForecastSeason(workspace, code, season, training: training, upTo: day)
    let values = ForecastKeys.Values(call, isTrained: !training.isEmpty)
    let fit = try ForecastKeys.fit(
      data, correlation: model == .dixonColes, values, asof: day,
      at: call.span(of: ForecastKeys.asof) ?? chosen.span, session.cancellation)
    var record = RecordOutput(
      "\(model.rawValue) of \(code) \(season)" + (day.map { " up to \($0)" } ?? ""),
      [
        "log_likelihood": .real(fit.logLikelihood), "home": .real(fit.model.home), "rho": .real(fit.model.rho),
        "intercept": .real(fit.model.intercept), "matches": .integer(data.count),
        "gradient": .real(max(fit.gradient, FootballFitCommand.rounding)),
      ])
    values.add(to: &record)
    let order = data.teams.indices.sorted {
      let (a, b) = (fit.model.attack[$0] - fit.model.defence[$0], fit.model.attack[$1] - fit.model.defence[$1])
      return a != b ? a > b : $0 < $1
    }
    let table = try Table([
      Column("team", .category(Categorical(order.map { data.teams[$0] }))),
      Column("attack", .number(order.map { fit.model.attack[$0] })),
      Column("defence", .number(order.map { fit.model.defence[$0] })),
    ])
    return [
      .record(record),
      .table(
        TableOutput(
          table, title: "strengths, best first",
          footer: ["attack above 0 scores more than average, defence above 0 concedes more"],
          decimals: ["attack": 3, "defence": 3])),
    ] + data.notes + fit.notes
  }
}

extension FootballFitCommand {
  /// The model, the competition and the season; the model came first in earlier versions: `football fit poisson E0 2018-19`.
  private static func words(
    _ call: Call
  ) throws(Diagnostic) -> (GoalModelName, ChosenSeason.Typed, ChosenSeason.Typed) {
    let first: ChosenSeason.Typed = (call[ChosenSeason.competition], call.span(of: ChosenSeason.competition))
    let second: ChosenSeason.Typed = (call[ChosenSeason.season], call.span(of: ChosenSeason.season))
    guard let typed = call[model] else {
      guard GoalModelName(rawValue: first.text) != nil else { return (.dixonColes, first, second) }
      throw Diagnostic(
        "missing-argument", "'football fit' needs SEASON: \(ChosenSeason.season.description.allowed)",
        span: second.span,
        help: "write: football fit COMPETITION SEASON model=\(first.text)")
    }
    let third: ChosenSeason.Typed = (typed, call.span(of: model))
    let isFormer =
      GoalModelName(rawValue: typed) == nil
      && (GoalModelName(rawValue: first.text) != nil || Season(second.text) == nil && Season(typed) != nil)
    let (name, span) = isFormer ? first : third
    guard let found = GoalModelName(rawValue: name) else {
      throw .unknownWord("model", name, among: GoalModelName.allCases.map(\.rawValue), span: span)
    }
    return isFormer ? (found, second, third) : (found, first, second)
  }
}

/// The goal models by the names that people type.
enum GoalModelName: String, CaseIterable {
  case dixonColes = "dixon-coles"
  case poisson
}
