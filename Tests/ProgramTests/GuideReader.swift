import Glibc
import PodiumTestKit

/// A reader who does all that a guide says, from top to bottom, in one folder with one shell and one prompt.
///
/// What a block is follows from its info string:
///
/// | info string | what the reader does |
/// |---|---|
/// | `console` | types the lines after `$ ` (and `> `, which go on) into one shell; what follows is printed, errors too |
/// | `podium` | types the lines after `podium> ` at one prompt of podium, which `exit` leaves |
/// | `crontab NAME` | writes the file, and runs each of its commands as cron does: nothing may be printed |
/// | `yaml NAME` | writes the file, and runs each command after `run:` |
/// | `LANGUAGE NAME` | writes the file, which a later command must name |
///
/// `needs=PROGRAM` after `console` or `podium` names a program that a machine may lack. There only what comes before
/// `| PROGRAM` in a command is run, and a command without that not at all. Anything else is a mistake of the guide.
final class GuideReader {
  /// What is wrong with a block, for the person who mends the guide.
  struct Mistake: Error, CustomStringConvertible { let description: String }

  /// A command, what the guide shows below it, and what it printed.
  struct Step {
    let line: Int
    let input: String
    let shown: String
    let printed: String
    /// Whether it is printed as shown, or was not compared.
    let isSame: Bool
    /// What the guide should show.
    var recorded: String { isSame ? shown : GuideOutput(shown).recorded(from: printed) }
  }

