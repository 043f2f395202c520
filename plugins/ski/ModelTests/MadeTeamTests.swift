import Foundation
import PodiumCore
import PodiumTestKit
import Testing

@testable import SkiModel
@testable import SkiStudies

/// The model of pairs on simulated teams.
struct MadeTeamTests {
  @Test func `making a team stops when it is asked to`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Diagnostic.interrupted) {
      try MadeTeam(.init(), seed: Seed(1), cancellation: cancellation)
    }
    let team = try MadeTeam(.init(), seed: Seed(1))
    #expect(throws: Diagnostic.interrupted) { try team.files(seed: Seed(1), cancellation: cancellation) }
  }

  private func model(_ team: MadeTeam) throws -> PairModel {
    try PairModel(team.testedPairs, team.tests, cancellation: Cancellation())
  }

  private static func correlation(_ points: [(x: Double, y: Double)]) -> Double {
    let n = Double(points.count)
    let (mx, my) = (points.reduce(0) { $0 + $1.x } / n, points.reduce(0) { $0 + $1.y } / n)
    let xy = points.reduce(0) { $0 + ($1.x - mx) * ($1.y - my) }
    let xx = points.reduce(0) { $0 + ($1.x - mx) * ($1.x - mx) }
    let yy = points.reduce(0) { $0 + ($1.y - my) * ($1.y - my) }
    return xy / (xx * yy).squareRoot()
  }

  @Test func `the same seed makes the same team, and another seed a different one`() throws {
    let team = try MadeTeam(.init(), seed: Seed(1))
    let texts = try [1, 1, 2].map { seed in
      try MadeTeam(.init(), seed: Seed(seed)).files(seed: Seed(seed)).map(\.text)
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0] != texts[2])
    #expect(
      team.sessions.allSatisfy { session in
        (session.conditions.new + session.conditions.old + session.conditions.wet - 1).magnitude < 1e-9
          && Set(session.entries).count == session.entries.count
          && session.glides.allSatisfy { $0.difference >= 0 && $0.winner != $0.loser }
      })
  }

  @Test func `the bundled team is the one that ski-bench simulate makes`() throws {
    var plan = MadeTeam.Plan()
    (plan.athletes, plan.pairs, plan.seasons, plan.sessions, plan.entries) = (2, 16, 2, 60, 6)
    for (name, text) in try MadeTeam(plan, seed: Seed(7)).files(seed: Seed(7)) {
      let path = Checkout.path("datasets/ski-made-team/" + name)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "\(name)")
    }
  }

  @Test func `effects of pairs and the variances are recovered`() throws {
    var plan = MadeTeam.Plan()
    plan.seasons = 4
    plan.pairs = 10
    let team = try MadeTeam(plan, seed: Seed(11))
    let model = try model(team)
    #expect(model.isSettled)
    let sd = [model.variances.pair, model.variances.slope, model.variances.day, model.variances.glide].map {
      $0.squareRoot()
    }
    for (found, wanted) in zip(sd, [plan.pair, plan.slope, plan.day, plan.glide]) {
      #expect(found > 0.6 * wanted && found < 1.6 * wanted, "\(sd)")
    }
    // Within an athlete and type, since differences between athletes are unknown.
    var points: [(x: Double, y: Double)] = []
    for owner in Set(team.pairs.map(\.owner)) {
      for type in MadeTeam.types {
        let chosen = team.pairs.indices.filter { team.pairs[$0].owner == owner && team.pairs[$0].type == type }
        let conditions = TestConditions(air: -6, new: 0.5, old: 0.5, wet: 0)
        let found = model.forecast(chosen, under: conditions).estimates
        let truth = chosen.map { team.value($0, season: plan.seasons - 1, under: conditions) }
        let mean = truth.reduce(0, +) / Double(truth.count)
        points += zip(found, truth).map { ($0, $1 - mean) }
      }
    }
    let correlation = Self.correlation(points)
    #expect(correlation > 0.95, "\(correlation)")
  }

  @Test func `chances are calibrated, and shortlists contain the day's best as often as they promise`() throws {
    var (held, promised, races) = (0, 0.0, 0)
    var high = (count: 0, chance: 0.0, best: 0)
    for seed in 0..<6 {
      let plan = MadeTeam.Plan()
      let team = try MadeTeam(plan, seed: Seed(UInt64(seed)))
      let model = try model(team)
      var random = NormalSource(Seed(UInt64(1000 + seed)).source())
      for race in 0..<60 {
        let conditions = MadeTeam.conditions(&random)
        let owner = MadeTeam.athlete(race % plan.athletes)
        let type = MadeTeam.types[race / 2 % 2]
        let chosen = team.pairs.indices.filter { team.pairs[$0].owner == owner && team.pairs[$0].type == type }
        let chances = model.forecast(chosen, under: conditions).chances(seed: Seed(1))
        let truth = chosen.map { pair in
          team.value(pair, season: plan.seasons - 1, under: conditions) + plan.day * random.next()
        }
        let best = truth.indices.max { truth[$0] < truth[$1] }
        let list = PairForecast.shortlist(chances.best, coverage: 0.95)
        promised += list.chance
        races += 1
        if let best, list.places.contains(best) { held += 1 }
        for place in chosen.indices where chances.best[place] > 0.3 && chances.best[place] < 0.9 {
          high.count += 1
          high.chance += chances.best[place]
          if place == best { high.best += 1 }
        }
        #expect((chances.best.reduce(0, +) - 1).magnitude < 1e-9)
      }
    }
    let (coverage, said) = (Double(held) / Double(races), promised / Double(races))
    #expect(coverage >= 0.93 && coverage <= 0.995, "\(coverage)")
    #expect((coverage - said).magnitude < 0.03, "\(coverage) promised \(said)")
    let (found, expected) = (Double(high.best) / Double(high.count), high.chance / Double(high.count))
    #expect((found - expected).magnitude < 0.08, "\(found) predicted \(expected), of \(high.count)")
  }

  @Test func `the shortlist is nearest to the requested probability and never empty`() {
    let best = [0.5, 0.3, 0.13, 0.05, 0.02]
    #expect(PairForecast.shortlist(best, coverage: 0.95).places == [0, 1, 2])
    #expect(PairForecast.shortlist(best, coverage: 0.5).places == [0])
    #expect(PairForecast.shortlist(best, coverage: 0.01).places == [0])
    #expect(PairForecast.shortlist(best, coverage: 0.99).places == [0, 1, 2, 3])
    #expect(PairForecast.shortlist(best, count: 2).chance == 0.8)
  }

  @Test func `solving by blocks gives the solution of the whole`() throws {
    var plan = MadeTeam.Plan()
    (plan.athletes, plan.pairs, plan.seasons, plan.sessions, plan.grindings) = (2, 4, 1, 8, 2)
    let team = try MadeTeam(plan, seed: Seed(5))
    let several = try model(team)
    let model = try PairModel(
      team.testedPairs, team.tests, known: (several.variances, 1, true), cancellation: Cancellation())
    let whole = try WholeModel(model)
    let solution = try #require(model.states.first?.solution)
    #expect(model.states.count == 1 && several.states.count > 50)
    for (a, b) in zip(solution.shared, whole.shared) { #expect((a - b).magnitude < 1e-7) }
    for (block, effects) in zip(solution.blocks, whole.blocks) {
      for (a, b) in zip(block?.effects ?? [], effects) { #expect((a - b).magnitude < 1e-7) }
    }
    // The covariance too: of the first athlete's pairs, against the inverse of the whole matrix.
    let conditions = TestConditions(air: -10, new: 0.2, old: 0.8, wet: 0)
    let chosen = team.pairs.indices.filter { model.places[$0] != nil }
    let covariance = try #require(model.forecast(Array(chosen), under: conditions).states.first?.covariance)
    // Beyond the tests of a level or a pair, what a bent line adds.
    let (ranges, basis, variances) = (model.ranges, conditions.basis, several.variances)
    func levels(_ pair: Int) -> [Int] {
      let pair = model.pairs[pair]
      return PairModel.levelNames(type: pair.type, base: pair.base, grinding: pair.grinding).compactMap {
        model.levels[$0]
      }
    }
    func doubt(_ a: Int, _ b: Int) -> Double {
      let (own, other) = (levels(a), levels(b))
      let shared = own.filter(other.contains).reduce(0.0) { sum, level in
        sum
          + min(
            ranges.doubt(ofLevel: level, among: own, at: basis), ranges.doubt(ofLevel: level, among: other, at: basis))
      }
      let pair = a == b ? model.places[a].map { ranges.doubt(ofPair: $0, at: basis) } ?? 0 : 0
      return variances.interaction * shared + variances.slope * pair
    }
    for (i, a) in chosen.enumerated() {
      for (j, b) in chosen.enumerated() {
        let wanted = whole.covariance(model, a, b, conditions) + doubt(a, b)
        #expect((covariance[i * chosen.count + j] - wanted).magnitude < 1e-6)
      }
    }
  }

  @Test func `any number of threads fits the same model`() throws {
    var plan = MadeTeam.Plan()
    (plan.athletes, plan.pairs, plan.sessions, plan.entries) = (20, 50, 300, 10)
    for team in [try MadeTeam(.init(), seed: Seed(5)), try MadeTeam(plan, seed: Seed(5))] {
      let alone = try PairModel(team.testedPairs, team.tests, threads: 1, cancellation: Cancellation())
      for threads in [2, 5] {
        let model = try PairModel(team.testedPairs, team.tests, threads: threads, cancellation: Cancellation())
        #expect(model.variances == alone.variances && model.iterations == alone.iterations)
        #expect(model.states.map(\.solution.shared) == alone.states.map(\.solution.shared))
        for (a, b) in zip(model.states, alone.states) {
          #expect(a.solution.blocks.map { $0?.effects } == b.solution.blocks.map { $0?.effects })
          #expect(a.solution.blocks.map { $0?.coupling } == b.solution.blocks.map { $0?.coupling })
        }
      }
    }
  }

  @Test func `a large team has estimated variances`() throws {
    var plan = MadeTeam.Plan()
    (plan.athletes, plan.pairs, plan.sessions, plan.entries) = (20, 50, 300, 10)
    let team = try MadeTeam(plan, seed: Seed(2))
    let model = try model(team)
    #expect(model.states.count == 1 && model.isSettled)
    #expect((model.variances.day.squareRoot() - plan.day).magnitude < 0.5)
  }

  @Test func `ranks alone give an order in standard scores`() throws {
    let team = try MadeTeam(.init(), seed: Seed(3))
    let ranked = team.tests.map { test in
      var copy = test
      let ranks = ObservedOrder(test).ranks
      for place in copy.entries.indices { copy.entries[place].rank = ranks[place] }
      copy.glides = []
      return copy
    }
    let model = try PairModel(team.testedPairs, ranked, cancellation: Cancellation())
    #expect(!model.isMeasured)
    #expect(model.unit == "standard scores")
    let held = HeldOutSessions(
      try HeldOutSessions.groups(of: model).map {
        try HeldOutSessions.outcomes(of: $0, model, seed: Seed(0), cancellation: Cancellation())
      })
    let taus = held.outcomes.compactMap(\.scores.tau)
    #expect(taus.reduce(0, +) / Double(taus.count) > 0.5)
  }

  @Test func `a pair that was never tested has the spread of all pairs as its error`() throws {
    let team = try MadeTeam(.init(), seed: Seed(3))
    var pairs = team.testedPairs
    pairs.append(
      TestedPair(serial: "new", owner: pairs[0].owner, type: pairs[0].type, base: "Black", grinding: "unheard of"))
    let model = try PairModel(pairs, team.tests, cancellation: Cancellation())
    let conditions = TestConditions(air: -6, new: 0.5, old: 0.5, wet: 0)
    let chosen = pairs.indices.filter { pairs[$0].owner == pairs[0].owner && pairs[$0].type == pairs[0].type }
    let errors = model.forecast(chosen, under: conditions).standardErrors
    let new = try #require(errors.last)
    #expect(errors.dropLast().allSatisfy { $0 < new })
    #expect(new * new > 0.7 * model.variances.pair)
  }

  @Test func `tests without a comparison are refused, and interrupted work throws`() {
    let pair = TestedPair(serial: "1", owner: nil, type: nil, base: nil, grinding: nil)
    func code(_ tests: [SkiTest], _ cancellation: Cancellation = Cancellation()) -> String? {
      do throws(Diagnostic) { _ = try PairModel([pair], tests, cancellation: cancellation) } catch { return error.code }
      return nil
    }
    #expect(code([]) == "too-few-tests")
    let alone = SkiTest(
      name: "1", conditions: TestConditions(air: 0, new: 1, old: 0, wet: 0),
      entries: [SkiTest.Entry(pair: 0, grinding: nil, rank: 1)], glides: [])
    #expect(code([alone]) == "too-few-tests")
  }

  @Test func `more grindings than the memory allows are refused before their matrices are made, and a fit stops`()
    throws
  {
    let conditions = TestConditions(air: -3, new: 0.5, old: 0.5, wet: 0)
    let pairs = (0..<2000).map { TestedPair(serial: String($0), owner: nil, type: nil, base: nil, grinding: nil) }
    func test(_ first: Int) -> SkiTest {
      let entries = (0..<8).map { place -> SkiTest.Entry in
        let pair = first + place
        return SkiTest.Entry(pair: pair, grinding: "G" + String(pair), rank: Double(place + 1))
      }
      return SkiTest(name: String(first), conditions: conditions, entries: entries, glides: [])
    }
    let tests = stride(from: 0, to: pairs.count, by: 8).map(test)
    func code(_ tests: [SkiTest], _ cancellation: Cancellation = Cancellation()) -> String? {
      do throws(Diagnostic) { _ = try PairModel(pairs, tests, cancellation: cancellation) } catch { return error.code }
      return nil
    }
    #expect(code(tests) == "too-large")
    let stopped = Cancellation()
    stopped.cancel()
    #expect(code(Array(tests.prefix(3)), stopped) == "interrupted")
  }
}

/// The normal equations as one matrix, solved at once.
private struct WholeModel {
  let shared: [Double]
  let blocks: [[Double]]
  private let inverse: [Double]
  private let width: Int
  private let starts: [Int]

  init(_ model: PairModel) throws {
    let team = model
    let fit = PairModelFit(
      parts: team.parts, tests: team.tests, blockSizes: team.blockSizes, levelCount: team.levelNames.count,
      meanAir: team.meanAir, scale: team.scale)
    let system = try #require(fit.system(model.variances, blocks: nil))
    let sharedCount = system.sharedCount
    var starts: [Int] = []
    var width = sharedCount
    for block in system.blocks {
      starts.append(width)
      width += block?.size ?? 0
    }
    var matrix = [Double](repeating: 0, count: width * width)
    var right = system.right
    for i in 0..<sharedCount { for j in 0..<sharedCount { matrix[i * width + j] = system.matrix[i * sharedCount + j] } }
    for (number, block) in system.blocks.enumerated() {
      guard let block else { continue }
      let start = starts[number]
      right += block.right
      for i in 0..<block.size {
        for j in 0..<block.size { matrix[(start + i) * width + start + j] = block.matrix[i * block.size + j] }
        for k in 0..<sharedCount {
          matrix[(start + i) * width + k] = block.cross[k * block.size + i]
          matrix[k * width + start + i] = block.cross[k * block.size + i]
        }
      }
    }
    let factor = try #require(CholeskyFactor(matrix, size: width))
    let solution = factor.solve(right)
    shared = Array(solution.prefix(sharedCount))
    blocks = system.blocks.enumerated().map { number, block in
      Array(solution[starts[number]..<(starts[number] + (block?.size ?? 0))])
    }
    inverse = factor.inverse()
    self.width = width
    self.starts = starts
  }

  /// The covariance of the expected results of two pairs.
  func covariance(_ model: PairModel, _ a: Int, _ b: Int, _ conditions: TestConditions) -> Double {
    func design(_ pair: Int) -> [(Int, Double)] {
      var out: [(Int, Double)] = []
      let names = PairModel.levelNames(
        type: model.pairs[pair].type, base: model.pairs[pair].base, grinding: model.pairs[pair].grinding)
      for level in names.compactMap({ model.levels[$0] }) {
        for (x, value) in conditions.basis.enumerated() { out.append((level * conditions.basis.count + x, value)) }
      }
      if let place = model.places[pair] {
        let at = starts[place.block] + 2 * place.place
        out += [(at, 1), (at + 1, (conditions.air - model.meanAir) / 15)]
      }
      return out
    }
    var sum = 0.0
    for (i, x) in design(a) { for (j, y) in design(b) { sum += x * y * inverse[i * width + j] } }
    return sum
  }
}
