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
    let glide: Double
  }

  init(pairs: [Int], reasons: [[(name: String, value: Double)]], states: [State]) {
    (self.pairs, self.reasons, self.states) = (pairs, reasons, states)
    estimates = pairs.indices.map { place in states.reduce(0) { $0 + $1.means[place] } / Double(max(1, states.count)) }
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

  /// For each, the chances of being the fastest and a top pick on the day.
  public struct Chances: Sendable, Equatable, Codable {
    /// Of being the fastest.
    public var best: [Double]
    /// Of being a top pick.
    public var top: [Double]
  }

  public static let draws = 4000

  /// The chances over days drawn from the model, with the uncertainty of effects and variances and the variation from day to day. A
  /// number of days proves no chance of 0 or 1: each pair is counted as the fastest of half a day more (Jeffreys's prior for a
  /// share), so that chances still sum to 1.
  public func chances(seed: Seed, draws: Int = Self.draws) -> Chances {
    let n = pairs.count
    guard n > 1 else { return Chances(best: pairs.map { _ in 1 }, top: pairs.map { _ in 1 }) }
    var (days, random) = (SimulatedDays(pairs: n), NormalSource(seed.derived("ski forecast", n).source()))
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

  /// The list, likeliest first, whose probability of containing the best is nearest to a given one, and that probability. Nearest,
  /// not at least: otherwise lists would be longer than necessary. Over many races the lists then contain the best as often as
  /// requested.
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
    best.indices.ordered { best[$0] != best[$1] ? best[$0] > best[$1] : $0 < $1 }
  }
}

extension PairModel {
  /// The forecast for pairs in some conditions, with the grindings they have now or had then; where it is not
  /// `explained`, without reasons.
  public func forecast(
    _ chosen: [Int], grindings: [String?]? = nil, under conditions: TestConditions, explained: Bool = true
  ) -> PairForecast {
    let held = chosen.enumerated().map { number, pair in grindings.map { $0[number] } ?? pairs[pair].grinding }
    let names = zip(chosen, held).map { pair, grinding in
      Self.levelNames(type: pairs[pair].type, base: pairs[pair].base, grinding: grinding)
    }
    let question = Question(self, chosen, names, conditions)
    let found = states.map { state(of: question, $0) }
    guard explained else { return PairForecast(pairs: chosen, reasons: [], states: found) }
    let several = states.map { reasons(of: question, names, $0) }
    let share = 1 / Double(max(1, states.count))
    let means = chosen.indices.map { place -> [(name: String, value: Double)] in
      let first = several.first?[place] ?? []
      return first.indices.map { part in (first[part].name, several.reduce(0) { $0 + $1[place][part].value } * share) }
    }
    return PairForecast(pairs: chosen, reasons: Self.centred(means), states: found)
  }

  /// What a forecast asks of every state.
  private struct Question {
    let chosen: [Int]
    let basis: [Double]
    /// The temperature above the mean, in 15 degrees.
    let temperature: Double
    /// For each pair its block and its index in it; nil for one that was never compared.
    let places: [(block: Int, place: Int)?]
    /// For each pair its levels: nil for one without results.
    let levels: [[Int?]]
    /// The number of levels without results that two pairs share, pairs × pairs.
    let unseen: [Int]
    /// What the variance of levels' slopes is multiplied by beyond their tests, pairs × pairs.
    let levelDoubt: [Double]
    /// The same of each pair's own slope.
    let pairDoubt: [Double]

    init(_ model: PairModel, _ chosen: [Int], _ names: [[String]], _ conditions: TestConditions) {
      (self.chosen, basis, temperature) = (chosen, conditions.basis, (conditions.air - model.meanAir) / 15)
      places = chosen.map { model.places[$0] }
      let levels = names.map { $0.map { model.levels[$0] } }
      self.levels = levels
      let unknown = zip(names, levels).map { names, levels in zip(names, levels).filter { $0.1 == nil }.map(\.0) }
      unseen = unknown.flatMap { own in names.map { other in own.count { other.contains($0) } } }
      let (ranges, basis) = (model.ranges, conditions.basis)
      let doubts = levels.map { own in
        let known = own.compactMap(\.self)
        return known.map { (level: $0, value: ranges.doubt(ofLevel: $0, among: known, at: basis)) }
      }
      // Of a level that two pairs share, on types that were tested differently, they share the lesser doubt.
      levelDoubt = doubts.flatMap { own in
        doubts.map { other in
          own.reduce(0) { sum, one in sum + min(one.value, other.first { $0.level == one.level }?.value ?? 0) }
        }
      }
      pairDoubt = places.map { $0.map { ranges.doubt(ofPair: $0, at: basis) } ?? 0 }
    }
  }

