public import PodiumCore
internal import PodiumPlugin

/// What a cell used and what it changed; this determines which cells are stale once another one has changed.
struct CellTrace: Sendable {
  /// The cells whose results, tables, seed, models, records or files it used.
  var uses: Set<Int> = []
  /// What it changed.
  var changes: Set<Thing> = []
  /// The files that it read and wrote.
  var files: [FileUse] = []
  /// The cell of the result that `_`, or a verb without arguments, meant.
  var latest: Int?

  /// Something that persists from cell to cell.
  enum Thing: Hashable, Sendable {
    case table(String)
    case current
    case seed
    case model(String)
    case workspace
    case file(String)
  }
}

extension Interpreter {
  /// What a command that has just ended used; `before` is the interpreter before it.
  ///
  /// What its text may name counts as used: a cell too many is run again, but none is left with an old figure.
  func trace(
    _ statement: Statement?, _ signature: Signature?, _ files: [FileUse], from before: Interpreter
  ) -> CellTrace {
    guard case .command(let syntax)? = statement?.body, let signature, !signature.has(.control) else {
      return CellTrace(files: files)
    }
    var trace = changes(files, from: before)
    func use(_ thing: CellTrace.Thing) {
      if let cell = before.cells.lastChange(of: thing) { trace.uses.insert(cell) }
    }
    let results = before.session.results
    var namesResult = false
    for (_, reference) in CellReferences.of(syntax, signature) {
      namesResult = true
      guard let entry = try? results.entry(reference.result, span: nil) else { continue }
      trace.uses.insert(entry.cell)
      if reference.result == "_" { trace.latest = entry.cell }
    }
    let completions = signature.parameters.map(\.description.completion)
    let positionals = syntax.arguments.filter { $0.key == nil }.map { $0.value.single?.plain ?? "" }
    if !namesResult, let implied = completions.compactMap({ results.implied(by: $0, after: positionals) }).max() {
      trace.uses.insert(implied)
      trace.latest = implied
    }
    var words = MentionedNames(syntax.text)
    // The name after 'as' is given, not used.
    if let name = syntax.name?.text { words.words.remove(name[...]) }
    for (name, cell) in results.names where words.contains(name) { trace.uses.insert(cell) }
    // A newly loaded table does not depend on the one before it.
    let isNew = ["load", "use"].contains(signature.name)
    if !isNew, let name = before.state.currentName {
      use(.table(name))
      use(.current)
    }
    for name in before.state.tables.keys where !isNew && words.contains(name) { use(.table(name)) }
    let isForeign = registry.owner(of: "command", signature.name) != registry.owner(of: "command", "head")
    if isForeign || signature.topic == .learning || signature.name == "sample" { use(.seed) }
    if completions.contains(where: { $0.contains(.names(.models)) }) {
      let named = before.state.models.keys.filter { words.contains($0) }
      for name in named.isEmpty ? Array(before.state.models.keys) : named { use(.model(name)) }
    }
    if isForeign || signature.topic == .data || signature.topic == .session { use(.workspace) }
    for file in files where !file.isWritten { use(.file(file.path)) }
    return trace
  }

  /// What a command changed.
  private func changes(_ files: [FileUse], from before: Interpreter) -> CellTrace {
    var trace = CellTrace(files: files)
    if wroteWorkspace { trace.changes.insert(.workspace) }
    for file in files where file.isWritten { trace.changes.insert(.file(file.path)) }
    let was = before.state
    guard state != was else { return trace }
    for (name, dataset) in state.tables where dataset != was.tables[name] { trace.changes.insert(.table(name)) }
    for (name, model) in state.models where model != was.models[name] { trace.changes.insert(.model(name)) }
    if state.currentName != was.currentName { trace.changes.insert(.current) }
    if state.settings.seed != was.settings.seed { trace.changes.insert(.seed) }
    return trace
  }

  /// Whether a cell that ran again left what it had left before: the same results to the last digit, and nothing changed.
  public func isSame(_ new: CellLog.Entry, as old: CellLog.Entry) -> Bool {
    guard new.typed == old.typed, new.trace.changes.isEmpty, let json = registry.renderer("json") else { return false }
    func results(_ cell: Int) -> String? {
      session.results.entries.last { $0.cell == cell }.map { json.render($0.outputs) }
    }
    return results(new.cell) == results(old.cell)
  }
}

extension ArgumentValue.Item {
  /// The text of a word; empty for others.
  fileprivate var plain: String {
    switch kind {
    case .word(let text), .quoted(let text): text
    case .reference, .call: ""
    }
  }
}

/// The names that a command's text may mention.
private struct MentionedNames {
  var words: Set<Substring>
  let text: String

  init(_ text: String) {
    self.text = text
    words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
  }

  /// A name that is not a single word counts if the text contains it anywhere.
  func contains(_ name: String) -> Bool {
    words.contains(name[...]) || (!name.isEmpty && text.contains(name) && !isWord(name))
  }

  private func isWord(_ name: String) -> Bool { name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
}

extension Results {
  /// The cell of the result that a verb takes where none is named; nil if it takes none.
  fileprivate func implied(by completion: Completion, after positionals: [String]) -> Int? {
    if case .steps(let steps) = completion { return implied(by: steps.next(after: positionals), after: []) }
    guard positionals.isEmpty else { return nil }
    switch completion {
    case .results: return last?.cell
    case .resultsOf(let kinds): return entries.last { $0.outputs.contains { kinds.contains($0.kind) } }?.cell
    case .tablesOrResults: return last?.cell
    case .either(let all): return all.compactMap { implied(by: $0, after: []) }.max()
    default: return nil
    }
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

  /// The command of a cell, with the current versions of the results that it names or implies.
  public func standingText(of entry: Entry) throws(Diagnostic) -> String {
    guard case .command(let syntax)? = entry.statement?.body, let signature = entry.signature else {
      return entry.typed
    }
    let latest = entry.trace.latest
    var isNamed = false
    var changes: [(span: SourceSpan, text: String)] = []
    for (span, reference) in CellReferences.of(syntax, signature) {
      guard let cell = reference.result == "_" ? latest : Int(reference.result) else { continue }
      isNamed = true
      changes.append((span, "$\(standing(for: cell))" + (reference.field.map { "." + $0 } ?? "")))
    }
    if !isNamed, let latest {
      let end = syntax.arguments.last { $0.key == nil }?.value.items.last?.span.end ?? syntax.verb.span.end
      changes.append((SourceSpan(end, end), " $\(standing(for: latest))"))
    }
    return CellReferences.replacing(changes, in: entry.typed)
  }

  /// The current version of a cell: itself, or the cell that ran it again.
  public func standing(for cell: Int) -> Int {
    var now = cell
    while let next = entries.first(where: { $0.cell == now })?.replacedBy, next > now { now = next }
    return now
  }
}
