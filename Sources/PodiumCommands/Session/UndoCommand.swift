internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// `undo`: takes the last change back.
struct UndoCommand: InterpreterCommand {
  static let count = Parameter<Int?>.optionalInt(
    "steps", in: 1...10_000, positional: true, help: "How many changes; 1 when left out.")

  let signature = Signature(
    "undo", topic: .session, summary: "Take back the last change of data, roles, recipe, settings or workspace.",
    parameters: [count.any],
    examples: [
      Example("undo", after: ["load iris", "scale"], "the last step of the recipe", prints: "took back: scale"),
      Example("undo", after: ["load iris", "label species"], "a label", prints: "took back: label species"),
      Example("undo", after: ["load iris", "set seed=7"], "a setting", prints: "took back: set seed=7"),
      Example("undo", "with nothing to take back", fails: "nothing-to-undo"),
    ], traits: [.control], seeAlso: ["redo"])

  /// Results are kept: they say what was found then.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    var taken: [String] = []
    for _ in 0..<(call[UndoCommand.count] ?? 1) {
      guard let command = try interpreter.undo() else { break }
      taken.append(command)
    }
    if taken.isEmpty, let barrier = interpreter.undoBarrier {
      throw Diagnostic(
        "nothing-to-undo", "'\(barrier)' cannot be taken back, nor what was done before it", span: call.verbSpan,
        help: "what it dropped is gone for good; enter it again if that was a mistake")
    }
    if taken.isEmpty {
      throw Diagnostic(
        "nothing-to-undo", "there is no change to take back", span: call.verbSpan,
        help: "undo takes back what this session did; workspace changes lists what earlier ones wrote")
    }
    return [.text("took back: " + taken.joined(separator: "; "))]
  }
}