  /// The forecast under the variances of one state. Pairs that were never compared have the spread of all pairs as their error. The
  /// covariance of two pairs is g_i' S⁻¹ g_j + [same block] h_i' A⁻¹ h_j with g = shared design − A⁻¹C h.
  private func state(of question: Question, _ state: State) -> PairForecast.State {
    let (solution, variances, unit) = (state.solution, state.variances, state.unit)
    let (basis, t, n) = (question.basis, question.temperature, question.chosen.count)
    let width = solution.shared.count
    let longest = question.places.reduce(0) { max($0, $1.flatMap { solution.blocks[$0.block]?.factor.size } ?? 0) }
    var means = [Double](repeating: 0, count: n)
    // Row by row the solved halves of each pair, shared and own, and where its own begin: they are 0 before.
    var halves = [Double](repeating: 0, count: n * width)
    var (own, starts) = ([Double](repeating: 0, count: n * longest), [Int](repeating: -1, count: n))
    halves.withUnsafeMutableBufferPointer { halves in
      own.withUnsafeMutableBufferPointer { own in
        guard let all = halves.baseAddress else { return }
        for number in 0..<n {
          let g = all + number * width
          var mean = 0.0
          for case let level? in question.levels[number] {
            for x in basis.indices {
              g[level * basis.count + x] += basis[x]
              mean += basis[x] * solution.shared[level * basis.count + x]
            }
          }
          if let place = question.places[number], let block = solution.blocks[place.block], let rows = own.baseAddress {
            let (size, u) = (block.factor.size, 2 * place.place)
            block.coupling.withUnsafeBufferPointer { coupling in
              for i in 0..<width { g[i] -= coupling[i * size + u] + t * coupling[i * size + u + 1] }
            }
            let half = rows + number * longest
            (half[u], half[u + 1]) = (1, t)
            starts[number] = u / 8 * 8
            block.factor.solveLower(half, from: starts[number])
            mean += block.effects[u] + t * block.effects[u + 1]
          }
          solution.factor.solveLower(g, from: 0)
          means[number] = unit * mean
        }
      }
    }
    // A level without results has its prior variance, shared by all pairs that have it.
    let unseenVariance = variances.level + variances.interaction * basis.dropFirst().reduce(0) { $0 + $1 * $1 }
    var covariance = [Double](repeating: 0, count: n * n)
    halves.withUnsafeBufferPointer { halves in
      own.withUnsafeBufferPointer { own in
        guard let all = halves.baseAddress else { return }
        for i in 0..<n {
          for j in 0...i {
            var sum = VectorProduct.dot(all + i * width, all + j * width, width)
            if starts[i] >= 0, starts[j] >= 0, let rows = own.baseAddress, let block = question.places[i]?.block,
              question.places[j]?.block == block, let size = solution.blocks[block]?.factor.size
            {
              let first = max(starts[i], starts[j])
              sum += VectorProduct.dot(rows + i * longest + first, rows + j * longest + first, size - first)
            }
            sum *= unit * unit
            if i == j, starts[i] < 0 { sum += variances.pair + t * t * variances.slope }
            sum += Double(question.unseen[i * n + j]) * unseenVariance
            sum += question.levelDoubt[i * n + j] * variances.interaction
            if i == j { sum += question.pairDoubt[i] * variances.slope }
            covariance[i * n + j] = sum
            covariance[j * n + i] = sum
          }
        }
      }
    }
    return PairForecast.State(
      means: means.centred, covariance: covariance, day: isMeasured ? variances.day : variances.rank,
      glide: variances.glide)
  }

  /// The parts of each pair's estimate under one state.
  private func reasons(of question: Question, _ names: [[String]], _ state: State) -> [[(name: String, value: Double)]]
  {
    let (solution, unit, basis) = (state.solution, state.unit, question.basis)
    return question.chosen.indices.map { number in
      var parts = zip(names[number], question.levels[number]).map { name, level -> (name: String, value: Double) in
        guard let level else { return (name, 0) }
        return (name, unit * basis.indices.reduce(0) { $0 + basis[$1] * solution.shared[level * basis.count + $1] })
      }
      var (itself, byAir) = (0.0, 0.0)
      if let place = question.places[number], let block = solution.blocks[place.block] {
        (itself, byAir) = (block.effects[2 * place.place], question.temperature * block.effects[2 * place.place + 1])
      }
      parts.append(("the pair itself", unit * itself))
      parts.append(("the pair by temperature", unit * byAir))
      return parts
    }
  }

  /// Parts of a kind (`base …`) relative to the mean of that kind over the pairs.
  private static func centred(_ reasons: [[(name: String, value: Double)]]) -> [[(name: String, value: Double)]] {
    func kind(_ name: String) -> String { name.hasPrefix("the ") ? name : String(name.prefix { $0 != " " }) }
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
