internal import Glibc
internal import PodiumCore
internal import PodiumLinear

/// A kernel function with its parameters.
public struct SVMKernel: Sendable, Equatable, Codable {
  /// The shape of a kernel.
  public enum Shape: String, Sendable, CaseIterable, Codable {
    /// exp(−gamma·|x − z|²).
    case rbf
    /// x·z.
    case linear
    /// (gamma·x·z + coef0)^degree.
    case poly
    /// tanh(gamma·x·z + coef0).
    case sigmoid
  }

  public let shape: Shape
  /// The kernel coefficient gamma; above 0.
  public let gamma: Double
  /// The degree of `poly`.
  public let degree: Int
  /// The independent term of `poly` and `sigmoid`.
  public let coef0: Double

  /// Turns products x·z of one row x with some rows z into the kernel, in place, from `start` on.
  ///
  /// `square` and `squares` are x·x and each z·z; there are as many products as squares.
  func apply(
    to products: inout MutableSpan<Double>, from start: Int, square: Double, squares: Span<Double>
  ) {
    let (gamma, coef0) = (gamma, coef0)
    precondition(start >= 0 && start + squares.count <= products.count)
    let places = start..<(start + squares.count)
    switch shape {
    case .linear: break
    case .rbf:
      // The last few rows are done four at a time too, so that a value never depends on its position.
      var k = 0
      while k < squares.count {
        let last = squares.count &- 1
        var distance = SIMD4<Double>()
        for lane in 0..<4 {
          let at = min(k &+ lane, last)
          distance[lane] = square + squares[unchecked: at] - 2 * products[unchecked: start &+ at]
        }
        // Rounding may put equal rows at a distance below 0.
        distance.replace(with: 0, where: distance .< 0)
        let value = SVMKernel.exponential(-gamma * distance)
        for lane in 0..<min(4, squares.count &- k) { products[unchecked: start &+ k &+ lane] = value[lane] }
        k &+= 4
      }
    case .poly:
      for k in places {
        products[unchecked: k] = SVMKernel.power(gamma * products[unchecked: k] + coef0, degree)
      }
    case .sigmoid:
      for k in places { products[unchecked: k] = tanh(gamma * products[unchecked: k] + coef0) }
    }
  }

  /// The kernel of a row with itself, from x·x.
  func ofRowWithItself(_ square: Double) -> Double {
    switch shape {
    case .rbf: 1
    case .linear: square
    case .poly: SVMKernel.power(gamma * square + coef0, degree)
    case .sigmoid: tanh(gamma * square + coef0)
    }
  }

  /// e to the power of x, for x up to 0; below −708 it is 0.
  ///
  /// x = n·ln 2 + r with |r| ≤ ln 2 / 2; Taylor's series of e^r to the 12th power errs by less than 2e-16. The C
  /// library's function does one at a time, in twice the time of four here.
  @inline(__always)
  static func exponential(_ x: SIMD4<Double>) -> SIMD4<Double> {
    let reach = -708.0
    let bounded = x.replacing(with: reach, where: x .< reach)
    // Added to a number of moderate size, it leaves its nearest whole number in the lowest bits.
    let shifter = 6_755_399_441_055_744.0
    let shifted = bounded * 1.4426950408889634 + shifter
    let n = shifted - shifter
    // ln 2 in two parts, the first with so few bits that its product with n is exact.
    let r = (bounded - n * 0.693147180369123816490) - n * 1.90821492927058770002e-10
    var sum = SIMD4<Double>(repeating: 1.0 / 479_001_600)
    sum = sum * r + 1.0 / 39_916_800
    sum = sum * r + 1.0 / 3_628_800
    sum = sum * r + 1.0 / 362_880
    sum = sum * r + 1.0 / 40_320
    sum = sum * r + 1.0 / 5_040
    sum = sum * r + 1.0 / 720
    sum = sum * r + 1.0 / 120
    sum = sum * r + 1.0 / 24
    sum = sum * r + 1.0 / 6
    sum = sum * r + 0.5
    sum = sum * r + 1
    sum = sum * r + 1
    // 2^n by adding n to the exponent.
    let exponent = unsafeBitCast(shifted, to: SIMD4<UInt64>.self) &<< 52
    let bits = unsafeBitCast(sum, to: SIMD4<UInt64>.self) &+ exponent
    return unsafeBitCast(bits, to: SIMD4<Double>.self).replacing(with: 0, where: x .< reach)
  }

  /// A whole power by repeated squaring.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, left) = (1.0, base, exponent)
    while left > 0 {
      if left & 1 == 1 { result *= square }
      square *= square
      left >>= 1
    }
    return result
  }

  /// x·x of each row.
  static func squares(_ rows: Matrix) -> [Double] {
    let elements = rows.elements
    let width = rows.columns
    return (0..<rows.rows).map { r in
      var sum = 0.0
      for k in (r * width)..<((r + 1) * width) { sum += elements[k] * elements[k] }
      return sum
    }
  }

  static let overflow = Diagnostic(
    "not-finite", "the kernel value of some rows is not finite",
    help: "scale the features, or lower gamma, coef0 or degree")
}
