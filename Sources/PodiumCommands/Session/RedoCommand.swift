internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

struct RedoCommand: InterpreterCommand {
  static let count = Parameter<Int?>.optionalInt(
    "steps", in: 1...10_000, positional: true, help: "Number of changes; 1 by default.")

  let signature = Signature(
    "redo", topic: .session, summary: "Redo the last change that was undone.", parameters: [count.any],
    exampleLines: """
      a step of the recipe: load iris; scale; undo; redo -> redid: scale
      a label: load iris; label species; undo; redo -> redid: label species
      the first of two: load iris; scale; impute; undo; undo; redo -> redid: scale
      with nothing to redo: load iris; redo -> !nothing-to-redo
      """, traits: [.control], seeAlso: ["undo"])

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
