// Public, because a type of another library conforms to one of its protocols here.
public import ArgumentParser
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import PodiumWorkbench
import Synchronization

/// `podium export FILE --to html|ipynb`.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium export",
    abstract: "Write a notebook as an HTML page or a Jupyter notebook, with fresh results.",
    discussion: """
      The notebook is replayed as by podium run. If a cell fails or the data have changed, nothing is written. Files \
      that cells write are kept in memory and discarded; only external commands of a trusted notebook can change the \
      disk. The same notebook gives the same bytes. HTML needs the Debian package \
      libcmark-gfm-extensions0.29.0.gfm.6.
      """)

  @OptionGroup var common: CommonOptions

  @Option(help: "Output form: html or ipynb.")
  var to: NotebookExport.Form

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Output file; - for standard output. By default it is written next to the notebook.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a parameter of the notebook, as in --set k=5; may be repeated.", valueName: "name=value"))
  var parameters: [String] = []

  @Flag(
    name: .customLong("update-data"),
    help: "Accept changed data; the output contains their new hashes.")
  var updateData = false

  @Flag(help: "Overwrite a file that podium did not write.")
  var force = false

  @ArgumentParser.Argument(help: "Notebook to export.", completion: .file())
  var file: String

  func run() throws {
    guard FilePath(file).ends(in: ".md") else {
      throw ValidationError("'\(file)' is not a notebook: its name does not end in .podium.md")
    }
    var options = FileOptions()
    options.parameters = try NotebookParameters.read(parameters)
    (options.keepGoing, options.updatesData) = (common.keepGoing, updateData)
    // An export changes nothing but the file it writes, so it reads a copy of the workspace.
    var launch = common.launch
    launch.workspace = nil
    let bench = Workbench(
      launch, isInteractive: false, isTrusted: common.trust, keepsWork: false, lendsTerminal: false)
    let status = bench.supervised { [self, options] in export(bench, options, $0) }
    bench.close()
    Terminal.exit(status)
  }

  private func export(_ bench: Workbench, _ options: FileOptions, _ cancellation: Cancellation) -> Int32 {
    // The notebook is confined; the output file is the user's own choice.
    let session = bench.session.snapshot
    let (services, files) = (session.services, session.services.files)
    let export = NotebookExport(file, to: to, output: output, replacesAny: force)
    func complain(_ error: Diagnostic) {
      let settings = bench.session.snapshot.state.settings
      Terminal.write(bench.screen.errorRenderer(settings).render(error, input: ""), to: .error)
    }
    do throws(Diagnostic) {
      if let workspace = common.workspace, workspace != ":memory:" {
        let place = services.resolve(workspace)
        // A workspace that does not exist yet is empty.
        if files.kind(of: place) != .none { _ = try session.store().restore(from: place, shown: workspace) }
      }
      let (outcome, text) = bench.session.export(export, options, cancellation: cancellation)
      if cancellation.isCancelled { return 130 }
      if var failure = outcome.failure {
        // The message names the line of the notebook; a caret needs the text of the line.
        failure.span = nil
        complain(failure)
      }
      if let failure = outcome.result.failure { throw failure }
      if let text {
        if export.target == "-" {
          Terminal.write(text, to: .output)
        } else {
          try export.write(text, to: services.resolve(export.target), with: files)
          Terminal.write("wrote '\(SafeText.escape(export.target))'\n", to: .output)
        }
      }
      return outcome.failure == nil ? 0 : outcome.result.wasRefused ? 2 : 1
    } catch {
      if cancellation.isCancelled { return 130 }
      complain(error)
      return 2
    }
  }
}

extension NotebookExport.Form: ExpressibleByArgument {}
