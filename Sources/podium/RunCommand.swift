import ArgumentParser
import PodiumCore
import PodiumNotebook
import PodiumShell

/// `podium run FILE`: a notebook or a script.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium run",
    abstract: "Run a notebook (.podium.md) or a script (.podium) and print what it gives.",
    discussion: """
      At a terminal a notebook is shown as prose, commands and results; into a pipe or file it is written as a \
      notebook with fresh results.
      """)

  @OptionGroup var common: CommonOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A parameter of the notebook, as in --set k=5.", valueName: "name=value"))
  var parameters: [String] = []

  @ArgumentParser.Argument(help: "The file.")
  var file: String

  func run() throws {
    let given = try NotebookParameters.read(parameters)
    let bench = Workbench(common.launch, isInteractive: false, isTrusted: common.trust, keepsWork: false)
    let status = bench.supervised { [file, given] cancellation in
      bench.runFile(file, parameters: given, cancellation)
    }
    bench.close()
    Terminal.exit(status)
  }
}
