import ArgumentParser
// The argument parser needs it, and only a target compiled with -static-stdlib links its static libraries.
import FoundationEssentials
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumPlugin
import PodiumRender
import PodiumWorkbench

/// The command line: the prompt, `-c` and scripts on standard input; `podium run` is parsed by `RunSubcommand`.
@main
struct PodiumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium",
    abstract: "A notebook-style shell for analysing tables and comparing learners.",
    discussion: """
      podium                 start the prompt; if standard input is not a terminal, run it as a script
      podium -c 'CMD'        run a command; repeat -c to run several, up to the first error
      podium run FILE        run a notebook (.podium.md) or a script (.podium); see podium run --help
      podium verify PATH…    replay notebooks and compare their outputs; see podium verify --help
      podium export FILE     write a notebook as HTML or .ipynb; see podium export --help
      podium import FILE     make a notebook of an .ipynb file; see podium import --help
      podium serve           serve the workspace to browsers and programs; see podium serve --help
      podium kernel WORD     run as a Jupyter kernel, or make podium known to Jupyter; see podium kernel --help
      podium plugin WORD     create, test, install, list or remove plugins; see podium plugin --help
      podium help [TOPIC]    explain a command or a topic; see podium help --help
      podium doctor          report the build, the libraries and the files that podium uses

      Exit status: 0 success, 1 a command failed, 2 wrong usage or unable to start, 130 interrupted.
      """,
    version: "podium " + Assembly.build)

  @OptionGroup var common: CommonOptions

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run a command and exit; may be repeated.", valueName: "cmd"))
  var commands: [String] = []

  func run() throws { PodiumCommand.run(common.launch, commands) }
}

extension PodiumCommand {
  /// Chooses the subcommand here, so that options may come before its name as well as after it.
  static func main() {
    Terminal.occupyClosedStreams()
    DiskFiles.prepareProcess()
    let arguments = Terminal.arguments
    if let line = QuickLine(arguments) { run(line.options, line.commands) }
    guard let place = placeOfWord(arguments) else {
      perform(PodiumCommand.self, arguments)
      return
    }
    let word = arguments[place]
    let words = [
      "run", "verify", "export", "import", "plugin", "help", "doctor", "worker", "serve", "kernel",
    ]
    guard words.contains(word) else {
      Terminal.write(
        """
        error: unknown command '\(SafeText.escape(word))' on the command line
        help: podium run FILE runs a notebook or a script, podium -c 'CMD' runs a command; see podium --help

        """, to: .error)
      Terminal.exit(2)
    }
    var rest = arguments
    rest.remove(at: place)
    switch word {
    case "run": perform(RunSubcommand.self, rest)
    case "verify": perform(VerifyCommand.self, rest)
    case "export": perform(ExportCommand.self, rest)
    case "import": perform(ImportCommand.self, rest)
    case "plugin": perform(PluginCommand.self, rest)
    case "help": perform(HelpSubcommand.self, rest)
    case "worker": perform(WorkerCommand.self, rest)
    case "kernel": perform(KernelCommand.self, rest)
    case "serve": ServeProgram.become(rest)
    default: perform(DoctorCommand.self, rest)
    }
  }

  /// Runs the prompt, the commands of `-c`, or standard input.
  private static func run(_ options: LaunchOptions, _ commands: [String]) -> Never {
    if commands.isEmpty, Console.isPossible { prompt(options) }
    let bench = Workbench(options, isInteractive: false)
    let status = bench.supervised { cancellation in
      commands.isEmpty ? bench.runStandardInput(cancellation) : bench.run(commands, cancellation)
    }
    bench.close()
    Terminal.exit(status)
  }

  /// Shows the prompt, then creates its session, and runs what is typed.
  private static func prompt(_ options: LaunchOptions) -> Never {
    let late = LateWorkbench(options)
    if late.mayWrite { late.bench.runStartupFile() }
    late.greet()
    let isASCII = !Environment.isUTF8
    var driver = ConsoleDriver(
      prompt: { late.prompt(isASCII: isASCII) }, clean: PastedText.withoutPrompts, needsMore: Script.needsMore,
      complete: { late.bench.complete($0, at: $1) }, inquire: { late.bench.inquire($0) },
      ticker: Signals.Ticker(
        tick: { late.bench.screen.progress?.draw() }, hide: { late.bench.screen.progress?.hide() }),
      execute: { text, cancellation in
        late.bench.execute(text, cancellation).map(ConsoleDriver.Next.leave) ?? .go
      })
    driver.prepare = { _ = late.bench }
    let console = Console(driver: driver, historyFile: Environment.historyFile) { warning in
      Terminal.write("warning: " + SafeText.escape(warning) + "\n", to: .error)
    }
    let status = console.run()
    late.bench.close()
    Terminal.exit(status)
  }

