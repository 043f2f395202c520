public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// `record on FILE`: records the session in a notebook.
public struct RecordCommand: InterpreterCommand {
  private static let state = Parameter<String?>.text(
    "state", positional: true, help: "on or off; by default the current state is shown.",
    completion: .words(["on", "off"]))
  private static let file = Parameter<String?>.text(
    "file", positional: true, help: "With on: notebook, a file whose name ends in .podium.md.", completion: .files)

  public let signature = Signature(
    "record", topic: .results, summary: "Record the session in a notebook as you work.",
    details: """
      The notebook is written to disk after each cell, so a crash loses at most the cell that was running. It contains \
      what notebook save would write: commands that failed or were undone are left out. Cells are added to an existing \
      notebook, and changes made to it in an editor are kept.
      """,
    parameters: [state.any, file.any],
    exampleLines: """
      start recording: record on iris.podium.md -> iris.podium.md
      show the file that is recorded: record on iris.podium.md; load iris; record -> iris.podium.md
      stop recording: record on iris.podium.md; load iris; record off -> iris.podium.md
      a wrong file extension: record on iris.txt -> !unknown-ending
      without a recording: record off -> !not-recording
      a value that is not allowed: record maybe -> !bad-value
      """, traits: [.control], seeAlso: ["notebook save", "notebook open", "note"])

  public init() {}

  /// The file exists and is writable when this returns.
  public func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    switch (call[RecordCommand.state], call[RecordCommand.file]) {
    case (nil, _):
      return [
        interpreter.recorder.map { .text("recording in '\($0.file)'") }
          ?? .text("not recording; use record on FILE to start")
      ]
    case ("off"?, nil):
      guard let recorder = interpreter.recorder else {
        throw Diagnostic(
          "not-recording", "the session is not being recorded", span: call.verbSpan, help: "use record on FILE to start"
        )
      }
      interpreter.recorder = nil
      return [.text("stopped recording in '\(recorder.file)'")]
    case ("on"?, let file?):
      let span = call.span(of: RecordCommand.file)
      let path = try NotebookFile.path(file, in: interpreter.session, span: span, verb: "record on")
      let recorder = NotebookRecorder(file, path: path, after: interpreter.cellCount)
      do throws(Diagnostic) {
        try interpreter.services.files.permit(path, shown: file, writing: true)
        try recorder.update(interpreter)
      } catch { throw error.at(span) }
      interpreter.recorder = CellRecorder(file: file, update: recorder.update)
      return [.text("recording in '\(file)'")]
    case ("on"?, nil):
      throw Diagnostic(
        "missing-argument", "'record on' needs a file", span: call.verbSpan,
        help: "write: record on session.podium.md")
    case (let word?, _):
      throw Diagnostic.badValue(
        "state", word, allowed: "on FILE or off", span: call.span(of: RecordCommand.state))
    }
  }
}

/// File names of notebooks.
enum NotebookFile {
  /// The path of a notebook.
  ///
  /// Throws `unknown-ending` for a name without the extension of a notebook.
  static func path(
    _ file: String, in session: Session, span: SourceSpan?, verb: String
  ) throws(Diagnostic) -> String {
    guard FilePath(file).ends(in: ".podium.md") else {
      let stem = FilePath(file).stem
      throw Diagnostic(
        "unknown-ending", "a notebook's name must end in .podium.md, not '\(file)'", span: span,
        help: "write: \(verb) \(CommandText.word((stem.isEmpty ? "session" : stem) + ".podium.md"))")
    }
    return session.services.resolve(file)
  }
}
