import PodiumCore
import Testing

@testable import SurfModel
@testable import SurfStudies

/// Chances of good sessions by likeness and by corrected ranges.
struct LearnedChancesTests {
  private let background = (0..<60).map { Conditions([.height: 0.4 + 0.05 * Double($0), .period: 8]) }

  /// Sessions of alternating small and good waves.
  private func sessions(_ count: Int) -> [LearnedChances.Session] {
    (0..<count).map { place in
      let height = (place % 2 == 1 ? 2 : 0.6) + 0.02 * Double(place % 5)
      return (Conditions([.height: height]), Conditions(), place % 2 == 1)
    }
  }

  private func learned(_ sessions: [LearnedChances.Session], stated: [ConditionVariable] = []) -> LearnedChances? {
    LearnedChances(
      sessions, stated: stated,
      available: background.enumerated().map { ($1, Conditions([.height: Double($0) / 3 - 10])) },
      variables: [.height])
  }

  private func chance(_ learned: LearnedChances?, height: Double) throws -> ChanceEstimate {
    try #require(learned?.estimate(Conditions([.height: height]), position: Conditions()))
  }

  @Test func `what is like good sessions is likely, and intervals narrow with sessions`() throws {
    let (few, many) = (learned(sessions(6)), learned(sessions(40)))
    for learned in [few, many] {
      let (near, far) = (try chance(learned, height: 2.04), try chance(learned, height: 0.6))
      #expect(near.mean > 2 * far.mean)
      #expect(near.low < near.mean && near.mean < near.high)
    }
    let widths = try [few, many].map { learned in
      let near = try chance(learned, height: 2.04)
      return near.high - near.low
    }
    #expect(widths[1] < 0.7 * widths[0])
    #expect(try chance(many, height: 2.04).mean > chance(few, height: 2.04).mean)
  }

  @Test func `without a good session or a stated range nothing is said`() {
    let bad = (0..<10).map { (Conditions([.height: 0.1 * Double($0)]), Conditions(), false) }
    #expect(learned(bad) == nil)
    #expect(learned(sessions(8))?.estimate(Conditions(), position: Conditions()) == nil)
  }

  @Test func `stated ranges give chances without sessions, and sessions move them`() throws {
    func position(_ z: Double) -> Conditions { Conditions([.height: z]) }
    let none = try #require(learned([], stated: [.height]))
    #expect(none.isStated)
    let (inside, outside) = (
      try #require(none.estimate(Conditions(), position: position(0))),
      try #require(none.estimate(Conditions(), position: position(3)))
    )
    #expect(inside.mean > 3 * outside.mean)
    // Of 1 to 3 m: 0.2 m, where each bound may be off by a third of the width.
    #expect(try #require(none.estimate(Conditions(), position: position(-1.8))).mean < 0.24)
    // No one knows of someone without sessions that 9 of 10 are good.
    #expect(inside.mean < 0.85 && inside.high > 0.85)
    let bad = learned((0..<24).map { _ in (Conditions(), position(0), false) }, stated: [.height])
    let now = try #require(bad?.estimate(Conditions(), position: position(0))).mean
    #expect(now < 0.6 * inside.mean, "\(now) after bad sessions, \(inside.mean) before")
  }

  @Test func `hours that are chosen show what is liked, beside their ratings`() throws {
    func rated(_ height: (Int) -> Double) -> LearnedChances? {
      learned((0..<24).map { (Conditions([.height: height($0)]), Conditions(), $0 % 2 == 0) })
    }
    // The same ratings: of someone who goes when waves have about 2 m, and of someone who goes in any.
    let chosen = try chance(rated { 1.9 + 0.02 * Double($0 % 8) }, height: 1.2)
    let any = try chance(rated { 0.4 + 0.12 * Double($0) }, height: 1.2)
    #expect(chosen.mean < 0.2 * any.mean, "\(chosen) \(any)")
  }

  @Test func `who rates every session good likes what is far away too`() throws {
    let all = (0..<40).map { (Conditions([.height: 0.4 + 0.6 * Double($0 % 5)]), Conditions(), true) }
    let far = try chance(learned(all), height: 3.3)
    #expect(far.mean > 0.6 && far.high < 0.995 && far.low < far.high, "\(far)")
  }

  @Test func `good sessions far outside of the stated ranges count more than these`() throws {
    func position(_ z: Double) -> Conditions { Conditions([.height: z]) }
    let all = (0..<40).map { (Conditions(), position(Double($0 % 9) - 4), true) }
    let taught = try #require(self.learned(all, stated: [.height]))
    let far = try #require(taught.estimate(Conditions(), position: position(4)))
    #expect(far.mean > 0.7 && far.high < 0.995, "\(far)")
  }

  @Test func `chances of simulated surfers come true, and beat what they state`() throws {
    let study = try SimulationStudy(
      MadeSea.chances(days: 200, seed: 11), variables: MadeSea.variables, users: 12, sessions: 20,
      methods: [.stated, .learned],
      background: 60, seed: Seed(3))
    let margin = try #require(study.areaMargin(.learned, over: .stated, seed: Seed(1)))
    #expect(margin.low > 0)
    let rows = study.surfers.flatMap { zip($0.said[.learned] ?? [], $0.ratedGood) }
    let high = rows.filter { $0.0 > 0.5 }
    let (said, came) = (high.reduce(0) { $0 + $1.0 }, Double(high.count { $0.1 }))
    #expect(high.count > 30 && (said - came).magnitude < 0.2 * Double(high.count))
    #expect(rows.allSatisfy { $0.0 > 0 && $0.0 < 1 })
  }
}
