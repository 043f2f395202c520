import Foundation
import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// Optima are those of SciPy 1.17's BFGS on the same objective.
@Suite struct OrdinalTests {
  private func ordered(_ codes: [Int], _ classes: Int) -> Target {
    .classes(ClassTarget(classes: (0..<classes).map { "c\($0)" }, codes: codes, isOrdered: true))
  }

  private func odds(_ given: [(String, String)], _ data: TrainingData) throws -> (
    coefficients: [Double], thresholds: [Double]
  ) {
    let model = try #require(try fitted("ordinal", given, data) as? OrdinalModel)
    guard case .odds(let coefficients, let thresholds) = model.thresholds else { return ([], []) }
    return (coefficients, thresholds)
  }

  private func isClose(_ found: [Double], _ wanted: [Double]) -> Bool {
    found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) <= 1e-5 * max(1, abs($1)) }
  }

  @Test func `proportional odds reach the optimum with a penalty`() throws {
    let iris = try Iris(isScaled: true)
    let found = try odds([], Iris.data(iris.features, ordered(iris.species.codes, 3)))
    #expect(
      isClose(
        found.coefficients, [0.20039677476060072, -0.7253608929816363, 2.7472016020897825, 3.3455166153853773]))
    #expect(isClose(found.thresholds, [-3.665835219396068, 4.2188249738770685]))
  }

  @Test func `proportional odds reach the optimum without a penalty`() throws {
    // The sepal width in quarters, from the other columns.
    let widths = try Iris().features.column(1)
    let codes = widths.map { $0 < 2.8 ? 0 : $0 < 3 ? 1 : $0 < 3.3 ? 2 : 3 }
    let scaled = try Iris(isScaled: true).features
    let features = Matrix(columns: [0, 2, 3].map { scaled.column($0) }, rows: 150)
    let found = try odds([("penalty", "none")], Iris.data(features, ordered(codes, 4)))
    #expect(isClose(found.coefficients, [2.9396979797229776, -6.590265440834143, 2.924649934544549]))
    #expect(isClose(found.thresholds, [-2.0202338536161326, -0.852690828511423, 1.4841011444121426]))
  }

  @Test func `separated classes without a penalty are reported`() throws {
    let features = Matrix(columns: [(0..<12).map(Double.init)], rows: 12)
    let data = try Iris.data(features, ordered((0..<12).map { $0 / 4 }, 3))
    let error = #expect(throws: Diagnostic.self) { try odds([("penalty", "none")], data) }
    #expect(error?.code == "separable")
    // One class in between that shares no value with another is enough.
    let touching = try Iris.data(
      Matrix(columns: [[0, 1, 1, 2, 3, 4]], rows: 6), ordered([0, 0, 1, 1, 2, 2], 3))
    let other = #expect(throws: Diagnostic.self) { try odds([("penalty", "none")], touching) }
    #expect(other?.code == "separable")
  }

  @Test func `classes without an order are refused`() throws {
    let iris = try Iris()
    let error = #expect(throws: Diagnostic.self) {
      try fitted("ordinal", [], Iris.data(iris.features, .classes(iris.species)))
    }
    #expect(error?.code == "unordered-classes")
  }

  @Test func `a class without training rows has probability 0`() throws {
    let iris = try Iris(isScaled: true)
    let codes = iris.species.codes.map { $0 == 0 ? 0 : $0 + 1 }
    let data = try Iris.data(iris.features, ordered(codes, 5))
    for given in [[], [("learner", "bayes")]] as [[(String, String)]] {
      guard case .classes(let found, let shares?) = try fitted("ordinal", given, data).predict(iris.features) else {
        continue
      }
      #expect(zip(found, codes).count { $0 == $1 } > 135)
      #expect(shares.column(1).allSatisfy { $0 == 0 } && shares.column(4).allSatisfy { $0 == 0 })
    }
  }

  /// With trees of pure leaves, the tree of a threshold says 0 or 1, and a class is what two of them differ by.
  @Test func `the models of thresholds give the classes`() throws {
    let iris = try Iris(isScaled: true)
    let data = try Iris.data(iris.features, ordered(iris.species.codes, 3))
    let model = try fitted("ordinal", [("learner", "tree")], data)
    guard case .classes(let codes, let shares?) = try model.predict(iris.features) else { return }
    #expect(codes == iris.species.codes)
    #expect(shares.elements.allSatisfy { $0 == 0 || $0 == 1 })
    let bytes = try JSONEncoder().encode(try #require(model as? OrdinalModel))
    let read = try JSONDecoder().decode(OrdinalModel.self, from: bytes)
    #expect(try read.predict(iris.features) == model.predict(iris.features))
    let text = try #require(String(data: bytes, encoding: .utf8))
    let damaged = Data(text.replacingOccurrences(of: "\"learner\":\"tree\"", with: "\"learner\":\"zeror\"").utf8)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(OrdinalModel.self, from: damaged) }
  }
}
