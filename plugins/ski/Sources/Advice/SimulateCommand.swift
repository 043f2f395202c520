internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// `ski simulate`: writes a simulated team as a bundle, with the true values in separate files.
struct SimulateCommand: Command {
  static let folder = Parameter<String>.required(
    "folder", allowed: "a new folder", help: "Folder to write.", completion: .files)
  static let athletes = Parameter<Int>.int("athletes", in: 1...200, default: 4, help: "Number of athletes.")
  static let pairs = Parameter<Int>.int("pairs", in: 2...200, default: 12, help: "Number of pairs per athlete.")
  static let seasons = Parameter<Int>.int("seasons", in: 1...50, default: 2, help: "Number of winters.")
  static let sessions = Parameter<Int>.int(
    "sessions", in: 1...1000, default: 40, help: "Number of sessions per winter, over all athletes.")
  static let entries = Parameter<Int>.int("entries", in: 2...60, default: 8, help: "Number of pairs per session.")
  static let glides = Parameter<Int>.int(
    "glides", in: 1...20, default: 3, help: "Number of glides per pair and session.")
  static let seed = Parameter<Int?>.optionalInt(
    "seed", in: 0...1_000_000_000, help: "Seed for random numbers; default: the seed of this podium session.")

  let signature = Signature(
    "ski simulate", topic: .plugins, summary: "Write a simulated team to practise with, and its true values.",
    details: """
      Writes a folder that ski import reads: athletes, pairs with camber, grindings, sessions with snow, \
      participations and glides, all made up; its README says so. truth_pairs.csv, truth_levels.csv and \
      truth_sessions.csv hold the true values of each pair, of each base and grinding, and of each pair on each day; \
      ski import does not read them. The same seed makes the same team.
      """,
    parameters: [
      folder.any, athletes.any, pairs.any, seasons.any, sessions.any, entries.any, glides.any, seed.any,
    ],
    examples: [
      Example("ski simulate team seed=1", "a small team", prints: "glides"),
      Example(
        "ski import team", after: ["quiet: ski simulate team seed=1"], "import it into the workspace",
        prints: "sessions"),
      Example("ski simulate team athletes=1 pairs=4 seasons=1 sessions=5", "a smaller team", prints: "5"),
      Example("ski simulate datasets", "an existing folder", fails: "file-exists"),
    ], seeAlso: ["ski import", "ski recommend"])

  /// Writes files and leaves the workspace alone.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var plan = MadeTeam.Plan()
    plan.athletes = call[SimulateCommand.athletes]
    plan.pairs = call[SimulateCommand.pairs]
    plan.seasons = call[SimulateCommand.seasons]
    plan.sessions = call[SimulateCommand.sessions]
    plan.entries = call[SimulateCommand.entries]
    plan.glidesPerEntry = call[SimulateCommand.glides]
    let size = plan.seasons * plan.sessions * plan.entries * plan.glidesPerEntry
    guard size <= 2_000_000 else {
      throw Diagnostic(
        "too-large", "the team would have \(size) glides", span: call.verbSpan, help: "reduce it to at most 2,000,000")
    }
    let typed = call[SimulateCommand.folder]
    let path = session.services.resolve(typed)
    let files = session.services.files
    let span = call.span(of: SimulateCommand.folder)
    guard files.kind(of: path) == .none else {
      throw Diagnostic("file-exists", "'\(typed)' already exists", span: span, help: "name a new folder")
    }
    let seed = call[SimulateCommand.seed].map { Seed(UInt64($0)) } ?? session.seed
    let team = try MadeTeam(plan, seed: seed, cancellation: session.cancellation)
    let written = try team.files(seed: seed, cancellation: session.cancellation)
    do throws(Diagnostic) {
      try files.makeFolder(path, shown: typed)
      for (name, text) in written {
        try session.cancellation.check()
        try files.write(Array(text.utf8), to: FilePath.join(path, name), shown: FilePath.join(typed, name), mode: .new)
      }
    } catch {
      throw error.at(span)
    }
    var record = RecordOutput("simulated team")
    record.add("folder", .text(typed))
    record.add("athletes", .integer(plan.athletes))
    record.add("ski_pairs", .integer(team.pairs.count))
    record.add("sessions", .integer(team.sessions.count))
    record.add("participations", .integer(team.sessions.reduce(0) { $0 + $1.entries.count }))
    record.add("glides", .integer(team.sessions.reduce(0) { $0 + $1.glides.count }))
    record.add("files", list: written.map { .text($0.name) })
    return [.record(record), .note("next: ski import \(Session.quoted(typed))")]
  }
}
