import PodiumLearn
import Testing

/// References are SciPy 1.17's t distribution.
@Suite struct PracticalOddsTests {
  private let differences = [0.1, 0, 0.2, -0.1, 0.1, 0.3, 0, 0.1, 0.2, 0.1]

  @Test(
    arguments: [
      (0.01, 0.9379741179634757, 0.033998278504919675), (0.1, 0.5, 0.0022092998730303863),
      (0, 0.9539541726614345, 0.04604582733856559),
    ])
  func `the posterior agrees with the reference`(_ rope: Double, _ better: Double, _ worse: Double) throws {
    let test = try #require(PairedTest(differences, testShare: 1.0 / 9))
    let high = try #require(PracticalOdds(test, rope: rope, higherIsBetter: true))
    #expect(abs(high.better - better) < 1e-9 && abs(high.worse - worse) < 1e-9)
    #expect(abs(high.same - (1 - better - worse)) < 1e-9)
    let low = try #require(PracticalOdds(test, rope: rope, higherIsBetter: false))
    #expect(low.better == high.worse && low.worse == high.better)
  }

  @Test func `without variance there are no odds`() throws {
    #expect(PracticalOdds(try #require(PairedTest([0.2, 0.2], testShare: 1)), rope: 0.1, higherIsBetter: true) == nil)
    #expect(PracticalOdds(try #require(PairedTest([0, 0], testShare: 1)), rope: 0.1, higherIsBetter: true) == nil)
  }
}
