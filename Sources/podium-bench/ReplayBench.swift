import ArgumentParser
import Glibc
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumPlugin
import PodiumTestKit

/// `podium-bench replay`: generated notebooks, each run several times on several numbers of threads.
struct ReplayBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Run generated notebooks twice on 1, 2 and 8 threads; each run must write the same bytes.")

  @Option(help: "Number of notebooks.")
  var notebooks = 1000

  @Option(help: "Cells of each notebook.")
  var cells = 12

  @Option(help: "Random seed.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Program to run; by default the one next to this program.", valueName: "path"))
  var program: String?

  private static let threads = [1, 1, 2, 2, 8, 8]

  /// The days on which what is compared ran, each followed by `T`; a run may begin before midnight.
  private static var days: [String] {
    let now = Int(Glibc.time(nil))
    return [now, now - 86_400].map { String(Moment(microseconds: $0 * 1_000_000).description.prefix(11)) }
  }

  // A record's key begins with the time.
  nonisolated(unsafe) private static let key = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/
  nonisolated(unsafe) private static let threadsField = /^\$\d+\.threads\b/
  nonisolated(unsafe) private static let time = /20\d\d-\d\d-\d\dT[\d:.]+Z/

  /// What a run answered, with its own folder and the times and keys of its own entries left out.
  private struct Answers: Equatable {
    let ending: PseudoTerminal.Ending
    let lines: [String]

    init(_ run: ProgramRun, in folder: String) {
      ending = run.ending
      let text = (run.outputText + run.errorText).replacing(folder, with: "~")
      let days = ReplayBench.days
      lines = text.split(separator: "\n").map { line in
        // What `set` shows, and `fields` of it.
        if line.hasPrefix("threads ") || line.contains(ReplayBench.threadsField) { return "threads" }
        let line = line.replacing(ReplayBench.key, with: "key")
        guard days.contains(where: line.contains) else { return String(line) }
        // A time with fewer digits moves what follows it.
        return line.replacing(ReplayBench.time, with: "now").split(separator: " ").joined(separator: " ")
      }
    }

    func difference(from other: Answers) -> String {
      zip(lines, other.lines).first { $0 != $1 }.map { "  \($0)\n  \($1)" }
        ?? "  \(ending), \(lines.count) lines\n  \(other.ending), \(other.lines.count) lines"
    }
  }

  func run() throws {
    let program = try program ?? BuiltProgram.path("podium")
    var (whole, stopped, answered) = (0, 0, 0)
    var differing: [Int] = []
    for number in 0..<notebooks {
      let text = try notebook(number)
      let name = "made.podium.md"
      var first: Answers?
      for threads in ReplayBench.threads {
        // A folder for each run: a file that the run before wrote would be an error.
        let home = BenchFolder()
        try DiskFiles().write(Array(text.utf8), to: home.path + "/" + name, shown: name, mode: .replace)
        let run = Answers(
          try ProgramRun(
            [program, "run", "--threads", String(threads), name], environment: home.environment, folder: home.path),
          in: home.path)
        guard let known = first else {
          first = run
          continue
        }
        if run != known {
          differing.append(number)
          print("notebook \(number) differs on \(threads) threads:\n\(known.difference(from: run))\n\(text)")
          break
        }
      }
      guard let first else { continue }
      // Only the exit statuses that the program uses; a crash is a difference from every promise.
      guard case .status(let status) = first.ending, status <= 2 else {
        differing.append(number)
        print("notebook \(number) ended with \(first.ending):\n\(text)")
        continue
      }
      if status == 0 { whole += 1 } else { stopped += 1 }
      answered += first.lines.count { $0.hasPrefix("```out") }
    }
    print(
      "\(notebooks) notebooks of \(cells) cells, seed \(seed): \(whole) ran to their end, \(stopped) stopped at an error, "
        + "\(answered) answers; \(differing.count) differ")
    if !differing.isEmpty || answered == 0 { throw ExitCode(1) }
  }

  /// A notebook of commands that a session accepts one after another.
  private func notebook(_ number: Int) throws -> String {
    let made = try Assembly.session(folder: "/", datasets: [Checkout.path("datasets")])
    guard var session = made.session.apart() else { throw ValidationError("a separate session could not be created") }
    var monkey = Monkey(seed: seed &* 1_000_003 &+ UInt64(number))
    var text = "---\npodium: 1\ntitle: Made \(number)\nseed: \(number)\n---\n# Made \(number)\n"
    var count = 0
    for _ in 0..<(20 * cells) where count < cells {
      let line = monkey.command(for: session)
      var isGood = true
      _ = session.run(line) { report in isGood = isGood && report.status == .ok }
      guard isGood, !line.contains("\n") else { continue }
      text += "\n```podium\n\(line)\n```\n"
      count += 1
    }
    return text
  }
}
