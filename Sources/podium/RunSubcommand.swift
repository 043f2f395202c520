import ArgumentParser
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumWorkbench

/// `podium run FILE`: a notebook or a script.
struct RunSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium run",
    abstract: "Run a notebook (.podium.md) or a script (.podium) and print its output.",
    discussion: """
      On a terminal, a notebook is shown as prose, commands and results. If the output goes to a pipe or a file, it is \
      written as a notebook with fresh results and the hashes of the data it loads. If the data have changed, it stops \
      before its first cell with status 2.

      Without --trust, a file can read its own folder, the bundled datasets, and data declared with their full sha256. \
      It can create new files in its own folder, but it cannot change other files, start programs or use the network. \
      podium help notebook lists all the rules.
      """)

  @OptionGroup var common: CommonOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter of the notebook, as in --set k=5; may be repeated.", valueName: "name=value"))
  var parameters: [String] = []

  @Flag(
    name: .customLong("update-data"),
    help: "Accept changed data; the notebook that is written contains their new hashes.")
  var updateData = false

  @ArgumentParser.Argument(help: "Notebook or script to run.", completion: .file())
  var file: String

  func run() throws {
    var options = FileOptions()
    options.parameters = try NotebookParameters.read(parameters)
    (options.keepGoing, options.updatesData) = (common.keepGoing, updateData)
    let bench = Workbench(common.launch, isInteractive: false, isTrusted: common.trust, keepsWork: false)
    let status = bench.supervised { [file, options] in bench.runFile(file, options, $0) }
    bench.close()
    Terminal.exit(status)
  }
}
