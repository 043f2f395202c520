internal import PodiumCore
internal import PodiumPlugin

struct UseCommand: Command {
  static let name = Parameter<String>.tableOrResult(
    "name", help: "A table in memory, or a result that contains a table.")

  let signature = Signature(
    "use", topic: .data, summary: "Switch to another table in memory, or to the table of a result.",
    details: """
      Name a result as $5, or by the name given with 'as'. Its table is copied into memory under the name of the \
      result, or as result5 if it has none; 'as NAME' chooses another name.
      """,
    parameters: [name.any],
    exampleLines: """
      back to the first table: load iris; load wine; use iris -> iris: 150 rows
      a table loaded under another name: load tastings as cups; load iris; use cups -> cups: 96 rows
      a table keeps its label: load iris; label species; load wine; use iris -> iris: 150 rows
      the table of a result: load iris; count species as shares; use shares as parts -> parts: 3 rows
      a table that is not loaded: load iris; use wine -> !unknown-table
      """, traits: [.namesTable], seeAlso: ["datasets", "load", "results"])

  /// Changes the current table; each table keeps its roles, label and recipe.
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
      throw Tables.unknown(name, among: session.state.order + results, span: span, session)
    }
    if let alias = call.syntax.name {
      throw Diagnostic(
        "unexpected-clause", "'as' names the table of a result, but \(Abridged.quoted(name)) is already a table",
        span: alias.span, help: "'use \(CommandText.word(name))' switches to it")
    }
    session.state.currentName = name
    return [UseCommand.said(dataset)]
  }

  /// Copies the table of a result into memory and makes it current.
  private func use(
    _ entry: Results.Entry, _ call: Call, in session: inout Session
  ) throws(Diagnostic) -> [Output] {
    guard let output = entry.tableOutput else {
      let kinds = entry.outputs.map(\.kind)
      throw Diagnostic(
        "no-table", "result $\(entry.cell) has no table" + (kinds.first.map { "; it is of kind \($0)" } ?? ""),
        span: call.span(of: UseCommand.name),
        help: "choose a result of count, describe or predict; 'results' lists them")
    }
    let name = call.syntax.name?.text ?? entry.name ?? "result\(entry.cell)"
    let isReplaced = session.state.tables[name] != nil
    let dataset = Dataset(name: name, source: "result $\(entry.cell): \(entry.input)", table: output.table)
    session.state.current = dataset
    var outputs = [UseCommand.said(dataset)]
    if output.totalRows > output.table.rowCount {
      outputs.append(.note("the result has \(output.table.rowCount) of \(output.totalRows.counted("row"))"))
    }
    if isReplaced { outputs.append(.note("replaced the earlier table \(Abridged.quoted(name))")) }
    return outputs
  }

  private static func said(_ dataset: Dataset) -> Output {
    let table = dataset.table
    return .text(
      "\(Abridged.text(dataset.name)): \(table.rowCount.counted("row")), \(table.columns.count.counted("column"))")
  }
}
