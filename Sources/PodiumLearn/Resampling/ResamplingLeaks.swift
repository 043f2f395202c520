internal import PodiumCore

extension ResamplingCatalogue {
  /// Refuses folds by the target: each fold would then test values that its training rows lack.
  static func refuseTarget(_ settings: ResamplingSettings, _ task: LearningTask) throws(Diagnostic) {
    for (key, name) in settings.namedColumns where name == task.targetName {
      throw Diagnostic(
        "target-as-group",
        "\(key) column '\(name)' is the target, so each fold would test values that are missing from its training rows",
        help: "choose another column: \(key)=COLUMN", subject: key)
    }
  }
}

/// How folds leak: what a model learns from them that it would not know of new rows.
struct ResamplingLeaks {
  let method: any Resampling
  let settings: ResamplingSettings
  let task: LearningTask
  let folds: FoldAllocation

  /// The leaks from test rows into training by groups, time and row order, one note each.
  var notes: [Note] {
    splitGroups().map { Note($0, code: "leak-group") } + (lookAhead().map { [Note($0, code: "leak-time")] } ?? [])
      + (sortedTarget().map { [Note($0)] } ?? [])
  }

  // MARK: Groups

  /// Columns with the role group whose groups have rows in several folds.
  ///
  /// Rolling folds are exempt: what a model knows about a group from the past it also knows when it is used.
  private func splitGroups() -> [String] {
    if folds.isForward { return [] }
    let columns = task.table.columns(with: .group).filter { $0.name != settings.column("group") }
    return columns.compactMap { column in
      let groups = GroupCodes.apart(column)
      let count = (groups.max() ?? -1) + 1
      let split = splitCount(groups, count: count)
      guard split > 0, count > 1 else { return nil }
      let way = wayOut(column.name, count)
      let place = folds.folds.allSatisfy(\.isPartition) ? "in several folds" : "in training and in test"
      return
        "\(split) of the \(count.counted("group")) of '\(column.name)' have rows \(place), so models are tested on groups "
        + "they trained on; \(way) keeps groups together"
    }
  }

  /// The folds that keep the groups of a column together.
  private func wayOut(_ column: String, _ count: Int) -> String {
    if method.takes("group") != nil, settings.column("group") == nil { return "group=\(column)" }
    let isOnly = task.table.columns(with: .group).count == 1
    let named = isOnly ? "" : " group=\(column)"
    if let k, count < k { return "folds=leave-one-group-out\(named)" }
    return "folds=group\(named)"
  }

  private var k: Int? { try? settings.integer("k") }

  /// How many groups have rows both in training and in test in some repeat.
  private func splitCount(_ groups: [Int], count: Int) -> Int {
    var isSplit = [Bool](repeating: false, count: count)
    for folds in folds.folds {
      if folds.isPartition {
        var first = [Int?](repeating: nil, count: count)
        for (row, fold) in folds.foldOfRow.enumerated() {
          let group = groups[row]
          if let known = first[group] {
            if known != fold { isSplit[group] = true }
          } else {
            first[group] = fold
          }
        }
      } else {
        for fold in 0..<folds.count {
          var isTrained = [Bool](repeating: false, count: count)
          for row in folds.trainingRows(fold) { isTrained[groups[row]] = true }
          for row in folds.testRows(fold) where isTrained[groups[row]] { isSplit[groups[row]] = true }
        }
      }
    }
    return isSplit.count { $0 }
  }

  // MARK: Time

  /// Warns that models train on rows later than their test rows: the table has a time column, or its rows are in the
  /// order of a column of dates.
  private func lookAhead() -> String? {
    if method.isForward { return nil }
    for column in task.table.columns where column.name != task.targetName {
      let isTime = column.role == .time
      guard isTime || column.type == .date || column.type == .datetime,
        let order = ColumnOrder(column), order.distinct > 1, isTime || order.isSorted
      else { continue }
      let wanted = k ?? 10
      let folds = order.distinct > wanted ? "" : " k=\(order.distinct - 1)"
      let way =
        order.distinct > 2 ? "; folds=rolling\(isTime ? "" : " time=\(column.name)")\(folds) tests later rows only" : ""
      return (isTime ? "'\(column.name)' gives each row a time" : "the rows are in the order of '\(column.name)'")
        + ", and these folds also train on rows later than those they test\(way)"
    }
    return nil
  }

  // MARK: Order of rows

  /// Warns that rows sorted by the target were cut into blocks, or that training rows lack a class.
  private func sortedTarget() -> String? {
    let isBlocks = method.cutsBlocks && !settings.flag("shuffle")
    switch task.target {
    case .numbers(let values):
      guard isBlocks, let rho = ColumnOrder.trend(values) else { return nil }
      return
        "the rows are sorted by '\(task.targetName)' (rank correlation with the row number "
        + "\(NumberText.fixed(rho, 2)), \(values.count.counted("row"))), so each fold tests values outside its training range; "
        + "shuffle=yes mixes them"
    case .classes(let target):
      if method.isForward || method.balancesClasses { return nil }
      let way =
        method.cutsBlocks
        ? (isBlocks ? "folds=stratified or shuffle=yes mixes them" : "folds=stratified spreads each class evenly")
        : "choose folds that keep each class in several folds"
      if let lack = unseen(target) {
        let some = lack.folds > 1 ? "\(lack.folds) of \(folds.foldCount * folds.repeats) folds test" : "one fold tests"
        return "\(some) a class that has no training rows, such as '\(lack.name)'; \(way)"
      }
      guard isBlocks, ColumnOrder.isInBlocks(target.codes, counts: target.counts) else { return nil }
      let pure = (0..<folds.foldCount).count { fold in
        let rows = folds.testRows(repeat: 0, fold: fold)
        return rows.count > 1 && Set(rows.map { target.codes[$0] }).count == 1
      }
      guard pure > 0 else { return nil }
      return
        "the rows are sorted by '\(task.targetName)', so \(pure) of \(folds.foldCount) folds test a single class; \(way)"
    }
  }

  /// How many folds test a class of at least two rows that none of their training rows has, and one such class.
  private func unseen(_ target: ClassTarget) -> (folds: Int, name: String)? {
    let totals = target.counts
    var count = 0
    var name: String?
    for folds in folds.folds {
      for lost in lostClasses(folds, target, totals) {
        count += 1
        name = name ?? target.classes[lost]
      }
    }
    return name.map { (count, $0) }
  }

  /// For each fold that lacks one, a class of several rows that it tests and does not train on.
  private func lostClasses(_ folds: RepeatFolds, _ target: ClassTarget, _ totals: [Int]) -> [Int] {
    if folds.isPartition {
      var tested = [[Int]](repeating: [Int](repeating: 0, count: totals.count), count: folds.count)
      for (row, fold) in folds.foldOfRow.enumerated() where fold >= 0 { tested[fold][target.codes[row]] += 1 }
      return tested.compactMap { own in own.indices.first { own[$0] > 1 && own[$0] == totals[$0] } }
    }
    return (0..<folds.count).compactMap { fold in
      var isTrained = [Bool](repeating: false, count: totals.count)
      for row in folds.trainingRows(fold) { isTrained[target.codes[row]] = true }
      let tested = Set(folds.testRows(fold).map { target.codes[$0] })
      return tested.sorted().first { totals[$0] > 1 && !isTrained[$0] }
    }
  }
}
