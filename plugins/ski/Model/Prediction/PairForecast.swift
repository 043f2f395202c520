internal import Glibc
public import PodiumCore

/// The model's forecast for some pairs in some conditions: means, their covariance, and chances.
public struct PairForecast: Sendable {
  /// The pairs, as indices in the model's list.
  let pairs: [Int]
  /// For each, the expected result relative to the mean of these pairs.
  public let estimates: [Double]
  /// For each, the parts of the estimate, relative to their means.
  public let reasons: [[(name: String, value: Double)]]
  /// Covariance of the expected results, pairs × pairs, row by row, not centred.
  let covariance: [Double]
  /// The variance from day to day.
  let dayVariance: Double
  /// The error that a test adds, pairs × pairs; empty for a race.
  var testError: [Double] = []

  /// For each, the standard error of its estimate relative to the mean of these pairs.
  public var standardErrors: [Double] {
    let n = pairs.count
    guard n > 0 else { return [] }
    let rows = (0..<n).map { i in (0..<n).reduce(0) { $0 + covariance[i * n + $1] } / Double(n) }
    let mean = rows.reduce(0, +) / Double(n)
    return (0..<n).map { max(0, covariance[$0 * n + $0] - 2 * rows[$0] + mean).squareRoot() }
  }

  /// For each, the chances of being the fastest, a top pick, and rejected, on the day.
  public struct Chances: Sendable, Equatable, Codable {
    /// Of being the fastest.
    public var best: [Double]
    /// Of being a top pick.
    public var top: [Double]
    /// Of being rejected.
    public var rejected: [Double]
  }

  /// The number of simulated days.
  public static let draws = 4000

  /// The chances over days drawn from the model, with the uncertainty of effects and the variation from day to day.
  public func chances(seed: Seed, draws: Int = PairForecast.draws) -> Chances {
    let n = pairs.count
    var out = Chances(
      best: [Double](repeating: 0, count: n), top: [Double](repeating: 0, count: n),
      rejected: [Double](repeating: 0, count: n))
    guard n > 1 else {
      out.best = out.best.map { _ in 1 }
      return out
    }
    var matrix = covariance
    let ridge = 1e-9 * (0..<n).reduce(0) { max($0, covariance[$1 * n + $1]) } + 1e-12
    for i in 0..<n { matrix[i * n + i] += dayVariance + ridge }
    if testError.count == matrix.count { for k in matrix.indices { matrix[k] += testError[k] } }
    guard let factor = CholeskyFactor(matrix, size: n) else { return out }
    var random = NormalSource(seed.derived("ski forecast", n).source())
    var draw = [Double](repeating: 0, count: n)
    let (top, kept) = (TopPicks.count(of: n), TopPicks.kept(of: n))
    var order = Array(0..<n)
    for _ in 0..<draws {
      for i in 0..<n { draw[i] = random.next() }
      factor.multiplyLower(&draw)
      for i in 0..<n { draw[i] += estimates[i] }
      // Insertion sort, since the order is nearly that of the previous day.
      for place in 1..<n {
        let moved = order[place]
        var to = place
        while to > 0, draw[order[to - 1]] < draw[moved] {
          order[to] = order[to - 1]
          to -= 1
        }
        order[to] = moved
      }
      out.best[order[0]] += 1
      for place in 0..<n {
        if place < top { out.top[order[place]] += 1 }
        if place >= kept { out.rejected[order[place]] += 1 }
      }
    }
    let share = 1 / Double(draws)
    out.best = out.best.map { $0 * share }
    out.top = out.top.map { $0 * share }
    out.rejected = out.rejected.map { $0 * share }
    return out
  }

  /// Indices of the pairs, fastest first.
  public var order: [Int] { RatingOrder.places(estimates) }

  /// The list, likeliest first, whose probability of containing the best is nearest to a given one, and that
  /// probability.
  ///
  /// Nearest, not at least: otherwise lists would be longer than necessary. Over many races the lists then contain
  /// the best as often as requested.
  public static func shortlist(_ best: [Double], coverage: Double) -> (places: [Int], chance: Double) {
    var list: [Int] = []
    var sum = 0.0
    for place in byChance(best) {
      let next = sum + best[place]
      if !list.isEmpty, sum >= coverage || coverage - sum <= next - coverage { break }
      list.append(place)
      sum = next
    }
    return (list, sum)
  }

  /// The first `count` pairs, likeliest first, and the probability that they contain the best.
  public static func shortlist(_ best: [Double], count: Int) -> (places: [Int], chance: Double) {
    let list = Array(byChance(best).prefix(count))
    return (list, list.reduce(0) { $0 + best[$1] })
  }

  private static func byChance(_ best: [Double]) -> [Int] {
    best.indices.sorted { best[$0] != best[$1] ? best[$0] > best[$1] : $0 < $1 }
  }
}

extension PairModel {
  /// The design of a pair in some conditions: its levels over the basis, its effect and its slope.
  private func design(_ pair: Int, _ grinding: String?, _ basis: [Double]) -> [(at: Int, value: Double)] {
    PairModel.levelNames(type: pairs[pair].type, base: pairs[pair].base, grinding: grinding)
      .compactMap { levels[$0] }.flatMap { level in basis.indices.map { (level * basis.count + $0, basis[$0]) } }
  }

