internal import Glibc

/// Scores of three-way forecasts in the order H, D, A.
struct ForecastScores {
  private(set) var count = 0
  /// The number of forecasts that gave probability 0 to the actual result.
  private(set) var impossible = 0
  private var rpsSum = 0.0
  private var bitSum = 0.0

  /// The mean ranked probability score; nil without forecasts.
  var rps: Double? { count > 0 ? rpsSum / Double(count) : nil }

  /// The mean ignorance in bits; nil without forecasts or when it is infinite.
  var ignorance: Double? { count > 0 && impossible == 0 ? bitSum / Double(count) : nil }

  mutating func add(_ forecast: [Double], _ happened: Int) {
    count += 1
    rpsSum += ForecastScores.rps(forecast, happened)
    if forecast[happened] > 0 { bitSum -= log2(forecast[happened]) } else { impossible += 1 }
  }

  /// ½ [(p_H − e_H)² + (p_H + p_D − e_H − e_D)²], 0 for a certain and correct forecast, 1 at worst.
  ///
  /// Epstein (1969); for football Constantinou and Fenton (2012).
  static func rps(_ forecast: [Double], _ happened: Int) -> Double {
    var sum = 0.0
    var distance = 0.0
    for outcome in 0..<(forecast.count - 1) {
      distance += forecast[outcome] - (outcome == happened ? 1 : 0)
      sum += distance * distance
    }
    return sum / Double(forecast.count - 1)
  }
}
