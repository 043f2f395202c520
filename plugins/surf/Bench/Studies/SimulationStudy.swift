internal import Glibc
public import PodiumCore

@testable public import SurfModel

/// Proves on surfers with hidden tastes what learning is worth.
public struct SimulationStudy: Sendable {
  /// One surfer and what was learned after some sessions.
  public struct Surfer: Sendable {
    public let person: Int
    public let surfer: SimulatedSurfer
    public let sessions: Int
    public let good: Int
    public let taste: LearnedTaste
    /// The weight learned of a number drawn at random for each window, which no one likes.
    public let noiseWeight: Double?
    /// How much its good sessions agree on that number.
    public let noiseAgreement: Double?
    /// Of the stated alert, and of the learned ones at the same recall.
    public let precision: [AlertStudy.Method: Double]
    public let recall: [AlertStudy.Method: Double]
    public let averagePrecision: [AlertStudy.Method: Double]
    public let testWindows: Int
    /// What each method said of the test windows, and whether they were rated good: that is what a chance is said of, so that the
    /// rating varies as those of sessions do.
    public let said: [AlertStudy.Method: [Double]]
    public let ratedGood: [Bool]
  }

  /// A mean with its 95 % interval over resampled surfers.
  public struct Mean: Sendable, Equatable {
    public let value: Double
    public let low: Double
    public let high: Double
    public let n: Int
  }

  public let surfers: [Surfer]

  /// Windows of the background for each person; more change nothing but the time.
  public static let background = 250

  /// Draws surfers over windows, trains each method on everyone's first sessions and tests on the days after them.
  ///
  /// Windows are in the order of time. The last third of the days, less the gap, is for the test. Throws `too-few-days` and
  /// what learning throws.
  public init(
    _ chances: [SimulatedSurfer.Chance], variables: [ConditionVariable], users: Int, sessions: Int,
    methods: [AlertStudy.Method],
    background: Int = SimulationStudy.background, states: Bool = true, seed: Seed,
    cancellation: Cancellation = Cancellation()
  ) throws(Diagnostic) {
    let days = Set(chances.map(\.day)).sorted()
    guard days.count >= 30 else {
      throw Diagnostic(
        "too-few-days", "the forecasts cover \(days.count.counted("day")), and a simulation needs 30",
        help: "import forecasts of more days")
    }
    let cut = days[days.count * 2 / 3]
    let early = chances.indices.filter { chances[$0].day < cut - AlertStudy.gap }
    let late = chances.indices.filter { chances[$0].day >= cut }
    var rows: [AlertStudy.Row] = []
    var training: [Int] = []
    var tests: [Int: [Int]] = [:]
    var rated: [Int: [Bool]] = [:]
    struct Drawn {
      let surfer: SimulatedSurfer
      let stated: [LikedRange]
      let sessions: [SimulatedSurfer.Session]
      let taste: LearnedTaste
      let noise: (weight: Double, agreement: Double?)?
    }
    let planted = SimulationStudy.planted(chances, early, variables, seed)
    var drawn: [Drawn] = []
    for person in 0..<users {
      try cancellation.check()
      var random = seed.derived("surfer", person).source()
      let surfer = SimulatedSurfer(drawnFrom: chances, variables: variables, random: &random)
      let stated = states ? surfer.stated(random: &random) : []
      let own = surfer.sessions(early.map { chances[$0] }, most: sessions, random: &random).map {
        SimulatedSurfer.Session(chance: early[$0.chance], rating: $0.rating)
      }
      let ratings = Dictionary(own.map { ($0.chance, $0.rating) }, uniquingKeysWith: { first, _ in first })
      // Used against available: the sessions and the windows that were passed by. What came after the last session was not.
      let last = own.map { chances[$0.chance].day }.max() ?? Int.max
      let passed = early.filter { chances[$0].day <= last }
      var available = passed
      random.shuffle(&available)
      let chosen = Set(available.prefix(background)).union(ratings.keys).sorted()
      func row(_ place: Int, isGood: Bool, isSurfed: Bool = false) -> AlertStudy.Row {
        let chance = chances[place]
        return AlertStudy.Row(
          AlertRow(
            window: chance.window, day: chance.day, person: person, spot: chance.spot, lead: chance.lead,
            isGood: isGood,
            isJudged: true, isSurfed: isSurfed), conditions: chance.forecast,
          matches: states && SimulatedSurfer.matches(chance.forecast, stated),
          position: LikedRange.position(chance.forecast, stated), hour: chance.hour, season: chance.season)
      }
      for place in chosen {
        training.append(rows.count)
        rows.append(row(place, isGood: (ratings[place] ?? 0) >= 4, isSurfed: ratings[place] != nil))
      }
      var felt = seed.derived("rating", person).source()
      rated[person] = late.map { surfer.rating(chances[$0], random: &felt) >= 4 }
      for place in late {
        tests[person, default: []].append(rows.count)
        rows.append(row(place, isGood: surfer.isGood(chances[place])))
      }
      drawn.append(
        Drawn(
          surfer: surfer, stated: stated, sessions: own,
          taste: LearnedTaste(
            good: own.filter { $0.rating >= 4 }.map { chances[$0.chance].forecast },
            background: passed.map { chances[$0].forecast }, variables: variables),
          noise: planted.flatMap { planted in
            let good = own.filter { $0.rating >= 4 }.compactMap { planted.conditions[$0.chance] }
            guard !good.isEmpty else { return nil }
            let taste = LearnedTaste(
              good: good, background: passed.compactMap { planted.conditions[$0] },
              variables: variables + [planted.variable])
            return (taste.weight(planted.variable), taste[planted.variable]?.agreement)
          }))
    }
    let study = AlertStudy(rows, variables: variables)
    training.sort { (rows[$0].alert.window.from, $0) < (rows[$1].alert.window.from, $1) }
    let all = (0..<users).flatMap { tests[$0] ?? [] }
    var found: [AlertStudy.Method: [Int: Double]] = [:]
    for method in methods {
      let result = try study.chances(method, training: training, test: all, cancellation: cancellation)
      found[method] = Dictionary(zip(all, result.test), uniquingKeysWith: { first, _ in first })
    }
    surfers = (0..<users).compactMap { person -> Surfer? in
      let own = tests[person] ?? []
      let alerts = own.map { rows[$0].alert }
      guard alerts.count(where: \.isGood) >= 3 else { return nil }
      var (precision, recall, average):
        (
          [AlertStudy.Method: Double], [AlertStudy.Method: Double], [AlertStudy.Method: Double]
        ) = ([:], [:], [:])
      let stated = own.map { rows[$0].matches ? 1.0 : 0 }
      let wanted = AlertMeasures.Counts(AlertMeasures.stretches(alerts, stated, 0.5)).recall ?? 0
      for method in methods {
        let chances = own.map { found[method]?[$0] ?? 0 }
        let threshold = method.isFixed ? 0.5 : AlertMeasures.threshold(alerts, chances: chances, recall: wanted)
        let counts = AlertMeasures.Counts(
          AlertMeasures.stretches(alerts, chances, threshold))
        precision[method] = counts.precision
        recall[method] = counts.recall
        average[method] = AveragePrecision.value(chances, alerts.map(\.isGood))
      }
      return Surfer(
        person: person, surfer: drawn[person].surfer, sessions: drawn[person].sessions.count,
        good: drawn[person].sessions.count { $0.rating >= 4 }, taste: drawn[person].taste,
        noiseWeight: drawn[person].noise?.weight, noiseAgreement: drawn[person].noise.flatMap(\.agreement),
        precision: precision, recall: recall,
        averagePrecision: average, testWindows: own.count,
        said: found.mapValues { said in own.map { said[$0] ?? 0 } }, ratedGood: rated[person] ?? [])
    }
  }

