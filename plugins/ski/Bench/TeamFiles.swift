import ArgumentParser
import PodiumCore
import PodiumFiles
import PodiumPlugin
import SkiModel
import SkiStudies

/// A simulated team as a bundle that `ski import` reads, with its true values in files that it does not.
struct TeamFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Write a simulated team to practise with, and its true values.")

  @ArgumentParser.Argument(help: "A new folder.")
  var folder: String

  @OptionGroup var size: TeamSize

  func run() throws {
    let team = try size.write(to: folder)
    print(
      "\(folder): \(size.athletes) athletes, \(team.pairs.count) ski pairs, \(team.sessions.count) sessions, "
        + "\(team.participations) participations, \(team.glides) glides")
  }
}

/// The size of a simulated team.
struct TeamSize: ParsableArguments {
  @Option(help: "Number of athletes.")
  var athletes = 20

  @Option(help: "Number of ski pairs per athlete.")
  var pairs = 50

  @Option(help: "Number of seasons.")
  var seasons = 10

  @Option(help: "Number of sessions per season, over all athletes.")
  var sessions = 200

  @Option(help: "Number of pairs per session.")
  var entries = 10

  @Option(help: "Number of glides per pair and session.")
  var glides = 3

  @Option(help: "Seed for random numbers.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (1...200).contains(athletes), (2...200).contains(pairs), (1...50).contains(seasons),
      (1...1000).contains(sessions), (2...60).contains(entries), (1...20).contains(glides)
    else {
      throw ValidationError(
        "--athletes and --pairs to 200, --seasons to 50, --sessions to 1000, --entries from 2 to 60, --glides to 20")
    }
  }

  /// Makes the team and writes its files to a new folder.
  func write(to folder: String) throws -> MadeTeam {
    var plan = MadeTeam.Plan()
    (plan.athletes, plan.pairs, plan.seasons) = (athletes, pairs, seasons)
    (plan.sessions, plan.entries, plan.glidesPerEntry) = (sessions, entries, glides)
    let team = try MadeTeam(plan, seed: Seed(seed))
    let files = DiskFiles()
    try files.makeFolder(folder, shown: folder)
    for (name, text) in try team.files(seed: Seed(seed)) {
      try files.write(Array(text.utf8), to: FilePath.join(folder, name), shown: name, mode: .new)
    }
    return team
  }
}

extension MadeTeam {
  var participations: Int { sessions.reduce(0) { $0 + $1.entries.count } }
  var glides: Int { sessions.reduce(0) { $0 + $1.glides.count } }
}
