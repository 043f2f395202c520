internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

/// `redo`: does again what `undo` took back.
struct RedoCommand: InterpreterCommand {
  static let count = Parameter<Int?>.optionalInt(
    "steps", in: 1...10_000, positional: true, help: "How many changes; 1 when left out.")

  let signature = Signature(
    "redo", topic: .session, summary: "Do again what undo took back.", parameters: [count.any],
    examples: [
      Example("redo", after: ["load iris", "scale", "undo"], "the step again", prints: "did again: scale"),
      Example("redo", after: ["load iris", "label species", "undo"], "a label", prints: "did again: label species"),
      Example(
        "redo", after: ["load iris", "scale", "impute", "undo", "undo"], "the first of two", prints: "did again: scale"),
      Example("redo", after: ["load iris"], "with nothing to do again", fails: "nothing-to-redo"),
    ], traits: [.control], seeAlso: ["undo"])

  /// Goes forward among the states.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    var done: [String] = []
    for _ in 0..<(call[RedoCommand.count] ?? 1) {
      guard let command = try interpreter.redo() else { break }
      done.append(command)
    }
    if done.isEmpty {
      throw Diagnostic("nothing-to-redo", "there is no change to do again", span: call.verbSpan)
    }
    return [.text("did again: " + done.joined(separator: "; "))]
  }
}
