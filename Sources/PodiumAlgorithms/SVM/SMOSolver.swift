internal import CVectors
internal import PodiumCore

/// Solves the dual problem of a support vector machine by sequential minimal optimization.
///
/// Minimizes ½ Σ a_s a_t y_s y_t K(s,t) + Σ p_t a_t over 0 ≤ a_t ≤ c_t with Σ a_t y_t = 0; two classes have p = −1, regression has
/// two coefficients a row, of y = 1 and −1. Each step moves two of the
/// coefficients. With v_t = −y_t × (derivative by a_t): the first, i, is the largest v among those that can move
/// along y; the second, j, promises the largest decrease by a quadratic model among those that can move against y
/// and have v_j < v_i. It stops when the largest v of the first kind exceeds the smallest of the second by less
/// than the tolerance. Coefficients at a bound that look like staying there are set aside from time to time
/// (shrinking) and taken back before the end. Equal candidates: the last in the order of work, so that the steps
/// are those of LIBSVM. References: R.-E. Fan, P.-H. Chen, C.-J. Lin, JMLR 6, 2005 (selection); C.-C. Chang,
/// C.-J. Lin, ACM TIST 2:27, 2011 (section 4: steps, shrinking, reconstruction, intercept).
struct SMOSolver {
  struct Solution: Sendable {
    /// The coefficients, from 0 to their bounds.
    let alpha: [Double]
    /// The constant that the decision function subtracts (rho).
    let rho: Double
    let iterations: Int
  }

  /// The bounds of coefficients of sign 1 and −1.
  private let bounds: (Double, Double)
  private let tolerance: Double
  private let shrinking: Bool
  private let maxIterations: Int
  private var kernel: SVMKernelRows
  private let count: Int

  // The order of work: place k is about coefficient `ownAt[k]` of row `rowAt[k]`; the first `active` places take part.
  private let ownAt: RawBuffer<Int32>
  private let rowAt: RawBuffer<Int32>
  /// Whether place k is about row k.
  private var isInOrder: Bool
  private var active: Int
  private let sign: RawBuffer<Double>
  private let alpha: RawBuffer<Double>
  /// v_t where all coefficients are 0: −y_t × p_t.
  private let initial: RawBuffer<Double>
  /// v_t, up to date for active places.
  private let value: RawBuffer<Double>
  /// The part of v_t that comes from coefficients at the upper bound, for all places.
  private let valueFromBound: RawBuffer<Double>
  private let diagonal: RawBuffer<Double>
  /// Whether the diagonal is 1 everywhere, so that it need not be read.
  private let isOnes: Bool
  /// 0 where the coefficient can move along y (against y), else −∞: added, it takes a place out of the running.
  private let along: RawBuffer<Float>
  private let against: RawBuffer<Float>
  private var isUnshrunk = false
  /// The place of the largest v that can move along y, and that v; nil where it is not known.
  private var first: (place: Int, value: Double)?

  private let lineI: RawBuffer<Float>
  private let lineJ: RawBuffer<Float>
  private let lineK: RawBuffer<Float>

  /// Curvature that is not above 0 counts as this.
  private static let leastCurvature = 1e-12

  /// Takes a problem; `sign` is y, 1 or −1 for each coefficient, and both must occur; `initial` is −y × p, by default that of two
  /// classes. Coefficient k belongs to row k modulo the rows of the kernel.
  init(
    _ kernel: SVMKernelRows, sign: [Double], initial: [Double]? = nil, bounds: (Double, Double), settings: SVMSettings
  ) {
    precondition(kernel.count > 0 && sign.count % kernel.count == 0)
    let n = sign.count
    let rows = (0..<n).map { $0 % kernel.count }
    self.kernel = kernel
    self.sign = RawBuffer(sign)
    self.bounds = bounds
    tolerance = settings.tolerance
    shrinking = settings.shrinking
    maxIterations = settings.maxIterations ?? SVMSettings.stepLimit(rows: n)
    count = n
    active = n
    ownAt = RawBuffer((0..<n).map { Int32(truncatingIfNeeded: $0) })
    rowAt = RawBuffer(rows.map { Int32(truncatingIfNeeded: $0) })
    isInOrder = n == kernel.count
    alpha = RawBuffer(n, of: 0)
    self.initial = RawBuffer(initial ?? sign)
    value = RawBuffer(initial ?? sign)
    valueFromBound = RawBuffer(n, of: 0)
    diagonal = RawBuffer(rows.map { kernel.diagonal[$0] })
    isOnes = kernel.diagonal.allSatisfy { $0 == 1 }
    along = RawBuffer(sign.map { $0 > 0 ? 0 : -.infinity })
    against = RawBuffer(sign.map { $0 > 0 ? -.infinity : 0 })
    lineI = RawBuffer(n, of: 0)
    lineJ = RawBuffer(n, of: 0)
    lineK = RawBuffer(n, of: 0)
  }

