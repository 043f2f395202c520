internal import Glibc

/// Scores of three-way forecasts in the order H, D, A: their means over the matches that were added.
public struct ForecastScores: Sendable {
  public private(set) var count = 0
  /// The number of forecasts that gave probability 0 to the actual result.
  public private(set) var impossible = 0
  private var rpsSum = 0.0
  private var brierSum = 0.0
  private var logSum = 0.0
  private var hits = 0

  public init() {}

  /// The mean ranked probability score; nil without forecasts, as are the next three.
  public var rps: Double? { mean(rpsSum) }

  /// The mean of Σ (p − e)² over the three outcomes, 0 to 2.
  public var brier: Double? { mean(brierSum) }

  /// The share of matches whose most probable result happened; the first of H, D, A among equals.
  public var accuracy: Double? { mean(Double(hits)) }

  /// The mean of −ln p of the actual result; also nil where it is infinite.
  public var logLoss: Double? { impossible == 0 ? mean(logSum) : nil }

  /// The mean ignorance in bits; nil as `logLoss`.
  public var ignorance: Double? { logLoss.map { $0 / log(2) } }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }

  public mutating func add(_ forecast: [Double], _ happened: Int) {
    count += 1
    rpsSum += ForecastScores.rps(forecast, happened)
    for (outcome, p) in forecast.enumerated() {
      let error = p - (outcome == happened ? 1 : 0)
      brierSum += error * error
    }
    if forecast[happened] > 0 { logSum -= log(forecast[happened]) } else { impossible += 1 }
    if let best = forecast.max(), forecast.firstIndex(of: best) == happened { hits += 1 }
  }

  /// ½ [(p_H − e_H)² + (p_H + p_D − e_H − e_D)²], 0 for a certain and correct forecast, 1 at worst. Epstein (1969); for
  /// football Constantinou and Fenton (2012).
  public static func rps(_ forecast: [Double], _ happened: Int) -> Double {
    var sum = 0.0
    var distance = 0.0
    for outcome in 0..<(forecast.count - 1) {
      distance += forecast[outcome] - (outcome == happened ? 1 : 0)
      sum += distance * distance
    }
    return sum / Double(forecast.count - 1)
  }
}
