import PodiumBenchmarks
import PodiumCore
import PodiumEngine
import PodiumPlugin

/// Compares what `ski recommend` predicts of simulated races with the truth.
struct AdviceAccuracy {
  let truth: GroundTruth
  let seed: UInt64

  /// The simulated team's parameters, in centimetres (`ski-bench simulate`).
  private static let (pairDeviation, dayDeviation) = (6.0, 2.0)

  /// Athletes and types with pairs, in order.
  private var groups: [(athlete: String, type: String)] {
    var seen: Set<String> = []
    return truth.pairs.keys.sorted().compactMap { serial in
      guard let pair = truth.pairs[serial], let name = truth.athletes[pair.owner],
        seen.insert(name + "/" + pair.type).inserted
      else { return nil }
      return (name, pair.type)
    }
  }

  private func ask(
    _ group: (athlete: String, type: String), _ race: SkiRace, _ session: inout Interpreter
  ) throws -> CommandReport {
    try session.does("ski recommend type=\(group.type) athlete=\"\(group.athlete)\" \(race.keys) shortlist=95%")
  }

  /// Whether the estimates recover the spread of pairs and days and the pairs' own values.
  func recovery(_ session: inout Interpreter, _ report: inout BenchmarkReport) throws {
    report.head("recovery of the truth", ["found", "truth within"])
    let race = SkiRace(air: -6, new: 0.5, old: 0.5)
    var points: [(x: Double, y: Double)] = []
    var last: CommandReport?
    for group in groups {
      let said = try ask(group, race, &session)
      let (found, serials) = (said.numbers("estimate_cm"), said.column("serial_number"))
      let values = serials.map { truth.value($0, race) }
      let mean = values.mean ?? 0
      points += zip(found, values).map { ($0, $1 - mean) }
      last = said
    }
    let (pair, day) = (Double(last?.field("pair_sd") ?? "") ?? .nan, Double(last?.field("day_sd") ?? "") ?? .nan)
    report.figure("standard deviation of pairs, cm (6)", pair, in: 5.4...6.6)
    report.figure("standard deviation from day to day, cm (2)", day, in: 1.8...2.2)
    report.figure("correlation of estimates with the truth", AdviceAccuracy.correlation(points), in: 0.95...1)
    let errors = points.map { ($0.x - $0.y) * ($0.x - $0.y) }
    report.row(
      "error of an estimate, cm",
      [NumberText.fixed((errors.mean ?? 0).squareRoot(), 3)], goal: nil, isMet: nil)
  }

  /// Whether shortlists contain the fastest pair as often as they promise, and whether chances are accurate.
  func coverage(_ races: Int, _ session: inout Interpreter, _ report: inout BenchmarkReport) throws {
    var random = SkiRandom(seed)
    let groups = groups
    var (held, promised, length) = (0, 0.0, 0)
    var bins = [ChanceBin](repeating: ChanceBin(groups: groups.count), count: AdviceAccuracy.edges.count - 1)
    for race in 0..<races {
      let conditions = SkiRace(&random)
      let said = try ask(groups[race % groups.count], conditions, &session)
      let day = said.column("serial_number").map {
        truth.value($0, conditions) + AdviceAccuracy.dayDeviation * random.normal()
      }
      let best = day.indices.max { day[$0] < day[$1] }
      let listed = said.column("shortlist")
      length += listed.count { $0 == "true" }
      promised += Double(said.field("holds_best")) ?? .nan
      if let best, listed[best] == "true" { held += 1 }
      for (place, chance) in said.numbers("chance_best").enumerated() {
        guard let bin = bins.indices.last(where: { chance >= AdviceAccuracy.edges[$0] }) else { continue }
        bins[bin].take(chance, hasCome: place == best, group: race % groups.count)
      }
    }
    let count = Double(races)
    report.head("shortlists of 95 % in \(races) simulated races", ["found", "goal"])
    report.figure("shortlists that contained the fastest, %", 100 * Double(held) / count, in: 93...97, digits: 2)
    report.row("promised on average, %", [NumberText.fixed(100 * promised / count, 2)], goal: nil, isMet: nil)
    report.row("pairs on a shortlist", [NumberText.fixed(Double(length) / count, 2)], goal: nil, isMet: nil)
    report.head("chance of being the fastest", ["predicted", "observed", "pairs", "within"])
    for (place, bin) in bins.enumerated() where bin.count > 0 {
      let margin = bin.margin
      report.row(
        "\(NumberText.shortest(AdviceAccuracy.edges[place]))…\(NumberText.shortest(AdviceAccuracy.edges[place + 1]))",
        [NumberText.fixed(bin.said, 3), NumberText.fixed(bin.came, 3), String(bin.count)],
        goal: "± " + NumberText.fixed(margin, 3), isMet: (bin.came - bin.said).magnitude <= margin)
    }
  }

