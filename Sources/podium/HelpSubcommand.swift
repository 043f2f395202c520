import ArgumentParser
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumManual
import PodiumPlugin
import PodiumRender
import PodiumWorkbench

/// `podium help [TOPIC]`: the help of the prompt, and the reference manual as Markdown, HTML or a manual page.
struct HelpSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium help",
    abstract: "Explain a command, a learner or a topic, or write the reference manual.",
    discussion: """
      podium help                            an overview
      podium help cv                         a command, learner, plugin, function, setting or topic
      podium help --format markdown cv       its part of the reference manual, as markdown or html
      podium help --format html -o DIR       the whole manual, one file per page
      podium help --man                      the manual page podium.1
      podium help --completion bash          what your shell completes by; zsh and fish too
      """)

  @OptionGroup var common: CommonOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Folder for the manual, one file per page.", valueName: "dir"), completion: .directory)
  var output: String?

  @Flag(help: "Print the manual page podium.1.")
  var man = false

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    var shell: ShellCompletion.Shell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Option(help: ArgumentHelp("Print what a shell completes by: bash, zsh or fish.", valueName: "shell"))
  var completion: Shell?

  @ArgumentParser.Argument(help: "Topic to explain; the overview by default.")
  var topic: [String] = []

  mutating func validate() throws {
    if output != nil, common.format != "markdown", common.format != "html" {
      throw ValidationError("--output needs --format markdown or --format html")
    }
    if output != nil || man || completion != nil, !topic.isEmpty {
      throw ValidationError("--output, --man and --completion take no topic")
    }
    if completion != nil, man || output != nil || common.format != nil {
      throw ValidationError("--completion takes no --man, no --format and no --output")
    }
    if man, output != nil || common.format != nil { throw ValidationError("--man takes no --format and no --output") }
  }

  func run() throws {
    if man {
      Terminal.write(ManPage(try HelpSubcommand.program(), version: Assembly.version).text, to: .output)
      Terminal.exit(0)
    }
    if let completion {
      let registry = try Assembly.registry()
      let values = [
        "--executor": registry.executors.keys.inCodePointOrder(),
        "--format": registry.renderers.keys.inCodePointOrder(),
      ]
      let script = ShellCompletion(try HelpSubcommand.program(), values: values).script(for: completion.shell)
      Terminal.write(script, to: .output)
      Terminal.exit(0)
    }
    guard let format = common.format, format == "markdown" || format == "html" else {
      let bench = Workbench(common.launch, isInteractive: false)
      let line = (["help"] + topic.map(Session.quote)).joined(separator: " ")
      let status = bench.supervised { bench.run([line], $0) }
      bench.close()
      // An unknown topic is a usage error.
      Terminal.exit(status == 1 ? 2 : status)
    }
    let bench = Workbench(common.launch, isInteractive: false, usesPluginDirectory: false, keepsWork: false)
    let status = bench.supervised { [self] cancellation in
      var session = bench.session.snapshot
      session.cancellation = cancellation
      do throws(Diagnostic) {
        try write(session, isHTML: format == "html", bench)
        return 0
      } catch {
        Terminal.write(bench.screen.words(of: error), to: .error)
        return error.code == "unknown-help-topic" ? 2 : error.code == Diagnostic.interrupted.code ? 130 : 1
      }
    }
    bench.close()
    Terminal.exit(status)
  }

  private func write(_ session: Session, isHTML: Bool, _ bench: Workbench) throws(Diagnostic) {
    let commands = try HelpSubcommand.program()
    guard topic.isEmpty else {
      let name = topic.joined(separator: " ")
      let part = try Manual.part(name, of: session, commands: commands)
      Terminal.write(isHTML ? try ManualSite.html(part, title: name) : part, to: .output)
      return
    }
    let disk = DiskFiles()
    let folder = output.map(bench.services.resolve)
    // The examples of all commands take seconds: a folder that cannot be made is named before them.
    if let folder, let output, disk.kind(of: folder) != .folder { try disk.makeFolder(folder, shown: output) }
    let manual = try Manual(session, commands: commands)
    guard let output, let folder else {
      Terminal.write(isHTML ? try ManualSite.html(manual.document, title: "podium") : manual.document, to: .output)
      return
    }
    let files = isHTML ? try ManualSite(manual.files).files() : manual.files
    for file in files {
      try disk.write(
        Array(file.text.utf8), to: FilePath.join(folder, file.name), shown: FilePath.join(output, file.name),
        mode: .replace)
    }
    Terminal.write("wrote \(files.count) pages to '\(SafeText.escape(output))'\n", to: .output)
  }

  /// The command line, as the argument parser describes it.
  private static func program() throws(Diagnostic) -> [ProgramCommand] {
    let descriptions = [
      PodiumCommand._dumpHelp(), RunSubcommand._dumpHelp(), VerifyCommand._dumpHelp(), ExportCommand._dumpHelp(),
      ImportCommand._dumpHelp(),
      KernelCommand._dumpHelp(), PluginCommand._dumpHelp(), HelpSubcommand._dumpHelp(), DoctorCommand._dumpHelp(),
    ]
    var commands: [ProgramCommand] = []
    for description in descriptions { commands.append(try ProgramCommand(description: description)) }
    commands.append(ServeProgram.command)
    return commands
  }
}
