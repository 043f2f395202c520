import ArgumentParser
import FoundationEssentials
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumEngine
import PodiumFiles
import PodiumNotebook
import PodiumPlugin
import PodiumRender
import PodiumVerify
import PodiumWorkbench
import Synchronization

/// `podium verify PATH…`: replays notebooks and compares their outputs with the recorded ones.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium verify",
    abstract: "Replay notebooks and compare their outputs with the recorded ones.",
    discussion: """
      Each notebook runs from the top in a separate process, with an empty workspace, after its data are checked \
      against their hashes. Files that cells write are kept in memory and discarded, so verifying changes nothing on \
      the disk; only external commands of a trusted notebook (--trust) can. A decimal number may differ by one in its \
      last digit or by a relative error of 1e-9 (close); everything else must be the same.

      A cell with {skip} is not run. For a cell with {lax}, only whether it failed is compared. Both are counted. A \
      plugin version that differs from the one in the notebook is reported. It counts as different if the plugin is \
      older, or if its major version differs and is not 0; with --strict it always does.

      Exit status: 0 all same or close, 3 an output or a plugin's version differs, 2 a notebook cannot be run, 1 a \
      cell failed, 4 a cell timed out or crashed podium, 5 something was not compared (--to, --only or --changed was \
      given, a cell has {lax} or {skip}, nothing is recorded, an older podium left out columns, or a name \
      is not UTF-8). With --update, 0 \
      if outputs were written.
      """)

  @OptionGroup var common: CommonOptions

  @Flag(help: "Count close numbers as different.")
  var strict = false

  @Flag(help: "Write the new outputs of cells that differ into the notebooks; leave all others as they are.")
  var update = false

  @Flag(
    name: .customLong("update-data"),
    help: "With --update, accept changed data and write their new hashes too.")
  var updateData = false

  @Option(help: ArgumentHelp("Compare only cells 1 to this one.", valueName: "n"))
  var to: Int?

  @Option(
    help: ArgumentHelp("Compare only this cell, given by its number or the name of its result.", valueName: "cell"))
  var only: String?

  @Flag(help: "Compare only cells that were edited after their output was recorded.")
  var changed = false

  @Option(help: ArgumentHelp("Relative tolerance for decimal numbers.", valueName: "share"))
  var tol = 1e-9

  @Option(help: ArgumentHelp("Time limit in seconds for a cell without timeout=.", valueName: "s"))
  var timeout = 60.0

  @Option(
    name: .customLong("notebook-timeout"), help: ArgumentHelp("Time limit in seconds for a notebook.", valueName: "s"))
  var notebookTimeout = 900.0

  @Flag(help: "Print one line of JSON for each notebook, as --format json does.")
  var json = false

  @Flag(help: .hidden)
  var child = false

  @ArgumentParser.Argument(help: "Notebooks to verify, or folders that contain them.", completion: .file())
  var paths: [String]

  mutating func validate() throws {
    guard [to != nil, only != nil, changed].count(where: { $0 }) <= 1 else {
      throw ValidationError("--to, --only and --changed cannot be combined")
    }
    for (name, value) in [("--timeout", timeout), ("--notebook-timeout", notebookTimeout)] {
      guard value > 0, value.isFinite else { throw ValidationError("\(name) must be a number greater than 0") }
    }
    guard !updateData || update else {
      throw ValidationError("--update-data needs --update, which writes the notebook")
    }
    guard common.executor != "slurm" else {
      throw ValidationError("a notebook is verified on this machine: --executor slurm is not used")
    }
    guard tol >= 0, tol.isFinite else { throw ValidationError("--tol must be a number of at least 0") }
    if let to, to < 1 { throw ValidationError("--to must be at least 1") }
  }

  private var choice: NotebookVerification.Choice {
    to.map { .upTo($0) } ?? only.map { .only($0) } ?? (changed ? .changed : .all)
  }

  func run() throws {
    if child { runChild() }
    // CI should report a difference, not fix it unseen.
    if update, Environment.isCI {
      throw ValidationError("--update does not run in CI: the environment variable CI is set")
    }
    let supervisor = Workbench(
      common.launch, isInteractive: false, isTrusted: false, usesPluginDirectory: false, keepsWork: false)
    let command = self
    let status = supervisor.supervised { cancellation in command.verify(cancellation) }
    Terminal.exit(status)
  }

  private func runChild() -> Never {
    let bench = Workbench(common.launch, isInteractive: false, isTrusted: common.trust, keepsWork: false)
    var child = VerifyChild(paths[0])
    child.rule = NumberRule(relative: tol)
    child.choice = choice
    child.updatesData = updateData
    let status = bench.supervised { [child] cancellation in
      bench.session.verify(child, cancellation: cancellation) { Terminal.write($0.json.text + "\n", to: .output) }
      return 0
    }
    bench.close()
    Terminal.exit(status)
  }

  private func verify(_ cancellation: Cancellation) -> Int32 {
    let disk = DiskFiles()
    let found: NotebookFiles
    do throws(Diagnostic) { found = try NotebookFiles(paths, in: disk) } catch {
      Terminal.write(TextRenderer(style: .plain).render(error, input: ""), to: .error)
      return 2
    }
    let files = found.files
    let asJSON = json || common.format == "json"
    let verifier = NotebookVerifier(
      command: childCommand, folder: Environment.currentFolder, seconds: (timeout, notebookTimeout),
      cancellation: cancellation, startsPrograms: common.trust)
    var statuses: [Int32] = []
    verifier.verify(files) { report in
      var report = report
      report.isPartial = choice != .all
      if update { NotebookUpdate.apply(to: &report, with: disk) }
      Terminal.write(
        asJSON ? SafeText.escapeJSON(report.json(isStrict: strict).text) + "\n" : report.text(isStrict: strict),
        to: .output)
      statuses.append(report.status(isStrict: strict))
    }
    if cancellation.isCancelled { return 130 }
    if !asJSON, files.count > 1 { Terminal.write(NotebookReport.summary(statuses), to: .output) }
    if files.isEmpty {
      let places = paths.map { "'" + SafeText.escape($0) + "'" }.joined(separator: ", ")
      Terminal.write("nothing to verify: there is no file in \(places) whose name ends in .podium.md\n", to: .error)
    }
    for place in found.leftOut {
      Terminal.write("not verified: '\(SafeText.escape(place.path))', because \(place.reason)\n", to: .error)
      statuses.append(5)
    }
    return NotebookReport.worst(statuses)
  }

  /// The command line of the process that replays a notebook.
  private var childCommand: [String] {
    var words = [ProgramFile.path ?? "podium", "verify", "--child", "--no-rc", "--tol", String(tol)]
    words += ["--threads", String(common.threads ?? 1)]
    if let executor = common.executor { words += ["--executor", executor] }
    if let seed = common.seed { words += ["--seed", String(seed)] }
    if common.trust { words.append("--trust") }
    if let folder = common.plugins ?? Environment.pluginFolder { words += ["--plugins", folder] }
    if let to { words += ["--to", String(to)] }
    if let only { words += ["--only=" + only] }
    if changed { words.append("--changed") }
    if updateData { words += ["--update", "--update-data"] }
    return words
  }
}
