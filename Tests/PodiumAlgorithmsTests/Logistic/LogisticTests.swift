import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// References are scikit-learn 1.9's: saga for l1, newton-cholesky for the others, with tolerances of 1e-14.
@Suite struct LogisticTests {
  private func model(_ given: [(String, String)], _ data: TrainingData) throws -> LinearClassModel {
    try #require(try fitted("logistic", given, data) as? LinearClassModel)
  }

  private func isClose(_ found: [Double], _ wanted: [Double], within: Double = 1e-6) -> Bool {
    found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) <= within * max(1, abs($1)) }
  }

  @Test func `l1 sets coefficients to 0 and reaches the optimum`() throws {
    let iris = try Iris(isScaled: true)
    let found = try model([("penalty", "l1"), ("c", "0.5")], Iris.data(iris.features, .classes(iris.species)))
    let wanted = [
      0, 0.6901358810731839, -4.029054866662795, 0, 0, 0, 0, 0, 0, -0.25334197635694206, 2.3841425900710163,
      4.061536123264842,
    ]
    #expect(isClose(found.coefficients.elements, wanted, within: 1e-5))
    #expect(zip(found.coefficients.elements, wanted).allSatisfy { $1 != 0 || $0 == 0 })
  }

  @Test func `without a penalty the optimum is reached where there is one`() throws {
    let iris = try Iris(isScaled: true)
    let codes = iris.species.codes.map { max(0, $0 - 1) }
    let data = try Iris.data(
      iris.features, .classes(ClassTarget(classes: ["b", "c"], codes: codes)), rows: Array(50..<150))
    let found = try model([("penalty", "none")], data)
    #expect(
      isClose(
        Array(found.coefficients.row(1)),
        [-2.0345494116223715, -2.9022505931173628, 16.590098577579834, 13.891843386510141], within: 1e-5))
    #expect(isClose([found.intercepts[1]], [-20.1018028019866], within: 1e-5))
    #expect(found.coefficients.row(0).allSatisfy { $0 == 0 })
  }

  @Test func `balanced classes agree with the reference`() throws {
    let iris = try Iris(isScaled: true)
    let data = try Iris.data(iris.features, .classes(iris.species), rows: Array(20..<150))
    let found = try model([("weights", "balanced")], data)
    let wanted = [
      -1.0464534385611415, 1.0785644869201743, -1.8923802140168093, -1.7449817120708573, 0.5529784790304432,
      -0.34352036536797875, -0.28251927205262517, -0.7813565843810724, 0.49347495953069903, -0.7350441215521955,
      2.1748994860694353, 2.5263382964519305,
    ]
    #expect(isClose(found.coefficients.elements, wanted))
  }

  static let separable: [(String, [Double], [Int])] = [
    ("two classes", [1, 2, 3, 4], [0, 0, 1, 1]), ("three classes", [1, 2, 3, 4, 5, 6], [0, 0, 1, 1, 2, 2]),
    // The rows at 2 are of both classes, all others separated.
    ("two classes but for a tie", [1, 2, 2, 3], [0, 0, 1, 1]),
  ]

  @Test(arguments: separable)
  func `separable classes without a penalty are reported`(_ name: String, _ xs: [Double], _ codes: [Int]) throws {
    // Three classes along a line are separated by two columns.
    let features = Matrix(columns: [xs, xs.map { $0 * $0 }], rows: xs.count)
    let data = try Iris.data(features, .classes(ClassTarget(classes: ["a", "b", "c"], codes: codes)))
    let error = #expect(throws: Diagnostic.self, "\(name)") { try model([("penalty", "none")], data) }
    #expect(error?.code == "separable", "\(name): \(error?.message ?? "")")
    let penalized = try model([], data)
    #expect(penalized.coefficients.elements.allSatisfy { $0.isFinite })
  }
}
