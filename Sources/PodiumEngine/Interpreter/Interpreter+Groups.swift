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
        "no-rows",
        dataset.table.rowCount == 0 ? "the table has no rows to group" : "'if' and 'in' leave no rows to group",
        span: call.syntax.condition?.span ?? call.verbSpan)
    }
    var (stacked, statistics) = (GroupedRows(groups: call.groups), GroupedRows(groups: call.groups))
    var asides: [(rows: GroupedRows, shown: [TableOutput])] = []
    var others: [Output] = []
    var shown: [TableOutput] = []
    var heads: [String] = []
    let keys = try call.groups.map { name throws(Diagnostic) in try dataset.table.column(name) }
    // A kept row has its cells by name, and each output its own words.
    let budget = cancellation.memory.budget(
      "what \(call.verb) gives for \(groups.count) groups",
      most: MemoryLimits.bytes(dataset.table.rowCount, times: dataset.table.columns.count, each: 256),
      help: "group by a column of fewer values, or choose rows with 'if'", cancellation: cancellation)
    for group in groups {
      try cancellation.check()
      var (copy, cells) = (self, 0)
      let label = zip(keys, group.values).map { $0.name + "=" + $0.words(of: [$1]).joined() }.joined(separator: ", ")
      do throws(Diagnostic) {
        for output in try command.run(call.about(rows: group.rows), in: &copy.session) {
          if case .table(let table) = output { cells += table.table.rowCount * table.table.columns.count }
          switch output {
          case .table(let table) where table.isAside:
            let known = asides.firstIndex { $0.shown[0].table.names == table.table.names }
            if known == nil { asides.append((GroupedRows(groups: call.groups), [])) }
            let place = known ?? asides.count - 1
            asides[place].rows.add(table.table, group.rows[0])
            asides[place].shown.append(table)
            statistics.add(table.facts, group.rows[0])
          case .table(let table):
            stacked.pValues.formUnion(table.pValues)
            stacked.add(table.table, group.rows[0])
            shown.append(table)
            statistics.add(table.statistics, group.rows[0])
          case .evaluation(let evaluation):
            stacked.add(evaluation, group.rows[0])
            if !heads.contains(evaluation.head) { heads.append(evaluation.head) }
            if let text = evaluation.partial { others.append(.warning(label + ": " + text)) }
          case .record(let record):
            stacked.pValues.formUnion(record.pValues)
            stacked.add(record, group.rows[0])
          case .comparison(let comparison):
            stacked.pValues = ["p", "p_holm"]
            if let table = output.asTable { stacked.add(table, group.rows[0]) }
            let head = "\(comparison.measure), differences from \(comparison.baseline)"
            if !heads.contains(head) { heads.append(head) }
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
      try budget.use(1024 + MemoryLimits.bytes(cells, each: 64), ofParts: groups.count)
    }
    guard let table = try stacked.table(like: dataset.table) else {
      throw Diagnostic(
        "all-groups-failed", "'\(call.verb)' failed in every group", span: call.verbSpan,
        cause: others.compactMap { $0.remark?.text }.first)
    }
    var output = TableOutput(table).shown(like: shown, by: call.groups)
    output.pValues = stacked.pValues.subtracting(call.groups)
    output.title = heads.joined(separator: "; ")
    var outputs = [Output.table(output)]
    for aside in asides {
      guard let table = try aside.rows.table(like: dataset.table) else { continue }
      var output = TableOutput(table).shown(like: aside.shown, by: call.groups)
      output.pValues = (aside.shown.first?.pValues ?? []).subtracting(call.groups)
      output.title = aside.shown.allSatisfy { $0.title == aside.shown[0].title } ? aside.shown[0].title : ""
      output.footer = aside.shown[0].footer.filter { line in aside.shown.allSatisfy { $0.footer.contains(line) } }
      output.isAside = true
      outputs.append(.table(output))
    }
    if let table = try statistics.table(like: dataset.table) {
      let known = table.columns.filter { call.groups.contains($0.name) || $0.missingCount < $0.count }
      var output = TableOutput(try Table(known, rowCount: table.rowCount), title: "statistics of each group")
      // These names are those of podium, whatever the columns of the tables are called.
      output.pValues = Set(["p", "p_exact", "p_ranks"]).subtracting(call.groups)
      output.isAside = true
      outputs.append(.table(output))
    }
    return outputs + others
  }
}

extension TableOutput {
  /// The table with the display options of its parts.
  fileprivate func shown(like parts: [TableOutput], by groups: [String]) -> TableOutput {
    var output = self
    guard let first = parts.first else { return output }
    (output.decimals, output.digits, output.chances) = (first.decimals, first.digits, first.chances)
    if !first.essential.isEmpty { output.essential = groups + first.essential }
    output.blocks = first.blocks
    output.showsAllRows = parts.contains(where: \.showsAllRows)
    let decimals = parts.flatMap(\.rowDecimals)
    if decimals.count == table.rowCount { output.rowDecimals = decimals }
    let scales = parts.flatMap(\.rowScales)
    if scales.count == table.rowCount { output.rowScales = scales }
    return output
  }
}

extension TableOutput {
  /// What goes with the table as a whole; figures of one of its rows have a point in their names.
  var statistics: [(name: String, value: Value)] { facts.filter { !$0.name.contains(".") } }
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
  /// The columns that are p values.
  var pValues: Set<String> = []
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

  mutating func add(_ facts: [(name: String, value: Value)], _ member: Int) {
    let own = facts.filter { !groups.contains($0.name) }
    guard !own.isEmpty else { return }
    // Those of one group in one row, also where several tables have some.
    if rows.last?.member == member, let place = rows.indices.last {
      for fact in own where !names.contains(fact.name) { names.append(fact.name) }
      for fact in own { rows[place].cells[fact.name] = fact.value }
      return
    }
    add(Dictionary(own.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }), own.map(\.name), member)
  }

  mutating func add(_ output: EvaluationOutput, _ member: Int) {
    let first = output.evaluation.measures.first
    let name = first?.key ?? "mean"
    let ends = first?.mean == nil ? nil : first.flatMap { output.evaluation.intervals(of: [$0.key]).first ?? nil }
    let cells: [String: Value] = [
      "n": .integer(output.evaluation.rows.count),
      name: (first?.mean ?? first?.pooled).map(Value.real) ?? .missing,
      "sd": first?.sd.map(Value.real) ?? .missing,
      "low95": ends?.first.map(Value.real) ?? .missing, "high95": ends?.last.map(Value.real) ?? .missing,
    ]
    add(cells, ["n", name, "sd"] + (ends == nil ? [] : ["low95", "high95"]), member)
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
