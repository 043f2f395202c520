package import PodiumCore
package import PodiumPlugin

/// Untrusted files run in a separate session, which is then merged or dropped.
extension Interpreter {
  /// A session with other services that shares only the settings and the number of the next cell.
  package func fresh(with services: Services) -> Interpreter {
    var fresh = Interpreter(registry: session.builtIn, services: services)
    fresh.session.state.settings = state.settings
    fresh.session.cancellation = cancellation
    fresh.session.window = session.window
    fresh.session.cellCount = cellCount
    fresh.session.replayPlace = session.replayPlace
    (fresh.sourceDepth, fresh.notebookDepth) = (sourceDepth, notebookDepth)
    (fresh.gate, fresh.isCounting) = (gate, isCounting)
    return fresh
  }

  /// How deep scripts and notebooks may run each other.
  private static let nestingLimit = 16

  /// Throws `too-deep` for a file that would run within too many others; `what` is a plural (`scripts`).
  package func requireShallow(_ what: String, _ name: String, at span: SourceSpan?) throws(Diagnostic) {
    guard sourceDepth + notebookDepth < Interpreter.nestingLimit else {
      throw Diagnostic(
        "too-deep", "\(what) are nested more than \(Interpreter.nestingLimit) levels deep", span: span,
        help: "check whether '\(name)' runs itself")
    }
  }

  /// Merges a session made by `fresh`: its cells, results, tables, models and undo steps. Its settings, its workspace
  /// and its request to exit are dropped.
  ///
  /// Nothing is replaced: a table or model whose name is taken gets another name. `command` is the command that made
  /// it, for `undo`. Returns notes for the user.
  package mutating func take(_ other: Interpreter, by command: String) -> [String] {
    let states = other.undoStack.past.map(\.state) + [other.state]
    let tables = Interpreter.freeNames(Set(states.flatMap(\.order)), besides: Set(state.tables.keys))
    let models = Interpreter.freeNames(Set(states.flatMap(\.models.keys)), besides: Set(state.models.keys))
    let merged = states.map { state.taking($0, tables: tables, models: models) }
    // A step that only changes settings is dropped.
    var steps = zip(other.undoStack.past, merged.indices).compactMap { step, place in
      merged[place] == merged[place + 1]
        ? nil : UndoStack.Step(command: step.command, cell: step.cell, state: merged[place], changeSets: [])
    }
    // It may have limited its own undo steps; here all of them are kept.
    if steps.first?.state ?? merged[merged.count - 1] != state {
      steps.insert(UndoStack.Step(command: command, cell: cellCount, state: state, changeSets: []), at: 0)
    }
    let lost = undoStack.append(steps, limit: state.settings.undo)
    state = merged[merged.count - 1]
    for entry in other.results.entries { _ = session.results.keep(entry) }
    cells.append(other.cells)
    session.cellCount = max(cellCount, other.cellCount)
    var notes = (tables.map { ("table", $0) } + models.map { ("model", $0) }).filter { $1.key != $1.value }
      .inCodePointOrder(by: \.1.key)
      .map { "its \($0) '\($1.key)' is named '\($1.value)' here, since you already have one of that name" }
    if let first = lost.first {
      let others = lost.count > 1 ? " and \((lost.count - 1).counted("later change"))" : ""
      notes.append("undo can no longer revert '\(first)'" + others)
    }
    return notes
  }

  /// Commands with cell references renumbered for this session, as for `$4` of a file whose first command becomes the
  /// next cell.
  package func renumbered(_ commands: String) -> String {
    guard cellCount > 0 else { return commands }
    let before = cellCount
    var out = ""
    var rest = commands[...]
    for piece in Script(commands).pieces {
      guard let place = rest.firstRange(of: piece.text) else { continue }
      var text = piece.text
      if case .command(let syntax)? = (try? SyntaxTree(text, grammar: grammar).checked())?.body,
        let signature = (try? session.command(for: syntax))?.0.signature,
        let changed = try? CellReferences.rewritten(text, syntax, signature, number: { $0 + before })
      {
        text = changed
      }
      out += rest[..<place.lowerBound] + text
      rest = rest[place.upperBound...]
    }
    return out + rest
  }

  /// Each name, with a number added if it is taken.
  private static func freeNames(_ names: Set<String>, besides taken: Set<String>) -> [String: String] {
    var used = taken.union(names)
    var found: [String: String] = [:]
    for name in names.inCodePointOrder() {
      guard taken.contains(name) else {
        found[name] = name
        continue
      }
      var number = 2
      while used.contains("\(name)_\(number)") { number += 1 }
      used.insert("\(name)_\(number)")
      found[name] = "\(name)_\(number)"
    }
    return found
  }
}

extension SessionState {
  /// This state with the tables and models of another one added under other names.
  fileprivate func taking(
    _ other: SessionState, tables names: [String: String], models modelNames: [String: String]
  ) -> SessionState {
    var state = self
    for name in other.order {
      guard var dataset = other.tables[name], let free = names[name] else { continue }
      dataset.name = free
      if state.tables[free] == nil { state.order.append(free) }
      state.tables[free] = dataset
    }
    if let current = other.currentName.flatMap({ names[$0] }) { state.currentName = current }
    for (name, model) in other.models { state.models[modelNames[name] ?? name] = model }
    return state
  }
}
