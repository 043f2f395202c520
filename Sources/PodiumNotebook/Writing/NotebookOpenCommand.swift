public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// `notebook open`: replays a notebook in the session, which continues from there.
public struct NotebookOpenCommand: InterpreterCommand {
  private static let file = Parameter<String>.required(
    "file", allowed: "a notebook", help: "Notebook, a file whose name ends in .podium.md.", completion: .files)
  private static let record = Parameter<Bool>.flag(
    "record", default: false, help: "Record the cells that follow in the notebook.")
  private static let trust = Parameter<Bool>.flag(
    "trust", default: false,
    help: "Let it start external programs, use the network, access files outside its folder, and change this "
      + "session's workspace.")
  private static let updateData = Parameter<Bool>.flag(
    "update-data", default: false,
    help: "Accept changed data, and update the results and hashes in the notebook.")

  public let signature = Signature(
    "notebook open", topic: .results, summary: "Replay a notebook in this session and continue from there.",
    details: """
      Its cells become cells of the session, and its seed and parameters those of the session. Paths in it are \
      relative to its folder. If a cell fails or you press Ctrl-C, everything is undone, in the workspace too, except \
      for files that its cells wrote. If its data have changed, it stops before its first cell. Without trust=yes, it \
      gets an empty workspace in memory, sees nothing of this session, replaces none of its tables and parameters and keeps its \
      settings to itself; help notebook lists what it may do.
      """,
    parameters: [file.any, record.any, trust.any, updateData.any],
    exampleLines: """
      a saved session: load iris; label species; notebook save iris.podium.md; notebook open iris.podium.md -> species
      a saved session that is recorded further: load iris; notebook save iris.podium.md; \
      notebook open iris.podium.md record=yes -> recording in 'iris.podium.md'
      a notebook that you trust: notebook open season.podium.md trust=yes -> …
      a file that does not exist: notebook open no-such-file.podium.md -> !unknown-file
      a file that is not a notebook: notebook open iris.csv -> !unknown-ending
      """, traits: [.control], seeAlso: ["notebook save", "record", "source"])

  public init() {}

  public func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let file = call[NotebookOpenCommand.file]
    let span = call.span(of: NotebookOpenCommand.file)
    try interpreter.requireShallow("notebooks", file, at: span)
    let path = try NotebookFile.path(file, in: interpreter.session, span: span, verb: "notebook open")
    let notebook = try Diagnostic.located(
      at: span, Notebook(try interpreter.services.files.text(of: path, shown: file), file: file))
    let opening = Opening(
      notebook: notebook, file: file, path: path, isRecorded: call[NotebookOpenCommand.record],
      updatesData: call[NotebookOpenCommand.updateData])
    let start = interpreter.cellCount
    let opened: Opened
    // A failed command leaves the interpreter as it was.
    interpreter.notebookDepth += 1
    do throws(Diagnostic) {
      opened =
        call[NotebookOpenCommand.trust] || interpreter.services.confined == nil
        ? try opening.asTyped(in: &interpreter) : try opening.apart(in: &interpreter)
    } catch {
      var failure = error
      failure.span = span
      throw failure
    }
    interpreter.notebookDepth -= 1
    interpreter.innerReports += opened.replay.reports
    if call[NotebookOpenCommand.updateData] {
      try Diagnostic.located(at: span, opening.write(opened, in: interpreter))
    }
    guard call[NotebookOpenCommand.record] else { return opened.remarks }
    let known = Dictionary(uniqueKeysWithValues: (start..<interpreter.cellCount).map { ($0 + 1, $0 + 1 - start) })
    let keeper = NotebookRecorder(file, path: path, after: interpreter.cellCount, known: known, data: opened.data)
    try Diagnostic.located(at: span, keeper.update(interpreter))
    interpreter.recorder = CellRecorder(file: file, update: keeper.update)
    return [.text("recording in '\(file)'")] + opened.remarks
  }
}

