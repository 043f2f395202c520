import Foundation
import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import PodiumTestKit
import Testing

/// Effects of groups, beside the figures of R: glmer of lme4 1.1.31 and clmm of ordinal 2022.11.16 with nAGQ=1.
///
/// Data: the tastings, with coffees as groups; altitude, water and days since the roast are scaled to the deviation 1.
/// The first is `glmer(good ~ a + w + d + (1 | coffee), binomial)` with good = rank <= 3, the second
/// `clmm(step ~ a + w + d + (1 | coffee))` with step = 4 - (rank + 1) %/% 2.
@Suite struct GroupEffectTests {
  private struct Tastings {
    var features: Matrix
    let names: [String]
    let ranks: [Int]
    let coffees: [String]

    init() throws {
      let text = try String(contentsOfFile: Checkout.path("datasets/tastings/tastings.csv"), encoding: .utf8)
      let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
      let coffees = Set(rows.map { $0[1] }).sorted()
      self.coffees = coffees
      names = ["a", "w", "d"] + coffees.map { "coffee=" + $0 }
      ranks = rows.map { Int($0[7]) ?? 0 }
      features = Matrix(rows: rows.count, columns: names.count)
      for (place, column) in [4, 5, 6].enumerated() {
        let values = rows.map { Double($0[column]) ?? .nan }
        let mean = values.reduce(0, +) / Double(values.count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        for (row, value) in values.enumerated() { features[row, place] = (value - mean) / variance.squareRoot() }
      }
      for (row, cells) in rows.enumerated() { features[row, 3 + (coffees.firstIndex(of: cells[1]) ?? 0)] = 1 }
    }

    func data(_ codes: [Int], _ count: Int, names: [String]? = nil) throws -> TrainingData {
      try TrainingData(
        features: features, featureNames: names ?? self.names,
        target: .classes(ClassTarget(classes: (0..<count).map { "c\($0)" }, codes: codes, isOrdered: count > 2)))
    }
  }

