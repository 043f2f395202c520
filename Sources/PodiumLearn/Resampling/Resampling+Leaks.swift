internal import PodiumCore

/// What folds let a model know that it would not know of new rows.
extension Resampling {
  /// The columns by which rows are dealt, with the key that names each.
  private var columns: [(key: String, name: String)] {
    var columns: [(key: String, name: String)] = []
    if kind.needsGroup, let group { columns.append(("group", group)) }
    if kind == .given, let fold { columns.append(("fold", fold)) }
    if kind == .rolling, let time { columns.append(("time", time)) }
    return columns
  }

  /// Refuses to deal rows by what is to be predicted: each fold would then test what its training rows lack.
  func refuseTarget(_ task: LearningTask) throws(Diagnostic) {
    for (key, name) in columns where name == task.targetName {
      throw Diagnostic(
        "target-as-group", "\(key) column '\(name)' is the target, so each fold would test values it never trained on",
        help: "choose another column: \(key)=COLUMN")
    }
  }

  /// What of groups, time and the order of rows gets from tested rows into training, a sentence each.
  func leaks(_ folds: FoldAllocation, _ task: LearningTask) -> [String] {
    var sentences = splitGroups(folds, task)
    if let sentence = lookAhead(task) { sentences.append(sentence) }
    if let sentence = sortedTarget(folds, task) { sentences.append(sentence) }
    return sentences
  }

  /// The same of the inner folds that choose among settings, which are dealt by row whatever these folds are.
  public func innerLeaks(_ task: LearningTask) -> [String] {
    var sentences: [String] = []
    if kind.needsGroup, let group {
      sentences.append(
        "the inner folds that choose a setting split the groups of '\(group)', so the choice may favour settings that "
          + "learn groups by heart; the folds that judge it keep them together")
    }
    if kind == .rolling {
      sentences.append(
        "the inner folds that choose a setting also train on rows later than those they test; the folds that judge it do not"
      )
    }
    if case .numbers(let values) = task.target, kind != .kfold || shuffle, RowOrder.trend(values) != nil {
      sentences.append(
        "the inner folds that choose a setting are blocks of rows sorted by '\(task.targetName)', so each tests a range its "
          + "training rows lack")
    }
    return sentences
  }

  // MARK: Groups

  /// Columns with the role group whose groups have rows in several folds.
  ///
  /// Rolling folds are left out: what a model knows of a group from the past it also knows when it is used.
  private func splitGroups(_ folds: FoldAllocation, _ task: LearningTask) -> [String] {
    if folds.isForward { return [] }
    let columns = task.table.columns(with: .group).filter { $0.name != group || !kind.needsGroup }
    return columns.compactMap { column in
      let groups = GroupCodes.apart(column)
      let count = (groups.max() ?? -1) + 1
      let split = Resampling.splitCount(groups, count: count, folds)
      guard split > 0, count > 1 else { return nil }
      let way = wayOut(column.name, count, task)
      return
        "\(split) of the \(count.counted("group")) of '\(column.name)' have rows in several folds, so models are tested on groups "
        + "they trained on; \(way) keeps groups together"
    }
  }

  /// The folds that keep the groups of a column together.
  private func wayOut(_ column: String, _ count: Int, _ task: LearningTask) -> String {
    let isOnly = task.table.columns(with: .group).count == 1
    let named = isOnly ? "" : " group=\(column)"
    if kind.usesK, count < k { return "folds=leave-one-group-out\(named)" }
    return "folds=group\(named)"
  }

  /// How many groups have rows in several folds of some repeat.
  static func splitCount(_ groups: [Int], count: Int, _ folds: FoldAllocation) -> Int {
    var isSplit = [Bool](repeating: false, count: count)
    for foldOfRow in folds.foldOfRow {
      var first = [Int?](repeating: nil, count: count)
      for (row, group) in groups.enumerated() {
        if let known = first[group] {
          if known != foldOfRow[row] { isSplit[group] = true }
        } else {
          first[group] = foldOfRow[row]
        }
      }
    }
    return isSplit.count { $0 }
  }

  // MARK: Time

  /// That models train on rows later than those they are tested on: the table has a column of times, or its rows are in
  /// the order of a column of dates.
  private func lookAhead(_ task: LearningTask) -> String? {
    if kind == .rolling { return nil }
    for column in task.table.columns where column.name != task.targetName {
      let isTime = column.role == .time
      guard isTime || column.type == .date || column.type == .datetime,
        let order = RowOrder(column), order.distinct > 1, isTime || order.isSorted
      else { continue }
      let wanted = kind.usesK ? k : 10
      let folds = order.distinct > wanted ? "" : " k=\(order.distinct - 1)"
      let way =
        order.distinct > 2 ? "; folds=rolling\(isTime ? "" : " time=\(column.name)")\(folds) tests later rows only" : ""
      return (isTime ? "'\(column.name)' gives each row a time" : "the rows are in the order of '\(column.name)'")
        + ", and these folds also train on rows later than those they test\(way)"
    }
    return nil
  }

  // MARK: Order of rows

  /// That rows sorted by the target were cut into blocks, or that training rows lack a class.
  private func sortedTarget(_ folds: FoldAllocation, _ task: LearningTask) -> String? {
    let isBlocks = kind == .kfold && !shuffle
    switch task.target {
    case .numbers(let values):
      guard isBlocks, let rho = RowOrder.trend(values) else { return nil }
      return
        "the rows are sorted by '\(task.targetName)' (rank correlation with the row number "
        + "\(NumberText.fixed(rho, 2)), \(values.count.counted("row"))), so each fold tests a range its training rows lack; "
        + "shuffle=yes mixes them"
    case .classes(let target):
      if kind == .rolling || kind == .stratified || kind == .stratifiedLegacy { return nil }
      let way =
        kind == .kfold
        ? (isBlocks ? "folds=stratified or shuffle=yes mixes them" : "folds=stratified deals each class evenly")
        : "choose folds in which each class occurs more than once"
      if let lack = Resampling.unseen(target, folds) {
        let others = lack.folds > 1 ? "in \(lack.folds) of \(folds.foldCount * folds.repeats) folds" : "in one fold"
        return "\(others) rows of a class are tested that no training row has, as of '\(lack.name)'; \(way)"
      }
      guard isBlocks, RowOrder.isInBlocks(target.codes, counts: target.counts) else { return nil }
      let pure = (0..<folds.foldCount).count { fold in
        let rows = folds.testRows(repeat: 0, fold: fold)
        return rows.count > 1 && Set(rows.map { target.codes[$0] }).count == 1
      }
      guard pure > 0 else { return nil }
      return
        "the rows are sorted by '\(task.targetName)', so \(pure) of \(folds.foldCount) folds test one class alone; \(way)"
    }
  }

  /// How many folds test a class of at least two rows that none of their training rows has, and one such class.
  private static func unseen(_ target: ClassTarget, _ folds: FoldAllocation) -> (folds: Int, name: String)? {
    let totals = target.counts
    var count = 0
    var name: String?
    for foldOfRow in folds.foldOfRow {
      var tested = [[Int]](
        repeating: [Int](repeating: 0, count: totals.count), count: folds.foldCount)
      for (row, fold) in foldOfRow.enumerated() where fold >= 0 { tested[fold][target.codes[row]] += 1 }
      for own in tested {
        guard let lost = own.indices.first(where: { own[$0] > 1 && own[$0] == totals[$0] }) else { continue }
        count += 1
        name = name ?? target.classes[lost]
      }
    }
    return name.map { (count, $0) }
  }
}
