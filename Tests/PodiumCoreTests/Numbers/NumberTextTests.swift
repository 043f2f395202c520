import PodiumCore
import Testing

@Suite struct NumberTextTests {
  static let shortest: [(Double, String)] = [
    (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"),
    (1e14, "100000000000000"), (999_999_999_999_999, "999999999999999"), (1e15, "1000000000000000.0"),
    (1e17, "1e+17"), (1e300, "1e+300"),
    (-1e-7, "-1e-07"), (.leastNonzeroMagnitude, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (1.0 / 3, "0.3333333333333333"), (.nan, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity"),
  ]

  @Test(arguments: shortest)
  func `the shortest digits are these`(_ x: Double, _ text: String) {
    #expect(NumberText.shortest(x) == text)
  }

  @Test func `random doubles read back bit for bit`() {
    var source = RandomSource(seed: 11)
    for _ in 0..<20_000 {
      let x = Double(bitPattern: source.next())
      guard x.isFinite else { continue }
      let text = NumberText.shortest(x)
      guard Double(text)?.bitPattern == x.bitPattern else {
        Issue.record("\(x.bitPattern) printed as \(text)")
        return
      }
    }
  }

  static let fixed: [(Double, Int, String)] = [
    (0, 2, "0.00"), (1.005, 2, "1.00"), (2.5, 0, "2"), (3.5, 0, "4"), (-1.25, 1, "-1.2"),
    (1e20, 1, "100000000000000000000.0"),
    (0.5, 20, "0.50000000000000000"), (7, -3, "7"), (.nan, 2, "NaN"), (-.infinity, 2, "-Infinity"),
    // What rounds to zero has no sign.
    (-0.0, 2, "0.00"), (-0.004, 2, "0.00"), (-0.006, 2, "-0.01"), (-0.4, 0, "0"),
  ]

  @Test(arguments: fixed)
  func `fixed decimals round correctly`(_ x: Double, _ decimals: Int, _ text: String) {
    #expect(NumberText.fixed(x, decimals) == text)
  }

  @Test func `the largest number fits with all decimals`() {
    let text = NumberText.fixed(-Double.greatestFiniteMagnitude, 17)
    #expect(text.count == 1 + 309 + 1 + 17)
    #expect(Double(text) == -Double.greatestFiniteMagnitude)
  }

  static let significant: [(Double, Int, String)] = [
    (123_456.789, 6, "123457"), (0.000012345678, 4, "1.235e-05"), (1_500_000, 6, "1.5e+06"), (2, 6, "2"),
    (0.25, 6, "0.25"),
    (-0.0, 6, "0"), (1.0 / 3, 99, "0.33333333333333331"), (1.0 / 3, 0, "0.3"), (.nan, 3, "NaN"),
  ]

  @Test(arguments: significant)
  func `significant digits leave no trailing zeros`(_ x: Double, _ digits: Int, _ text: String) {
    #expect(NumberText.significant(x, digits) == text)
  }

  @Test(arguments: [
    (2_106_553.4, "2106553"), (1_250_000, "1250000"), (999_999.7, "1000000"), (-5_000_000, "-5000000"),
    (1_234_567.5, "1234568"), (99_999_999_999, "99999999999"), (1e11, "1e+11"), (123_456.789, "123457"),
    (0.000012345678, "1.23457e-05"), (.nan, "NaN"), (.infinity, "Infinity"),
  ])
  func `whole numbers of millions are shown in full`(_ x: Double, _ text: String) {
    #expect(NumberText.shown(x) == text)
  }

  @Test(arguments: [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (-1, "-1 rows")])
  func `counts agree with their noun`(_ count: Int, _ text: String) {
    #expect(count.counted("row") == text)
  }
}
