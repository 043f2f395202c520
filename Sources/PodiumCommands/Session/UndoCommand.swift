internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

struct UndoCommand: InterpreterCommand {
  static let count = Parameter<Int?>.optionalInt(
    "steps", in: 1...10_000, positional: true, help: "Number of changes; 1 by default.")

  let signature = Signature(
    "undo", topic: .session, summary: "Undo the last change to data, roles, recipe, settings or workspace.",
    parameters: [count.any],
    exampleLines: """
      a step of the recipe: load iris; scale; undo -> undid: scale
      a label: load iris; label species; undo -> undid: label species
      a setting: load iris; set seed=7; undo -> undid: set seed=7
      with nothing to undo: undo -> !nothing-to-undo
      """, traits: [.control], seeAlso: ["redo"])

  /// Results are kept: they record what was computed at the time.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    var taken: [String] = []
    for _ in 0..<(call[UndoCommand.count] ?? 1) {
      guard let command = try interpreter.undo() else { break }
      taken.append(command)
    }
    if taken.isEmpty, let barrier = interpreter.undoBarrier {
      throw Diagnostic(
        "nothing-to-undo", "'\(barrier)' cannot be undone, and neither can anything before it", span: call.verbSpan,
        help: "what it deleted is gone for good; if that was a mistake, enter it again")
    }
    if taken.isEmpty {
      throw Diagnostic(
        "nothing-to-undo", "there is no change to undo", span: call.verbSpan,
        help: "'undo' only reverts changes of this session; 'workspace changes' lists what earlier sessions wrote")
    }
    return [.text("undid: " + taken.joined(separator: "; "))]
  }
}
