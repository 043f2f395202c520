import PodiumCore
import Testing

/// Reference values are SciPy 1.17's (`scipy.stats.t`).
@Suite struct StudentTTests {
  static let tails: [(Double, Double, Double)] = [
    (0.5, 1, 0.6475836176504333), (-2.262, 9, 0.025006422751227313), (1.96, 29.5, 0.9702488633984241),
    (4.7, 3, 0.9908895644456144), (-40, 4, 1.1670081613006339e-06), (0.01, 120, 0.503981053350177),
    (2.0, 1e6, 0.9772497330743404), (-6, 300, 2.838219546179577e-09),
  ]

  @Test(arguments: tails)
  func `the t distribution agrees with SciPy`(_ t: Double, _ df: Double, _ wanted: Double) {
    let found = StudentT.cdf(t, df: df)
    #expect(abs(found - wanted) <= 1e-9 * wanted)
    #expect(abs(StudentT.cdf(-t, df: df) - (1 - wanted)) < 1e-12)
  }

  static let quantiles: [(Double, Double, Double)] = [
    (0.975, 1, 12.706204736174694), (0.975, 9, 2.262157162798205), (0.975, 99, 1.9842169515864174),
    (0.9, 2.5, 1.7302509288071766), (0.001, 13, -3.8519823911683875), (0.6, 1e5, 0.25334777715718015),
    (0.99999, 4, 23.332182700855984),
  ]

  @Test(arguments: quantiles)
  func `its quantiles agree with SciPy`(_ p: Double, _ df: Double, _ wanted: Double) {
    #expect(abs(StudentT.quantile(p, df: df) - wanted) <= 1e-9 * abs(wanted))
  }

  @Test func `the ends of the t distribution are safe`() {
    #expect(StudentT.cdf(.infinity, df: 3) == 1)
    #expect(StudentT.cdf(-.infinity, df: 3) == 0)
    #expect(StudentT.cdf(0, df: 3) == 0.5)
    #expect(StudentT.cdf(1, df: 0).isNaN)
    #expect(StudentT.cdf(.nan, df: 3).isNaN)
    #expect(StudentT.quantile(0.5, df: 3) == 0)
    #expect(StudentT.quantile(1, df: 3) == .infinity)
    #expect(StudentT.quantile(1.5, df: 3).isNaN)
    #expect(StudentT.cdf(1e200, df: 2) == 1)
  }
}