  private func isClose(_ found: [Double], _ wanted: [Double]) -> Bool {
    found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) <= 5e-5 * max(1, abs($1)) }
  }

  private static let glmer = [
    -2.531473039, 1.881877491, -1.494072091, -0.876546113, 3.664777403, 2.146541901, -2.575420983, 2.351098281,
    0.542047945, -1.028951944, 1.012207068, 0.421571632, -1.518693401, 2.229790508, 1.285571703, -0.453060729,
    -1.058797271, -0.481879088,
  ]

  @Test func `logistic with groups has the figures of glmer`() throws {
    let tastings = try Tastings()
    let data = try tastings.data(tastings.ranks.map { $0 <= 3 ? 1 : 0 }, 2)
    let model = try #require(
      try fitted("logistic", [("by", "coffee"), ("penalty", "none")], data) as? LinearClassModel)
    let row = Array(model.coefficients.elements.suffix(21))
    #expect(isClose(Array(row.prefix(3)), [1.159424882, 0.457076974, -0.585711149]), "\(row.prefix(3))")
    #expect(isClose(Array(row.suffix(18)), Self.glmer), "\(row.suffix(18))")
    #expect(isClose([model.intercepts[1], model.groups?.deviation ?? 0], [-1.264057896, 2.392887232]))
    #expect(model.figures == [ModelFigure("group_sd", model.groups?.deviation, rows: 96)])
    let again = try JSONDecoder().decode(LinearClassModel.self, from: JSONEncoder().encode(model))
    #expect(again == model)
  }

  @Test func `ordinal with groups has the figures of clmm`() throws {
    let tastings = try Tastings()
    let data = try tastings.data(tastings.ranks.map { 4 - ($0 + 1) / 2 }, 4)
    let model = try #require(try fitted("ordinal", [("by", "coffee"), ("penalty", "none")], data) as? OrdinalModel)
    guard case .odds(let coefficients, let thresholds) = model.thresholds else {
      Issue.record("no odds")
      return
    }
    #expect(isClose(Array(coefficients.prefix(3)), [0.973995508, 0.425670120, -0.564620750]))
    #expect(isClose(thresholds, [-1.873597987, 0.023229534, 1.888980635]))
    #expect(
      isClose(
        Array(coefficients[3..<8]), [-3.114784130, 0.923475966, -0.159374364, -1.626545512, 2.555350175]))
    #expect(isClose([model.groups?.deviation ?? 0], [1.887857179]))
  }

  @Test func `a scaled column of a group has the same effect, and an unknown group that of the mean`() throws {
    var tastings = try Tastings()
    let codes = tastings.ranks.map { $0 <= 3 ? 1 : 0 }
    let plain = try fitted("logistic", [("by", "coffee")], try tastings.data(codes, 2))
    var unknown = tastings.features
    for row in 0..<unknown.rows { for column in 3..<21 { unknown[row, column] = 0 } }
    let (known, new) = (try plain.predict(tastings.features), try plain.predict(unknown))
    for row in 0..<tastings.features.rows {
      for column in 3..<21 { tastings.features[row, column] = (tastings.features[row, column] - 0.1) / 0.3 }
      for column in 3..<21 { unknown[row, column] = -0.1 / 0.3 }
    }
    let scaled = try fitted("logistic", [("by", "coffee")], try tastings.data(codes, 2))
    for (a, b) in [(known, try scaled.predict(tastings.features)), (new, try scaled.predict(unknown))] {
      guard case .classes(_, let x?) = a, case .classes(_, let y?) = b else {
        Issue.record("no probabilities")
        continue
      }
      #expect(zip(x.elements, y.elements).allSatisfy { abs($0 - $1) < 1e-7 })
    }
    // The effects of all groups are spread around 0, so an unknown one is near the middle of the known ones.
    guard case .classes(_, let shares?) = new else { return }
    #expect((0..<96).allSatisfy { (0.02...0.98).contains(shares[$0, 1]) })
  }

  /// Beside SciPy 1.17's optimum of the same Laplace approximation, written apart.
  @Test func `slopes of groups have the deviation of the largest marginal likelihood`() throws {
    let tastings = try Tastings()
    let data = try tastings.data(tastings.ranks.map { $0 <= 3 ? 1 : 0 }, 2)
    let model = try #require(try fitted("logistic", [("by", "coffee"), ("slopes", "yes")], data) as? LinearClassModel)
    let row = Array(model.coefficients.elements.suffix(21))
    #expect(isClose(Array(row.prefix(4)), [1.112771521, 0.330201954, -0.439119241, -0.528354534]), "\(row.prefix(4))")
    #expect(isClose([model.intercepts[1], model.groups?.deviation ?? 0], [-0.876831325, 1.328909435]))
    // The slopes of the first coffee change the chances of its rows.
    guard case .classes(_, let shares?) = try model.predict(tastings.features) else { return }
    let first = (0..<3).map { tastings.features[0, $0] }
    let slopes = zip(first, [1.112771521 - 1.180303806, 0.330201954 - 0.09014446, -0.439119241 + 0.727482987])
    let sum = slopes.reduce(-0.876831325 - 0.528354534) { $0 + $1.0 * $1.1 }
    #expect(tastings.features[0, 3] == 1 && abs(shares[0, 1] - 1 / (1 + exp(-sum))) < 1e-5)
    let again = try JSONDecoder().decode(LinearClassModel.self, from: JSONEncoder().encode(model))
    #expect(again == model)
  }

  @Test func `groups that differ no more than rows do have no effect`() throws {
    let tastings = try Tastings()
    // Good and bad by turns within each coffee.
    var seen: [Int: Int] = [:]
    let codes = (0..<96).map { row -> Int in
      let group = (3..<21).first { tastings.features[row, $0] == 1 } ?? 0
      seen[group, default: 0] += 1
      return seen[group, default: 0] % 2
    }
    let data = try tastings.data(codes, 2)
    let model = try #require(try fitted("logistic", [("by", "coffee"), ("c", "1e6")], data) as? LinearClassModel)
    let plain = try fitted("logistic", [("by", "none")], data) as? LinearClassModel
    #expect(model.groups?.deviation == 0 && plain?.groups == nil && plain?.figures == [])
    #expect(model.coefficients.elements.suffix(18).allSatisfy { $0 == 0 })
  }

  @Test func `what has no groups, or no use for them, is refused`() throws {
    let tastings = try Tastings()
    func refusal(_ learner: String, _ given: [(String, String)], _ data: TrainingData) -> Diagnostic? {
      do throws(Diagnostic) {
        _ = try fitted(learner, given, data)
        return nil
      } catch {
        return error
      }
    }
    let two = try tastings.data(tastings.ranks.map { $0 <= 3 ? 1 : 0 }, 2)
    #expect(refusal("logistic", [("slopes", "yes")], two)?.code == "bad-value")
    #expect(refusal("logistic", [("by", "bean")], two)?.code == "no-features")
    #expect(refusal("logistic", [("by", "coffee"), ("penalty", "l1")], two)?.code == "bad-value")
    #expect(refusal("logistic", [("by", "coffee"), ("weights", "balanced")], two)?.code == "bad-value")
    let four = try tastings.data(tastings.ranks.map { 4 - ($0 + 1) / 2 }, 4)
    #expect(refusal("logistic", [("by", "coffee")], four)?.help == "ordinal(by=coffee) takes ordered classes")
    #expect(refusal("ordinal", [("by", "coffee"), ("learner", "lda")], four)?.code == "bad-value")
    // Each coffee is of one class.
    let apart = (0..<96).map { row in ((3..<21).first { tastings.features[row, $0] == 1 } ?? 0) % 2 }
    let separated = refusal("logistic", [("by", "coffee"), ("penalty", "none")], try tastings.data(apart, 2))
    #expect(["separable", "no-convergence"].contains(separated?.code))
  }
}
