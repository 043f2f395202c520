internal import PodiumCore

/// The line of least squares through points, and what its interval needs.
package struct TrendLine {
  package let count: Int
  package let meanX: Double
  package let meanY: Double
  package let slope: Double
  /// The correlation of x and y.
  package let r: Double
  /// The ends of x.
  package let low: Double
  package let high: Double
  /// The sum of the squared deviations of x.
  private let squares: Double
  /// Student's t at 97.5 % with n − 2 degrees of freedom, times the standard deviation of the residuals.
  private let factor: Double

  /// Fits some rows; nil without three points, or where all are at one x.
  package init?(_ rows: [Int], x: [Double], y: [Double]) {
    let n = Double(rows.count)
    var (sumX, sumY) = (0.0, 0.0)
    var (low, high) = (Double.infinity, -Double.infinity)
    for row in rows {
      (sumX, sumY) = (sumX + x[row], sumY + y[row])
      (low, high) = (min(low, x[row]), max(high, x[row]))
    }
    (meanX, meanY) = (sumX / n, sumY / n)
    var (sxx, sxy, syy) = (0.0, 0.0, 0.0)
    for row in rows {
      let (a, b) = (x[row] - meanX, y[row] - meanY)
      (sxx, sxy, syy) = (sxx + a * a, sxy + a * b, syy + b * b)
    }
    guard rows.count > 2, sxx > 0, sxx.isFinite, sxy.isFinite else { return nil }
    slope = sxy / sxx
    var residuals = 0.0
    for row in rows {
      let rest = y[row] - meanY - slope * (x[row] - meanX)
      residuals += rest * rest
    }
    factor = StudentT.quantile(0.975, df: n - 2) * (residuals / (n - 2)).squareRoot()
    r = sxy / (sxx * syy).squareRoot()
    (count, squares, self.low, self.high) = (rows.count, sxx, low, high)
  }

  /// The height of the line at x, and half of the 95 % interval of the mean there: t(n − 2) s √(1/n + (x − x̄)²/Σ(x − x̄)²).
  package func height(at x: Double) -> (mean: Double, half: Double) {
    let distance = x - meanX
    return (meanY + slope * distance, factor * (1 / Double(count) + distance * distance / squares).squareRoot())
  }
}
