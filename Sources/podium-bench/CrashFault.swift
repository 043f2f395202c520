import ArgumentParser
import PodiumTestKit

/// `podium-bench crash fault`: every write, sync and read fails, once and for good.
struct CrashFault: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault", abstract: "Make each write, sync and read fail, once and for good, with EIO and ENOSPC.")

  @Option(help: "The first calls that fail, of writes; half as many of syncs and reads.")
  var calls = 80
  @Option(help: "Only every so many of the calls.")
  var every = 1
  @Option(help: "The steps the writer makes.")
  var count = 12

  func run() throws {
    let recorder = try CrashRecorder()
    var tally = CrashTally()
    var (fired, reported, stuck, silent) = (0, 0, 0, 0)
    for operation in ["write", "sync", "read"] {
      for error in operation == "read" ? ["EIO"] : ["EIO", "ENOSPC"] {
        for forGood in ["", "+"] {
          for call in stride(from: 1, through: operation == "write" ? calls : calls / 2, by: every) {
            let folder = TemporaryFolder()
            let file = folder.path + "/workspace.sqlite"
            let program = try CrashProcess.writer(
              file, count: count, options: ["--checkpoint", "20"],
              preload: recorder.environment(watching: folder.path, failing: "\(operation):\(call)\(forGood):\(error)"))
            if case .signal = try program.finish() { tally.signals += 1 }
            let acknowledged = CrashProcess.acknowledged(program.output)
            let hasFired = recorder.notes().contains { $0.operation == UInt8(ascii: "f") }
            let hasReported = !CrashProcess.errors(program.output).isEmpty
            tally.count(CrashVerdict(file), acknowledged: acknowledged)
            if hasFired { fired += 1 }
            if hasReported { reported += 1 }
            // A disk that failed once must take the rest, after the step that failed was repeated.
            if forGood.isEmpty, acknowledged != count { stuck += 1 }
            // What fails unreported must have cost nothing: a move of the log into the file is repeated later.
            if hasFired, !hasReported, acknowledged != count { silent += 1 }
          }
        }
      }
    }
    print(
      "faults: \(tally.text); fired \(fired), reported \(reported), silent and incomplete \(silent), "
        + "not going on after one fault \(stuck)")
    if !tally.isClean || stuck + silent > 0 || reported == 0 { throw ExitCode(1) }
  }
}
