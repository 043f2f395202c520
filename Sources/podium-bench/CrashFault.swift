import ArgumentParser
import PodiumTestKit

/// `podium-bench crash fault`: every write, sync and read fails, once or permanently.
struct CrashFault: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault", abstract: "Make each write, sync and read fail, once or permanently, with EIO and ENOSPC.")

  @Option(help: "Number of write calls to fail in turn; half as many sync and read calls.")
  var calls = 80
  @Option(help: "Fail only every n-th call.")
  var every = 1
  @Option(help: "Number of steps of the writer.")
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
            // A disk that failed once must store the rest, after the failed step was repeated.
            if forGood.isEmpty, acknowledged != count { stuck += 1 }
            // A fault that was not reported must have lost nothing: moving the log to the file is repeated later.
            if hasFired, !hasReported, acknowledged != count { silent += 1 }
          }
        }
      }
    }
    print(
      "faults: \(tally.text); fired \(fired), reported \(reported), silent and incomplete \(silent), "
        + "stuck after one fault \(stuck)")
    if !tally.isClean || stuck + silent > 0 || reported == 0 { throw ExitCode(1) }
  }
}
