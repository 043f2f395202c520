import ArgumentParser
import Glibc
import PodiumTestKit

/// `podium-bench crash`: whether the workspace keeps what it acknowledged after crashes and power cuts.
struct CrashBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crash", abstract: "Crash the workspace in several ways and count losses.",
    subcommands: [
      CrashKill.self, CrashRecord.self, CrashPower.self, CrashFault.self, CrashFull.self, CrashRace.self,
      CrashWriter.self,
    ])
}

/// Processes that write to a workspace.
enum CrashProcess {
  static let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]

  /// Starts a writer; `preload` is the environment of the recorder, if there is one.
  static func writer(
    _ file: String, count: Int, options: [String] = [], preload: [String: String] = [:]
  ) throws -> PipedProgram {
    try PipedProgram(
      [BuiltProgram.path("podium-bench"), "crash", "write", file, "--count", String(count)] + options,
      environment: environment.merging(preload) { $1 })
  }

  /// The highest number acknowledged in a writer's output; an incomplete last line acknowledges nothing.
  static func acknowledged(_ output: some Sequence<UInt8>) -> Int {
    var highest = 0
    for line in wholeLines(output) where line.hasPrefix("ack ") { highest = max(highest, Int(line.dropFirst(4)) ?? 0) }
    return highest
  }

  /// The codes of the errors a writer reported.
  static func errors(_ output: some Sequence<UInt8>) -> [String] {
    wholeLines(output).filter { $0.hasPrefix("err ") }.map { String($0.dropFirst(4)) }
  }

  /// The reason, as given by SQLite.
  static func causes(_ output: some Sequence<UInt8>) -> [String] {
    wholeLines(output).filter { $0.hasPrefix("because ") }.map { String($0.dropFirst(8)) }
  }

  private static func wholeLines(_ output: some Sequence<UInt8>) -> [String] {
    Array(output).split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

/// The result of a mode: a count for each kind of failure, and whether all are as expected.
struct CrashTally {
  var runs = 0
  var lost = 0
  var halves = 0
  var corrupt = 0
  var signals = 0

  /// Counts the problems of a workspace that has acknowledged a number.
  mutating func count(_ verdict: CrashVerdict, acknowledged: Int) {
    runs += 1
    if verdict.highest < acknowledged { lost += 1 }
    if !verdict.isWhole { halves += 1 }
    if !verdict.problems.isEmpty { corrupt += 1 }
  }

  var text: String { "\(runs) runs, lost \(lost), half \(halves), corrupt \(corrupt), signals \(signals)" }
  var isClean: Bool { lost + halves + corrupt + signals == 0 }
}