  /// The forecast for pairs in some conditions, with the grindings they have now or had then.
  ///
  /// Pairs that were never compared have the spread of all pairs as their error. The covariance of two pairs is
  /// g_i' S⁻¹ g_j + [same block] h_i' A⁻¹ h_j with g = shared design − A⁻¹C h.
  public func forecast(_ chosen: [Int], grindings: [String?]? = nil, under conditions: TestConditions) -> PairForecast {
    let basis = conditions.basis
    let t = (conditions.air - meanAir) / 15
    let width = solution.shared.count
    let n = chosen.count
    var means = [Double](repeating: 0, count: n)
    var halves: [[Double]] = []
    var own: [[Double]?] = []
    var names: [[String]] = []
    var reasons: [[(name: String, value: Double)]] = []
    for (number, pair) in chosen.enumerated() {
      let grinding = grindings.map { $0[number] } ?? pairs[pair].grinding
      names.append(PairModel.levelNames(type: pairs[pair].type, base: pairs[pair].base, grinding: grinding))
      var g = [Double](repeating: 0, count: width)
      var mean = 0.0
      for (at, value) in design(pair, grinding, basis) {
        g[at] += value
        mean += value * solution.shared[at]
      }
      var parts: [(name: String, value: Double)] = []
      for name in names[number] {
        guard let level = levels[name] else {
          parts.append((name, 0))
          continue
        }
        parts.append((name, basis.indices.reduce(0) { $0 + basis[$1] * solution.shared[level * basis.count + $1] }))
      }
      var h: [Double]?
      if let place = places[pair], let block = solution.blocks[place.block] {
        let size = block.factor.size
        let (u, v) = (2 * place.place, 2 * place.place + 1)
        for i in 0..<width { g[i] -= block.coupling[i * size + u] + t * block.coupling[i * size + v] }
        var half = [Double](repeating: 0, count: size)
        half[u] = 1
        half[v] = t
        block.factor.solveLower(&half)
        h = half
        mean += block.effects[u] + t * block.effects[v]
        parts.append(("the pair itself", block.effects[u]))
        parts.append(("the pair by temperature", t * block.effects[v]))
      } else {
        parts.append(("the pair itself", 0))
        parts.append(("the pair by temperature", 0))
      }
      solution.factor.solveLower(&g)
      halves.append(g)
      own.append(h)
      means[number] = mean
      reasons.append(parts)
    }
    // A level without results has its prior variance, shared by all pairs that have it.
    let unseenVariance = variances.level + variances.interaction * basis.dropFirst().reduce(0) { $0 + $1 * $1 }
    var covariance = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      for j in 0...i {
        var sum = product(halves[i], halves[j])
        let (a, b) = (places[chosen[i]]?.block, places[chosen[j]]?.block)
        if let a, a == b, let x = own[i], let y = own[j] {
          sum += product(x, y)
        } else if i == j {
          sum += variances.pair + t * t * variances.slope
        }
        let unseen = names[i].filter { levels[$0] == nil && names[j].contains($0) }.count
        sum += Double(unseen) * unseenVariance
        covariance[i * n + j] = sum
        covariance[j * n + i] = sum
      }
    }
    let mean = n > 0 ? means.reduce(0, +) / Double(n) : 0
    return PairForecast(
      pairs: chosen, estimates: means.map { $0 - mean }, reasons: PairModel.centred(reasons),
      covariance: covariance, dayVariance: dayVariance)
  }

  private func product(_ a: [Double], _ b: [Double]) -> Double {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        guard let x = a.baseAddress, let y = b.baseAddress else { return 0 }
        return VectorProduct.dot(x, y, min(a.count, b.count))
      }
    }
  }

  /// Parts of a kind (`base …`) relative to the mean of that kind over the pairs.
  private static func centred(
    _ reasons: [[(name: String, value: Double)]]
  ) -> [[(name: String, value: Double)]] {
    func kind(_ name: String) -> String {
      name.hasPrefix("the ") ? name : String(name.prefix { $0 != " " })
    }
    var sums: [String: Double] = [:]
    for part in reasons.joined() { sums[kind(part.name), default: 0] += part.value }
    let count = Double(max(1, reasons.count))
    return reasons.map { parts in
      parts.map { part in
        let value = part.value - (sums[kind(part.name)] ?? 0) / count
        // A part that all pairs share leaves only rounding errors.
        return (part.name, value.magnitude < 1e-12 ? 0 : value)
      }
    }
  }
}

extension CholeskyFactor {
  /// Replaces x by L x.
  func multiplyLower(_ x: inout [Double]) {
    elements.withUnsafeBufferPointer { a in
      x.withUnsafeMutableBufferPointer { x in
        guard let base = a.baseAddress, let out = x.baseAddress else { return }
        for i in stride(from: size - 1, through: 0, by: -1) {
          out[i] = VectorProduct.dot(base + i * size, out, i + 1)
        }
      }
    }
  }
}

/// Standard normal numbers by the polar method (Marsaglia and Bray 1964).
struct NormalSource {
  private var source: RandomSource
  private var spare: Double?

  init(_ source: RandomSource) { self.source = source }

  /// The next number.
  mutating func next() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let (x, y) = (2 * source.uniform() - 1, 2 * source.uniform() - 1)
      let square = x * x + y * y
      if square > 0, square < 1 {
        let factor = (-2 * log(square) / square).squareRoot()
        spare = y * factor
        return x * factor
      }
    }
  }

  /// A number from 0 to 1.
  mutating func uniform() -> Double { source.uniform() }

  /// A whole number from 0 to `bound` − 1.
  mutating func below(_ bound: Int) -> Int { source.below(bound) }

  /// Shuffles an array.
  mutating func shuffle<Element>(_ items: inout [Element]) { source.shuffle(&items) }
}
