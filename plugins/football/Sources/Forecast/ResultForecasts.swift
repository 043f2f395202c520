internal import FootballModel
internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// Forecasts of H, D and A with their scores: a learner's, and those that it should beat, over the same rows. The rows
/// are those with odds, or all rows when the table has none. Shin's method removes the margin from the odds.
struct ResultForecasts {
  private(set) var model = ForecastScores()
  /// The odds without their margin; nil for a table without odds.
  private(set) var odds: ForecastScores?
  /// The shares of results on earlier days.
  private(set) var past = ForecastScores()
  /// One third each.
  private(set) var even = ForecastScores()
  /// Whether results came as often as the three probabilities of each forecast said, in bins of a tenth; nil without any.
  private(set) var modelCalibration: Calibration?
  private(set) var oddsCalibration: Calibration?
  /// How much lower the learner's score is than that of the odds, row by row.
  private(set) var gains = PairedGains()
  /// The sum of Shin's z over the rows.
  private(set) var insiders = 0.0
  /// How many rows were scored, in words, and whether the learner gave probabilities.
  let rows: String

  /// Scores pooled predictions; throws `wrong-target` unless the classes are H, D and A in this order.
  init(_ predictions: EvaluatedRows) throws(Diagnostic) {
    let evaluation = predictions.evaluation
    guard evaluation.classes == MatchResult.letters, case .classes(let truth) = evaluation.truth,
      case .classes(let predicted) = evaluation.predicted
    else {
      throw Diagnostic("wrong-target", "it needs the classes H, D and A in this order", help: "type: label result")
    }
    let prices = MatchResult.oddsColumns.compactMap { predictions.table[$0]?.numbers }
    let hasOdds = prices.count == MatchResult.oddsColumns.count
    var bookmaker = ForecastScores()
    var (said, quotes, came): ([Double], [Double], [Bool]) = ([], [], [])
    let climate = Climatology(predictions.table, target: evaluation.target)
    for (place, row) in evaluation.rows.enumerated() {
      let happened = truth[place]
      var quoted: [Double]?
      if hasOdds {
        guard let forecast = OddsMargin.shin.probabilities(prices.map { $0[row] }) else { continue }
        quoted = forecast.values
        bookmaker.add(forecast.values, happened)
        quotes += forecast.values
        insiders += forecast.insiders
      }
      let certain = MatchResult.allCases.map { $0.rawValue == predicted[place] ? 1.0 : 0 }
      let forecast = evaluation.probabilities?[place] ?? certain
      if let quoted { gains.add(ForecastScores.rps(quoted, happened) - ForecastScores.rps(forecast, happened)) }
      model.add(forecast, happened)
      said += forecast
      came += forecast.indices.map { $0 == happened }
      past.add(climate.shares(before: row), happened)
      even.add([1.0 / 3, 1.0 / 3, 1.0 / 3], happened)
    }
    odds = hasOdds ? bookmaker : nil
    modelCalibration = Calibration(chances: said, isPositive: came, bins: 10)
    oddsCalibration = Calibration(chances: quotes, isPositive: came, bins: 10)
    rows =
      "\(model.count) of \(evaluation.rows.count.counted("row"))" + (hasOdds ? " with odds" : ", without odds")
      + (evaluation.probabilities == nil
        ? "; the learner gives no probabilities, so each forecast counts as certain" : "")
  }

  /// A score of the learner and of the forecasts that it should beat.
  func measures(
    _ key: String, _ score: (ForecastScores) -> Double?, odds way: String = "Shin", _ explanation: String
  ) -> [NamedMeasure] {
    var measures = [NamedMeasure(key, score(model), explanation: explanation)]
    if let odds {
      measures.append(NamedMeasure(key + "_odds", score(odds), explanation: "odds with the margin removed (\(way))"))
    }
    return measures + [
      NamedMeasure(key + "_climatology", score(past), explanation: "shares of results on earlier days"),
      NamedMeasure(key + "_uniform", score(even), explanation: "one third each"),
    ]
  }
}

/// Differences of two scores over the same matches.
struct PairedGains {
  private var gains: [Double] = []

  /// Adds how much better one forecast of a match was than the other.
  mutating func add(_ gain: Double) { gains.append(gain) }

  /// The mean difference and how many standard errors it is above 0, where those are two or more.
  var clear: (mean: Double, errors: Double, count: Int)? {
    guard let (mean, error) = estimate, error > 0, mean > 2 * error else { return nil }
    return (mean, mean / error, gains.count)
  }

  /// The mean difference and half the width of its 95 % interval; nil with fewer than two.
  var interval: (mean: Double, half: Double)? { estimate.map { ($0.mean, 1.96 * $0.error) } }

  /// The mean and its standard error.
  private var estimate: (mean: Double, error: Double)? {
    let n = Double(gains.count)
    guard n > 1 else { return nil }
    let mean = gains.reduce(0, +) / n
    let variance = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    return (mean, (variance / n).squareRoot())
  }

  /// The alarm for a forecast that beats the closing odds clearly, after its name.
  var alarm: String? {
    clear.map { found in
      "by \(NumberText.fixed(found.mean, 4)) in rps, \(NumberText.fixed(found.errors, 1)) standard errors over "
        + "\(found.count.counted("match", plural: "matches")): look for a leak"
    }
  }
}

/// How often each result occurred before a day, over the whole table.
struct Climatology {
  /// The counts of H, D and A on earlier days, for each row.
  private let counts: [[Int]]

  /// Orders rows by the column with the role time, or as they are when there is none.
  init(_ table: Table, target: String) {
    let codes = table[target]?.categorical?.codes ?? []
    let days: [Int]
    if case .date(let dates)? = table.columns(with: .time).first?.values {
      days = dates.map { $0?.days ?? .min }
    } else {
      days = Array(0..<table.rowCount)
    }
    var counts = [[Int]](repeating: [0, 0, 0], count: table.rowCount)
    var soFar = [0, 0, 0]
    let order = days.indices.sorted { (days[$0], $0) < (days[$1], $1) }
    var start = 0
    while start < order.count {
      let end = order[start...].firstIndex { days[$0] != days[order[start]] } ?? order.count
      for row in order[start..<end] { counts[row] = soFar }
      for row in order[start..<end] where row < codes.count && (0..<3).contains(codes[row]) {
        soFar[Int(codes[row])] += 1
      }
      start = end
    }
    self.counts = counts
  }

  /// The shares of H, D and A before a row's day; one third each on the first day.
  func shares(before row: Int) -> [Double] {
    let seen = counts[row]
    let all = seen.reduce(0, +)
    return seen.map { all > 0 ? Double($0) / Double(all) : 1.0 / 3 }
  }
}
