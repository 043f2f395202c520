internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// `edit`: an earlier command, changed in an editor.
struct EditCommand: InterpreterCommand {
  static let cells = Parameter<String>.cells(help: "The cell, or a range of them.")

  let signature = Signature(
    "edit", topic: .results, summary: "Change the commands of earlier cells in your editor and run them.",
    details: """
      The editor is $VISUAL, else $EDITOR, else vi. What is saved is run as new cells; nothing is run where the text is \
      unchanged or empty.
      """,
    parameters: [cells.any],
    examples: [
      Example(shown: "edit 5", "the command of one cell"),
      Example(shown: "edit 3..7", "those of several"),
      Example(shown: "edit 12", "a command that failed, to mend it"),
      Example("edit 9", after: ["load iris"], "a cell that is not there", fails: "unknown-cell"),
      Example("edit 1", after: ["load iris"], "in a script", fails: "not-interactive"),
    ], traits: [.control], seeAlso: ["rerun", "history"])

  /// The cells that failed as well: those are what one edits.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let span = call.span(of: EditCommand.cells)
    guard interpreter.services.isTrusted else {
      throw Diagnostic(
        "trust-refused", "'edit' starts an editor, which a file that is not trusted may not do", span: call.verbSpan,
        help: "type it at the prompt")
    }
    let chosen = try interpreter.cells.entries(call[EditCommand.cells], span: span)
    guard interpreter.isInteractive, let editor = interpreter.services.editor else {
      throw Diagnostic(
        "not-interactive", "'edit' needs a person at the prompt", span: call.verbSpan,
        help: "rerun N runs a command as it is")
    }
    let before = chosen.map(\.input).joined(separator: "\n") + "\n"
    let after: String
    do throws(Diagnostic) { after = try editor(before) } catch { throw error.at(call.verbSpan) }
    let script = Script(after)
    if after == before || (script.pieces.isEmpty && script.unfinished == nil) {
      return [.note("nothing was run: the text is \(after == before ? "unchanged" : "empty")")]
    }
    if let unfinished = script.unfinished {
      throw Diagnostic(unfinished.code, unfinished.message, span: call.verbSpan, help: unfinished.help)
    }
    interpreter.history.append(after.split(separator: "\n").joined(separator: "\n"))
    // Where there are as many commands as before, each stands for its cell; else the last stands for all.
    let texts = script.pieces.map(\.text)
    for (place, text) in texts.enumerated() {
      try interpreter.runCells([text], span: span)
      guard let new = interpreter.cells.entries.last?.cell else { continue }
      if texts.count == chosen.count {
        if text != chosen[place].input { interpreter.cells.replace(chosen[place].cell, by: new) }
      } else if place == texts.count - 1 {
        for entry in chosen { interpreter.cells.replace(entry.cell, by: new) }
      }
    }
    return interpreter.staleNote
  }
}
