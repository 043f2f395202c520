import ArgumentParser
import Glibc
import PodiumBenchmarks
import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit

/// `podium-bench interrupt`: how long from Ctrl-C to the prompt.
struct InterruptBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "interrupt", abstract: "Time from Ctrl-C at a random moment of a long command to the prompt.")

  @Option(help: "Number of interrupts of each command.")
  var runs = 20

  @Option(help: "Number of rows of the large table; others have a fifth.")
  var rows = 1_000_000

  @Option(help: "Random seed.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Measure only this kind of work.", valueName: "kind"))
  var only: String?

  @Option(help: ArgumentHelp("Program to run; by default the one next to this program.", valueName: "path"))
  var program: String?

  @Option(help: ArgumentHelp("Maximum 99th percentile of a kind of work, in milliseconds.", valueName: "ms"))
  var limit = 100.0

  @Flag(help: "Print each command too.")
  var each = false

  func run() throws {
    let podium = try program ?? BuiltProgram.path("podium")
    let home = BenchFolder()
    try prepare(home, podium)
    var random = SystemlessRandom(seed: seed)
    print("ms from Ctrl-C to the prompt    n     p50     p99     max")
    var everything: [Double] = []
    var isGood = true
    var busy: [String] = []
    for work in InterruptWork.all where only == nil || only == work.kind {
      var times: [Double] = []
      for command in work.commands.map({ $0.replacing(InterruptWork.program, with: podium) }) {
        // A new program for each, so that work left running cannot slow the next.
        let terminal = try start(podium, home, work.setup)
        let own = try interrupts(of: command, isUndone: work.isUndone, at: terminal, &random)
        if !own.isEmpty, InterruptBench.isBusy(terminal.processID) { busy.append(command) }
        if each { show("  " + command, own) }
        times += own
      }
      show(work.kind, times)
      everything += times
      if InterruptBench.percentile(times, 0.99) > limit { isGood = false }
    }
    show("all", everything)
    for command in busy { print("still at work half a second after Ctrl-C: " + command) }
    if !isGood || !busy.isEmpty { throw ExitCode(1) }
  }

  private func prepare(_ home: BenchFolder, _ podium: String) throws {
    try write(InterruptWork.table(rows: rows, seed: 1), to: home.path + "/big.csv")
    try write(InterruptWork.table(rows: rows / 5, seed: 2), to: home.path + "/mid.csv")
    try write(String(repeating: "load big.csv\ndescribe\ncorrelate\n", count: 5), to: home.path + "/long.podium")
    try write(InterruptWork.slowLearner, to: home.path + "/slow.py")
    try write(InterruptWork.texts(rows: max(1, rows / 10_000)), to: home.path + "/texts.csv")
    try write(
      InterruptWork.wideTable(rows: max(30, rows / 1000), columns: max(30, rows / 500)), to: home.path + "/wide.csv")
    try write(InterruptWork.longNotebook, to: home.path + "/long.podium.md")
    try write(InterruptWork.prose, to: home.path + "/prose.podium.md")
    for file in InterruptWork.files {
      guard let input = ReaderInput.all.first(where: { $0.name == file.input }) else { continue }
      try DiskFiles().write(
        try input.bytes(rows / file.part), to: home.path + "/" + file.name, shown: file.name, mode: .replace)
    }
    let forms = ["ndjson", "rows.json", "arff", "xlsx", "sqlite"].flatMap { ["-c", "save mid.\($0)"] }
    let line = "cd \"$0\" && gzip -1 -k big.csv && exec \"$@\""
    let run = try ProgramRun(
      ["/bin/sh", "-c", line, home.path, podium, "-c", "load mid.csv"] + forms, environment: home.environment)
    guard run.status == 0 else { throw ValidationError("the files could not be created: \(run.errorText)") }
  }

  private func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw ValidationError("'\(path)' cannot be written") }
    fputs(text, file)
    fclose(file)
  }

  private func start(_ podium: String, _ home: BenchFolder, _ setup: [String]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [podium], environment: home.environment, folder: home.path, width: 100, height: 40)
    try wait(terminal, since: -1)
    for line in setup {
      let before = terminal.transcript.count
      terminal.send(line + "\r")
      try wait(terminal, since: before)
    }
    return terminal
  }

  private func wait(_ terminal: PseudoTerminal, since start: Int) throws {
    try terminal.wait(for: "the prompt", seconds: 120) { _ in terminal.isAtPrompt(since: start) }
  }

  /// The milliseconds of each interrupt that came while the command ran.
  private func interrupts(
    of command: String, isUndone: Bool, at terminal: PseudoTerminal, _ random: inout SystemlessRandom
  ) throws -> [Double] {
    // Its duration without an interrupt, unless it is endless.
    let begun = PseudoTerminal.seconds()
    var before = terminal.transcript.count
    terminal.send(command + "\r")
    let isShort = (try? terminal.wait(for: "the end", seconds: 4) { _ in terminal.isAtPrompt(since: before) }) != nil
    let length = min(4, PseudoTerminal.seconds() - begun)
    if !isShort {
      terminal.send("\u{3}")
      try wait(terminal, since: before)
    }
    func undo() throws {
      guard isUndone else { return }
      terminal.forgetTranscript()
      terminal.send("undo\r")
      try wait(terminal, since: 0)
    }
    if isShort { try undo() }
    var times: [Double] = []
    for run in 0..<runs {
      terminal.forgetTranscript()
      before = 0
      terminal.send(command + "\r")
      // Ctrl-C would drop keys that were not read.
      try terminal.waitUntilKeysAreRead()
      // At a uniformly random moment of the command.
      let moment = length * (Double(run) + Double(random.below(1000)) / 1000) / Double(runs)
      // Without a least delay: a short command would be over before its first press.
      terminal.settle(seconds: moment)
      if terminal.isAtPrompt(since: before) {
        try undo()
        continue
      }
      let pressed = PseudoTerminal.seconds()
      terminal.send("\u{3}")
      try wait(terminal, since: before)
      times.append((PseudoTerminal.seconds() - pressed) * 1000)
    }
    return times
  }

  /// Whether a program still takes processor time, half a second after its prompt was seen.
  private static func isBusy(_ process: Int32) -> Bool {
    usleep(500_000)
    let before = ticks(process)
    usleep(200_000)
    // A tick is a hundredth of a second; the prompt itself takes none.
    return ticks(process) - before > 4
  }

  /// The processor time of all threads of a process, in hundredths of a second.
  private static func ticks(_ process: Int32) -> Int {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let text = String(decoding: bytes.prefix(fread(&bytes, 1, bytes.count, file)), as: UTF8.self)
    // The name, which comes before, may contain anything but ends with the last parenthesis.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
  }

  private static func percentile(_ times: [Double], _ share: Double) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }

  private func show(_ name: String, _ times: [Double]) {
    let figures = [0.5, 0.99, 1].map { NumberText.fixed(InterruptBench.percentile(times, $0), 1) }
    let label = name.count > 28 ? String(name.prefix(27)) + "…" : name
    let count = String(times.count)
    print(
      label + String(repeating: " ", count: max(1, 33 - label.count - count.count)) + count
        + figures.map { String(repeating: " ", count: max(1, 8 - $0.count)) + $0 }.joined())
    // All of it takes a quarter of an hour: what is measured is in a file at once.
    fflush(nil)
  }
}
