internal import Glibc
public import PodiumCore

/// The correlation of two lists of numbers of which one or both are circular.
///
/// With a linear list it is the multiple correlation with sine and cosine, from 0 to 1, and p is that of the F test with 2 and
/// n − 3 degrees of freedom (Mardia 1976; Mardia and Jupp, *Directional Statistics*, 2000, 11.2). Of two circular lists it is
/// Σ sin(a − ā) sin(b − b̄) over the root of the products of the squares, from −1 to 1, and p is that of its normal
/// approximation (Jammalamadaka and SenGupta, *Topics in Circular Statistics*, 2001, 8.2).
public struct CircularCorrelation: Sendable, Equatable {
  /// Nil where a list does not vary, the values of a circular list cancel out, or too few rows are left.
  public let r: Double?
  /// Nil where r is, and where no degrees of freedom are left.
  public let p: Double?
  /// The rows where both have a value.
  public let rowCount: Int

  /// Correlates a circular list with a linear one.
  public init(_ circular: [Double], on circle: Circle, linear: [Double]) {
    var (sines, cosines, values): ([Double], [Double], [Double]) = ([], [], [])
    for (a, x) in zip(circular, linear) where a.isFinite && x.isFinite {
      let (sine, cosine) = circle.components(a)
      sines.append(sine)
      cosines.append(cosine)
      values.append(x)
    }
    rowCount = values.count
    guard values.min() != values.max(), Set(zip(sines, cosines).map { [$0, $1] }).count > 1 else {
      (r, p) = (nil, nil)
      return
    }
    // Where sine or cosine alone is constant, or one follows from the other, one of them says all.
    guard let xc = Correlation(values, cosines).r, let xs = Correlation(values, sines).r,
      let cs = Correlation(cosines, sines).r, cs.magnitude < 1 - 1e-12
    else {
      let one = Correlation(values, cosines).r ?? Correlation(values, sines).r
      let found = one.map(\.magnitude)
      (r, p) = (found, found.flatMap { CircularCorrelation.tail($0, rows: values.count, predictors: 1) })
      return
    }
    let square = (xc * xc + xs * xs - 2 * xc * xs * cs) / (1 - cs * cs)
    let found = min(1, max(0, square)).squareRoot()
    r = found
    p = CircularCorrelation.tail(found, rows: values.count, predictors: 2)
  }

  /// The p of a multiple correlation: with 2 predictors the F distribution's tail is (1 − R²)^((n − 3) / 2).
  private static func tail(_ r: Double, rows: Int, predictors: Int) -> Double? {
    let freedom = Double(rows - predictors - 1)
    guard freedom > 0 else { return nil }
    if r == 1 { return 0 }
    if predictors == 2 { return pow(1 - r * r, freedom / 2) }
    return min(1, 2 * StudentT.upperTail(r * (freedom / (1 - r * r)).squareRoot(), df: freedom))
  }

  /// Correlates two circular lists.
  public init(_ first: [Double], on circle: Circle, _ second: [Double], on other: Circle) {
    let pairs = zip(first, second).filter { $0.isFinite && $1.isFinite }
    rowCount = pairs.count
    guard pairs.count >= 2, let a = CircularMean(pairs.map(\.0), on: circle)?.direction,
      let b = CircularMean(pairs.map(\.1), on: other)?.direction
    else {
      (r, p) = (nil, nil)
      return
    }
    var (product, squaresA, squaresB, both) = (0.0, 0.0, 0.0, 0.0)
    for (u, v) in pairs {
      let (x, y) = (circle.components(circle.normalised(u - a)).sine, other.components(other.normalised(v - b)).sine)
      product += x * y
      squaresA += x * x
      squaresB += y * y
      both += x * x * y * y
    }
    let scale = (squaresA * squaresB).squareRoot()
    // Equal values leave only rounding.
    guard squaresA > 1e-24, squaresB > 1e-24, scale > 0 else {
      (r, p) = (nil, nil)
      return
    }
    let found = min(1, max(-1, product / scale))
    r = found
    p = both > 0 ? erfc((squaresA * squaresB / both).squareRoot() * found.magnitude / 2.0.squareRoot()) : nil
  }
}
