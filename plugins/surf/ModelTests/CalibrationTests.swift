import PodiumCore
import Testing

@testable import SurfModel
@testable import SurfStudies

/// Chances come true on made surfers, by a small version of `surf-bench calibration`.
struct CalibrationTests {
  @Test func `what is said comes true within two standard errors, and is never 0 or 1`() throws {
    let study = try CalibrationStudy(groups: 30, ways: [.near, .everyone, .pooled, .rows], seed: Seed(1))
    for tally in study.tallies where !tally.isHigh {
      #expect(tally.groups == 30 && tally.z.magnitude <= 2, "\(tally)")
    }
    // Of the few above 0.9 none is much too sure.
    for tally in study.tallies where tally.isHigh && tally.windows >= 20 {
      #expect(tally.said - tally.cameTrue <= max(0.1, 2 * tally.error), "\(tally)")
    }
    #expect(study.least >= 0.001 && study.most <= 0.999)
  }

  @Test func `few neighbours of one kind are not a certainty`() {
    let rows = NearestRows(
      k: 3, classCount: 2, codes: [1, 1, 1, 0, 0, 0], spots: [0, 0, 0, 0, 0, 0], persons: [0, 0, 0, 0, 0, 0],
      values: [[1, 1.1, 1.2, 5, 5.1, 5.2]], scales: [1], isCircular: [false])
    let (near, far) = (rows.shares([1.1], spot: 0, person: 0), rows.shares([5.1], spot: 0, person: 0))
    #expect(near[1] > 0.6 && near[1] < 0.95 && far[1] < 0.4 && far[1] > 0.05)
    #expect((near[0] + near[1] - 1).magnitude < 1e-12)
  }

  @Test func `chances that held-out rows contradict stay near the share of all`() throws {
    let odds = (0..<40).map { Double($0 % 8) - 4 }
    let against = odds.map { $0 < 0 }
    let platt = try #require(PlattScaling(logOdds: odds, isGood: against, isCautious: true))
    #expect(platt.slope == 0.1 && (0.3...0.7).contains(platt.chance(3)))
    #expect(PlattScaling(logOdds: odds, isGood: against) == nil)
  }
}