  /// The surfers of several studies.
  public init(joining studies: [SimulationStudy]) { surfers = studies.flatMap(\.surfers) }

  /// The conditions of early windows with a random number in the place of a variable that is not studied.
  private static func planted(
    _ chances: [SimulatedSurfer.Chance], _ early: [Int], _ variables: [ConditionVariable], _ seed: Seed
  ) -> (variable: ConditionVariable, conditions: [Int: Conditions])? {
    guard let variable = ConditionVariable.allCases.first(where: { !$0.isCircular && !variables.contains($0) }) else {
      return nil
    }
    var random = seed.derived("noise").source()
    var conditions: [Int: Conditions] = [:]
    for place in early {
      conditions[place] = chances[place].forecast
      conditions[place]?[variable] = random.normal()
    }
    return (variable, conditions)
  }

  /// The mean difference of precision at the recall of the stated alert, over surfers with both.
  public func margin(_ method: AlertStudy.Method, over other: AlertStudy.Method, seed: Seed) -> Mean? {
    mean(
      surfers.compactMap { one in
        guard let a = one.precision[method], let b = one.precision[other] else { return nil }
        return a - b
      }, seed)
  }

  /// The mean difference of the area below the curve of precision by recall.
  public func areaMargin(_ method: AlertStudy.Method, over other: AlertStudy.Method, seed: Seed) -> Mean? {
    mean(
      surfers.compactMap { one in
        guard let a = one.averagePrecision[method], let b = one.averagePrecision[other] else { return nil }
        return a - b
      }, seed)
  }

  /// The mean of a value over surfers.
  public func mean(_ value: (Surfer) -> Double?, seed: Seed) -> Mean? { mean(surfers.compactMap(value), seed) }

  private func mean(_ values: [Double], _ seed: Seed) -> Mean? {
    guard values.count > 1 else { return nil }
    var random = seed.derived("resample").source()
    let means = (0..<1000).map { _ in
      (0..<values.count).reduce(0.0) { sum, _ in sum + values[random.below(values.count)] } / Double(values.count)
    }.sorted()
    guard let low = Quantiles.quantile(0.025, ofSorted: means), let high = Quantiles.quantile(0.975, ofSorted: means)
    else {
      return nil
    }
    return Mean(value: values.reduce(0, +) / Double(values.count), low: low, high: high, n: values.count)
  }

  /// The share of each liked range that the learned one covers, and the other way round: intersection over union.
  public static func overlap(_ liking: LikedRange, _ range: LearnedRange) -> Double? {
    guard let low = range.low, let high = range.high else { return nil }
    if liking.variable.isCircular {
      let (a, b) = (Arc(from: liking.low, to: liking.high), Arc(from: low, to: high))
      var (both, either) = (0, 0)
      for degree in 0..<360 {
        let (inA, inB) = (a.contains(Double(degree)), b.contains(Double(degree)))
        if inA && inB { both += 1 }
        if inA || inB { either += 1 }
      }
      return either > 0 ? Double(both) / Double(either) : nil
    }
    let both = max(0, min(liking.high, high) - max(liking.low, low))
    let either = max(liking.high, high) - min(liking.low, low)
    return either > 0 ? both / either : nil
  }
}