/// A notebook to be replayed at the prompt.
private struct Opening {
  let notebook: Notebook
  let file: String
  let path: String
  /// Whether later cells are recorded in it; if so, its seed and number of rows shown stay set.
  let isRecorded: Bool
  let updatesData: Bool

  /// The folder that its paths are relative to.
  private var folder: String? { FilePath(path).parent?.text }

  /// Replays it in a session as if its commands had been typed.
  func asTyped(in interpreter: inout Interpreter) throws(Diagnostic) -> Opened {
    let services = interpreter.services
    if let folder { interpreter.services.folder = folder }
    interpreter.services.allowRerun?(&interpreter.services)
    let data = try NotebookData.check(notebook.frontMatter, in: interpreter.session, updating: updatesData)
    interpreter.parameters.merge(notebook.frontMatter.parameters) { $1 }
    // The cells are in the file already, so they must not be recorded.
    let recorder = interpreter.recorder
    interpreter.recorder = nil
    let start = interpreter.cells.files.count
    let replay = try interpreter.wholly({ NotebookReplay(notebook, file: file, in: &$0) }, failure: \.failure)
    let declared = declared(data, interpreter, from: start)
    interpreter.services = services
    interpreter.recorder = recorder
    return Opened(replay: replay, data: declared)
  }

  /// Replays it in a separate session without access to the user's, then takes over its results.
  func apart(in interpreter: inout Interpreter) throws(Diagnostic) -> Opened {
    var services = interpreter.services
    if let folder { services.folder = folder }
    var own = interpreter.fresh(with: services.confined?(services, interpreter.registry) ?? services)
    let data = try NotebookData.check(notebook.frontMatter, in: own.session, updating: updatesData)
    own.parameters = notebook.frontMatter.parameters
    let replay = NotebookReplay(notebook, file: file, in: &own)
    let declared = declared(data, own)
    own.services.store?.close()
    if let failure = replay.failure { throw failure }
    var remarks = interpreter.take(own, by: "notebook open " + Session.quote(file))
    let parameters = notebook.frontMatter.parameters
    let kept = interpreter.parameters.filter { name, value in parameters[name].map { $0 != value } ?? false }.keys
    interpreter.parameters.merge(parameters) { mine, _ in mine }
    if !kept.isEmpty {
      let names = kept.inCodePointOrder().joined(separator: ", ")
      remarks.append("kept the values of your own parameters: \(names)")
    }
    if isRecorded {
      interpreter.state.settings.seed = own.state.settings.seed
      interpreter.state.settings.rows = own.state.settings.rows
    }
    if own.exitStatus != nil { remarks.append("the notebook ended early, at a cell that quits") }
    remarks.append(
      "its workspace was in memory and is gone, and its settings were not kept; to let it use your workspace: "
        + "notebook open \(Session.quote(file)) trust=yes")
    return Opened(replay: replay, data: declared, remarks: remarks.map(Output.note))
  }

  /// The hashes of all data that it loads, if it is to be written.
  private func declared(
    _ found: DataHashes, _ interpreter: Interpreter, from start: Int = 0
  ) -> DataHashes {
    isRecorded || updatesData ? notebook.declaring(found, readBy: interpreter, from: start).data : [:]
  }

  /// Writes the notebook with its new outputs and the hashes of its data.
  func write(_ opened: Opened, in interpreter: Interpreter) throws(Diagnostic) {
    var notebook = notebook
    notebook.frontMatter = notebook.frontMatter.with(data: opened.data)
    notebook.record(opened.replay.recordings)
    let files = interpreter.services.files
    try CellFigures.write(opened.replay.pictures, beside: path, shown: file, with: files)
    try files.write(Array(notebook.text.utf8), to: path, shown: file, mode: .replace)
  }
}

/// The result of opening a notebook.
private struct Opened {
  let replay: NotebookReplay
  let data: DataHashes
  /// Notes for the user.
  var remarks: [Output] = []
}
