internal import PodiumCore
internal import PodiumPlugin

/// What a cell used and what it changed; this determines which cells are stale once another one has changed.
struct CellTrace: Sendable {
  /// The cells whose results, tables, settings or models it used.
  var uses: Set<Int> = []
  /// What it changed: a table by name, the settings, the models, the workspace.
  var changes: Set<Thing> = []

  /// Something that persists from cell to cell.
  enum Thing: Hashable, Sendable {
    case table(String)
    case current
    case settings
    case models
    case workspace
  }
}

extension Interpreter {
  /// What a command that has just ended used; `before` is the session before it.
  func trace(_ statement: Statement?, _ signature: Signature?, from before: Session) -> CellTrace {
    var trace = CellTrace()
    guard case .command(let syntax)? = statement?.body, let signature, !signature.has(.control) else {
      return trace
    }
    func use(_ thing: CellTrace.Thing) {
      if let cell = cells.entries.last(where: { $0.undoneBy == nil && $0.trace.changes.contains(thing) })?.cell {
        trace.uses.insert(cell)
      }
    }
    // Results by number and name, and the latest one if the verb takes a result and none was named.
    var namesResult = false
    for (_, reference) in CellReferences.of(syntax, signature) {
      namesResult = true
      if let cell = (try? before.results.entry(reference.result, span: nil))?.cell { trace.uses.insert(cell) }
    }
    let takesResult = signature.parameters.contains { $0.description.completion == .results }
    if takesResult, !namesResult, let last = before.results.last { trace.uses.insert(last.cell) }
    // A newly loaded table does not depend on the one before it.
    if !["load", "use"].contains(signature.name), let name = before.state.currentName {
      use(.table(name))
      use(.current)
    }
    if signature.topic == .learning {
      use(.settings)
      use(.models)
    }
    if registry.owner(of: "command", signature.name) != registry.owner(of: "command", "head") { use(.workspace) }

    guard state != before.state else { return trace }
    for (name, dataset) in state.tables where dataset != before.state.tables[name] {
      trace.changes.insert(.table(name))
    }
    if state.currentName != before.state.currentName { trace.changes.insert(.current) }
    if state.settings != before.state.settings { trace.changes.insert(.settings) }
    if state.models.keys != before.state.models.keys || signature.name == "fit" { trace.changes.insert(.models) }
    return trace
  }
}

extension CellLog {
  /// The stale cells in order: they depend on a cell that has changed since and were not run again or undone.
  public var stale: [Entry] {
    var stale: Set<Int> = []
    var found: [Entry] = []
    for entry in entries where entry.worked && !entry.isControl && !entry.isInner {
      let isStale = entry.trace.uses.contains { used in
        stale.contains(used) || entries.contains { $0.cell == used && ($0.replacedBy ?? 0) > entry.cell }
      }
      guard isStale else { continue }
      stale.insert(entry.cell)
      // An undone cell passes staleness on but is not stale itself.
      if entry.replacedBy == nil, entry.undoneBy == nil { found.append(entry) }
    }
    return found
  }

  /// The current version of a cell: itself, or the cell that ran it again.
  public func standing(for cell: Int) -> Int {
    var now = cell
    while let next = entries.first(where: { $0.cell == now })?.replacedBy, next > now { now = next }
    return now
  }
}
