internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

struct EditCommand: InterpreterCommand {
  static let cells = Parameter<String>.cells(help: "A cell, or a range of cells.")

  let signature = Signature(
    "edit", topic: .results, summary: "Edit the commands of earlier cells in your editor and run them.",
    details: """
      The editor is $VISUAL, or $EDITOR, or vi. When you save and quit, the text runs as new cells; nothing runs if \
      the text is unchanged or empty.
      """,
    parameters: [cells.any],
    exampleLines: """
      edit one cell: edit 5 -> …
      edit several cells: edit 3..7 -> …
      fix a command that failed: edit 12 -> …
      a cell that does not exist: load iris; edit 9 -> !unknown-cell
      not possible in a script: load iris; edit 1 -> !not-interactive
      """, traits: [.control], seeAlso: ["rerun", "history"])

  /// Includes cells that failed: those are the ones people edit.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let span = call.span(of: EditCommand.cells)
    guard interpreter.services.isTrusted else {
      throw Diagnostic(
        "trust-refused", "'edit' starts an editor, which an untrusted file may not do", span: call.verbSpan,
        help: "type it at the prompt")
    }
    let chosen = try interpreter.cells.entries(call[EditCommand.cells], span: span)
    guard let editor = interpreter.services.editor else {
      throw Diagnostic(
        "not-interactive", "'edit' only works at the prompt", span: call.verbSpan,
        help: "'rerun N' runs a command again unchanged")
    }
    let before = chosen.map(\.typed).joined(separator: "\n") + "\n"
    let edited = try Diagnostic.located(at: call.verbSpan, editor(before))
    guard let after = edited else { return [] }
    let script = Script(after)
    if after == before || (script.pieces.isEmpty && script.unfinished == nil) {
      return [.note("nothing ran: the text is \(after == before ? "unchanged" : "empty")")]
    }
    if let unfinished = script.unfinished {
      throw Diagnostic(unfinished.code, unfinished.message, span: call.verbSpan, help: unfinished.help)
    }
    // With as many commands as before, each replaces its cell; otherwise the last one replaces them all.
    let texts = script.pieces.map(\.text)
    for (place, text) in texts.enumerated() {
      try interpreter.runCells([text], span: span)
      guard let new = interpreter.cells.entries.last?.cell else { continue }
      if texts.count == chosen.count {
        if text != chosen[place].typed { interpreter.cells.replace(chosen[place].cell, by: new) }
      } else if place == texts.count - 1 {
        for entry in chosen { interpreter.cells.replace(entry.cell, by: new) }
      }
    }
    return interpreter.staleNote
  }
}