  private static func perform<Chosen: ParsableCommand>(_ type: Chosen.Type, _ arguments: [String]) {
    do {
      var command = try type.parse(arguments)
      try command.run()
    } catch {
      let code = type.exitCode(for: error)
      let message = type.fullMessage(for: error)
      if code == .success {
        Terminal.write(message + "\n", to: .output)
        Terminal.exit(0)
      }
      if !message.isEmpty { Terminal.write(worded(message) + "\n", to: .error) }
      // Wrong usage exits with 2 by convention; the parser would use 64.
      Terminal.exit(code == .validationFailure ? 2 : code.rawValue)
    }
  }

  /// The parser's message with our prefix; arguments that it quotes may contain control characters.
  private static func worded(_ message: String) -> String {
    let text = SafeText.escapeLines(message)
    return text.hasPrefix("Error: ") ? "error: " + text.dropFirst(7) : text
  }

  private static let withValue: Set<String> = [
    "-c", "--format", "--workspace", "--seed", "--threads", "--executor", "--plugins", "--width", "--color", "--set",
    "--learner",
    "--to", "--only", "-o", "--output", "--tol", "--timeout", "--notebook-timeout",
    "--prefix", "--name",
  ]

  /// The index of the first argument that is neither an option nor the value of one.
  private static func placeOfWord(_ arguments: [String]) -> Int? {
    var place = 0
    while place < arguments.count {
      let argument = arguments[place]
      if !argument.hasPrefix("-") || argument == "-" { return place }
      if argument == "--" { return place + 1 < arguments.count ? place + 1 : nil }
      place += withValue.contains(argument) ? 2 : 1
    }
    return nil
  }
}

/// The options of every subcommand.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Output format: \(Assembly.renderers.map(\.key).joined(separator: ", ")). The default is terminal on a terminal, plain elsewhere.",
      valueName: "fmt"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Workspace for plugins and saved tables; :memory: keeps nothing.", valueName: "file"),
    completion: .file())
  var workspace: String?

  @Option(help: ArgumentHelp("Random seed, at least 0.", valueName: "n"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Number of threads for folds and fits, 1 to 1024.", valueName: "n"))
  var threads: Int?

  @Option(help: ArgumentHelp("Run folds, fits and other jobs in threads or in processes.", valueName: "name"))
  var executor: String?

  @Flag(name: .customLong("no-rc"), help: "Skip the startup file init.podium.")
  var noStartupFile = false

  @Option(help: ArgumentHelp("Folder of external plugins.", valueName: "dir"), completion: .directory)
  var plugins: String?

  @Option(help: ArgumentHelp("Width of the output in columns, 20 to 10000.", valueName: "n"))
  var width: Int?

  @Flag(
    name: .customLong("keep-going"), help: "Continue after a failed command; the exit status is then 1.")
  var keepGoing = false

  @Flag(
    help:
      "Let notebooks and scripts run external commands and programs, use the network, and access files outside their folder."
  )
  var trust = false

  @Option(help: ArgumentHelp("Use colours: auto, always or never.", valueName: "when"))
  var color: ColourChoice = .auto

  mutating func validate() throws {
    if let format, !LaunchOptions.mayBeFormat(format) {
      let known = Assembly.renderers.map(\.key).joined(separator: ", ")
      throw ValidationError("--format must be one of \(known), not '\(format)'")
    }
    if let threads, !LaunchOptions.threadRange.contains(threads) {
      throw ValidationError("--threads must be a whole number from 1 to 1024, not \(threads)")
    }
    if let width, !LaunchOptions.widthRange.contains(width) {
      throw ValidationError("--width must be a whole number from 20 to 10000, not \(width)")
    }
  }
}

extension CommonOptions {
  /// The options without the parser.
  var launch: LaunchOptions {
    var options = LaunchOptions()
    (options.format, options.workspace, options.plugins, options.executor) = (format, workspace, plugins, executor)
    (options.seed, options.threads, options.width, options.color) = (seed, threads, width, color)
    (options.noStartupFile, options.keepGoing, options.trust) = (noStartupFile, keepGoing, trust)
    return options
  }
}

extension ColourChoice: ExpressibleByArgument {}
