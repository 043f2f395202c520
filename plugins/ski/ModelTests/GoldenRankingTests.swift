import Foundation
import PodiumTestKit
import Testing

@testable import SkiModel

/// Every figure of worked rankings: those of the project, and those beside the checkout if they are there.
@Suite struct GoldenRankingTests {
  @Test(arguments: GoldenRanking.files)
  func `least squares agrees with every worked ranking`(_ file: GoldenRanking.File) throws {
    for example in try file.rankings() {
      let graph = example.graph
      #expect(graph.serials == example.skis)
      #expect(graph.components == example.components, "\(example.name)")
      #expect(graph.isStronglyConnected == example.stronglyConnected)
      #expect(graph.cyclicGroups == example.cyclicGroups)
      #expect(graph.unbeaten == example.unbeaten)
      let order = LeastSquaresOrder(graph)
      let wanted = example.massey
      for (place, serial) in graph.serials.enumerated() {
        #expect(close(order.ratings[place], wanted.ratings[serial], 1e-6))
        #expect(close(order.standardError(place), wanted.errors?[serial], 1e-6))
        #expect(close(order.expectedRank(place), wanted.expected?[serial], 1e-6))
      }
      #expect(order.order.map { graph.serials[$0] } == wanted.order)
      #expect(order.degreesOfFreedom == wanted.df)
      #expect(close(order.sigma, wanted.sigma, 1e-6))
      #expect(close(order.residualSum, wanted.rss, 1e-6))
      #expect(close(order.repeatSum, wanted.repeatSum, 1e-6))
      #expect(close(order.cyclicShare, wanted.cyclicShare, 1e-6))
      for (residual, expected) in zip(order.residuals, wanted.residuals) { #expect(close(residual, expected, 1e-6)) }
      for (pair, chance) in wanted.faster ?? [:] {
        let names = pair.split(separator: ">").map(String.init)
        let places = names.compactMap { graph.serials.firstIndex(of: $0) }
        #expect(close(order.probabilityFaster(places[0], places[1]), chance, 1e-6))
      }
    }
  }

  @Test(arguments: GoldenRanking.files)
  func `Bradley–Terry agrees with every worked ranking`(_ file: GoldenRanking.File) throws {
    for example in try file.rankings() {
      let order = try BradleyTerryOrder(example.graph, alpha: example.alpha)
      for (place, serial) in example.graph.serials.enumerated() {
        #expect(close(order.strengths[place], example.bradleyTerry.strengths[serial], 1e-5))
        #expect(close(order.standardError(place), example.bradleyTerry.errors[serial], 1e-5))
      }
      #expect(RatingOrder.places(order.strengths).map { example.graph.serials[$0] } == example.bradleyTerry.order)
      if let free = example.likelihood {
        let order = try BradleyTerryOrder(example.graph, alpha: 0)
        for (place, serial) in example.graph.serials.enumerated() {
          #expect(close(order.strengths[place], free[serial], 1e-5))
        }
      }
    }
  }

  @Test(arguments: GoldenRanking.files)
  func `the next glide agrees with every worked ranking`(_ file: GoldenRanking.File) throws {
    for example in try file.rankings() {
      let order = LeastSquaresOrder(example.graph)
      let best = try #require(NextGlide(order, goal: .best))
      let whole = try #require(NextGlide(order, goal: .order))
      #expect([best.first, best.second] == example.nextLeader)
      #expect([whole.first, whole.second] == example.nextVariance)
    }
  }

  private func close(_ found: Double?, _ wanted: Double?, _ tolerance: Double) -> Bool {
    switch (found, wanted) {
    case (let a?, let b?): abs(a - b) <= tolerance
    case (nil, nil): true
    default: false
    }
  }
}

/// A file of worked rankings.
struct GoldenRanking: Decodable {
  struct File: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String

    func rankings() throws -> [Case] {
      try JSONDecoder().decode(GoldenRanking.self, from: Data(contentsOf: URL(fileURLWithPath: path))).ranking
    }
  }

  /// The file of the project, made by the script beside it, and one that may be beside the checkout.
  static let files =
    [File(testDescription: "of the project", path: Checkout.path("plugins/ski/Expected/ranking.json"))]
    + [File(testDescription: "beside the checkout", path: Checkout.shared("golden/ski-ranking.json"))].filter {
      FileManager.default.fileExists(atPath: $0.path)
    }

  let ranking: [Case]

  struct Case: Decodable {
    struct Row: Decodable {
      let winner: String
      let loser: String
      let difference: Double
      enum CodingKeys: String, CodingKey {
        case winner, loser
        case difference = "difference_cm"
      }
    }
    struct LeastSquares: Decodable {
      let ratings: [String: Double]
      let residuals: [Double]
      let rss: Double
      let df: Int
      let sigma: Double?
      let repeatSum: Double
      let cyclicShare: Double
      let order: [String]
      let errors: [String: Double]?
      let faster: [String: Double]?
      let expected: [String: Double]?
      enum CodingKeys: String, CodingKey {
        case ratings = "rating_cm"
        case residuals = "residual_cm"
        case rss, df, order
        case sigma = "sigma_cm"
        case repeatSum = "repeat_ss"
        case cyclicShare = "cyclic_share"
        case errors = "se_cm"
        case faster = "p_first_faster"
        case expected = "expected_rank_in_component"
      }
    }
    struct BradleyTerry: Decodable {
      let strengths: [String: Double]
      let errors: [String: Double]
      let order: [String]
      enum CodingKeys: String, CodingKey {
        case strengths = "log_strength"
        case errors = "se"
        case order
      }
    }
    let name: String
    let glides: [Row]
    let skis: [String]
    let alpha: Double
    let components: [[String]]
    let stronglyConnected: Bool
    let cyclicGroups: [[String]]
    let unbeaten: [String]
    let nextVariance: [String]
    let nextLeader: [String]
    let massey: LeastSquares
    let bradleyTerry: BradleyTerry
    let likelihood: [String: Double]?
    enum CodingKeys: String, CodingKey {
      case name, glides, skis, alpha, components, massey, unbeaten
      case stronglyConnected = "strongly_connected"
      case cyclicGroups = "cyclic_groups"
      case nextVariance = "next_pair_variance"
      case nextLeader = "next_pair_leader"
      case bradleyTerry = "bradley_terry_l2"
      case likelihood = "bradley_terry_mle"
    }

    var graph: GlideGraph {
      GlideGraph(glides.map { Glide($0.winner, $0.loser, $0.difference) }, participants: skis)
    }
  }
}
