import ArgumentParser
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
    abstract: "Write a notebook as one HTML page or as a Jupyter notebook, with fresh results.",
    discussion: """
      The notebook is replayed as podium run does it; a cell that fails ends it and nothing is written, and neither \
      where its data are not as it says. What its cells write stays in memory and is thrown away, but what the outside \
      commands of a notebook that is trusted do is theirs. The same \
      notebook gives the same bytes. A page needs the Debian package libcmark-gfm-extensions0.29.0.gfm.6.
      """)

  /// What a notebook can be written as.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case html
    case ipynb
  }

  @OptionGroup var common: CommonOptions

  @Option(help: "html or ipynb.")
  var to: Form

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Where it is written, - for standard output; beside the notebook when left out.", valueName: "file"))
  var output: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A parameter of the notebook, as in --set k=5.", valueName: "name=value"))
  var parameters: [String] = []

  @Flag(
    name: .customLong("update-data"),
    help: "Take data that changed as they are; what is written holds their new hashes.")
  var updateData = false

  @Flag(help: "Replace a file that podium did not write.")
  var force = false

  @ArgumentParser.Argument(help: "The notebook.")
  var file: String

  func run() throws {
    guard file.hasSuffix(".md") else {
      throw ValidationError("'\(file)' is no notebook: its name does not end in .podium.md")
    }
    let given = try NotebookParameters.read(parameters)
    // An export changes nothing but the file it writes: what is in a workspace is looked at in a copy.
    var launch = common.launch
    launch.workspace = nil
    let bench = Workbench(launch, isInteractive: false, isTrusted: common.trust, keepsWork: false)
    let command = self
    let status = bench.supervised { cancellation in command.export(bench, given, cancellation) }
    bench.close()
    Terminal.exit(status)
  }

  private var target: String {
    if let output { return output }
    let stem = file.hasSuffix(".podium.md") ? file.dropLast(".podium.md".count) : file.dropLast(".md".count)
    return stem + "." + to.rawValue
  }

  private func export(_ bench: Workbench, _ given: [String: String], _ cancellation: Cancellation) -> Int32 {
    bench.session.withLock { session in
      session.cancellation = cancellation
      // What the notebook may touch is not what the user asks for here.
      let files = session.services.files
      let target = self.target
      let path = session.services.resolve(target)
      do throws(Diagnostic) {
        if let workspace = common.workspace, workspace != ":memory:" {
          let place = session.services.resolve(workspace)
          // One that is not there yet is empty.
          if files.kind(of: place) != .none { _ = try session.store().restore(from: place, shown: workspace) }
        }
        var notebook = try bench.open(file, in: &session, updatesData: updateData, discardsWrites: true)
        try session.take(notebook.frontMatter, given)
        notebook.frontMatter = notebook.frontMatter.with(parameters: session.parameters)
        let replayed = ReplayedNotebook(notebook, file: file, in: &session, keepGoing: common.keepGoing)
        if cancellation.isCancelled { return 130 }
        if let failure = replayed.failure {
          Terminal.write(bench.screen.errorRenderer(session.state.settings).render(failure, input: ""), to: .error)
          if !common.keepGoing { return session.wasRefused ? 2 : 1 }
        }
        let text: String
        switch to {
        case .ipynb: text = JupyterNotebook(replayed, file: file).json()
        case .html:
          let confined = session.services
          text = try NotebookPage(replayed, file: file) { name in
            try? confined.files.read(confined.resolve(name), shown: name)
          }.html()
        }
        if target == "-" {
          Terminal.write(text, to: .output)
        } else {
          try mayReplace(path, target, files)
          try files.write(
            Array(text.utf8), to: path, shown: target, mode: files.kind(of: path) == .none ? .new : .replace)
          Terminal.write("wrote '\(SafeText.escape(target))'\n", to: .output)
        }
        return replayed.failure == nil ? 0 : session.wasRefused ? 2 : 1
      } catch {
        Terminal.write(bench.screen.errorRenderer(session.state.settings).render(error, input: ""), to: .error)
        return 2
      }
    }
  }

  /// An earlier export may be replaced; what somebody else wrote may not, unless that is asked for.
  private func mayReplace(_ path: String, _ target: String, _ files: any FileAccess) throws(Diagnostic) {
    if output == nil, !force, files.isLink(path) {
      throw Diagnostic(
        "file-exists", "'\(target)' is a link, and what it leads to would be replaced",
        help: "choose another with -o, or replace it with --force")
    }
    guard !force, files.kind(of: path) == .file else { return }
    let text = String(decoding: try files.read(path, shown: target), as: UTF8.self)
    let isOurs =
      to == .html
      ? text.prefix(1000).contains("<meta name=\"generator\" content=\"podium\">")
      : text.contains("\"name\": \"podium\"")
    guard isOurs else {
      throw Diagnostic(
        "file-exists", "there is already a file '\(target)', which podium did not write",
        help: "choose another with -o, or replace it with --force")
    }
  }
}

/// The parameters that words after `--set` give.
enum NotebookParameters {
  /// The values by name.
  static func read(_ words: [String]) throws -> [String: String] {
    var given: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError("--set takes NAME=VALUE, not '\(word)'")
      }
      guard !parts[1].contains(where: \.isNewline) else {
        throw ValidationError("the value of the parameter '\(parts[0])' has more than one line")
      }
      given[String(parts[0])] = String(parts[1])
    }
    return given
  }
}

extension Interpreter {
  /// Takes a notebook's parameters, some of them given another value.
  ///
  /// Throws `unknown-parameter`.
  mutating func take(_ front: FrontMatter, _ given: [String: String]) throws(Diagnostic) {
    parameters = front.parameters
    for (name, value) in given.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) {
      guard parameters[name] != nil else {
        throw Diagnostic.unknown("parameter", name, among: parameters.keys.sorted())
      }
      parameters[name] = value
    }
  }
}
