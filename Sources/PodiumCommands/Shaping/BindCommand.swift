internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct BindCommand: Command {
  static let others = Parameter<[String]>.words(
    "tables", required: true, help: "The tables whose rows follow; 'datasets' lists those in memory.",
    completion: .tables)
  static let source = Parameter<String?>.text("source", help: "A new column with the name of the table of each row.")

  let signature = Signature(
    "bind", topic: .shaping, summary: "Add the rows of other tables below.",
    details: """
      Columns match by name. A column that a table lacks is missing in its rows, and the output names it. Whole numbers beside \
      real ones become numbers, categories beside text become text; other mixtures are errors: change the type first. While a \
      'filter' hides rows, the result has only those that pass. 'as NAME' makes a new table and leaves this one as it is.
      """,
    parameters: [others.any, source.any],
    exampleLines: """
      two rows below two others: load iris as a; keep in 1..2; load iris as b; keep in 149..150; use a; \
      bind b source=table -> 4 rows
      the same rows again: load iris; bind iris -> 300 rows
      tables with other columns: load wine; load iris; bind wine as both -> missing
      a table that is not in memory: load iris; bind june -> !unknown-table
      """, traits: [.rows, .shapes, .namesTable, .calculates], seeAlso: ["join", "distinct", "datasets"])

  /// Rows keep their order, those of the current table first.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let span = call.span(of: BindCommand.others)
    var parts: [(name: String, table: Table)] = [
      (dataset.name, call.rows.map { dataset.chosenTable(call).selecting(rows: $0) } ?? dataset.table)
    ]
    var begun = dataset.begun.cells
    for name in call[BindCommand.others] {
      let other = try Tables.named(name, span: span, session)
      parts.append((name, other.table))
      begun = max(begun, other.begun.cells)
    }
    let source = call[BindCommand.source]
    if let source {
      for part in parts where part.table[source] != nil {
        throw Diagnostic(
          "taken-column", "there is already a column \(Abridged.quoted(source)) in \(Abridged.quoted(part.name))",
          span: call.span(of: BindCommand.source), help: "choose another name")
      }
    }
    var rows = 0
    for part in parts {
      let sum = rows.addingReportingOverflow(part.table.rowCount)
      rows = sum.overflow ? .max : sum.partialValue
    }
    let names = Set(parts.flatMap(\.table.names)).count + (source == nil ? 0 : 1)
    try Diagnostic.located(at: span, ShapedSize.check("the table", rows: rows, columns: names, from: begun))
    let (before, given, cancellation) = (dataset.table, parts, session.cancellation)
    let bound: (table: Table, lacking: [String], missing: Int) = try Diagnostic.located(
      at: span,
      session.cancellation.detached { () throws(Diagnostic) in
        try BindCommand.bound(given, source: source, cancellation)
      })
    let isHidden = dataset.filter != nil
    if let name = call.syntax.name?.text {
      dataset = Dataset(name: name, source: "bind of " + parts.map(\.name).joined(separator: ", "), table: bound.table)
    } else {
      dataset.table = bound.table
      dataset.filter = nil
    }
    dataset.begun.cells = begun
    session.state.current = dataset
    let added = bound.table.rowCount - (call.rows?.count ?? before.rowCount)
    let old = Set(before.names)
    let report = ShapingReport(
      line: "\(bound.table.rowCount.counted("row")), \(added) of them new"
        + (bound.missing > 0 ? "; \(bound.missing.counted("cell")) missing where a table lacks a column" : ""),
      rowsBefore: before.rowCount, rowsAfter: bound.table.rowCount,
      columns: bound.table.names.filter { !old.contains($0) }, cells: added * bound.table.columns.count,
      becameMissing: bound.missing)
    var outputs = [report.output]
    outputs += bound.lacking.map { .note($0) }
    if isHidden { outputs.append(.warning("rows that the filter hid are not in the result; 'undo' brings them back")) }
    return outputs
  }

  private static func bound(
    _ parts: [(name: String, table: Table)], source: String?, _ cancellation: Cancellation
  ) throws(Diagnostic) -> (Table, [String], Int) {
    var names: [String] = []
    var first: [String: Column] = [:]
    for part in parts {
      for column in part.table.columns where first[column.name] == nil {
        names.append(column.name)
        first[column.name] = column
      }
    }
    var (columns, missing, mixed) = ([Column](), 0, [String]())
    for name in names {
      try cancellation.check()
      let values = try Stacking.stacked(
        parts.map { ($0.table[name]?.values, $0.table.rowCount) }, named: [name])
      let own = first[name]
      // Rows of each table have the origin of theirs.
      let origins = parts.enumerated().compactMap { place, part in
        place == 0 ? part.table[name]?.origin : part.table.fullOrigin(of: name)
      }
      let origin = origins.reduce(nil as ColumnOrigin?) { $1.joined(with: $0) }
      let types = Set(parts.compactMap { $0.table[name]?.typeName })
      let isMixed = !types.isDisjoint(with: NumberScale.names) && types.count > 1
      if isMixed {
        mixed.append("\(Abridged.quoted(name)) is \(types.sorted().joined(separator: " and ")): plain seconds now")
      }
      let zones = Set(parts.compactMap { $0.table[name]?.zone?.name ?? "UTC" })
      let areMixed = own?.type == .datetime && zones.count > 1
      if areMixed {
        mixed.append(
          "\(Abridged.quoted(name)) shows the clocks of \(zones.sorted().joined(separator: " and ")): UTC now")
      }
      columns.append(
        Column(name, values, role: own?.role, scale: isMixed || areMixed ? nil : own?.scale, origin: origin))
      for part in parts where part.table[name] == nil { missing += part.table.rowCount }
    }
    let lacking = parts.compactMap { part -> String? in
      let gone = names.filter { part.table[$0] == nil }
      guard !gone.isEmpty else { return nil }
      let shown = gone.prefix(6).map(Abridged.text).joined(separator: ", ") + (gone.count > 6 ? ", …" : "")
      return "\(Abridged.quoted(part.name)) has no \(gone.count == 1 ? "column" : "columns") \(shown)"
    }
    if let source {
      let codes = parts.enumerated().flatMap { [Int32](repeating: Int32(clamping: $0), count: $1.table.rowCount) }
      // A table may be bound to itself: its name is one category all the same.
      var distinct: [String] = []
      let places = parts.map { part in
        if let place = distinct.firstIndex(of: part.name) { return Int32(clamping: place) }
        distinct.append(part.name)
        return Int32(clamping: distinct.count - 1)
      }
      columns.append(
        Column(
          source,
          .category(
            Categorical(levels: distinct, codes: codes.map { places[Int($0)] }).sortedByCodePoint())))
    }
    return (try Table(columns, rowCount: parts.reduce(0) { $0 + $1.table.rowCount }), lacking + mixed, missing)
  }
}
