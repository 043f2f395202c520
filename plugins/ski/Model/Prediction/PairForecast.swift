public import PodiumCore

/// The model's forecast for some pairs in some conditions: means, their covariance, and chances.
public struct PairForecast: Sendable {
  /// The pairs, as indices in the model's list.
  let pairs: [Int]
  /// For each, the expected result relative to the mean of these pairs.
  public let estimates: [Double]
  /// For each, the parts of the estimate, relative to their means.
  public let reasons: [[(name: String, value: Double)]]
  /// The forecast of each state of the model.
  let states: [State]
  /// The error that a test adds, pairs × pairs, in units of a glide's variance; empty for a race.
  var testError: [Double] = []

  /// The forecast under some variances.
  struct State: Sendable {
    /// Expected results relative to their mean.
    let means: [Double]
    /// Covariance of the expected results, pairs × pairs, row by row, not centred.
    let covariance: [Double]
    /// The variance from day to day.
    let day: Double
    /// The variance of a glide.
    let glide: Double
  }

  init(pairs: [Int], reasons: [[(name: String, value: Double)]], states: [State]) {
    (self.pairs, self.reasons, self.states) = (pairs, reasons, states)
    estimates = pairs.indices.map { place in
      states.reduce(0) { $0 + $1.means[place] } / Double(max(1, states.count))
    }
  }

