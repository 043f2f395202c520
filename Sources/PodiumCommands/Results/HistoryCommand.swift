internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

struct HistoryCommand: InterpreterCommand {
  static let pattern = Parameter<String?>.text(
    "pattern", positional: true, help: "Only commands that contain this text.")
  static let last = Parameter<Int>.int(
    "last", in: 1...100_000, default: 50, help: "Number of commands to list, the latest ones.")

  let signature = Signature(
    "history", topic: .results, summary: "List the commands of this session and, at the prompt, of earlier ones.",
    details: """
      The numbers are cell numbers for rerun, edit and show; commands of earlier sessions have none.
      """,
    parameters: [pattern.any, last.any],
    exampleLines: """
      all commands: load iris; head 1; history -> head 1
      commands that contain a word: load iris; head 1; history load -> load iris
      the latest commands: load iris; head 1; tail 1; history last=2 -> tail 1
      a number out of range: history last=0 -> !bad-value
      """, traits: [.control, .readsOnly], seeAlso: ["results", "source"])

  /// The newest comes last.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let cells = interpreter.cells.entries.filter { !$0.isInner }
    let earlier = (interpreter.earlierHistory?() ?? []).map { (label: "", text: $0) }
    let stale = Set(interpreter.cells.stale.map(\.cell))
    let all =
      earlier + cells.map { (label: "[\($0.cell)]" + (stale.contains($0.cell) ? " stale" : ""), text: $0.input) }
    let pattern = call[HistoryCommand.pattern]
    let found = all.filter { entry in pattern.map { entry.text.contains($0) } ?? true }
    let shown = found.suffix(call[HistoryCommand.last])
    if shown.isEmpty { return [.text("no commands")] }
    let width = shown.map(\.label.count).max() ?? 0
    let list = Output.text(shown.map { $0.label.padded(toWidth: width) + "  " + $0.text }.joined(separator: "\n"))
    guard interpreter.cells.isCut, let first = cells.first?.cell else { return [list] }
    return [list, .note("cells before [\(first)] are no longer kept")]
  }
}
