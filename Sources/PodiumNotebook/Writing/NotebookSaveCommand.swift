public import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// `notebook save`: the session as a notebook that can be replayed.
public struct NotebookSaveCommand: InterpreterCommand {
  private static let file = Parameter<String>.required(
    "file", allowed: "a file that ends in .podium.md", help: "The notebook, a file that ends in .podium.md.",
    completion: .files)
  private static let cells = Parameter<String?>.text(
    "cells", help: "Only these cells, as in 5 or 3..7; all when left out.")
  private static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Whether a file of this name may be replaced.")

  public let signature = Signature(
    "notebook save", topic: .results, summary: "Write the session's cells and what they gave to a notebook.",
    details: """
      podium run FILE replays it. Commands that failed, that were taken back or that are about the session alone \
      (undo, show, help) are left out; verbs are written in full, and $7 becomes the number its cell has in the \
      notebook. Where something was computed before an undo, undo and what it took back stay, so that a replay \
      gives the same.
      """,
    parameters: [file.any, cells.any, replace.any],
    examples: [
      Example(
        "notebook save iris.podium.md", after: ["load iris", "label species", "cv tree k=5"], "the whole session",
        prints: "iris.podium.md"),
      Example(
        "notebook save head.podium.md cells=1..2", after: ["load iris", "head 2", "tail 2"], "some cells",
        prints: "head.podium.md"),
      Example(shown: "notebook save iris.podium.md replace=yes", "over the one that is there"),
      Example("notebook save iris.txt", after: ["load iris"], "another ending", fails: "unknown-ending"),
      Example("notebook save iris.podium.md", "before any command", fails: "no-cells"),
      Example(
        "notebook save no-such-folder/iris.podium.md", after: ["load iris"], "a file in no folder",
        fails: "unwritable-file"),
    ], traits: [.control], seeAlso: ["notebook open", "record", "history", "rerun"])

  public init() {}

  /// The file is whole on the disk when the command has ended.
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
        "no-cells", "there is no cell to save yet", span: call.verbSpan, help: "cells that failed are left out")
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
      if error.code == "file-exists" { error.help = "replace=yes replaces it" }
      throw error
    }
    var outputs: [Output] = [.text("wrote \(writer.entries.count.counted("cell")) to '\(file)'")]
    if interpreter.cells.isCut { outputs.append(.warning("the first cells of the session are no longer kept")) }
    if file.contains("/") {
      outputs.append(.note("paths in a notebook start from its own folder, not from the current one"))
    }
    return outputs
  }
}
