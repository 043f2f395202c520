import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumStore
import PodiumTestKit

/// Podiums that run commands of the verbs that write, on one workspace at once.
///
/// What they acknowledged must be in the log, and the workspace must be as if the commands of the log had run one after
/// another; none may fail because of another.
struct VerbRace {
  let podiums: Int
  let writes: Int
  /// Whether one of them is killed on its way.
  let isCutShort: Bool

  /// What came of races.
  struct Tally {
    var acknowledged = 0
    var lost = 0
    var refused: [String: Int] = [:]
    var differences: [String] = []

    var isClean: Bool { lost == 0 && refused.isEmpty && differences.isEmpty }
  }

  /// Errors that only another program can cause.
  private static let ofOthers: Set<String> = [
    "workspace-busy", "workspace-changed", "stale-record", "workspace-failed",
  ]

  /// Runs one race of a group of examples.
  func run(_ examples: [WritingExamples.Command], seed: UInt64, into tally: inout Tally) throws {
    // Who is forgotten leaves the log, which is what a race is judged by; the last session is what a prompt looked at, which is
    // not in the log.
    let group = examples.filter { !$0.line.contains(" forget ") && !$0.line.contains(" last") }
    guard !group.isEmpty else { return }
    let folder = TemporaryFolder()
    for (name, text) in BuiltIn.registry.exampleFiles {
      guard let file = fopen(folder.path + "/" + name, "w") else { continue }
      fputs(text, file)
      fclose(file)
    }
    let file = folder.path + "/w.sqlite"
    let prepared = VerbRace.workspace(file)
    var session = WritingExamples.session(on: prepared)
    var seen: Set<String> = []
    for line in group.flatMap(\.setup) where seen.insert(line).inserted { _ = session.run(line) { _ in } }
    let start = try prepared.changes(kind: nil, record: nil, limit: .max).count
    if start > 0 { try prepared.backUp(to: folder.path + "/serial.sqlite", shown: "serial.sqlite") }
    prepared.close()

    var random = SystemlessRandom(seed: seed)
    var lines: [[String]] = []
    for podium in 0..<podiums {
      lines.append(
        (0..<writes).map { write in
          let added = VerbRace.added(podium, write)
          return random.below(3) == 0 ? random.pick(added) : random.pick(group).line
        })
    }
    let programs = try (0..<podiums).map { podium in
      try PipedProgram(
        [
          BuiltProgram.path("podium"), "--no-rc", "--keep-going", "--format", "json", "--workspace", file,
        ],
        environment: CrashProcess.environment.merging(["USER": "p\(podium)", "HOME": folder.path]) { $1 },
        folder: folder.path)
    }
    for (program, lines) in zip(programs, lines) { program.send(lines.joined(separator: "\n") + "\n") }
    if isCutShort {
      let wanted = random.below(writes)
      try programs[0].wait(for: "\(wanted) answers") { programs[0].output.count { $0 == 0x0A } >= wanted }
      kill(programs[0].processID, SIGKILL)
    }
    for program in programs { _ = try program.finish() }

    let workspace = VerbRace.workspace(file)
    defer { workspace.close() }
    // Newest first.
    let log = try workspace.changes(kind: nil, record: nil, limit: .max).dropLast(start).reversed()
    var commands: [(by: String, line: String)] = []
    var last: ChangeSetID?
    for change in log where change.set != last {
      last = change.set
      commands.append((change.by, change.command))
    }
    let logged = Dictionary(grouping: commands, by: \.by).mapValues { Set($0.map(\.line)) }
    for (podium, program) in programs.enumerated() {
      for line in program.outputText.split(separator: "\n") {
        // The last line of a podium that was killed may be cut.
        guard let report = try? JSONReader.value(String(line)), let input = report["input"]?.string else { continue }
        if report["status"]?.string == "ok" {
          tally.acknowledged += 1
          // A command that adds always writes.
          let isThere = logged["p\(podium)"]?.contains(input) == true
          if !isThere, VerbRace.adds(input) {
            tally.lost += 1
            tally.differences.append("seed \(seed): acknowledged and not in the log: \(input)")
          }
        } else if let code = report["error"]?["code"]?.string {
          if VerbRace.ofOthers.contains(code) || (code == "taken-key" && VerbRace.adds(input)) {
            tally.refused["\(code): \(input)", default: 0] += 1
          }
        }
      }
    }
    let problems = try workspace.check()
    if !problems.isEmpty { tally.differences.append("seed \(seed): \(problems[0])") }
    let serial = VerbRace.workspace(folder.path + "/serial.sqlite")
    defer { serial.close() }
    // What a command writes may depend on who runs it.
    var sessions: [String: Interpreter] = [:]
    for command in commands {
      var again =
        sessions[command.by]
        ?? WritingExamples.session(on: VerbRace.workspace(folder.path + "/serial.sqlite", by: command.by))
      _ = again.run(command.line) { report in
        if let error = report.error { tally.differences.append("seed \(seed): \(command.line): \(error.message)") }
      }
      sessions[command.by] = again
    }
    for session in sessions.values { session.services.store?.close() }
    let (raced, inTurn) = (try WritingExamples.records(in: workspace), try WritingExamples.records(in: serial))
    for (kind, records) in raced where inTurn[kind] != records {
      tally.differences.append("seed \(seed): \(kind): \(records.count) records, \(inTurn[kind]?.count ?? 0) in turn")
    }
  }

  private static func workspace(_ file: String, by author: String = "bench") -> Workspace {
    Workspace(
      file: file, author: author, migrations: BuiltIn.registry.storeMigrations, patience: 20,
      clock: { Moment(microseconds: 0) })
  }

  /// Commands of all plugins that add something new, whoever else adds.
  private static func added(_ podium: Int, _ write: Int) -> [String] {
    let name = "p\(podium)w\(write)"
    let (hour, minute) = (8 + write % 10, 10 + write / 10 % 50)
    return [
      "ski athlete add \(name)", "ski session new \(name) at=2026-01-24T08:30+01:00", "ski pair add \(name)",
      "surf spot add \(name) 43.3,-8.6 zone=Europe/Madrid",
      "surf log 1 \"2026-06-1\(podium) \(hour < 10 ? "0" : "")\(hour):\(minute)\" 1h 4 person=\(name)",
      "football match add \(name) Home Away at=2031-01-01", "football alias \(name) Home",
    ]
  }

  private static func adds(_ line: String) -> Bool {
    line.contains(" add p") || line.hasPrefix("ski session new p") || line.contains(" person=p")
      || line.hasPrefix("football alias p")
  }
}
