// Public, because a type of another library conforms to one of its protocols here.
public import ArgumentParser
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumNotebook
import PodiumPlugin
import PodiumRender
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
      "Output file; - for standard output. By default it is written next to the notebook.", valueName: "file"))
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

  @ArgumentParser.Argument(help: "Notebook to export.")
  var file: String

  func run() throws {
    guard FilePath(file).ends(in: ".md") else {
      throw ValidationError("'\(file)' is not a notebook: its name does not end in .podium.md")
    }
    let given = try NotebookParameters.read(parameters)
    // An export changes nothing but the file it writes, so it reads a copy of the workspace.
    var launch = common.launch
    launch.workspace = nil
    let bench = Workbench(launch, isInteractive: false, isTrusted: common.trust, keepsWork: false)
    let command = self
    let status = bench.supervised { cancellation in command.export(bench, given, cancellation) }
    bench.close()
    Terminal.exit(status)
  }

  private func export(_ bench: Workbench, _ given: [String: String], _ cancellation: Cancellation) -> Int32 {
    bench.perform(cancellation) { session in
      // The notebook is confined; the output file is the user's own choice.
      let files = session.services.files
      let export = NotebookExport(file, to: to, output: output, replacesAny: force)
      let path = session.services.resolve(export.target)
      do throws(Diagnostic) {
        if let workspace = common.workspace, workspace != ":memory:" {
          let place = session.services.resolve(workspace)
          // A workspace that does not exist yet is empty.
          if files.kind(of: place) != .none { _ = try session.store().restore(from: place, shown: workspace) }
        }
        var notebook = try bench.open(file, in: &session, updatesData: updateData, discardsWrites: true)
        try session.take(notebook.frontMatter, given)
        notebook.frontMatter = notebook.frontMatter.with(parameters: session.parameters)
        let replayed = ReplayedNotebook(notebook, file: file, in: &session, keepGoing: common.keepGoing)
        if cancellation.isCancelled { return 130 }
        if var failure = replayed.failure {
          // The message names the line of the notebook; a caret needs the text of the line.
          failure.span = nil
          Terminal.write(bench.screen.errorRenderer(session.state.settings).render(failure, input: ""), to: .error)
          if !common.keepGoing { return session.wasRefused ? 2 : 1 }
        }
        // Neither cmark-gfm nor the escaping of long texts looks at Ctrl-C.
        let services = session.services
        let text = try cancellation.detached { () throws(Diagnostic) in
          try export.text(of: replayed, reading: services)
        }
        if export.target == "-" {
          Terminal.write(text, to: .output)
        } else {
          try export.write(text, to: path, with: files)
          Terminal.write("wrote '\(SafeText.escape(export.target))'\n", to: .output)
        }
        return replayed.failure == nil ? 0 : session.wasRefused ? 2 : 1
      } catch {
        if cancellation.isCancelled { return 130 }
        Terminal.write(bench.screen.errorRenderer(session.state.settings).render(error, input: ""), to: .error)
        return 2
      }
    }
  }
}

extension NotebookExport.Form: ExpressibleByArgument {}