  /// Solves it; throws `no-convergence`, `not-finite` and `interrupted`.
  mutating func solve(_ cancellation: Cancellation) throws(Diagnostic) -> Solution {
    var iterations = 0
    var untilShrinking = min(count, 1000) + 1
    while true {
      try cancellation.check()
      untilShrinking -= 1
      if untilShrinking == 0 {
        untilShrinking = min(count, 1000)
        if shrinking { try shrink(cancellation) }
      }
      var pair = try selectPair()
      if pair == nil, active < count {
        try reconstruct(cancellation)
        active = count
        pair = try selectPair()
        untilShrinking = 1
      }
      guard let (i, j, line) = pair else { break }
      if iterations >= maxIterations {
        throw Diagnostic(
          "no-convergence", "svm did not converge within \(iterations) iterations",
          help: "scale the features, or set a smaller c, a larger tol or more max-iterations")
      }
      iterations += 1
      try step(i, j, line)
    }
    var found = [Double](repeating: 0, count: count)
    for place in 0..<count { found[Int(ownAt.start[place])] = alpha.start[place] }
    let rho = rho()
    guard rho.isFinite, found.allSatisfy({ $0.isFinite }) else { throw SVMKernel.overflow }
    return Solution(alpha: found, rho: rho, iterations: iterations)
  }

  /// The memory of the kernel's rows.
  var store: RawBuffer<Float> { kernel.store }

  // MARK: - Selection

  /// The two places to move and the kernel row of the first, or nil where the tolerance is met.
  private mutating func selectPair() throws(Diagnostic) -> (Int, Int, UnsafeMutablePointer<Float>)? {
    var (i, top) = first ?? (-1, -.infinity)
    if first == nil { i = cv_largest(value.start, along.start, active, &top) }
    if i < 0 { return nil }
    let line = try line(i, active, lineI)
    var gap = 0.0
    let j = cv_steepest(
      top, diagonal.start[i], value.start, against.start, isOnes ? nil : diagonal.start, line, active, &gap)
    return gap < tolerance || j < 0 ? nil : (i, j, line)
  }

  // MARK: - A step

  private mutating func step(_ i: Int, _ j: Int, _ lineI: UnsafeMutablePointer<Float>) throws(Diagnostic) {
    let lineJ = try line(j, active, lineJ)
    let (alpha, value, sign) = (alpha.start, value.start, sign.start)
    let curvature = diagonal.start[i] + diagonal.start[j] - 2 * Double(lineI[j])
    let length = (value[i] - value[j]) / (curvature > 0 ? curvature : SMOSolver.leastCurvature)
    let (oldI, oldJ) = (alpha[i], alpha[j])
    (alpha[i], alpha[j]) = moved(oldI, sign[i], oldJ, sign[j], by: length)
    let changeI = sign[i] * (alpha[i] - oldI)
    let changeJ = sign[j] * (alpha[j] - oldJ)
    try settle(i, was: oldI)
    try settle(j, was: oldJ)
    var top = 0.0
    let place = cv_move(value, changeI, lineI, changeJ, lineJ, along.start, active, &top)
    first = (place, top)
  }

  /// The two coefficients after a move by `length` along y and against y, cut where the first of them meets a bound.
  ///
  /// The one that meets a bound lies on it exactly; the other follows from what their sum (or difference) must be.
  private func moved(
    _ a: Double, _ signA: Double, _ b: Double, _ signB: Double, by length: Double
  ) -> (Double, Double) {
    let (c, other) = (bound(signA), bound(signB))
    if signA == signB {
      let sum = a + b
      var (x, y) = (a + signA * length, b - signA * length)
      if sum > c {
        if x > c { (x, y) = (c, sum - c) }
        if y > c { (x, y) = (sum - c, c) }
      } else {
        if y < 0 { (x, y) = (sum, 0) }
        if x < 0 { (x, y) = (0, sum) }
      }
      return (x, y)
    }
    let difference = a - b
    var (x, y) = (a + signA * length, b + signA * length)
    if difference > 0 {
      if y < 0 { (x, y) = (difference, 0) }
    } else {
      if x < 0 { (x, y) = (0, -difference) }
    }
    if difference > c - other {
      if x > c { (x, y) = (c, c - difference) }
    } else {
      if y > other { (x, y) = (other + difference, other) }
    }
    return (x, y)
  }

