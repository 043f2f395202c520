import ArgumentParser
import FoundationEssentials
import Glibc
import PodiumAssembly
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit

/// `podium-bench sweep`: every file of a corpus with every reader.
struct SweepBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract:
      "Feed every file of a corpus to every reader, as a script and as a notebook, and count crashes.")

  @Option(help: "Folder of files; podium never writes to it.")
  var corpora: String

  @Option(help: ArgumentHelp("Program to run; by default the one next to this program.", valueName: "path"))
  var program: String?

  @Option(help: "Time limit of a run in seconds.")
  var seconds = 5.0

  @Option(help: "Memory limit of a run in megabytes.")
  var megabytes = 512

  @Option(help: "Number of runs at once.")
  var jobs = 2

  func validate() throws {
    guard seconds > 0, megabytes > 0, jobs > 0 else { throw ValidationError("limits and jobs must be greater than 0") }
  }

  func run() throws {
    let podium = try program ?? BuiltProgram.path("podium")
    let files = FileTree.list(corpora)
    guard !files.isEmpty else { throw ValidationError("'\(corpora)' contains no files") }
    let readers = [nil] + (try Assembly.registry()).importers.keys.sorted().map(Optional.some)
    let home = BenchFolder()
    let cases = files.flatMap { file in
      readers.map { SweepCase(kind: $0 ?? "detected", file: file, reader: $0) }
        + [SweepCase(kind: "script", file: file), SweepCase(kind: "notebook", file: file)]
    }
    let limit = SweepRun.Limit(seconds: seconds, megabytes: megabytes)
    let (folder, environment, shown) = (home.path, home.environment, corpora)
    let runs = Parallel.map(count: cases.count, threads: jobs) { number in
      cases[number].run(podium, in: folder, number: number, environment, limit)
    }
    print("\(files.count) files; over: beyond \(NumberText.shortest(seconds)) s or \(megabytes) MB")
    print("                     runs  taken  refused  signals  over  slowest s  largest MB")
    for kind in cases.prefix(readers.count + 2).map(\.kind) {
      SweepTally(zip(cases, runs).filter { $0.0.kind == kind }.map(\.1)).show(kind)
    }
    let all = SweepTally(runs)
    all.show("all")
    for (one, run) in zip(cases, runs) where run.isBad {
      print("  \(run.verdict): \(one.kind) \(SafeText.escape(String(one.file.dropFirst(shown.count))))")
    }
    if all.bad > 0 { throw ExitCode(1) }
  }
}

/// A file and its reader.
private struct SweepCase: Sendable {
  var kind: String
  var file: String
  var reader: String?

  /// The commands after `load`: those that inspect the table, and those that write it.
  private static let looks = ["head", "columns", "describe", "missing", "head 5 to out.csv", "describe to out.json"]

  func run(
    _ program: String, in folder: String, number: Int, _ environment: [String: String], _ limit: SweepRun.Limit
  ) -> SweepRun {
    // A separate folder, so that a run cannot find files written by another.
    let place = folder + "/" + String(number)
    mkdir(place, 0o700)
    defer {
      FileTree.list(place).forEach { unlink($0) }
      rmdir(place)
    }
    var arguments = [program, "--no-rc", "--keep-going", "--workspace", ":memory:"]
    if kind == "script" || kind == "notebook" {
      let copy = place + (kind == "script" ? "/x.podium" : "/x.podium.md")
      guard let bytes = try? DiskFiles().read(file, shown: file) else { return SweepRun(status: 0) }
      let fence = String(repeating: "`", count: 9)
      let text =
        kind == "script"
        ? bytes : bytes + Array("\n\(fence)podium {expect=error}\n".utf8) + bytes + Array("\n\(fence)\n".utf8)
      let written: ()? = try? DiskFiles().write(text, to: copy, shown: copy, mode: .new)
      guard written != nil else { return SweepRun(status: 0) }
      arguments += ["run", copy]
    } else {
      let load = "load \"\(file)\"" + (reader.map { " format=" + $0 } ?? "")
      for command in [load] + SweepCase.looks { arguments += ["-c", command] }
    }
    return SweepRun(arguments, in: place, environment, limit)
  }
}

/// The counts of one kind of run.
private struct SweepTally {
  var runs = 0, taken = 0, signals = 0, over = 0, bad = 0
  var slowest = 0.0, largest = 0

  init(_ all: [SweepRun]) {
    for run in all {
      runs += 1
      if run.status == 0 { taken += 1 }
      if run.signal != 0 { signals += 1 }
      if run.isOver { over += 1 }
      if run.isBad { bad += 1 }
      slowest = max(slowest, run.seconds)
      largest = max(largest, run.megabytes)
    }
  }

  func show(_ kind: String) {
    let figures = [
      String(runs), String(taken), String(runs - taken - signals), String(signals), String(over),
      NumberText.fixed(slowest, 2), String(largest),
    ]
    let widths = [7, 7, 9, 9, 6, 11, 12]
    print("  " + kind.padded(toWidth: 16) + zip(figures, widths).map { $0.padded(toWidth: $1, right: true) }.joined())
  }
}

/// The files below a folder.
enum FileTree {
  /// Their paths in order; links are not followed.
  static func list(_ folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let path = folder + "/" + name
      if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
        found += list(path)
      } else if Int32(entry.pointee.d_type) == Int32(DT_REG) {
        found.append(path)
      }
    }
    return found.sorted()
  }
}
