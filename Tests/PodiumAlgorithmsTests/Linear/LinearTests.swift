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

  /// Of columns that are multiples of each other, the shortest coefficients are such multiples too.
  @Test func `many more columns than rows have the shortest coefficients`() throws {
    let (features, target) = try Iris().widths()
    let rows = [0, 20, 60, 70, 80, 110, 120, 140]
    let (three, goal) = (features.selecting(rows: rows), rows.map { target[$0] })
    let units = (0..<20).map { [1.0, 1e-3, 40][$0 % 3] * Double(1 + $0) }
    let columns = units.flatMap { unit in (0..<3).map { c in three.column(c).map { unit * $0 } } }
    let wide = try line("linear", [], Matrix(columns: columns + [Array(repeating: 3, count: 8)], rows: 8), goal)
    let plain = try line("linear", [], three, goal)
    let sum = units.reduce(0) { $0 + $1 * $1 }
    let wanted = units.flatMap { unit -> [Double] in plain.coefficients.map { $0 * unit / sum } } + [0.0]
    #expect(isClose(wide.coefficients, wanted))
    #expect(isClose([wide.intercept], [plain.intercept]))
    // A column that is divided among others by their shares of a length keeps its penalty.
    let ridge = try line("ridge", [("alpha", "0.5")], three, goal)
    let parts = (0..<20).flatMap { _ in (0..<3).map { c in three.column(c).map { $0 / 20.0.squareRoot() } } }
    let divided = try line("ridge", [("alpha", "0.5")], Matrix(columns: parts, rows: 8), goal)
    let shares = (0..<20).flatMap { _ -> [Double] in ridge.coefficients.map { $0 / 20.0.squareRoot() } }
    #expect(isClose(divided.coefficients, shares))
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

  /// Without the last town the others would be free of each other; the optimum is where the subgradient holds.
  @Test(arguments: [0.01, 0.1, 10, 1000], [true, false])
  func `the lasso converges for the columns of a category`(alpha: Double, isScaled: Bool) throws {
    var random = Seed(3).source()
    let towns = (0..<200).map { _ in random.below(4) }
    let areas = (0..<200).map { _ in 30 + Double(random.below(170)) }
    let prices = towns.indices.map { row in
      [1.2e6, 0.9e6, 1.6e6, 1.1e6][towns[row]] + 9000 * areas[row] + 300_000 * (random.uniform() - 0.5)
    }
    var columns = [areas] + (0..<4).map { town in towns.map { $0 == town ? 1.0 : 0 } }
    if isScaled {
      columns = columns.map { column in
        let mean = column.reduce(0, +) / 200
        let sd = (column.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 200).squareRoot()
        return column.map { ($0 - mean) / sd }
      }
    }
    let found = try line("lasso", [("alpha", String(alpha))], Matrix(columns: columns, rows: 200), prices)
    let residuals = (0..<200).map { row in
      prices[row] - found.intercept - columns.indices.reduce(0) { $0 + found.coefficients[$1] * columns[$1][row] }
    }
    let size = prices.map(\.magnitude).max() ?? 1
    for (column, coefficient) in zip(columns, found.coefficients) {
      let mean = column.reduce(0, +) / 200
      let slope = zip(column, residuals).reduce(0) { $0 + ($1.0 - mean) * $1.1 } / 200
      let unit = (column.map { ($0 - mean).magnitude }.max() ?? 1) * size
      #expect(abs(slope) <= alpha + 1e-5 * unit)
      if coefficient != 0 { #expect(abs(slope - (coefficient > 0 ? alpha : -alpha)) < 1e-5 * unit) }
    }
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