  private static let edges = [0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1]

  private static func correlation(_ points: [(x: Double, y: Double)]) -> Double {
    let n = Double(points.count)
    let (mx, my) = (points.reduce(0) { $0 + $1.x } / n, points.reduce(0) { $0 + $1.y } / n)
    let xy = points.reduce(0) { $0 + ($1.x - mx) * ($1.y - my) }
    let xx = points.reduce(0) { $0 + ($1.x - mx) * ($1.x - mx) }
    let yy = points.reduce(0) { $0 + ($1.y - my) * ($1.y - my) }
    return xy / (xx * yy).squareRoot()
  }
}

/// Chances of one size, with what was observed.
private struct ChanceBin {
  private(set) var count = 0
  private var sum = 0.0
  private var hits = 0
  /// For each group of pairs, observed minus predicted.
  private var surplus: [Double]

  init(groups: Int) { surplus = [Double](repeating: 0, count: groups) }

  mutating func take(_ chance: Double, hasCome: Bool, group: Int) {
    count += 1
    sum += chance
    if hasCome { hits += 1 }
    surplus[group] += (hasCome ? 1 : 0) - chance
  }

  var said: Double { sum / Double(count) }
  var came: Double { Double(hits) / Double(count) }

  /// Three standard errors of the observed share, including the error of a chance from 4,000 days.
  ///
  /// Races between the same pairs share the model's error, so a group of pairs is one draw, not each of its races
  /// (Liang and Zeger 1986); at least that of a binomial share.
  var margin: Double {
    let apart = (said * (1 - said) / Double(count)).squareRoot()
    let together = surplus.reduce(0) { $0 + $1 * $1 }.squareRoot() / Double(count)
    return 3 * max(apart, together) + 0.002
  }
}

/// The learners on the reconstructed tests of the thesis, sessions and temperatures left out.
enum SkiThesis {
  private static let measures = ["ski.tau", "ski.recall", "ski.best-in", "ski.mrr"]
  /// The figures of an independent program, to their published precision.
  private static let wanted: [(learner: String, group: String, values: [Double])] = [
    ("ski.pairwise", "session", [0.776, 0.893, 1, 0.871]),
    ("ski.pairwise", "left_out", [0.765, 0.857, 1, 0.839]),
    ("ski.nearest", "session", [0.653, 0.786, 1, 0.836]), ("ski.nearest", "left_out", [0.622, 0.786, 1, 0.8]),
  ]

  static func run(_ report: inout BenchmarkReport) throws {
    var session = try BenchmarkFolder("/").session("nothing.sqlite")
    // A column that names the folds cannot be a feature, so a copy of the temperature names them.
    for line in [
      "load ski-thesis", "label rank task=number", "encode", "derive left_out = air_temperature",
      "role left_out ignored",
    ] { _ = try session.does(line) }
    report.head("the thesis's tests", ["found", "reference"])
    for (learner, group, values) in wanted {
      let line = "cv \(learner) folds=leave-one-group-out group=\(group) evaluators=" + measures.joined(separator: ",")
      let said = try session.does(line)
      guard case .evaluation(let output)? = said.outputs.first else {
        throw Diagnostic("no-evaluation", "\(line): no evaluation")
      }
      for (name, value) in zip(measures, values) {
        let found = output.named.first { $0.name == name }?.value ?? .nan
        report.row(
          "\(learner) by \(group == "session" ? "session" : "temperature"): \(name)", [NumberText.fixed(found, 3)],
          goal: NumberText.fixed(value, 3), isMet: (found - value).magnitude < 0.00051)
      }
    }
  }
}