  private func bound(_ sign: Double) -> Double { sign > 0 ? bounds.0 : bounds.1 }

  /// Notes at which bound a coefficient now is, and what it adds to `valueFromBound`.
  private mutating func settle(_ place: Int, was old: Double) throws(Diagnostic) {
    let new = alpha.start[place]
    let sign = sign.start[place]
    let bound = bound(sign)
    let canGrow = new < bound
    let canFall = new > 0
    along.start[place] = (sign > 0 ? canGrow : canFall) ? 0 : -.infinity
    against.start[place] = (sign > 0 ? canFall : canGrow) ? 0 : -.infinity
    // Only shrinking reads it.
    if !shrinking || (old < bound) == canGrow { return }
    let line = try line(place, count, lineK)
    cv_subtract(valueFromBound.start, canGrow ? -bound * sign : bound * sign, line, count)
  }

  /// The kernel of the row at a place with those at the first places; in a buffer where they are out of order.
  private mutating func line(
    _ place: Int, _ wanted: Int, _ buffer: RawBuffer<Float>
  ) throws(Diagnostic) -> UnsafeMutablePointer<Float> {
    try kernel.line(Int(rowAt.start[place]), at: rowAt, wanted: wanted, inOrder: isInOrder, into: buffer)
  }

  // MARK: - Shrinking

  private mutating func shrink(_ cancellation: Cancellation) throws(Diagnostic) {
    // v of the places that can move along y, and −v of those that can move against it.
    var top = -Double.infinity
    var bottom = -Double.infinity
    let (value, along, against) = (value.start, along.start, against.start)
    for k in 0..<active {
      top = max(top, value[k] + Double(along[k]))
      bottom = max(bottom, -value[k] + Double(against[k]))
    }
    first = nil
    if !isUnshrunk, top + bottom <= tolerance * 10 {
      isUnshrunk = true
      try reconstruct(cancellation)
      active = count
    }
    var place = 0
    while place < active {
      if isIdle(place, top, bottom) {
        active -= 1
        while active > place {
          if !isIdle(active, top, bottom) {
            exchange(place, active)
            break
          }
          active -= 1
        }
      }
      place += 1
    }
  }

  /// Whether a coefficient lies at a bound and every move away from it would be uphill.
  private func isIdle(_ place: Int, _ top: Double, _ bottom: Double) -> Bool {
    along.start[place] < 0 && value.start[place] > top || against.start[place] < 0 && value.start[place] < -bottom
  }

  private mutating func exchange(_ a: Int, _ b: Int) {
    isInOrder = false
    ownAt.swapAt(a, b)
    rowAt.swapAt(a, b)
    sign.swapAt(a, b)
    initial.swapAt(a, b)
    alpha.swapAt(a, b)
    value.swapAt(a, b)
    valueFromBound.swapAt(a, b)
    diagonal.swapAt(a, b)
    along.swapAt(a, b)
    against.swapAt(a, b)
  }

  /// Brings v of the places set aside up to date.
  private mutating func reconstruct(_ cancellation: Cancellation) throws(Diagnostic) {
    if active == count { return }
    first = nil
    let (value, alpha, sign) = (value.start, alpha.start, sign.start)
    for k in active..<count { value[k] = valueFromBound.start[k] + initial.start[k] }
    for i in 0..<active where alpha[i] > 0 && alpha[i] < bound(sign[i]) {
      try cancellation.check()
      let line = try line(i, count, lineK)
      cv_subtract(value + active, alpha[i] * sign[i], line + active, count - active)
    }
  }

  // MARK: - The intercept

  /// The mean of −v over the coefficients between the bounds; without any, the middle of what is possible.
  private func rho() -> Double {
    var (high, low) = (Double.infinity, -Double.infinity)
    var sum = 0.0
    var free = 0
    let (value, alpha, sign) = (value.start, alpha.start, sign.start)
    for k in 0..<active {
      let v = -value[k]
      if alpha[k] >= bound(sign[k]) {
        if sign[k] < 0 { high = min(high, v) } else { low = max(low, v) }
      } else if alpha[k] <= 0 {
        if sign[k] > 0 { high = min(high, v) } else { low = max(low, v) }
      } else {
        free += 1
        sum += v
      }
    }
    return free > 0 ? sum / Double(free) : (high + low) / 2
  }
}
