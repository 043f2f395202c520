import ArgumentParser
import PodiumBenchmarks
import PodiumCore
import PodiumEngine
import PodiumRender
import PodiumTestKit
import SurfModel

@testable import SurfPlugin
@testable import SurfStudies

/// What the chances of `surf week` are worth after few and many sessions, on surfers with hidden tastes.
struct Week: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "week", abstract: "Measure the chances of surf week, on surfers with hidden tastes.",
    discussion: """
      Draws the surfers of 'surf-bench simulate' with 5, 10, 20 and 40 sessions, and with none where they state their ranges. \
      'learned' is what surf week says of the last third of the days: where ranges are stated and, in the second half of the \
      table, where nothing is. A third of the surfers each begins the year on another day, so that not all have the same \
      weather before them. The first table compares its average precision with what they state and with one model for all; \
      the second has what was said beside how windows were rated.
      """)

  @Option(help: "Number of surfers.")
  var users = 60

  @Option(help: "Seed for random numbers.")
  var seed: UInt64 = 0

  @Option(help: "Hours from the forecast to the window: 6h, 24h, 48h or 72h.")
  var lead = "24h"

  func validate() throws {
    guard (4...1000).contains(users) else { throw ValidationError("--users from 4 to 1000") }
  }

  func run() throws {
    var session = BuiltIn.session(folder: Checkout.path("notebooks"), registry: BuiltIn.registry)
    for line in Simulate.madeYear { try session.does(line) }
    let chances = try Simulate.chances(in: session, lead: lead)
    let variables = ConditionVariable.independent(withFacing: true)
    let methods: [AlertStudy.Method] = [.stated, .everyone, .learned]
    func cell(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    func number(_ value: Double?, _ decimals: Int = 3) -> String { value.map { NumberText.fixed($0, decimals) } ?? "·" }
    func interval(_ mean: SimulationStudy.Mean?) -> String {
      mean.map { "\(number($0.value)) (\(number($0.low)) to \(number($0.high)))" } ?? "·"
    }
    var said: [(name: String, surfers: [[(chance: Double, isGood: Bool)]])] = []
    print(
      ["ranges", "sessions", "n", "base rate", "stated", "everyone", "learned", "learned less stated", "less everyone"]
        .enumerated().map { cell($1, $0 > 6 ? 26 : 10) }.joined())
    let years = (0..<3).map { Week.turned(chances, by: $0) }
    for states in [true, false] {
      for sessions in (states ? [0] : []) + [5, 10, 20, 40] {
        let study = SimulationStudy(
          joining: try years.enumerated().map { part, chances in
            try SimulationStudy(
              chances, variables: variables, users: users / 3 + (part < users % 3 ? 1 : 0), sessions: sessions,
              methods: methods.filter { (states || $0 != .stated) && (sessions > 0 || $0 != .everyone) },
              states: states, seed: Seed(seed).derived("year", part))
          })
        func mean(_ value: (SimulationStudy.Surfer) -> Double?) -> SimulationStudy.Mean? {
          study.mean(value, seed: Seed(seed))
        }
        let base = mean { surfer in
          Double(surfer.ratedGood.count { $0 }) / Double(max(1, surfer.ratedGood.count))
        }
        let cells = [states ? "stated" : "none", String(sessions), String(study.surfers.count), number(base?.value)]
        let areas = methods.map { method in number(mean { $0.averagePrecision[method] }?.value) }
        let margins = [AlertStudy.Method.stated, .everyone].map { method in
          interval(study.areaMargin(.learned, over: method, seed: Seed(seed)))
        }
        print((cells + areas).map { cell($0, 10) }.joined() + margins.map { cell($0, 26) }.joined())
        said.append(
          (
            cells[0] + " " + cells[1],
            // Without a good session and a stated range no chance is said.
            study.surfers.filter { states || $0.good > 0 }.map { surfer in
              zip(surfer.said[.learned] ?? [], surfer.ratedGood).map { (chance: $0, isGood: $1) }
            }
          ))
      }
    }
    print(
      "\n"
        + ["ranges", "chance", "windows", "surfers", "said", "came true", "errors apart"].map { cell($0, 12) }.joined())
    var (compared, apart) = (0, 0)
    let edges = [0, 0.1, 0.2, 0.4, 0.6, 0.8, 1]
    for (name, surfers) in said {
      for (low, high) in zip(edges, edges.dropFirst()) {
        let inside = surfers.map { $0.filter { $0.chance >= low && ($0.chance < high || high == 1) } }
        let count = Double(inside.reduce(0) { $0 + $1.count })
        guard count > 0 else { continue }
        let sums = inside.map { rows in
          (
            n: Double(rows.count), said: rows.reduce(0) { $0 + $1.chance }, came: Double(rows.count(where: \.isGood))
          )
        }
        let (said, came) = (sums.reduce(0) { $0 + $1.said } / count, sums.reduce(0) { $0 + $1.came } / count)
        // Windows of one surfer come true together, so that the error is that of a mean over surfers.
        let squares = sums.reduce(0.0) { sum, one in
          let rest = one.said - one.came - (said - came) * one.n
          return sum + rest * rest
        }
        let error = (squares * Double(sums.count) / Double(max(1, sums.count - 1))).squareRoot() / count
        let known = inside.count { !$0.isEmpty }
        let errors = known >= Week.fewest && error > 1e-9 ? (said - came) / error : nil
        if let errors {
          compared += 1
          if errors.magnitude > 2 { apart += 1 }
        }
        let cells = [
          name, "\(NumberText.fixed(low, 1)) to \(NumberText.fixed(high, 1))", NumberText.fixed(count, 0),
          String(known), number(said), number(came), number(errors, 1),
        ]
        print(cells.map { cell($0, 12) }.joined())
      }
    }
    print("\n\(apart) of \(compared) rows of \(Week.fewest) surfers or more are above 2 errors apart")
  }

  /// Of fewer surfers the error of a mean is not known well enough to count in it.
  private static let fewest = 10

  /// The windows of a year that begins some thirds of it later, in the order of their days.
  private static func turned(_ chances: [SimulatedSurfer.Chance], by thirds: Int) -> [SimulatedSurfer.Chance] {
    guard let first = chances.map(\.day).min(), let last = chances.map(\.day).max() else { return [] }
    let length = last - first + 1
    return chances.map { chance in
      SimulatedSurfer.Chance(
        window: chance.window, day: first + (chance.day - first + thirds * length / 3) % length, spot: chance.spot,
        lead: chance.lead, forecast: chance.forecast, truth: chance.truth, hour: chance.hour, season: chance.season)
    }.sorted { ($0.day, $0.window.from, $0.spot) < ($1.day, $1.window.from, $1.spot) }
  }
}