  /// Whether a program that a guide needs is on this machine.
  static func has(_ program: String) -> Bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].contains { folder in access(folder + "/" + program, X_OK) == 0 }
  }

  private let home: Home
  private let shell: PipedProgram
  private var terminal: PseudoTerminal?
  /// Files that no command has named yet, with the lines of their blocks.
  private(set) var unused: [String: Int] = [:]

  /// Makes the folder, with the files that lie beside the guides.
  init(data: [String: String]) throws {
    home = try Home()
    mkdir(home.path + "/bin", 0o700)
    symlink(try BuiltProgram.path("podium"), home.path + "/bin/podium")
    home.write("set prompt=short\n", to: home.path + "/config/podium/init.podium")
    GuideReader.installSlurm(in: home)
    shell = try PipedProgram(["/bin/sh"], environment: Self.environment(home), folder: home.work)
    shell.send("exec 2>&1\n")
    for (name, text) in data {
      home.write(text, to: name)
      unused[name] = 1
    }
  }

  /// Puts the stand-in of Slurm's commands where a reader at a university has the real ones.
  private static func installSlurm(in home: Home) {
    let folder = home.path + "/slurm"
    mkdir(folder, 0o700)
    for (name, own) in [("StandIn.sh", "stand-in"), ("StandInNode.sh", "node.sh")] {
      home.write(home.text(Checkout.path("Tests/PodiumClusterTests/" + name)) ?? "", to: folder + "/" + own)
      chmod(folder + "/" + own, 0o755)
    }
    for name in ["sbatch", "squeue", "scancel"] { symlink(folder + "/stand-in", home.path + "/bin/" + name) }
  }

  private static func environment(_ home: Home) -> [String: String] {
    home.environment(["PATH": home.path + "/bin:/usr/local/bin:/usr/bin:/bin", "TZ": "UTC", "USER": "anna"])
  }

  // MARK: Blocks

  /// Does what a block says; the text it should have, and the steps whose output is another.
  func follow(_ block: FencedPage.Block) throws -> (text: String, differences: [Step]) {
    let words = block.info.split(separator: " ").map { String($0) }
    let isSession = words.first == "console" || words.first == "podium"
    switch words.count {
    case 1 where isSession: return try steps(of: block, in: words[0], needs: nil)
    case 2 where isSession && words[1].hasPrefix("needs="):
      return try steps(of: block, in: words[0], needs: String(words[1].dropFirst("needs=".count)))
    case 2 where !words[1].hasPrefix("/") && !words[1].contains(".."):
      try place(block, language: words[0], name: words[1])
      return (block.text, [])
    default: throw Mistake(description: "a block is console, podium or LANGUAGE FILE, not '\(block.info)'")
    }
  }

  private func place(_ block: FencedPage.Block, language: String, name: String) throws {
    home.write(block.text, to: name)
    switch language {
    case "crontab": try runSchedule(block.text)
    case "yaml": try runJobs(block.text)
    default: unused[name] = block.line
    }
  }

  private func steps(
    of block: FencedPage.Block, in kind: String, needs program: String?
  ) throws -> (text: String, differences: [Step]) {
    let prompt = kind == "console" ? "$ " : "podium> "
    let continuation = kind == "console" ? "> " : nil
    let absent = program.flatMap { Self.has($0) ? nil : $0 }
    var commands: [(line: Int, input: String, shown: String)] = []
    for (place, line) in FencedPage.lines(block.text).enumerated() {
      if line.hasPrefix(prompt) {
        commands.append((block.line + place + 1, String(line.dropFirst(prompt.count)), ""))
      } else if commands.isEmpty {
        throw Mistake(description: "the block begins with '\(line)', which is not a command after '\(prompt)'")
      } else if let continuation, line.hasPrefix(continuation), commands[commands.count - 1].shown.isEmpty {
        commands[commands.count - 1].input += "\n" + line.dropFirst(continuation.count)
      } else {
        commands[commands.count - 1].shown += line + "\n"
      }
    }
    let steps = try commands.map { line, input, shown in
      unused = unused.filter { !input.contains($0.key) }
      let pipe = absent.map { input.firstRange(of: "| " + $0) }
      if case .some(nil) = pipe { return Step(line: line, input: input, shown: shown, printed: "", isSame: true) }
      let command = pipe.flatMap { $0 }.map { String(input[..<$0.lowerBound]) } ?? input
      var printed = try kind == "console" ? type(command) : ask(command)
      if !printed.isEmpty, !printed.hasSuffix("\n") { printed += "\n" }
      let isSame = absent != nil || GuideOutput(shown).matches(printed)
      return Step(line: line, input: input, shown: shown, printed: printed, isSame: isSame)
    }
    let text = steps.reduce(into: "") { text, step in
      let lines = step.input.split(separator: "\n", omittingEmptySubsequences: false)
      text += prompt + lines.joined(separator: "\n" + (continuation ?? "")) + "\n" + step.recorded
    }
    return (text, steps.filter { !$0.isSame })
  }

  // MARK: The shell and the prompt

  /// What a command prints in the shell, errors too.
  private func type(_ command: String) throws -> String {
    let start = shell.output.count
    let quoted = command.replacing("'", with: "'\\''")
    // The next command sees the status of this one.
    shell.send("eval '\(quoted)' </dev/null; guide_status=$?; printf '\\036'; (exit $guide_status)\n")
    try shell.wait(for: "the end of '\(command)'") { shell.output.last == 0x1E && shell.output.count > start }
    return String(decoding: shell.output[start...].dropLast(), as: UTF8.self)
  }

  /// What the prompt answers.
  private func ask(_ command: String) throws -> String {
    let prompt: PseudoTerminal
    if let terminal {
      prompt = terminal
    } else {
      // So many rows that nothing is sent to the pager.
      prompt = try home.prompt(height: 1000, environment: Self.environment(home))
      terminal = prompt
    }
    guard command != "exit" else {
      prompt.send("exit\r")
      terminal = nil
      guard try prompt.waitForEnd() == .status(0) else { throw Mistake(description: "the prompt does not end with 0") }
      return ""
    }
    var lines = FencedPage.lines(try prompt.answer(to: command))
    // A guide leaves out what the prompt suggests, which comes last.
    if let hint = lines.firstIndex(where: { $0.hasPrefix("note: next: ") }) {
      lines.removeSubrange(hint...)
      while lines.last?.isEmpty == true { lines.removeLast() }
    }
    // The prompt says how long a command took that took long, which is up to the machine.
    if lines.last?.firstMatch(of: /^time: [0-9.]+ s$/) != nil { lines.removeLast() }
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  // MARK: Jobs of cron and of CI

  private func runSchedule(_ text: String) throws {
    var environment = ["HOME": home.path, "LOGNAME": "anna", "SHELL": "/bin/sh", "PATH": "/usr/bin:/bin"]
    let ranges = [0...59, 0...23, 1...31, 1...12, 0...7]
    for line in FencedPage.lines(text) where !line.isEmpty && !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 5).map { String($0) }
      if let equals = line.firstIndex(of: "="), !line[..<equals].contains(" ") {
        environment[String(line[..<equals])] = String(line[line.index(after: equals)...])
        continue
      }
      let isDue = words.count == 6 && zip(words, ranges).allSatisfy { Self.isField($0, in: $1) }
      guard isDue, let command = words.last, !command.contains("%") else {
        throw Mistake(description: "cron would refuse or misread '\(line)'")
      }
      unused = unused.filter { !command.contains($0.key) }
      let searched = home.path + "/bin:" + (environment["PATH"] ?? "")
      let run = try ProgramRun(
        ["/bin/sh", "-c", command], environment: environment.merging(["PATH": searched]) { $1 }, folder: home.path)
      guard run.status == 0, run.output.isEmpty, run.errors.isEmpty else {
        throw Mistake(
          description: "'\(command)' ends with \(run.status) and would be mailed: \(run.outputText)\(run.errorText)")
      }
    }
  }

  /// Whether a field of a crontab is stars, numbers, ranges or steps within its range.
  private static func isField(_ field: String, in range: ClosedRange<Int>) -> Bool {
    field.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { item in
      let parts = item.split(separator: "/", omittingEmptySubsequences: false)
      guard let first = parts.first, parts.count <= 2, parts.dropFirst().allSatisfy({ Int($0) ?? 0 > 0 }) else {
        return false
      }
      let bounds = first.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      return first == "*" || (bounds.count <= 2 && bounds.allSatisfy { $0.map(range.contains) ?? false })
    }
  }

  private func runJobs(_ text: String) throws {
    let commands = FencedPage.lines(text).compactMap { line in
      line.firstRange(of: "run: ").map { String(line[$0.upperBound...]) }
    }
    guard !commands.isEmpty else { throw Mistake(description: "no 'run:' is in the file, so nothing of it is checked") }
    for command in commands {
      unused = unused.filter { !command.contains($0.key) }
      let run = try ProgramRun(["/bin/sh", "-c", command], environment: Self.environment(home), folder: home.work)
      guard run.status == 0 else {
        throw Mistake(description: "'\(command)' ends with \(run.status): \(run.outputText)\(run.errorText)")
      }
    }
  }
}