  /// For each, the standard error of its estimate relative to the mean of these pairs.
  public var standardErrors: [Double] {
    let n = pairs.count
    var variances = [Double](repeating: 0, count: n)
    for state in states {
      let rows = (0..<n).map { i in (0..<n).reduce(0) { $0 + state.covariance[i * n + $1] } / Double(n) }
      let mean = rows.reduce(0, +) / Double(n)
      for i in 0..<n {
        let away = state.means[i] - estimates[i]
        variances[i] += max(0, state.covariance[i * n + i] - 2 * rows[i] + mean) + away * away
      }
    }
    return variances.map { ($0 / Double(max(1, states.count))).squareRoot() }
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

  /// The chances over days drawn from the model, with the uncertainty of effects and variances and the variation from
  /// day to day.
  ///
  /// A number of days proves no chance of 0 or 1: each pair is counted as the fastest of half a day more (Jeffreys's
  /// prior for a share), so that chances still sum to 1.
  public func chances(seed: Seed, draws: Int = PairForecast.draws) -> Chances {
    let n = pairs.count
    guard n > 1 else {
      return Chances(best: pairs.map { _ in 1 }, top: pairs.map { _ in 1 }, rejected: pairs.map { _ in 0 })
    }
    var days = SimulatedDays(pairs: n)
    var random = NormalSource(seed.derived("ski forecast", n).source())
    for (number, state) in states.enumerated() {
      let count = (number + 1) * draws / states.count - number * draws / states.count
      var matrix = state.covariance
      let ridge = 1e-9 * (0..<n).reduce(0) { max($0, matrix[$1 * n + $1]) } + 1e-12
      for i in 0..<n { matrix[i * n + i] += state.day + ridge }
      if testError.count == matrix.count { for k in matrix.indices { matrix[k] += state.glide * testError[k] } }
      guard let factor = CholeskyFactor(matrix, size: n) else { continue }
      days.draw(count, around: state.means, factor, &random)
    }
    return days.chances
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
  public func forecast(_ chosen: [Int], grindings: [String?]? = nil, under conditions: TestConditions) -> PairForecast {
    let basis = conditions.basis
    let t = (conditions.air - meanAir) / 15
    let held = chosen.enumerated().map { number, pair in grindings.map { $0[number] } ?? pairs[pair].grinding }
    let names = zip(chosen, held).map { pair, grinding in
      PairModel.levelNames(type: pairs[pair].type, base: pairs[pair].base, grinding: grinding)
    }
    let designs = zip(chosen, held).map { design($0, $1, basis) }
    let found = states.map { forecast(chosen, names, designs, basis, t, $0) }
    let share = 1 / Double(max(1, states.count))
    let reasons = chosen.indices.map { place -> [(name: String, value: Double)] in
      let first = found.first?.reasons[place] ?? []
      return first.indices.map { part in
        (first[part].name, found.reduce(0) { $0 + $1.reasons[place][part].value } * share)
      }
    }
    return PairForecast(pairs: chosen, reasons: PairModel.centred(reasons), states: found.map(\.state))
  }

  /// The same under the variances of one state.
  ///
  /// Pairs that were never compared have the spread of all pairs as their error. The covariance of two pairs is
  /// g_i' S⁻¹ g_j + [same block] h_i' A⁻¹ h_j with g = shared design − A⁻¹C h.
  private func forecast(
    _ chosen: [Int], _ names: [[String]], _ designs: [[(at: Int, value: Double)]], _ basis: [Double], _ t: Double,
    _ state: State
  ) -> (state: PairForecast.State, reasons: [[(name: String, value: Double)]]) {
    let (solution, variances, unit) = (state.solution, state.variances, state.unit)
    let width = solution.shared.count
    let n = chosen.count
    var means = [Double](repeating: 0, count: n)
    var halves: [[Double]] = []
    var own: [[Double]?] = []
    var reasons: [[(name: String, value: Double)]] = []
    for (number, pair) in chosen.enumerated() {
      var g = [Double](repeating: 0, count: width)
      var mean = 0.0
      for (at, value) in designs[number] {
        g[at] += value
        mean += value * solution.shared[at]
      }
      var parts: [(name: String, value: Double)] = []
      for name in names[number] {
        guard let level = levels[name] else {
          parts.append((name, 0))
          continue
        }
        let effect = basis.indices.reduce(0) { $0 + basis[$1] * solution.shared[level * basis.count + $1] }
        parts.append((name, unit * effect))
      }
      var h: [Double]?
      var (itself, byAir) = (0.0, 0.0)
      if let place = places[pair], let block = solution.blocks[place.block] {
        let size = block.factor.size
        let (u, v) = (2 * place.place, 2 * place.place + 1)
        for i in 0..<width { g[i] -= block.coupling[i * size + u] + t * block.coupling[i * size + v] }
        var half = [Double](repeating: 0, count: size)
        half[u] = 1
        half[v] = t
        block.factor.solveLower(&half)
        h = half
        (itself, byAir) = (block.effects[u], t * block.effects[v])
        mean += itself + byAir
      }
      parts.append(("the pair itself", unit * itself))
      parts.append(("the pair by temperature", unit * byAir))
      solution.factor.solveLower(&g)
      halves.append(g)
      own.append(h)
      means[number] = unit * mean
      reasons.append(parts)
    }
    // A level without results has its prior variance, shared by all pairs that have it.
    let unseenVariance = variances.level + variances.interaction * basis.dropFirst().reduce(0) { $0 + $1 * $1 }
    var covariance = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      for j in 0...i {
        var sum = product(halves[i], halves[j])
        let (a, b) = (places[chosen[i]]?.block, places[chosen[j]]?.block)
        if let a, a == b, let x = own[i], let y = own[j] { sum += product(x, y) }
        sum *= unit * unit
        if i == j, own[i] == nil { sum += variances.pair + t * t * variances.slope }
        let unseen = names[i].filter { levels[$0] == nil && names[j].contains($0) }.count
        sum += Double(unseen) * unseenVariance
        covariance[i * n + j] = sum
        covariance[j * n + i] = sum
      }
    }
    let mean = n > 0 ? means.reduce(0, +) / Double(n) : 0
    return (
      PairForecast.State(
        means: means.map { $0 - mean }, covariance: covariance, day: isMeasured ? variances.day : variances.rank,
        glide: variances.glide), reasons
    )
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
