import Glibc
import PodiumCore
import Testing

@testable import SurfModel
@testable import SurfStudies

/// Surfers with hidden tastes over a made sea: what is learned is right, and worth something.
struct SimulationTests {
  @Test func `after 20 sessions the corrected alert beats the stated one in precision at equal recall`() throws {
    let study = try SimulationStudy(
      MadeSea.chances(days: 150, seed: 11), variables: MadeSea.variables, users: 30, sessions: 20,
      methods: [.stated, .corrected], background: 20, seed: Seed(6))
    let margin = try #require(study.margin(.corrected, over: .stated, seed: Seed(1)))
    #expect(margin.low > 0 && margin.value < 0.5 && margin.n >= 20, "\(margin)")
    // The recall is that of the stated alert, or a step above it.
    for surfer in study.surfers {
      #expect((surfer.recall[.corrected] ?? 0) >= (surfer.recall[.stated] ?? 0))
    }
    let area = try #require(study.areaMargin(.corrected, over: .stated, seed: Seed(1)))
    #expect(area.low > 0.05)
  }

  @Test func `a condition that no one likes has little weight after few sessions, one that all like has more`() throws {
    let study = try SimulationStudy(
      MadeSea.chances(days: 150, seed: 11), variables: MadeSea.variables, users: 60, sessions: 20, methods: [.stated],
      background: 20, seed: Seed(6))
    let noise = try #require(study.mean({ $0.noiseWeight }, seed: Seed(1)))
    let agreement = try #require(study.mean({ $0.noiseAgreement }, seed: Seed(1)))
    let height = try #require(study.mean({ $0.taste.weight(.height) }, seed: Seed(1)))
    #expect(noise.n > 40 && noise.value < 0.1 && agreement.value.magnitude < 0.2, "\(noise) \(agreement)")
    #expect(height.value > 0.3 && height.low > 3 * noise.value, "\(height)")
  }

  @Test func `a liked direction comes back as numbers do, and is not found where no one likes it`() throws {
    let study = try SimulationStudy(
      MadeSea.chances(days: 300, seed: 5), variables: MadeSea.variables, users: 30, sessions: 40, methods: [.stated],
      background: 20, seed: Seed(6))
    func mean(_ isLiked: Bool) -> (weight: Double, n: Int) {
      let weights = study.surfers.filter { one in
        one.surfer.likings.contains { $0.variable == .swellDirection } == isLiked
      }.map { $0.taste.weight(.swellDirection) }
      return (weights.reduce(0, +) / Double(max(1, weights.count)), weights.count)
    }
    let (liked, other) = (mean(true), mean(false))
    #expect(liked.n >= 5 && other.n >= 10 && liked.weight > 0.3 && other.weight < liked.weight / 3, "\(liked) \(other)")
  }

  @Test func `arcs, ranges and weights come back from many sessions, and noise stays near 0`() throws {
    let chances = MadeSea.chances(days: 600, seed: 21)
    var random = RandomSource(seed: 2)
    // A known taste: waves of 1.2 to 2 m from 270 to 310 degrees; the rest does not matter.
    var (good, background): ([Conditions], [Conditions]) = ([], [])
    for chance in chances {
      background.append(chance.forecast)
      let (height, direction) = (chance.truth[.height], chance.truth[.swellDirection])
      let isLiked = (1.2...2).contains(height) && Arc(from: 270, to: 310).contains(direction)
      if isLiked, random.uniform() < 0.5 { good.append(chance.forecast) }
    }
    let taste = LearnedTaste(good: good, background: background, variables: MadeSea.variables)
    let height = try #require(taste[.height])
    let arc = try #require(taste[.swellDirection])
    #expect(good.count > 60 && (height.low ?? 0) > 1.05 && (height.high ?? 9) < 2.15)
    #expect(
      Direction.difference(arc.low ?? 0, 270).magnitude < 15 && Direction.difference(arc.high ?? 0, 310).magnitude < 15)
    #expect(taste.weight(.height) > 0.4 && taste.weight(.swellDirection) > 0.4)
    for noise in [ConditionVariable.onshore, .cross, .tideFraction] { #expect(taste.weight(noise) < 0.2, "\(noise)") }
  }

