internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// `redo`: repeats changes that `undo` reverted.
struct RedoCommand: InterpreterCommand {
  static let count = Parameter<Int?>.optionalInt(
    "steps", in: 1...10_000, positional: true, help: "Number of changes; 1 by default.")

  let signature = Signature(
    "redo", topic: .session, summary: "Redo the last change that was undone.", parameters: [count.any],
    examples: [
      Example("redo", after: ["load iris", "scale", "undo"], "a step of the recipe", prints: "redid: scale"),
      Example("redo", after: ["load iris", "label species", "undo"], "a label", prints: "redid: label species"),
      Example(
        "redo", after: ["load iris", "scale", "impute", "undo", "undo"], "the first of two", prints: "redid: scale"),
      Example("redo", after: ["load iris"], "with nothing to redo", fails: "nothing-to-redo"),
    ], traits: [.control], seeAlso: ["undo"])

  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    var done: [String] = []
    for _ in 0..<(call[RedoCommand.count] ?? 1) {
      guard let command = try interpreter.redo() else { break }
      done.append(command)
    }
    if done.isEmpty {
      throw Diagnostic("nothing-to-redo", "there is no change to redo", span: call.verbSpan)
    }
    return [.text("redid: " + done.joined(separator: "; "))]
  }
}
