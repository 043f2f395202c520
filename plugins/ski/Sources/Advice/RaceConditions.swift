internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SkiModel

/// The keys that describe the conditions of an upcoming race.
enum RaceConditions {
  static let air = Parameter<Double?>.number("air", in: SessionChecks.air, unit: "°C", help: "Air temperature in °C.")
  static let new = Parameter<Double?>.number("new", in: 0...100, unit: "%", help: "Percentage of new snow.")
  static let old = Parameter<Double?>.number("old", in: 0...100, unit: "%", help: "Percentage of old snow.")
  static let wet = Parameter<Double?>.number("wet", in: 0...100, unit: "%", help: "Percentage of wet snow.")

  static let snow = [new.any, old.any, wet.any]
  static let all = [air.any] + snow

  static func isGiven(_ call: Call) -> Bool { call.has(air) || call.has(new) || call.has(old) || call.has(wet) }

  /// The conditions of a call. Throws `missing-conditions` without air or snow, `bad-snow` for shares that do not sum to 100.
  static func read(_ call: Call) throws(Diagnostic) -> TestConditions {
    let example = "add conditions, as in air=-5 new=50 old=50"
    guard let degrees = call[air] else {
      throw Diagnostic(
        "missing-conditions", "'\(call.verb)' needs the air temperature", span: call.verbSpan, help: example)
    }
    let shares = [call[new], call[old], call[wet]]
    guard shares.contains(where: { $0 != nil }) else {
      throw Diagnostic(
        "missing-conditions", "'\(call.verb)' needs the percentages of snow", span: call.verbSpan, help: example)
    }
    let filled = shares.map { $0 ?? 0 }
    let sum = filled.reduce(0, +)
    guard (sum - 100).magnitude <= 0.1 + 1e-9 else {
      throw Diagnostic(
        "bad-snow", "the snow percentages sum to \(NumberText.significant(sum, 5)), not 100",
        span: call.span(of: new) ?? call.span(of: old) ?? call.span(of: wet), help: example)
    }
    return TestConditions(air: degrees, new: filled[0] / sum, old: filled[1] / sum, wet: filled[2] / sum)
  }
}

/// The keys that choose a command's pairs.
enum ChosenPairs {
  static let type = Parameter<String?>.text("type", help: "Ski type.", completion: .terms(.type))
  static let athlete = Parameter<String?>.text(
    "owner", help: "Owner of the pairs; owner=\(unowned) selects pairs without one.", completion: .athletes()
  ).formerly("athlete")
  /// The owner to type for pairs without one.
  static let unowned = "nobody"

  /// The active pairs of a type and an athlete, as indices in the history. Throws `unknown-type`, `which-athlete` where several
  /// athletes have such pairs and none is named, `no-pairs`.
  static func read(_ call: Call, _ history: PairHistory, _ workspace: SkiWorkspace) throws(Diagnostic) -> [Int] {
    var chosen = history.pairs.indices.filter { !history.archived.contains($0) }
    if let type = try readType(call, workspace) { chosen = chosen.filter { history.pairs[$0].type == type } }
    let names = try workspace.athleteNames()
    if let owner = try readOwner(call, names, workspace) {
      chosen = chosen.filter { history.pairs[$0].owner == owner.number }
    } else {
      let owners = Set(chosen.map { history.pairs[$0].owner ?? "" })
      if owners.count > 1 {
        let shown = owners.inCodePointOrder()
          .map { CommandText.word($0.isEmpty ? unowned : names[$0] ?? $0) }
        throw Diagnostic(
          "which-athlete", "pairs of \(owners.count.counted("owner")) match", span: call.verbSpan,
          help: "name one: owner=… (\(shown.listed(6)))")
      }
    }
    guard !chosen.isEmpty else {
      throw Diagnostic(
        "no-pairs", "no active pair matches", span: call.span(of: type) ?? call.span(of: athlete) ?? call.verbSpan,
        help: "use ski pairs to list them")
    }
    return chosen
  }

  /// The ski type that a call names; throws `unknown-type`.
  static func readType(_ call: Call, _ workspace: SkiWorkspace) throws(Diagnostic) -> String? {
    guard let typed = call[type] else { return nil }
    var terms = workspace.terms
    try terms.read([.type])
    guard let name = terms.find(.type, typed) else {
      throw Diagnostic.unknown("ski type", typed, among: terms.known[.type] ?? [], span: call.span(of: type))
    }
    return name
  }

  /// The owner that a call names: nil without one, and with the number nil for pairs of no owner.
  static func readOwner(
    _ call: Call, _ names: [String: String], _ workspace: SkiWorkspace
  ) throws(Diagnostic) -> (number: String?, name: String)? {
    guard let typed = call[athlete] else { return nil }
    // The list of owners uses this for pairs without one, unless an athlete has that name.
    if typed == unowned, !names.values.contains(typed) { return (nil, typed) }
    let owner = try workspace.athlete(typed, at: call.span(of: athlete))
    return (owner.number, owner.name)
  }
}

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

  /// Whether each pair met the first one of the order in tests, directly or through others.
  var linked: [Bool] {
    let block = forecast.order.first.flatMap { advice.model.places[chosen[$0]]?.block }
    return chosen.map { pair in advice.model.places[pair].map { $0.block == block } ?? false }
  }
}
