public import PodiumCore

/// A prediction task: features, a target, and the rows they come from.
///
/// Rows without a target value are skipped and counted.
public struct LearningTask: Sendable {
  /// The features as typed columns, in the table's order.
  public let frame: FeatureFrame
  /// The name of the target column.
  public let targetName: String
  /// The values to be learned, one per row.
  public let target: Target
  /// For each row its number in the table it came from, from 0.
  public let rowNumbers: [Int]
  /// Those rows of the table with all its columns (groups, ids and what evaluators need).
  public let table: Table
  /// For each row the number of its group: equal values of the one column with that role, a row without a value being
  /// a group of its own; nil where no column has it, or several.
  public let groups: [Int]?
  /// The columns beside features, target and groups that other processes need (`keeping(columnsFor:)`).
  var trainingColumns: [String] = []
  /// The number of rows skipped because their target value is missing.
  public let droppedRows: Int

  /// Makes a task from a table: the features are its columns with that role, in order, without the target.
  ///
  /// `rows` are the rows to take, in order (nil: all). With `asNumber` the target is learned as a number, else
  /// as classes: categories in code-point order, ordered ones in theirs, numbers by value.
  /// Throws `unknown-column`, `bad-row`, `bad-feature`, `no-features`, `no-rows` and `bad-target`. A single
  /// class is not an error here.
  public init(table: Table, rows: [Int]? = nil, target: String, asNumber: Bool = false) throws(Diagnostic) {
    let column = try table.column(target)
    let taken = rows ?? Array(0..<table.rowCount)
    if let bad = taken.first(where: { !(0..<table.rowCount).contains($0) }) {
      throw Diagnostic("bad-row", "row \(bad) does not exist: the table has \(table.rowCount.counted("row"))")
    }
    let features = table.columns(with: .feature).filter { $0.name != target }
    guard !features.isEmpty else {
      throw Diagnostic(
        "no-features", "there are no features to learn '\(target)' from",
        help: "choose the columns to predict from with features NAMES")
    }
    guard !taken.isEmpty else { throw Diagnostic("no-rows", "there are no rows to learn '\(target)' from") }
    let (read, missing) = try Target.reading(column, rows: taken, asNumber: asNumber)
    guard missing.count < taken.count else {
      throw .badTarget(
        "target '\(target)' is missing in all \(taken.count) rows", help: "choose another target")
    }
    if missing.isEmpty {
      rowNumbers = taken
      self.target = read
    } else {
      let kept = taken.indices.filter { !missing.contains($0) }
      rowNumbers = kept.map { taken[$0] }
      self.target = read.selecting(rows: kept)
    }
    let kept = rowNumbers
    var columns: [FeatureColumn] = []
    for feature in features { columns.append(try FeatureColumn(feature.selecting(kept))) }
    frame = FeatureFrame(columns: columns, rowCount: kept.count)
    let own = table.selecting(rows: kept)
    self.table = own
    let grouping = own.columns(with: .group)
    groups = grouping.count == 1 ? GroupCodes.apart(grouping[0]) : nil
    targetName = target
    droppedRows = missing.count
  }

  init(
    frame: FeatureFrame, targetName: String, target: Target, rowNumbers: [Int], table: Table, groups: [Int]?,
    trainingColumns: [String], droppedRows: Int
  ) {
    self.frame = frame
    self.targetName = targetName
    self.target = target
    self.rowNumbers = rowNumbers
    self.table = table
    self.groups = groups
    self.trainingColumns = trainingColumns
    self.droppedRows = droppedRows
  }

  /// The note on skipped rows; nil where all were used.
  public var leftOut: String? {
    droppedRows == 0
      ? nil : "skipped \(droppedRows) of \((rowCount + droppedRows).counted("row")): \(targetName) is missing"
  }

  /// Why every model of these rows predicts the same, whatever its settings; nil where target and features vary.
  public var whyConstant: String? {
    if target.isConstant { return "the target '\(targetName)' has one value" }
    return frame.columns.allSatisfy(\.values.isConstant) ? "no feature has two values" : nil
  }

  public var rowCount: Int { rowNumbers.count }

  /// The classes, when the target has them.
  public var classes: ClassTarget? {
    if case .classes(let target) = target { target } else { nil }
  }

  /// The SHA-256 of the features and the target with their names, types and values.
  ///
  /// Two tasks with the same hash and the same kind of target give the same results.
  public func dataHash() -> String {
    let names = frame.columns.map(\.name) + [targetName]
    // The names were found in this table, and they are distinct.
    guard let part = try? table.selecting(columns: names) else { return table.contentHash() }
    return part.contentHash()
  }

  /// The same with the groups and the columns that a learner trains on, where it names any.
  public func dataHash(for definition: LearnerDefinition) -> String { dataHash(with: DataNeeds(definition)) }

  func dataHash(with needs: DataNeeds) -> String {
    var hash = dataHash()
    if needs.groups, let groups {
      hash = SHA256.hex((hash + ":" + groups.map(String.init).joined(separator: ",")).utf8)
    }
    if !needs.columns.isEmpty, let part = try? table.selecting(columns: needs.columns) {
      hash = SHA256.hex((hash + ":" + part.contentHash()).utf8)
    }
    return hash
  }
}

/// What a learner trains on beside features and target; it is part of the hash of the data.
struct DataNeeds: Hashable, Sendable {
  let groups: Bool
  let columns: [String]

  init(_ definition: LearnerDefinition) {
    groups = definition.capabilities.usesGroups
    columns = definition.trainingColumns
  }
}
