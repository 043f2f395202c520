internal import Glibc
internal import PodiumCore

/// Mutual information of a number with classes or another number, by the three nearest neighbours of each row.
///
/// References: B. C. Ross, Mutual information between discrete and continuous data sets, 2014; A. Kraskov, H. Stögbauer,
/// P. Grassberger, Estimating mutual information, 2004 (equation 8). Where scikit-learn breaks ties by a little noise, classes have
/// the mean over all orders of the tied rows; for numbers the same noise is drawn some times from a fixed seed, and averaged.
enum MutualInformation {
  private static let neighbours = 3
  /// How often the noise is drawn.
  private static let draws = 4
  private static let eulerGamma = 0.577_215_664_901_532_9

  static func of(_ values: [Double], classes: [Int], _ cancellation: Cancellation) throws(Diagnostic) -> Double {
    var rowsOfClass: [Int: [Int]] = [:]
    for (row, code) in classes.enumerated() { rowsOfClass[code, default: []].append(row) }
    // A class of one row has no neighbours.
    let groups = rowsOfClass.sorted { $0.key < $1.key }.map(\.value).filter { $0.count > 1 }
    let all = groups.flatMap { $0.map { values[$0] } }.sorted()
    if all.isEmpty { return .nan }
    let digamma = digammas(upTo: all.count)
    var sum = 0.0
    for rows in groups {
      try cancellation.check()
      let own = rows.map { values[$0] }.sorted()
      let k = min(neighbours, own.count - 1)
      var known: [Double: Double] = [:]
      for place in own.indices {
        let value = own[place]
        if let same = known[value] {
          sum += same
          continue
        }
        // Of the k before and the k after it one is the k-th nearest.
        let near = (max(0, place - k)...min(own.count - 1, place + k)).filter { $0 != place }
          .map { (own[$0] - value).magnitude }.sorted()
        let radius = near[k - 1]
        // Itself among them.
        let nearer = (
          own: max(1, count(in: own, nearer: radius, to: value)), all: max(1, count(in: all, nearer: radius, to: value))
        )
        let tied = (
          own: count(in: own, within: radius, of: value) - nearer.own,
          all: count(in: all, within: radius, of: value) - nearer.all
        )
        let inside = meanDigamma(
          upTo: k - (nearer.own - 1), of: tied.own, among: tied.all, after: nearer.all, digamma: digamma)
        let term = digamma[k] - digamma[own.count] - inside
        known[value] = term
        sum += term
      }
    }
    return max(0, digamma[all.count] + sum / Double(all.count))
  }

  /// The mean of ψ(rows nearer than the row sought) over all orders of `all` tied rows, of which it is the `wanted`-th of `own`;
  /// `before` are nearer than all of them.
  private static func meanDigamma(
    upTo wanted: Int, of own: Int, among all: Int, after before: Int, digamma: [Double]
  ) -> Double {
    guard wanted > 0, own >= wanted, all > own else { return digamma[before + max(0, wanted - 1)] }
    // The place of the wanted one among the tied has the negative hypergeometric distribution.
    var chance = (0..<wanted).reduce(1.0) { $0 * Double(own - $1) / Double(all - $1) }
    var sum = 0.0
    for place in wanted...(all - own + wanted) {
      sum += chance * digamma[before + place - 1]
      let (rest, others) = (Double(all - place), Double(all - own - (place - wanted)))
      if rest > 0 { chance *= Double(place) / Double(place - wanted + 1) * others / rest }
    }
    return sum
  }

  static func of(_ values: [Double], numbers: [Double], _ cancellation: Cancellation) throws(Diagnostic) -> Double {
    let k = min(neighbours, values.count - 1)
    guard k > 0, let x = scaled(values), let y = scaled(numbers) else { return .nan }
    var random = RandomSource(seed: 1)
    func apart(_ values: [Double]) -> [Double] {
      let size = 1e-10 * max(1, values.reduce(0) { $0 + $1.magnitude / Double(values.count) })
      return values.map { $0 + size * (random.uniform() - 0.5) }
    }
    var sum = 0.0
    for _ in 0..<draws { sum += try information(apart(x), apart(y), k, cancellation) }
    return max(0, sum / Double(draws))
  }

  /// Of numbers without ties.
  private static func information(
    _ x: [Double], _ y: [Double], _ k: Int, _ cancellation: Cancellation
  ) throws(Diagnostic) -> Double {
    let rows = x.count
    let order = x.indices.sorted { (x[$0], $0) < (x[$1], $1) }
    let (sortedX, sortedY) = (x.sorted(), y.sorted())
    let digamma = digammas(upTo: rows)
    var sum = 0.0
    for (place, row) in order.enumerated() {
      if place % 64 == 0 { try cancellation.check() }
      var near = [Double](repeating: .infinity, count: k)
      // Outwards along x, until what follows is further away by x alone.
      var (left, right) = (place - 1, place + 1)
      while true {
        let (before, after) = (
          left >= 0 ? x[row] - x[order[left]] : .infinity, right < rows ? x[order[right]] - x[row] : .infinity
        )
        guard min(before, after) < near[k - 1] else { break }
        let other = order[before <= after ? left : right]
        if before <= after { left -= 1 } else { right += 1 }
        let distance = max((x[other] - x[row]).magnitude, (y[other] - y[row]).magnitude)
        guard distance < near[k - 1], let at = near.firstIndex(where: { distance < $0 }) else { continue }
        near.insert(distance, at: at)
        near.removeLast()
      }
      // Itself among them.
      sum += digamma[max(1, count(in: sortedX, nearer: near[k - 1], to: x[row]))]
      sum += digamma[max(1, count(in: sortedY, nearer: near[k - 1], to: y[row]))]
    }
    return digamma[rows] + digamma[k] - sum / Double(rows)
  }

  /// How many sorted values are at most so far from one of them, itself among them.
  private static func count(in sorted: [Double], within radius: Double, of value: Double) -> Int {
    first(in: sorted) { $0 - value <= radius } - first(in: sorted) { value - $0 > radius }
  }

  /// How many are nearer than a radius, itself among them where it is above 0.
  private static func count(in sorted: [Double], nearer radius: Double, to value: Double) -> Int {
    max(0, first(in: sorted) { $0 - value < radius } - first(in: sorted) { value - $0 >= radius })
  }

  /// How many values of a sorted list come before those for which a condition no longer holds.
  private static func first(in sorted: [Double], _ isBefore: (Double) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(sorted[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// By the standard deviation; nil for a constant.
  private static func scaled(_ values: [Double]) -> [Double]? {
    let n = Double(values.count)
    let mean = values.reduce(0) { $0 + $1 / n }
    let sd = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / n }.squareRoot()
    return sd > 0 && sd.isFinite ? values.map { $0 / sd } : nil
  }

  /// ψ(1), ψ(2), … at their places; 0 has no value.
  private static func digammas(upTo count: Int) -> [Double] {
    var all = [Double.nan, -eulerGamma]
    for number in 1..<max(2, count + 1) { all.append(all[number] + 1 / Double(number)) }
    return all
  }
}