  @Test func `a surfer goes mostly where good waves are forecast, and rates what came`() throws {
    let chances = MadeSea.chances(days: 200, seed: 7)
    var random = RandomSource(seed: 1)
    let surfer = SimulatedSurfer(drawnFrom: chances, variables: MadeSea.variables, random: &random)
    let sessions = surfer.sessions(chances, most: 60, random: &random)
    let base = Double(chances.count { surfer.isGood($0) }) / Double(chances.count)
    let share = Double(sessions.count { $0.rating >= 4 }) / Double(sessions.count)
    #expect(sessions.count > 20 && base > 0.02 && base < 0.4 && share > 1.3 * base)
    #expect(Set(sessions.map { chances[$0.chance].day }).count == sessions.count)
    #expect(sessions.allSatisfy { (1...5).contains($0.rating) })
    for liking in surfer.stated(random: &random) {
      let own = try #require(surfer.likings.first { $0.variable == liking.variable })
      let apart =
        liking.variable.isCircular
        ? Direction.difference(liking.low, own.low).magnitude : (liking.low - own.low).magnitude
      #expect(apart <= own.width / 3 + 1e-9)
    }
  }

  @Test func `the same seed gives the same study, and too few days are an error`() throws {
    func margins(_ seed: UInt64) throws -> [Double?] {
      let study = try SimulationStudy(
        MadeSea.chances(days: 60, seed: 5), variables: MadeSea.variables, users: 5, sessions: 10,
        methods: [.stated, .everyone, .climatology], background: 30, seed: Seed(seed))
      return study.surfers.flatMap { [$0.precision[.everyone], $0.averagePrecision[.climatology]] }
    }
    #expect(try margins(3) == margins(3) && margins(3) != margins(4))
    #expect(throws: Diagnostic.self) {
      try SimulationStudy(
        MadeSea.chances(days: 20, seed: 5), variables: MadeSea.variables, users: 2, sessions: 5, methods: [.stated],
        seed: Seed(1))
    }
  }
}

/// Alerts and how far they can be trusted.
struct AlertMeasuresTests {
  private func row(_ day: Int, _ hour: Int, good: Bool, judged: Bool = true) -> AlertRow {
    let from = Moment(microseconds: (day * 24 + hour) * 3_600_000_000)
    return AlertRow(
      window: Window(from: from, to: Moment(microseconds: from.microseconds + 7_200_000_000)), day: day, person: 0,
      spot: 0,
      lead: Double(24 + hour), isGood: good, isJudged: judged)
  }

  @Test func `alerts are stretches, and at least half of a hit is good`() {
    // Day 0: an alert of two windows over a good one; day 1: a false alarm; day 2: good, without an alert; day 3 not judged.
    let rows = [
      row(0, 8, good: true), row(0, 10, good: false), row(0, 12, good: false), row(1, 8, good: false),
      row(2, 8, good: true), row(3, 8, good: false, judged: false),
    ]
    let days = AlertMeasures.stretches(rows, [1, 1, 0, 1, 0, 1], 0.5)
    let counts = AlertMeasures.Counts(days)
    #expect(counts.alerts == 2 && counts.hits == 1 && counts.good == 2 && counts.found == 1)
    let measures = AlertMeasures(rows, chances: [0.9, 0.8, 0.1, 0.7, 0.2, 0.9], threshold: 0.5, seed: Seed(1))
    #expect(measures.windows == 5 && measures.goodWindows == 2 && measures.hasFew)
    #expect(measures.precision.value == nil && measures.precision.n == 2 && measures.leads == [32, 32, 32])
    #expect(measures.baseRate == 0.4)
    let misses: [Double] = [-0.1, 0.8, 0.1, 0.7, -0.8]
    let brier = misses.map { $0 * $0 }.reduce(0, +) / 5
    #expect(((measures.brier ?? 0) - brier).magnitude < 1e-12)
  }

  @Test func `with 15 good windows there are shares with intervals, and reliability has n`() {
    let rows = (0..<60).map { row($0, 8, good: $0 % 3 == 0) }
    let chances = rows.map { $0.isGood ? 0.9 : 0.1 }
    let measures = AlertMeasures(rows, chances: chances, threshold: 0.5, seed: Seed(1))
    #expect(measures.precision.value == 1 && measures.recall.value == 1 && measures.precision.low == 1)
    #expect(measures.averagePrecision == 1 && measures.falseAlarmsPerWeek == 0)
    let bins = AlertMeasures.reliability(rows, chances: chances)
    #expect(bins.map(\.n) == [40, 0, 0, 0, 20] && bins[0].goodShare == 0 && bins[4].goodShare == 1)
    #expect(AlertMeasures.threshold(rows, chances: chances, precision: 0.7) == 0.9)
    #expect(AlertMeasures.threshold(rows, chances: chances, recall: 0.5) == 0.9)
  }
}
