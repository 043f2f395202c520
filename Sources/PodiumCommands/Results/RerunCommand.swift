internal import PodiumCore
internal import PodiumShell

/// `rerun`: the commands of earlier cells once more.
struct RerunCommand: Command {
  static let cells = Parameter<String>.cells(help: "The cells, as in 5 or 3..7.")

  /// What `rerun` takes.
  let signature = Signature(
    "rerun", topic: .results, summary: "Run the commands of earlier cells again, as new cells.",
    details: """
      In a range, cells that failed and commands about the session (undo, show, help) are passed over. The first error \
      takes back what the others did.
      """,
    parameters: [cells.any],
    examples: [
      Example("rerun 2", after: ["load iris", "head 1"], "one cell", prints: "5.1"),
      Example("rerun 1..2", after: ["load iris", "label species", "undo"], "several", prints: "species"),
      Example(
        "rerun 3", after: ["load iris", "label species", "cv zeror k=5", "set seed=7"], "with another seed",
        prints: "accuracy"),
      Example("rerun 9", after: ["load iris"], "a cell that is not there", fails: "unknown-cell"),
    ], traits: [.control], seeAlso: ["edit", "history", "show", "notebook save"])

  /// Each of them is an ordinary command, which `undo` takes back by itself.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let span = call.span(of: RerunCommand.cells)
    let chosen = try session.cells.entries(call[RerunCommand.cells], span: span)
    let good = chosen.filter { $0.worked && !$0.isControl }
    guard !good.isEmpty else {
      let reason = chosen.contains(where: \.worked) ? "is about the session alone" : "failed"
      let what = chosen.count == 1 ? "cell \(chosen[0].cell) \(reason)" : "none of these cells worked on data"
      throw Diagnostic(
        "nothing-to-rerun", what + ", so there is nothing to run again", span: span,
        help: "edit N changes a command that failed")
    }
    try session.runCells(good.map(\.input), span: span)
    let rest = chosen.count - good.count
    return rest == 0 ? [] : [.note("\(rest.counted("cell")) passed over: failed, or about the session alone")]
  }
}
