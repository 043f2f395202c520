public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// `notebook save`: the session as a notebook that can be replayed.
public struct NotebookSaveCommand: InterpreterCommand {
  private static let file = Parameter<String>.required(
    "file", allowed: "a file that ends in .podium.md", help: "Notebook, a file whose name ends in .podium.md.",
    completion: .files)
  private static let cells = Parameter<String?>.text(
    "cells", help: "Cells to save, as in 5 or 3..7; all by default.")
  private static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Overwrite an existing file.")

  public let signature = Signature(
    "notebook save", topic: .results, summary: "Write the session's cells and their outputs to a notebook.",
    details: """
      podium run FILE replays it. Commands that failed, were undone or concern only the session (undo, show, help) \
      are left out. Abbreviated commands are written in full, and references such as $7 get the cell numbers of the \
      notebook. If a result was computed before an undo, the undo and the commands it undid are kept, so that a replay \
      gives the same results.
      """,
    parameters: [file.any, cells.any, replace.any],
    exampleLines: """
      the whole session: load iris; label species; cv tree k=5; notebook save iris.podium.md -> iris.podium.md
      some cells: load iris; head 2; tail 2; notebook save head.podium.md cells=1..2 -> head.podium.md
      overwrite the existing file: notebook save iris.podium.md replace=yes -> …
      a wrong file extension: load iris; notebook save iris.txt -> !unknown-ending
      before any command: notebook save iris.podium.md -> !no-cells
      a folder that does not exist: load iris; notebook save no-such-folder/iris.podium.md -> !unwritable-file
      """, traits: [.control], seeAlso: ["notebook open", "record", "history", "rerun"])

  public init() {}

  /// The complete file is on disk when this returns.
  public func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let file = call[NotebookSaveCommand.file]
    let span = call.span(of: NotebookSaveCommand.file)
    let path = try NotebookFile.path(file, in: interpreter.session, span: span, verb: "notebook save")
    var chosen: Set<Int>?
    if let cells = call[NotebookSaveCommand.cells] {
      chosen = Set(
        try interpreter.cells.entries(cells, span: call.span(of: NotebookSaveCommand.cells)).map(\.cell))
    }
    let writer = SessionWriter(interpreter.cells, only: chosen, file: file)
    guard !writer.entries.isEmpty else {
      throw Diagnostic(
        "no-cells", "there is no cell to save yet", span: call.verbSpan,
        help: "run a command first; failed cells are not saved")
    }
    let text: String
    var pictures: [CellFigures.Picture] = []
    do throws(Diagnostic) {
      text = try writer.notebook(Declarations(writer.entries, in: interpreter.session)).text
      for entry in writer.entries { pictures += try writer.pictures(of: entry) }
    } catch {
      throw error.at(call.verbSpan)
    }
    do throws(Diagnostic) {
      try interpreter.services.files.write(
        Array(text.utf8), to: path, shown: file,
        mode: call[NotebookSaveCommand.replace] ? .replace : .new)
      try CellFigures.write(pictures, beside: path, shown: file, with: interpreter.services.files)
    } catch {
      var error = error.at(span)
      if error.code == "file-exists" { error.help = "use replace=yes to overwrite it" }
      throw error
    }
    var outputs: [Output] = [.text("wrote \(writer.entries.count.counted("cell")) to '\(SafeText.escape(file))'")]
    if interpreter.cells.isCut {
      outputs.append(.warning("the first cells of the session were left out, since they are no longer kept"))
    }
    if FilePath(file).hasFolder {
      outputs.append(.note("paths in a notebook are relative to its folder, not to the current folder"))
    }
    return outputs
  }
}
