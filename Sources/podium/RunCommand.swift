import ArgumentParser
import PodiumConsole
import PodiumCore
import PodiumNotebook
import PodiumPlugin

/// `podium run FILE`: a notebook or a script.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium run",
    abstract: "Run a notebook (.podium.md) or a script (.podium) and print what it gives.",
    discussion: """
      At a terminal a notebook is shown as prose, commands and results; into a pipe or file it is written as a \
      notebook with fresh results and the hashes of the data it loads. Data that are not as the notebook says end it \
      before its first cell, with status 2.

      Unless it is run with --trust a file reads its own folder, the bundled datasets and data declared with their \
      full sha256; it makes new files in its own folder and changes no others, starts no program and reaches no \
      network. podium -c 'help notebook' says it in full.
      """)

  @OptionGroup var common: CommonOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A parameter of the notebook, as in --set k=5.", valueName: "name=value"))
  var parameters: [String] = []

  @Flag(
    name: .customLong("update-data"),
    help: "Take data that changed as they are; the notebook that is written holds their new hashes.")
  var updateData = false

  @ArgumentParser.Argument(help: "The file.")
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
