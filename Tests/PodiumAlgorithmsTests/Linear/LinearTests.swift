import PodiumAlgorithms
import PodiumCore
import PodiumLearn
import Testing

/// References are scikit-learn 1.9's, with tolerances of 1e-14.
@Suite struct LinearTests {
  private func line(_ key: String, _ given: [(String, String)] = [], _ features: Matrix, _ target: [Double]) throws
    -> LinearNumberModel
  {
    try #require(try fitted(key, given, Iris.data(features, .numbers(target))) as? LinearNumberModel)
  }

  private func isClose(_ found: [Double], _ wanted: [Double], within: Double = 1e-9) -> Bool {
    found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) <= within * max(1, abs($1)) }
  }

  @Test func `of dependent columns the shortest coefficients are taken`() throws {
    let (features, target) = try Iris().widths()
    let double = features.column(0).map { 2 * $0 }
    let wide = Matrix(columns: (0..<3).map { features.column($0) } + [double], rows: 150)
    let found = try line("linear", [], wide, target)
    #expect(
      isClose(
        found.coefficients, [-0.04145321475148517, 0.2228285438609293, 0.5240831147784294, -0.08290642950297049]))
    #expect(abs(found.intercept + 0.2403073891122598) < 1e-9)
  }

  @Test func `more columns than rows are fitted exactly`() throws {
    let features = try Iris().features.selecting(rows: [0, 1, 2])
    let found = try line("linear", [], features, [1, 2, 4])
    #expect(isClose(found.coefficients, [-7.555555555555565, 1.022222222222215, -2.844444444444437, 0]))
    #expect(isClose([found.intercept], [39.93777777777783]))
  }

  @Test func `the lasso's coefficients are those of the optimum`() throws {
    let (features, target) = try Iris(isScaled: true).widths()
    let widths = try Iris().widths().target
    #expect(target.count == 150)
    let weak = try line("lasso", [("alpha", "0.01")], features, widths)
    #expect(
      isClose(weak.coefficients, [-0.025925728128078068, 0.033809726384972906, 0.7585680639865625], within: 1e-6))
    let strong = try line("lasso", [("alpha", "0.1")], features, widths)
    #expect(isClose(strong.coefficients, [0, 0, 0.6314817698985365], within: 1e-6))
    #expect(strong.coefficients[0] == 0 && strong.coefficients[1] == 0)
    let none = try line("lasso", [("alpha", "1e9")], features, widths)
    #expect(none.coefficients == [0, 0, 0] && abs(none.intercept - 1.1993333333333347) < 1e-12)
  }

  @Test(arguments: ["ridge", "lasso"]) func `without a penalty both are linear regression`(_ key: String) throws {
    let (features, target) = try Iris().widths()
    let plain = try line("linear", [], features, target)
    #expect(try line(key, [("alpha", "0")], features, target) == plain)
  }

  @Test func `dependent columns and hardly any penalty are reported`() throws {
    let x = (0..<20).map { Double($0) }
    let features = Matrix(columns: [x, x.map { 1e6 * $0 }], rows: 20)
    let error = #expect(throws: Diagnostic.self) { try line("ridge", [("alpha", "1e-30")], features, x) }
    #expect(error?.code == "singular")
  }

  @Test(arguments: ["linear", "ridge", "lasso"]) func `a constant target is predicted as it is`(_ key: String) throws {
    let (features, _) = try Iris().widths()
    let found = try line(key, [], features, [Double](repeating: 0.1, count: 150))
    guard case .numbers(let values) = try found.predict(features) else { return }
    #expect(values.allSatisfy { abs($0 - 0.1) < 1e-15 })
  }
}
