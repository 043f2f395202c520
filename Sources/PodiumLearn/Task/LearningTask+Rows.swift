internal import PodiumCore

extension LearningTask {
  /// The task of some of its rows, in the given order; every row must exist.
  public func selecting(rows: [Int]) -> LearningTask {
    LearningTask(
      frame: frame.selecting(rows: rows), targetName: targetName, target: target.selecting(rows: rows),
      rowNumbers: rows.map { rowNumbers[$0] }, table: table.selecting(rows: rows),
      groups: groups.map { all in rows.map { all[$0] } }, trainingColumns: trainingColumns, droppedRows: droppedRows)
  }
}
