public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// `record on FILE`: a notebook that is kept up as one works.
public struct RecordCommand: InterpreterCommand {
  private static let state = Parameter<String?>.text(
    "state", positional: true, help: "on or off; by default show what is recorded where.",
    completion: .words(["on", "off"]))
  private static let file = Parameter<String?>.text(
    "file", positional: true, help: "With on: notebook file; its name ends in .podium.md.", completion: .files)

  public let signature = Signature(
    "record", topic: .results, summary: "Record the session in a notebook while you work.",
    details: """
      After each cell the complete file is on disk, so at most the running cell can be lost. It has what notebook save \
      would write: commands that failed or were undone are omitted. An existing file is extended, and what you write \
      into it in an editor meanwhile stays.
      """,
    parameters: [state.any, file.any],
    examples: [
      Example("record on iris.podium.md", "start recording", prints: "iris.podium.md"),
      Example(
        "record", after: ["record on iris.podium.md", "load iris"], "show what is recorded where",
        prints: "iris.podium.md"),
      Example(
        "record off", after: ["record on iris.podium.md", "load iris"], "stop recording", prints: "iris.podium.md"),
      Example("record on iris.txt", "another extension", fails: "unknown-ending"),
      Example("record off", "when nothing is being recorded", fails: "not-recording"),
      Example("record maybe", "an unknown word", fails: "bad-value"),
    ], traits: [.control], seeAlso: ["notebook save", "notebook open", "note"])

  public init() {}

  /// The file is there, and can be written, when the command has ended.
  public func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    switch (call[RecordCommand.state], call[RecordCommand.file]) {
    case (nil, _):
      return [
        interpreter.recorder.map { .text("the session is recorded in '\($0.file)'") }
          ?? .text("nothing is being recorded; start with record on FILE")
      ]
    case ("off"?, nil):
      guard let recorder = interpreter.recorder else {
        throw Diagnostic(
          "not-recording", "nothing is being recorded", span: call.verbSpan, help: "start with record on FILE")
      }
      interpreter.recorder = nil
      return [.text("no longer recording in '\(recorder.file)'")]
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

/// The names of notebooks.
enum NotebookFile {
  /// The path of a notebook.
  ///
  /// Throws `unknown-ending` for a name that is none of a notebook.
  static func path(
    _ file: String, in session: Session, span: SourceSpan?, verb: String
  ) throws(Diagnostic) -> String {
    guard file.hasSuffix(".podium.md") else {
      throw Diagnostic(
        "unknown-ending", "'\(file)' cannot be a notebook: its name does not end in .podium.md", span: span,
        help: "write: \(verb) \(file.split(separator: ".").first ?? "session").podium.md")
    }
    return session.services.resolve(file)
  }
}
