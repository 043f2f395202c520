public import PodiumCore

/// What training rows have beside features and target: groups, and the columns that a learner names.
///
/// Nothing of it reaches a model in prediction, so a learner may name what is known only after the fact.
public struct TrainingOnly: Sendable {
  /// For each row the number of its group (`TrainingData.groups`).
  public let groups: [Int]?
  /// The columns of `LearnerDefinition.trainingColumns`, in their order.
  public let columns: [Column]

  /// Joins both; every list must have as many rows as the features.
  public init(groups: [Int]? = nil, columns: [Column] = []) {
    self.groups = groups
    self.columns = columns
  }

  /// The same of the given rows in the given order; every row must exist.
  func selecting(rows: [Int]) -> TrainingOnly {
    TrainingOnly(groups: groups.map { groups in rows.map { groups[$0] } }, columns: columns.map { $0.selecting(rows) })
  }
}

extension LearningTask {
  /// What a learner receives of training rows beside features and target, for some rows or all.
  ///
  /// Throws `missing-column` for a column the table lacks.
  public func trainingOnly(
    for definition: LearnerDefinition, rows: [Int]? = nil
  ) throws(Diagnostic) -> TrainingOnly {
    var columns: [Column] = []
    for name in definition.trainingColumns {
      let column = try trainingColumn(name, for: definition)
      columns.append(rows.map { column.selecting($0) } ?? column)
    }
    guard definition.capabilities.usesGroups, let groups else { return TrainingOnly(columns: columns) }
    return TrainingOnly(groups: rows.map { rows in rows.map { groups[$0] } } ?? groups, columns: columns)
  }

  /// The task with the columns that some learners name kept for other processes (`TaskData`).
  ///
  /// Throws `missing-column` for a column the table lacks.
  public func keeping(columnsFor definitions: [LearnerDefinition]) throws(Diagnostic) -> LearningTask {
    var kept = trainingColumns
    for definition in definitions {
      for name in definition.trainingColumns {
        _ = try trainingColumn(name, for: definition)
        if !kept.contains(name) { kept.append(name) }
      }
    }
    var task = self
    task.trainingColumns = kept
    return task
  }

  private func trainingColumn(_ name: String, for definition: LearnerDefinition) throws(Diagnostic) -> Column {
    if let column = table[name] { return column }
    throw Diagnostic(
      "missing-column", "learner '\(definition.key)' trains on column '\(name)', which the table lacks",
      help: "it needs the columns \(definition.trainingColumns.joined(separator: ", "))")
  }
}
