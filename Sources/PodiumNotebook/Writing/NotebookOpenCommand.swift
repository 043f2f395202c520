public import PodiumCore
public import PodiumShell

/// `notebook open`: replays a notebook in the session and goes on from there.
public struct NotebookOpenCommand: Command {
  private static let file = Parameter<String>.required(
    "file", allowed: "a notebook", help: "The notebook, a file that ends in .podium.md.", completion: .files)
  private static let record = Parameter<Bool>.flag(
    "record", default: false, help: "Whether what follows is recorded in the notebook.")
  private static let trust = Parameter<Bool>.flag(
    "trust", default: false,
    help: "Whether it may start outside programs, use the network and touch files outside its folder.")

  /// What `notebook open` takes.
  public let signature = Signature(
    "notebook open", topic: .results, summary: "Replay a notebook in this session and go on from there.",
    details: """
      Its cells become cells of the session, its seed and parameters those of the session. Paths in it start from its \
      own folder. A cell that fails takes back what those before it did.
      """,
    parameters: [file.any, record.any, trust.any],
    examples: [
      Example(
        "notebook open iris.podium.md", after: ["load iris", "label species", "notebook save iris.podium.md"],
        "a saved session", prints: "species"),
      Example(
        "notebook open iris.podium.md record=yes", after: ["load iris", "notebook save iris.podium.md"],
        "and keep it up from here on", prints: "recording in 'iris.podium.md'"),
      Example(shown: "notebook open season.podium.md trust=yes", "one whose commands you know"),
      Example("notebook open no-such-file.podium.md", "a file that is not there", fails: "unknown-file"),
      Example("notebook open iris.csv", "a file that is no notebook", fails: "unknown-ending"),
    ], traits: [.control], seeAlso: ["notebook save", "record", "source"])

  /// Makes the command.
  public init() {}

  /// The session is as if the notebook's commands had been typed.
  public func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let file = call[NotebookOpenCommand.file]
    let span = call.span(of: NotebookOpenCommand.file)
    let path = try NotebookFile.path(file, in: session, span: span, verb: "notebook open")
    let notebook: Notebook
    do throws(Diagnostic) {
      notebook = try Notebook(try session.services.files.text(of: path, shown: file), file: file)
    } catch {
      throw error.at(span)
    }
    let services = session.services
    let start = session.cellCount
    session.parameters.merge(notebook.frontMatter.parameters) { $1 }
    if let slash = path.lastIndex(of: "/") {
      session.services.folder = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    if !call[NotebookOpenCommand.trust], let confined = services.confined {
      let places = notebook.frontMatter.data.keys.compactMap { NotebookData.path(of: $0, in: session) }
      session.services = confined(session.services, places, session.registry)
    }
    // The cells are those of the file: nothing is recorded of them.
    let recorder = session.recorder
    session.recorder = nil
    var reports: [CommandReport] = []
    var prose: [String] = []
    var failure: Diagnostic?
    _ = NotebookRun(notebook, file: file).run(in: &session, keepGoing: false) { event in
      switch event {
      case .prose(let text): prose.append(text)
      case .skipped, .starting: break
      case .cell(_, let given, let error):
        for (place, report) in given.enumerated() {
          var report = error == nil ? NotebookOpenCommand.expected(report) : report
          report.outputs.insert(.note("[\(report.cell)] " + report.input), at: 0)
          let text = NotebookOpenCommand.trimmed(prose.joined())
          if place == 0, !text.isEmpty { report.outputs.insert(.text(text), at: 0) }
          reports.append(report)
        }
        prose = []
        failure = failure ?? error
      }
    }
    session.services = services
    session.recorder = recorder
    if var failure {
      failure.span = span
      throw failure
    }
    session.innerReports += reports
    guard call[NotebookOpenCommand.record] else { return [] }
    let known = Dictionary(uniqueKeysWithValues: (start..<session.cellCount).map { ($0 + 1, $0 + 1 - start) })
    let keeper = NotebookRecorder(file, path: path, after: session.cellCount, known: known)
    do throws(Diagnostic) { try keeper.update(session) } catch { throw error.at(span) }
    session.recorder = CellRecorder(file: file, update: keeper.update)
    return [.text("recording in '\(file)'")]
  }

  /// A report whose error was expected: that is part of what the notebook shows, and no failure.
  private static func expected(_ report: CommandReport) -> CommandReport {
    guard let error = report.error else { return report }
    var report = report
    report.outputs.append(.text("error, as expected: " + error.message))
    report.error = nil
    report.status = .ok
    return report
  }

  /// Prose without the blank lines around it.
  private static func trimmed(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
