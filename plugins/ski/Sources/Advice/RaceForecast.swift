internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// What the tests say of some pairs in the conditions of a race, as `ski recommend` and `ski choice` show it.
struct RaceForecast {
  let conditions: TestConditions
  let size: ShortlistSize
  let advice: PairAdvice
  let chosen: [Int]
  let support: PairAdvice.Support
  let forecast: PairForecast

  static let parameters =
    [ChosenPairs.type.any, ChosenPairs.athlete.any] + RaceConditions.all + [ShortlistSize.parameter.any]

  /// Reads pairs and conditions; throws what is wrong with them, and `which-ski-type`.
  init(_ call: Call, _ session: Session, _ kept: KeptAdvice) throws(Diagnostic) {
    conditions = try RaceConditions.read(call)
    size = try ShortlistSize.read(call)
    advice = try PairAdvice(session, kept)
    chosen = try ChosenPairs.read(call, advice.history, advice.workspace)
    try RecommendCommand.requireOneRace(chosen, advice, at: call.verbSpan)
    support = try advice.support(chosen, under: conditions, at: call.verbSpan)
    forecast = advice.model.forecast(chosen, under: conditions)
  }
}
