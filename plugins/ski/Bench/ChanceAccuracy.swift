import ArgumentParser
import Glibc
import PodiumBenchmarks
import PodiumCore
import SkiModel
import SkiStudies

/// The chances and shortlists of `ski recommend` for made teams of eight pairs, beside what came true.
struct ChanceAccuracy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibration", abstract: "Compare the chances of made teams with what came true.")

  @Option(help: "Number of teams in each design.")
  var teams = 400

  @Option(help: "Seed for random numbers.")
  var seed: UInt64 = 1

  @Option(help: "Maximum number of threads; it does not affect the figures.")
  var threads = 2

  func validate() throws {
    guard teams > 1, threads > 0 else { throw ValidationError("--teams must be at least 2, --threads at least 1") }
  }

  func run() throws {
    var report = BenchmarkReport()
    report.head("\(teams) teams of 8 pairs with 8 tests", ["said", "came true", "number", "standard errors"])
    var losses: [Double] = []
    for owners in [1, 2, 4] {
      for hasGlides in [false, true] {
        let design = "\(owners) × \(8 / owners), \(hasGlides ? "ranks and margins" : "ranks")"
        let found = try ChanceStudy(owners: owners, hasGlides: hasGlides)
          .forecasts(teams: teams, seed: Seed(seed), threads: threads)
        add(design + ": leading pair", .leaders(found), to: &report)
        add("  said more than .9", .leaders(found, above: 0.9), to: &report)
        let sure = SaidAndCame.leaders(found, above: 0.99)
        report.row(
          "  said more than .99", sure.count > 0 ? cells(sure) : ["", "", "0", ""], goal: "came true > .97",
          isMet: sure.count == 0 || sure.came >= 0.97 || Double(sure.count) * (1 - sure.came) < 1.5)
        for coverage in [0.8, 0.95] {
          add("  list of \(NumberText.fixed(100 * coverage, 0)) %", .lists(found, coverage: coverage), to: &report)
        }
        losses.append(SaidAndCame.logLoss(found))
        let even = log(Double(8 / owners))
        report.row(
          "  log loss", [NumberText.fixed(losses.last ?? 0, 3), "", String(teams * owners), ""],
          goal: "< " + NumberText.fixed(even, 3), isMet: (losses.last ?? 0) < even)
      }
      report.row(
        "  log loss that margins save",
        [NumberText.fixed(losses[losses.count - 2] - (losses.last ?? 0), 3), "", "", ""],
        goal: "> -0.01", isMet: losses[losses.count - 2] - (losses.last ?? 0) > -0.01)
    }
    if report.missed > 0 {
      print("\(report.missed) of \(report.goals) goals were missed")
      throw ExitCode(1)
    }
    print("all \(report.goals) goals were met")
  }

  private func add(_ name: String, _ found: SaidAndCame, to report: inout BenchmarkReport) {
    guard found.count > 0 else {
      report.row(name, ["", "", "0", ""], goal: nil, isMet: nil)
      return
    }
    report.row(name, cells(found), goal: "within 2.5", isMet: (found.came - found.said).magnitude <= 2.5 * found.error)
  }

  private func cells(_ found: SaidAndCame) -> [String] {
    [
      NumberText.fixed(found.said, 3), NumberText.fixed(found.came, 3), String(found.count),
      found.error > 0 ? NumberText.fixed((found.came - found.said) / found.error, 1) : "",
    ]
  }
}
