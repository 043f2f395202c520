import ArgumentParser
import PodiumConsole
import PodiumCore
import PodiumNotebook
import PodiumPlugin

/// `podium run FILE`: a notebook or a script.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium run",
    abstract: "Run a notebook (.podium.md) or a script (.podium) and print its results.",
    discussion: """
      At a terminal a notebook is shown as prose, commands and results. Into a pipe or file it is written as a notebook \
      with new results and the hashes of its data. If the data have changed since it was recorded, podium reports it \
      before the first cell and exits with 2.

      Without --trust a file reads its own folder, the bundled datasets and data declared with their full SHA-256. It \
      creates files in its own folder and changes no others, starts no program and uses no network. See podium help notebook.
      """)

  @OptionGroup var common: CommonOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set a parameter of the notebook, as in --set k=5.", valueName: "name=value"))
  var parameters: [String] = []

  @Flag(
    name: .customLong("update-data"),
    help: "Accept changed data; the notebook that is written has their new hashes.")
  var updateData = false

  @ArgumentParser.Argument(help: "Notebook or script.")
  var file: String

  func run() throws {
    let given = try NotebookParameters.read(parameters)
    let bench = Workbench(common.launch, isInteractive: false, isTrusted: common.trust, keepsWork: false)
    let status = bench.supervised { [file, given, updateData] cancellation in
      bench.runFile(file, parameters: given, updatesData: updateData, cancellation)
    }
    bench.close()
    Terminal.exit(status)
  }
}
