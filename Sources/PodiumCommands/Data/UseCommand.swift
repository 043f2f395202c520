internal import PodiumCore
internal import PodiumPlugin

/// `use`: makes another table in memory, or the table of a result, the current one.
struct UseCommand: Command {
  static let name = Parameter<String>.tableOrResult("name", help: "The table, or a result that holds one.")

  let signature = Signature(
    "use", topic: .data, summary: "Make another table, or the table of a result, the current one.",
    details: """
      A result is named as everywhere: $5, or the name that 'as' gave it. Its table becomes one in memory, called \
      result5 or as the result is; 'as NAME' calls it otherwise.
      """,
    parameters: [name.any],
    examples: [
      Example("use iris", after: ["load iris", "load wine"], "back to the first table", prints: "iris: 150 rows"),
      Example(
        "use cups", after: ["load tastings as cups", "load iris"], "a table by the name it was given",
        prints: "cups: 96 rows"),
      Example(
        "use iris", after: ["load iris", "label species", "load wine"], "with the label it had",
        prints: "iris: 150 rows"),
      Example(
        "use shares as parts", after: ["load iris", "count species as shares"], "the table of a result",
        prints: "parts: 3 rows"),
      Example("use wine", after: ["load iris"], "a table that is not loaded", fails: "unknown-table"),
    ], traits: [.namesTable], seeAlso: ["datasets", "load", "results"])

  /// Changes the current table; each keeps its roles, label and recipe.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let name = call[UseCommand.name]
    let span = call.span(of: UseCommand.name)
    if name.hasPrefix("$") {
      return try use(try session.results.entry(String(name.dropFirst()), span: span), call, in: &session)
    }
    guard let dataset = session.state.tables[name] else {
      let named = session.results.entries.last { $0.name == name }
      if let named { return try use(named, call, in: &session) }
      let results = session.results.entries.filter { $0.tableOutput != nil }.compactMap(\.name)
      var error = Diagnostic.unknown("table", name, among: session.state.order + results, span: span)
      if session.registry.datasets[name] != nil { error.help = "load \(name) loads it first" }
      throw error
    }
    if let alias = call.syntax.name {
      throw Diagnostic(
        "unexpected-clause", "'as' names the table of a result, and \(Abridged.quoted(name)) is a table already",
        span: alias.span, help: "use \(name) makes it the current one")
    }
    session.state.currentName = name
    return [UseCommand.said(dataset)]
  }

  /// Makes the table of a result one in memory.
  private func use(
    _ entry: Results.Entry, _ call: Call, in session: inout Session
  ) throws(Diagnostic) -> [Output] {
    guard let output = entry.tableOutput else {
      let kinds = entry.outputs.map(\.kind)
      throw Diagnostic(
        "no-table", "result $\(entry.cell) holds no table" + (kinds.first.map { ": it is of kind \($0)" } ?? ""),
        span: call.span(of: UseCommand.name), help: "count, describe, predict and others give one; results lists them")
    }
    let name = call.syntax.name?.text ?? entry.name ?? "result\(entry.cell)"
    let isReplaced = session.state.tables[name] != nil
    let dataset = Dataset(name: name, source: "result $\(entry.cell): \(entry.input)", table: output.table)
    session.state.current = dataset
    var outputs = [UseCommand.said(dataset)]
    if output.totalRows > output.table.rowCount {
      outputs.append(.note("the result holds \(output.table.rowCount) of \(output.totalRows.counted("row"))"))
    }
    if isReplaced { outputs.append(.note("the table \(Abridged.quoted(name)) that was there before is replaced")) }
    return outputs
  }

  private static func said(_ dataset: Dataset) -> Output {
    let table = dataset.table
    return .text(
      "\(Abridged.text(dataset.name)): \(table.rowCount.counted("row")), \(table.columns.count.counted("column"))")
  }
}
