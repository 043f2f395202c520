internal import PodiumCore

/// The effects of treatments: d = (treatment of the winner − of the loser) + (ski of the winner − of the loser) + error. Least
/// squares, treatments and skis each with mean 0 over each connected part; if a treatment never changed its ski, the minimum-norm
/// solution splits the effect between them, and `isIdentified` is false.
public struct WaxTest {
  public let treatments: [String]
  /// In centimetres, relative to the mean of the treatments.
  public let estimates: [Double]
  /// Their standard errors; nil without an error estimate or if confounded with the skis.
  public let errors: [Double?]
  public let counts: [Int]
  /// The skis, in centimetres relative to their mean.
  public let skis: [(serial: String, centimetres: Double)]
  /// The number of glides that compare skis alone.
  public let zeroCount: Int
  /// The standard deviation of a glide in centimetres; nil without degrees of freedom.
  public let sigma: Double?
  /// Glides minus estimated parameters.
  public let degreesOfFreedom: Int
  /// Whether the glides separate the treatments from the skis.
  public let isIdentified: Bool
  private let covariance: [Double]

  /// Splits glides; nil when none compares two treatments.
  public init?(_ glides: [Glide]) {
    let glides = glides.filter { $0.winner != $0.loser || $0.winnerTreatment != $0.loserTreatment }
    let compared = glides.filter { $0.winnerTreatment != nil || $0.loserTreatment != nil }
    // A side without a treatment in a glide of treatments is an untreated ski, which counts as a separate treatment.
    func name(_ treatment: String?, _ glide: Glide) -> String? {
      glide.winnerTreatment == nil && glide.loserTreatment == nil ? nil : treatment ?? "untreated"
    }
    let names = Set(
      compared.flatMap { [name($0.winnerTreatment, $0), name($0.loserTreatment, $0)].compactMap(\.self) }
    ).inCodePointOrder()
    guard names.count >= 2 else { return nil }
    let serials = Set(glides.flatMap { [$0.winner, $0.loser] }).inCodePointOrder()
    let width = names.count + serials.count
    let treatmentAt = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let serialAt = Dictionary(uniqueKeysWithValues: serials.enumerated().map { ($1, names.count + $0) })
    var counts = [Int](repeating: 0, count: names.count)
    var rows: [[(at: Int, sign: Double)]] = []
    for glide in glides {
      var row: [(at: Int, sign: Double)] = []
      if let w = name(glide.winnerTreatment, glide).flatMap({ treatmentAt[$0] }),
        let l = name(glide.loserTreatment, glide).flatMap({ treatmentAt[$0] })
      {
        counts[w] += 1
        counts[l] += 1
        if w != l { row += [(w, 1), (l, -1)] }
      }
      if let w = serialAt[glide.winner], let l = serialAt[glide.loser], w != l { row += [(w, 1), (l, -1)] }
      rows.append(row)
    }
    var (matrix, right) = ([Double](repeating: 0, count: width * width), [Double](repeating: 0, count: width))
    for (row, glide) in zip(rows, glides) {
      for (a, x) in row {
        right[a] += x * glide.difference
        for (b, y) in row { matrix[a * width + b] += x * y }
      }
    }
    // A ridge far below a glide's weight picks the minimum norm where the glides leave a choice.
    let ridge = 1e-7
    for i in 0..<width { matrix[i * width + i] += ridge }
    guard let factor = CholeskyFactor(matrix, size: width, tolerance: 1e-14) else { return nil }
    let (solution, inverse) = (factor.solve(right), factor.inverse())
    let rss = zip(rows, glides).reduce(0.0) { sum, item in
      let rest = item.1.difference - item.0.reduce(0) { $0 + $1.sign * solution[$1.at] }
      return sum + rest * rest
    }
    // Each direction that the glides do not determine keeps the ridge's variance.
    let trace = (0..<width).reduce(0.0) { $0 + inverse[$1 * width + $1] * ridge }
    let rank = width - Int(trace.rounded())
    degreesOfFreedom = glides.count - rank
    sigma = degreesOfFreedom > 0 ? (rss / Double(degreesOfFreedom)).squareRoot() : nil
    let n = names.count
    estimates = Array(solution.prefix(n)).centred
    (treatments, self.counts, zeroCount) = (names, counts, glides.count - compared.count)
    skis = zip(serials, Array(solution.suffix(serials.count)).centred).map { ($0, $1) }
    let part = (0..<n).flatMap { i in (0..<n).map { inverse[i * width + $0] } }
    covariance = part
    let spread = { (i: Int, j: Int) in part[i * n + i] + part[j * n + j] - 2 * part[i * n + j] }
    // A difference that keeps a share of the ridge's variance is not determined by the glides.
    isIdentified = (1..<n).allSatisfy { spread(0, $0) < 1e-3 / ridge }
    let sigma = sigma
    errors = (0..<n).map { i in
      guard let sigma else { return nil }
      let row = (0..<n).reduce(0.0) { $0 + part[i * n + $1] } / Double(n)
      let all = part.reduce(0, +) / Double(n * n)
      let variance = part[i * n + i] - 2 * row + all
      return variance < 1e-3 / ridge ? sigma * max(0, variance).squareRoot() : nil
    }
  }

  /// The probability that a treatment is slower than another; nil for itself and without an error estimate.
  public func slower(_ i: Int, than j: Int) -> Double? {
    let n = treatments.count
    let variance = covariance[i * n + i] + covariance[j * n + j] - 2 * covariance[i * n + j]
    guard i != j, let sigma, sigma > 0, degreesOfFreedom > 0, variance < 1e4 else { return nil }
    return StudentT.cdf((estimates[j] - estimates[i]) / (sigma * variance.squareRoot()), df: Double(degreesOfFreedom))
  }
}
