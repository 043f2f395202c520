import PodiumCore
import Testing

@testable import SkiModel

/// Orders of small sets of glides whose figures were calculated independently.
struct RankingTests {
  static let roundRobin = GlideGraph([
    Glide("101", "102", 12), Glide("101", "103", 30), Glide("101", "104", 41), Glide("102", "103", 15),
    Glide("102", "104", 33), Glide("103", "104", 14),
  ])
  static let cycle = GlideGraph([
    Glide("201", "202", 10), Glide("202", "203", 8), Glide("203", "201", 4), Glide("201", "204", 20),
    Glide("204", "205", 6), Glide("205", "202", 2), Glide("203", "205", 12),
  ])
  static let knockOut = GlideGraph([
    Glide("301", "302", 9), Glide("303", "304", 4), Glide("305", "306", 22), Glide("307", "308", 1),
    Glide("301", "303", 6), Glide("305", "307", 15), Glide("305", "301", 3),
  ])

  private func expect(_ found: [Double?], _ wanted: [Double], within tolerance: Double) {
    #expect(found.count == wanted.count)
    for (a, b) in zip(found, wanted) { #expect(a.map { ($0 - b).magnitude <= tolerance } == true, "\(found)") }
  }

  @Test func `least squares of a round robin gives errors, probabilities and expected ranks`() throws {
    let order = LeastSquaresOrder(Self.roundRobin)
    expect(order.ratings, [20.75, 9, -7.75, -22], within: 1e-9)
    expect(order.residuals, [0.25, 1.5, -1.75, -1.75, 2, -0.25], within: 1e-9)
    #expect(order.degreesOfFreedom == 3)
    expect([order.sigma, order.cyclicShare], [2.041241452, 0.002951594], within: 1e-9)
    expect((0..<4).map(order.standardError), [Double](repeating: 0.883883476, count: 4), within: 1e-9)
    expect([order.probabilityFaster(0, 1), order.probabilityFaster(2, 3)], [0.998061962, 0.998895102], within: 1e-9)
    expect(
      (0..<4).map(order.expectedRank), [1.002122225, 1.998859539, 3.000275836, 3.998742399], within: 1e-9)
  }

  @Test func `least squares handles glides in a cycle`() throws {
    let order = LeastSquaresOrder(Self.cycle)
    expect(order.ratings, [8, 0.5, 3.5, -6, -6], within: 1e-9)
    #expect(order.order.map { Self.cycle.serials[$0] } == ["201", "203", "202", "204", "205"])
    #expect(RatingOrder.ranks(order.ratings) == [1, 3, 2, 4, 4])
    expect([order.sigma, order.cyclicShare], [10.801234497, 0.458115183], within: 1e-9)
    expect([order.probabilityFaster(0, 1), order.probabilityFaster(3, 4)], [0.792475103, 0.5], within: 1e-9)
    expect(
      (0..<5).map(order.expectedRank), [1.723595788, 2.951741081, 2.422089064, 3.903567891, 3.999006176],
      within: 1e-8)
    #expect(Self.cycle.isStronglyConnected)
    #expect(Self.cycle.cyclicGroups == [["201", "202", "203", "204", "205"]])
    #expect(Self.cycle.unbeaten.isEmpty)
  }

  @Test func `a knockout is a tree, with an order but no error estimate`() {
    let order = LeastSquaresOrder(Self.knockOut)
    expect(order.ratings, [8.25, -0.75, 2.25, -1.75, 11.25, -10.75, -3.75, -4.75], within: 1e-9)
    #expect(order.degreesOfFreedom == 0)
    #expect(order.sigma == nil)
    #expect(order.expectedRank(0) == nil)
    #expect(order.probabilityFaster(0, 1) == nil)
    #expect(Self.knockOut.unbeaten == ["305"])
    #expect(Self.knockOut.cyclicGroups.isEmpty)
  }

  @Test func `Bradley–Terry works with a penalty, and without one if the maximum exists`() throws {
    let robin = try BradleyTerryOrder(Self.roundRobin, alpha: 0.1)
    expect(robin.strengths, [1.753635566, 0.549680334, -0.549680334, -1.753635566], within: 1e-8)
    expect((0..<4).map(robin.standardError), [1.607971406, 1.486173575, 1.486173575, 1.607971406], within: 1e-8)
    let cycle = try BradleyTerryOrder(Self.cycle, alpha: 0.1)
    expect(cycle.strengths, [0.549404702, -0.443329685, 0.443329685, 0, -0.549404702], within: 1e-8)
    let free = try BradleyTerryOrder(Self.cycle, alpha: 0)
    expect(free.strengths, [0.7285344, -0.5652658, 0.5652658, 0, -0.7285344], within: 1e-7)
    let knockOut = try BradleyTerryOrder(Self.knockOut, alpha: 0.1)
    expect(Array(knockOut.strengths.prefix(3)), [0.946024582, -0.765093656, -0.089660719], within: 1e-8)
    var refused: Diagnostic?
    do throws(Diagnostic) { _ = try BradleyTerryOrder(Self.knockOut, alpha: 0) } catch { refused = error }
    #expect(refused?.code == "no-maximum")
  }

  @Test func `a tie is half a win each way`() throws {
    let tie = try BradleyTerryOrder(GlideGraph([Glide("1", "2", 0)]), alpha: 0.1)
    expect(tie.strengths, [0, 0], within: 1e-12)
    // Half a win each way has the curvature of one glide at one half.
    expect([tie.variance(0, 1)], [2 / (0.2 + 2 * 0.25)], within: 1e-9)
  }

  @Test func `the next glide follows the source's conventions`() throws {
    let wanted: [(GlideGraph, [String], [String])] = [
      (Self.roundRobin, ["101", "102"], ["101", "102"]), (Self.cycle, ["202", "204"], ["201", "203"]),
      (Self.knockOut, ["304", "308"], ["305", "301"]),
    ]
    for (graph, order, best) in wanted {
      let fitted = LeastSquaresOrder(graph)
      let forOrder = try #require(NextGlide(fitted, goal: .order))
      let forBest = try #require(NextGlide(fitted, goal: .best))
      #expect([forOrder.first, forOrder.second] == order)
      #expect([forBest.first, forBest.second] == best)
    }
  }

  @Test func `parts that never met are connected first and never compared`() throws {
    let graph = GlideGraph([Glide("1", "2", 5), Glide("3", "4", 7)], participants: ["5"])
    #expect(graph.components == [["1", "2"], ["3", "4"], ["5"]])
    let order = LeastSquaresOrder(graph)
    expect(order.ratings, [2.5, -2.5, 3.5, -3.5, 0], within: 1e-12)
    #expect(order.resistance(0, 2) == nil)
    for goal in NextGlide.Goal.allCases {
      let next = try #require(NextGlide(order, goal: goal))
      #expect([next.first, next.second] == ["1", "3"])
    }
    #expect(NextGlide(LeastSquaresOrder(GlideGraph([], participants: ["1"])), goal: .best) == nil)
    #expect(NextGlide(LeastSquaresOrder(GlideGraph([], participants: ["1", "2"])), goal: .best)?.second == "2")
  }

  @Test func `repeats give the pure error, in either direction`() {
    let order = LeastSquaresOrder(GlideGraph([Glide("1", "2", 5), Glide("2", "1", 3), Glide("1", "2", 4)]))
    expect(order.ratings, [1, -1], within: 1e-12)
    #expect(order.degreesOfFreedom == 2)
    expect([order.residualSum, order.repeatSum], [38, 38], within: 1e-9)
    expect([order.cyclicShare], [0], within: 1e-9)
  }

  @Test func `glides that agree perfectly have no variance, and so neither errors nor probabilities`() {
    let sure = LeastSquaresOrder(GlideGraph([Glide("1", "2", 5), Glide("2", "3", 5), Glide("1", "3", 10)]))
    #expect(sure.sigma == 0 && sure.degreesOfFreedom == 1)
    #expect(sure.probabilityFaster(0, 2) == nil && sure.probabilityFaster(2, 0) == nil)
    #expect(sure.expectedRank(0) == nil && sure.standardError(0) == nil)
    let ties = LeastSquaresOrder(GlideGraph([Glide("1", "2", 0), Glide("1", "2", 0)]))
    #expect(ties.probabilityFaster(0, 1) == nil)
    #expect(ties.cyclicShare == nil)
  }

  @Test func `lanes and testers are further columns, and unidentified ones are named`() throws {
    // The left lane gives 4 cm; the crossover removes it from the difference of 10 cm.
    let glides = [Glide("1", "2", 14, lane: "L"), Glide("1", "2", 6, lane: "R"), Glide("1", "2", 14, lane: "L")]
    let crossed = LeastSquaresOrder(GlideGraph(glides), effects: [.lane])
    expect(crossed.ratings, [5, -5], within: 1e-9)
    expect([crossed.effects.first?.centimetres], [4], within: 1e-9)
    #expect(crossed.degreesOfFreedom == 1)
    let fixed = LeastSquaresOrder(GlideGraph([Glide("1", "2", 14, lane: "L")]), effects: [.lane])
    #expect(fixed.unidentified == ["lane"])
    let ridden = [Glide("1", "2", 8, tester: "UN/LN"), Glide("1", "2", 4, tester: "LN/UN")]
    let swapped = LeastSquaresOrder(GlideGraph(ridden), effects: GlideEffect.testers(ridden))
    expect(swapped.ratings, [3, -3], within: 1e-9)
    expect([swapped.effects.first?.centimetres], [2], within: 1e-9)
  }

  @Test func `agreement names the pairs that two orders rank differently`() {
    #expect(RankAgreement.tau([1, 2, 3, 4], [1, 2, 3, 4]) == 1)
    #expect(RankAgreement.tau([1, 2, 3], [3, 2, 1]) == -1)
    #expect(RankAgreement.tau([1, 1], [1, 2]) == nil)
    let found = RankAgreement.contradictions([1, 2, 3], [2, 1, 3])
    #expect(found.map { [$0.first, $0.second] } == [[0, 1]])
  }

  @Test func `an order is scored`() throws {
    let scores = try #require(
      OrderScores(
        ranks: [1, 2, 3, 4, 5, 6, 7, 8], scores: [2.1, 0.4, 2.5, 1.9, 1.9, 0.7, -0.2, -1]))
    expect(
      [scores.tau, scores.rho, scores.ndcg], [0.618284022, 0.706599495, 0.734174017], within: 1e-9)
    #expect(scores.topHits == 1)
    #expect(scores.topCount == 2)
    #expect(scores.placeOfBest == 2)
    #expect(scores.labels[0][2] == 1)
    #expect((0..<3).reduce(0) { $0 + scores.labels[$1][$1] } == 5)
    #expect(OrderScores(ranks: [1], scores: [1]) == nil)
  }

  @Test func `equal scores count against a prediction`() throws {
    // Rows in the order of ranks, constant predictions.
    let scores = try #require(OrderScores(ranks: [1, 2, 3, 4, 5, 6], scores: [0, 0, 0, 0, 0, 0]))
    #expect(scores.topHits == 0 && scores.placeOfBest == 6 && scores.tau == nil)
  }

  @Test func `the thesis's cut points give its classes, and short lists a top pick`() {
    let wanted = [
      1: [1, 0, 0], 2: [1, 0, 1], 3: [1, 1, 1], 4: [1, 1, 2], 8: [2, 3, 3], 9: [2, 3, 4], 24: [7, 8, 9],
    ]
    for (n, counts) in wanted {
      var found = [0, 0, 0]
      for rank in 1...n { found[TopPicks.label(rank: Double(rank), of: n)] += 1 }
      #expect(found == counts)
    }
  }

  @Test func `the normal quantile inverts the distribution`() {
    for p in [1e-9, 0.001, 0.02, 0.3, 0.5, 0.9, 0.999] {
      #expect((NormalDistribution.cdf(NormalDistribution.quantile(p)) - p).magnitude < 1e-13 + 1e-9 * p)
    }
  }
}
