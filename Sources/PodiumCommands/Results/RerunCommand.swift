internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender

/// `rerun`: the commands of earlier cells once more.
struct RerunCommand: InterpreterCommand {
  static let cells = Parameter<String>.cells(help: "The cells, as in 5 or 3..7; stale for all that are.")

  let signature = Signature(
    "rerun", topic: .results, summary: "Run the commands of earlier cells again, as new cells.",
    details: """
      In a range, cells that failed and commands about the session (undo, show, help) are passed over. The first error \
      takes back what the others did. A cell is stale when it went by a cell that was changed with edit or rerun since; \
      rerun stale runs those that are, in their order, on what the changed cells gave.
      """,
    parameters: [cells.any],
    examples: [
      Example("rerun 2", after: ["load iris", "head 1"], "one cell", prints: "5.1"),
      Example("rerun 1..2", after: ["load iris", "label species", "undo"], "several", prints: "species"),
      Example(
        "rerun 3", after: ["load iris", "label species", "cv zeror k=5", "set seed=7"], "with another seed",
        prints: "accuracy"),
      Example(
        "rerun stale",
        after: [
          "load iris", "label species", "cv tree k=5 shuffle=yes as base", "confusion $3", "set seed=7", "rerun 3",
        ],
        "what went by a cell that changed", prints: "actual"),
      Example("rerun stale", after: ["load iris", "head 1"], "when nothing is", fails: "nothing-to-rerun"),
      Example("rerun 9", after: ["load iris"], "a cell that is not there", fails: "unknown-cell"),
    ], traits: [.control], seeAlso: ["edit", "history", "show", "notebook save"])

  /// Each of them is an ordinary command, which `undo` takes back by itself.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let span = call.span(of: RerunCommand.cells)
    if call[RerunCommand.cells] == "stale" { return try rerunStale(in: &interpreter, span) }
    let chosen = try interpreter.cells.entries(call[RerunCommand.cells], span: span)
    let good = chosen.filter { $0.worked && !$0.isControl }
    guard !good.isEmpty else {
      let reason = chosen.contains(where: \.worked) ? "is about the session alone" : "failed"
      let what = chosen.count == 1 ? "cell \(chosen[0].cell) \(reason)" : "none of these cells worked on data"
      throw Diagnostic(
        "nothing-to-rerun", what + ", so there is nothing to run again", span: span,
        help: "edit N changes a command that failed")
    }
    for entry in good { try interpreter.runAnew(entry, as: entry.input, span: span) }
    let rest = chosen.count - good.count
    return interpreter.staleNote
      + (rest == 0 ? [] : [.note("\(rest.counted("cell")) passed over: failed, or about the session alone")])
  }

  /// Each goes by what stands now for the cells that it went by.
  private func rerunStale(in interpreter: inout Interpreter, _ span: SourceSpan?) throws(Diagnostic) -> [Output] {
    let stale = interpreter.cells.stale
    guard !stale.isEmpty else {
      throw Diagnostic(
        "nothing-to-rerun", "no cell is stale", span: span,
        help: "a cell is stale when one that it went by was changed with edit or rerun since")
    }
    for entry in stale {
      var text = entry.input
      if case .command(let syntax)? = entry.statement?.body, let signature = entry.signature {
        let log = interpreter.cells
        text = try CellReferences.rewritten(text, syntax, signature) { (cell) throws(Diagnostic) in
          log.standing(for: cell)
        }
      }
      try interpreter.runAnew(entry, as: text, span: span)
    }
    return []
  }
}

extension Interpreter {
  /// Runs a cell's command, as it was or changed, as a new cell that stands for it from now on.
  ///
  /// What gave the same as before changes nothing for the cells that went by it.
  mutating func runAnew(_ entry: CellLog.Entry, as text: String, span: SourceSpan?) throws(Diagnostic) {
    let wasStale = cells.stale.contains { $0.cell == entry.cell }
    try runCells([text], span: span)
    guard let new = cells.entries.last, new.cell != entry.cell else { return }
    let isSame = text == entry.input && RerunCommand.text(of: new) == RerunCommand.text(of: entry)
    if !isSame || wasStale { cells.replace(entry.cell, by: new.cell) }
  }

  /// Which cells are stale now, for the person who changed one; nothing where none is.
  var staleNote: [Output] {
    let stale = cells.stale.map { "[\($0.cell)]" }
    guard let first = stale.first else { return [] }
    let list = stale.count > 8 ? "\(stale.count) cells from \(first) on" : stale.joined(separator: ", ")
    return [.note("stale: \(list), which went by what has changed; rerun stale runs them again")]
  }
}

extension RerunCommand {
  /// What a cell gave, as text.
  fileprivate static func text(of entry: CellLog.Entry) -> String {
    let renderer = TextRenderer(style: .notebook)
    return entry.reports.map { renderer.render($0) }.joined()
  }
}
