internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumShaping

extension Dataset {
  /// Removes the label: restores the roles it changed and drops the column it made.
  mutating func unlabel() {
    guard let labelled else { return }
    if let made = labelled.made, let rest = try? table.selecting(columns: table.names.filter { $0 != made }) {
      table = rest
    }
    table = table.setting(roles: labelled.roles)
    self.labelled = nil
    targetIsNumber = false
  }

  /// Makes a column the target; the column it was made from is no longer a feature.
  mutating func setTarget(_ name: String, made: String?, from source: String?, isNumber: Bool) {
    var before: [String: Role] = [:]
    if made == nil, let role = table[name]?.role { before[name] = role }
    var after: [String: Role] = [name: .target]
    if let source, let role = table[source]?.role {
      before[source] = role
      after[source] = .ignored
    }
    // A table has one target: one declared by the importer gives way.
    for column in table.columns(with: .target) where column.name != name {
      before[column.name] = .target
      after[column.name] = .ignored
    }
    table = table.setting(roles: after)
    labelled = Labelled(roles: before, made: made)
    targetIsNumber = isNumber
  }

  /// The classes with their counts, or summary statistics of a numeric target.
  func describeTarget(title: String) -> Output {
    guard let whole = self.target else { return .text(title) }
    let target = filter.map { whole.selecting($0.rows) } ?? whole
    let summary = ColumnSummary(target)
    if targetIsNumber {
      var record = RecordOutput(title + ", numeric")
      record.add("rows", .integer(target.count - target.missingCount))
      record.add("mean", summary.mean.map(Value.real) ?? .missing)
      record.add("sd", summary.sd.map(Value.real) ?? .missing)
      if let quantiles = summary.quantiles {
        record.add("min", .real(quantiles[0]))
        record.add("max", .real(quantiles[4]))
      }
      return .record(record)
    }
    guard let task = try? LearningTask(table: table, rows: filter?.rows, target: target.name, asNumber: false),
      let classes = task.classes
    else { return classCounts(of: target, title: title) }
    let counts = classes.codes.occurrences(below: classes.classes.count)
    return countTable(classes.classes, counts, title: title)
  }

  /// The counts of a target's values when there is no task yet (a table without features).
  private func classCounts(of target: Column, title: String) -> Output {
    var counts: [Value: Int] = [:]
    for row in 0..<target.count where !target[row].isMissing { counts[target[row], default: 0] += 1 }
    let names = counts.keys.map(\.fileText).inCodePointOrder()
    let byName = Dictionary(counts.map { ($0.key.fileText, $0.value) }) { $0 + $1 }
    return countTable(names, names.map { byName[$0] ?? 0 }, title: title)
  }

  private func countTable(_ names: [String], _ counts: [Int], title: String) -> Output {
    let all = max(1, counts.reduce(0, +))
    let columns = [
      Column("class", .text(names)), Column("rows", .integer(counts)),
      Column("share", .number(counts.map { Double($0) / Double(all) })),
    ]
    guard let table = try? Table(columns) else { return .text(title) }
    return .table(TableOutput(table, title: title, footer: filterText.map { [$0] } ?? []))
  }

  /// The learning task of the current target and features.
  ///
  /// Throws `no-target` before `label`, and errors of the task itself.
  func task(rows: [Int]?) throws(Diagnostic) -> LearningTask {
    guard let target else {
      throw Diagnostic(
        "no-target", "the table '\(name)' has no target to predict",
        help: labelling == nil ? "choose the target: label COLUMN" : "type: label")
    }
    return try LearningTask(table: table, rows: rows, target: target.name, asNumber: targetIsNumber)
  }
}
