import ArgumentParser
import Glibc
import PodiumTestKit

/// `podium-bench crash full`: a disk of 1 MB fills up, and then has space again.
struct CrashFull: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "full", abstract: "Fill a small disk, then free space; the writer must continue.")

  @Option(help: "Folder on a small disk; by default one is mounted, if that is allowed.")
  var disk: String?

  func run() throws {
    let own = TemporaryFolder()
    let folder = disk ?? own.path
    if disk == nil {
      guard mount("tmpfs", folder, "tmpfs", 0, "size=1m") == 0 else {
        print("full disk: skipped, since mounting is not allowed (\(String(cString: strerror(errno))))")
        return
      }
    }
    defer { if disk == nil { umount2(folder, Int32(2)) } }
    let ballast = folder + "/ballast"
    guard let stream = fopen(ballast, "w") else { throw ValidationError("'\(ballast)' cannot be created") }
    let bytes = [UInt8](repeating: 1, count: 1 << 10)
    for _ in 0..<400 { fwrite(bytes, 1, bytes.count, stream) }
    fclose(stream)
    let file = folder + "/workspace.sqlite"
    let program = try CrashProcess.writer(file, count: 100_000, options: ["--patience", "500"])
    try program.wait(for: "err ")
    let before = CrashProcess.acknowledged(program.output)
    unlink(ballast)
    try program.wait(for: "steps after space was freed") {
      CrashProcess.acknowledged(program.output) > before + 3
    }
    kill(program.processID, SIGKILL)
    _ = try program.finish()
    let errors = Set(CrashProcess.errors(program.output)).sorted()
    var tally = CrashTally()
    tally.count(CrashVerdict(file), acknowledged: CrashProcess.acknowledged(program.output))
    print("full disk: \(tally.text); \(before) steps before it was full, errors \(errors)")
    if !tally.isClean || errors != ["workspace-full"] { throw ExitCode(1) }
  }
}
