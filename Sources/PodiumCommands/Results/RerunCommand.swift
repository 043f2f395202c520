internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender

struct RerunCommand: InterpreterCommand {
  static let cells = Parameter<String>.cells(help: "The cells, as in 5 or 3..7; stale for all stale cells.")

  let signature = Signature(
    "rerun", topic: .results, summary: "Run the commands of earlier cells again, as new cells.",
    details: """
      In a range, cells that failed and commands about the session (undo, show, help) are skipped. The first error \
      undoes what the other cells did. A cell is stale when it depends on a cell that was later changed with edit or \
      rerun; 'rerun stale' runs the stale cells in their order, using the new results.
      """,
    parameters: [cells.any],
    exampleLines: """
      one cell: load iris; head 1; rerun 2 -> 5.1
      several cells: load iris; label species; undo; rerun 1..2 -> species
      with another seed: load iris; label species; cv zeror k=5; set seed=7; rerun 3 -> accuracy
      cells that depend on a changed cell: load iris; label species; cv tree k=5 shuffle=yes as base; confusion $3; \
      set seed=7; rerun 3; rerun stale -> actual
      with no stale cells: load iris; head 1; rerun stale -> !nothing-to-rerun
      a cell that does not exist: load iris; rerun 9 -> !unknown-cell
      """, traits: [.control], seeAlso: ["edit", "history", "show", "notebook save"])

  /// Each is an ordinary command with its own undo step.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let span = call.span(of: RerunCommand.cells)
    if call[RerunCommand.cells] == "stale" { return try rerunStale(in: &interpreter, span) }
    let chosen = try interpreter.cells.entries(call[RerunCommand.cells], span: span)
    let good = chosen.filter { $0.worked && !$0.isControl }
    guard !good.isEmpty else {
      let reason = chosen.contains(where: \.worked) ? "only concerns the session" : "failed"
      let what = chosen.count == 1 ? "cell \(chosen[0].cell) \(reason)" : "none of these cells changed or read data"
      throw Diagnostic(
        "nothing-to-rerun", what + ", so there is nothing to run again", span: span,
        help: "'edit N' corrects a command that failed")
    }
    for entry in good { try interpreter.runAnew(entry, as: entry.typed, span: span) }
    let rest = chosen.count - good.count
    return interpreter.staleNote
      + (rest == 0 ? [] : [.note("skipped \(rest.counted("cell")) that failed or only concern the session")])
  }

  /// Each uses the current versions of the cells it depends on.
  private func rerunStale(in interpreter: inout Interpreter, _ span: SourceSpan?) throws(Diagnostic) -> [Output] {
    let stale = interpreter.cells.stale
    guard !stale.isEmpty else {
      throw Diagnostic(
        "nothing-to-rerun", "no cell is stale", span: span,
        help: "a cell is stale when a cell it depends on was changed later with edit or rerun")
    }
    for entry in stale {
      let text = try interpreter.cells.standingText(of: entry)
      try interpreter.runAnew(entry, as: text, span: span)
    }
    return []
  }
}

extension Interpreter {
  /// Runs a cell's command, unchanged or edited, as a new cell that replaces it from now on.
  ///
  /// If the result is the same as before, the cells that depend on it are not stale.
  mutating func runAnew(_ entry: CellLog.Entry, as text: String, span: SourceSpan?) throws(Diagnostic) {
    let wasStale = cells.stale.contains { $0.cell == entry.cell }
    try runCells([text], span: span)
    guard let new = cells.entries.last, new.cell != entry.cell else { return }
    if !isSame(new, as: entry) || wasStale { cells.replace(entry.cell, by: new.cell) }
  }

  /// A note that lists the stale cells; nothing if there are none.
  var staleNote: [Output] {
    let stale = cells.stale.map { "[\($0.cell)]" }
    guard let first = stale.first else { return [] }
    let list = stale.count > 8 ? "\(stale.count) cells from \(first) on" : stale.joined(separator: ", ")
    return [
      .note(
        "stale: \(list), which \(stale.count == 1 ? "depends" : "depend") on what changed; 'rerun stale' runs them again"
      )
    ]
  }
}
