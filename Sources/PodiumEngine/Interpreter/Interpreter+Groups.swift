internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

extension Interpreter {
  /// Runs a command once for each group and stacks its outputs into one table, group columns first.
  mutating func runByGroup(_ command: any Command, _ call: Call) throws(Diagnostic) -> [Output] {
    let dataset = try current()
    let groups = try Session.groups(of: dataset.table, by: call.groups, rows: call.rows)
    if groups.isEmpty {
      throw Diagnostic(
        "no-rows", "'if' and 'in' leave no rows to group", span: call.syntax.condition?.span ?? call.verbSpan)
    }
    var stacked = GroupedRows(groups: call.groups)
    var others: [Output] = []
    var shown: [TableOutput] = []
    var heads: [String] = []
    for group in groups {
      try cancellation.check()
      var copy = self
      let label = zip(call.groups, group.values).map { $0 + "=" + $1.fileText }.joined(separator: ", ")
      do throws(Diagnostic) {
        for output in try command.run(call.about(rows: group.rows), in: &copy.session) {
          switch output {
          case .table(let table) where table.isAside: break
          case .table(let table):
            stacked.add(table.table, group.rows[0])
            shown.append(table)
          case .evaluation(let evaluation):
            stacked.add(evaluation, group.rows[0])
            if !heads.contains(evaluation.head) { heads.append(evaluation.head) }
            if let text = evaluation.partial { others.append(.warning(label + ": " + text)) }
          case .record(let record): stacked.add(record, group.rows[0])
          case .comparison: if let table = output.asTable { stacked.add(table, group.rows[0]) }
          case .note, .notice, .text: break
          case .warning(let note): others.append(.warning(note.about(label)))
          default:
            throw Diagnostic(
              "unexpected-clause", "'by' cannot stack the output of '\(call.verb)', which is of kind \(output.kind)",
              span: call.verbSpan,
              help: "choose the rows of one group at a time, as in: "
                + "\(call.verb) … if \(Session.condition(call.groups, group.values))")
          }
        }
      } catch {
        if error.code == Diagnostic.interrupted.code || error.code == "unexpected-clause" { throw error }
        others.append(.warning("group \(label) failed: " + error.inOneLine))
      }
    }
    guard let table = try stacked.table(like: dataset.table) else {
      throw Diagnostic(
        "all-groups-failed", "'\(call.verb)' failed in every group", span: call.verbSpan,
        cause: others.compactMap { $0.remark?.text }.first)
    }
    var output = TableOutput(table).shown(like: shown)
    output.title = heads.joined(separator: "; ")
    return [.table(output)] + others
  }
}

extension TableOutput {
  /// The table with the display options of its parts.
  fileprivate func shown(like parts: [TableOutput]) -> TableOutput {
    var output = self
    guard let first = parts.first else { return output }
    output.decimals = first.decimals
    output.blocks = first.blocks
    output.showsAllRows = parts.contains(where: \.showsAllRows)
    let decimals = parts.flatMap(\.rowDecimals)
    if decimals.count == table.rowCount { output.rowDecimals = decimals }
    let scales = parts.flatMap(\.rowScales)
    if scales.count == table.rowCount { output.rowScales = scales }
    return output
  }
}

extension EvaluationOutput {
  /// What was evaluated, and how.
  fileprivate var head: String { "\(evaluation.learner) on \(evaluation.target): \(evaluation.foldSentence)" }

  /// A note that the mean of a group covers only some of its folds; nil if it covers all.
  fileprivate var partial: String? {
    guard let first = evaluation.measures.first, first.definedFolds < evaluation.folds.count else { return nil }
    if first.mean == nil, first.pooled != nil {
      return "\(first.key) is that of all rows together, since no fold has one"
    }
    return "\(first.key) is defined in only \(first.definedFolds) of \(evaluation.folds.count.counted("fold"))"
  }
}

/// Rows gathered from the groups of `by`, until they become one table.
struct GroupedRows {
  let groups: [String]
  private var names: [String] = []
  /// For each row, one source row of its group, and the cells by name.
  private var rows: [(member: Int, cells: [String: Value])] = []

  init(groups: [String]) { self.groups = groups }

  mutating func add(_ table: Table, _ member: Int) {
    for row in 0..<table.rowCount {
      var cells: [String: Value] = [:]
      for column in table.columns where !groups.contains(column.name) { cells[column.name] = column[row] }
      add(cells, table.names.filter { !groups.contains($0) }, member)
    }
  }

  mutating func add(_ record: RecordOutput, _ member: Int) {
    var cells: [String: Value] = [:]
    for field in record.fields where !field.isList { cells[field.name] = field.values.first ?? .missing }
    add(cells, record.fields.filter { !$0.isList }.map(\.name), member)
  }

  mutating func add(_ output: EvaluationOutput, _ member: Int) {
    let first = output.evaluation.measures.first
    let name = first?.key ?? "mean"
    let cells: [String: Value] = [
      "n": .integer(output.evaluation.rows.count),
      name: (first?.mean ?? first?.pooled).map(Value.real) ?? .missing,
      "sd": first?.sd.map(Value.real) ?? .missing,
    ]
    add(cells, ["n", name, "sd"], member)
  }

  private mutating func add(_ cells: [String: Value], _ order: [String], _ member: Int) {
    for name in order where !names.contains(name) { names.append(name) }
    rows.append((member, cells))
  }

  func table(like source: Table) throws(Diagnostic) -> Table? {
    if rows.isEmpty { return nil }
    var columns: [Column] = []
    // Group columns keep their types and the order of their categories.
    for name in groups { columns.append(try source.column(name).selecting(rows.map(\.member))) }
    for name in names { columns.append(Column(name, values: rows.map { $0.cells[name] ?? .missing })) }
    return try Table(columns)
  }
}
