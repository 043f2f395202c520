public import PodiumCore

/// When a resampling method draws random numbers.
public enum ResamplingChance: Sendable, Equatable {
  /// Never: the data define the folds.
  case never
  /// With `shuffle=yes`.
  case asked
  case always
}

/// A way to split rows into training and test: k folds, one group out at a time, a holdout.
///
/// A plugin brings one by `registry.add`; `Methods/Holdout.swift` is the one to copy.
public protocol Resampling: Sendable {
  /// The name in `folds=` (`stratified`).
  var key: String { get }
  /// What it does, in one line that follows its key in the help.
  var summary: String { get }
  var keys: [ResamplingKey] { get }
  /// When it draws random numbers; only then may it be repeated.
  var chance: ResamplingChance { get }
  var needsClasses: Bool { get }
  /// Whether it stratifies by class, as far as the rows allow.
  var balancesClasses: Bool { get }
  /// Whether unshuffled folds are blocks of consecutive rows.
  var cutsBlocks: Bool { get }
  /// Whether models train only on rows before those they are tested on.
  var isForward: Bool { get }
  /// The folds in words, as in `10 stratified folds`; shuffling and repeats are added to it.
  func sentence(_ settings: ResamplingSettings, folds: Int) -> String
  /// The splits of one repeat.
  ///
  /// `random` is there where random numbers are drawn. Throws where the rows cannot be split so.
  func folds(
    of task: LearningTask, _ settings: ResamplingSettings, random: inout RandomSource?
  ) throws(Diagnostic) -> RepeatFolds
}

extension Resampling {
  /// Any target, unless it says otherwise.
  public var needsClasses: Bool { false }
  /// Not stratified, unless it says otherwise.
  public var balancesClasses: Bool { false }
  /// No blocks, unless it says otherwise.
  public var cutsBlocks: Bool { false }
  /// Trains on past and future, unless it says otherwise.
  public var isForward: Bool { false }
  /// So many folds of its name, by the column of groups where there is one.
  public func sentence(_ settings: ResamplingSettings, folds: Int) -> String {
    "\(folds) \(key) folds" + (settings.column("group").map { " by " + $0 } ?? "")
  }

  /// One of its keys; nil where it does not take it.
  public func takes(_ name: String) -> ResamplingKey? { keys.first { $0.name == name } }

  /// Whether the user chooses the number of folds.
  var usesK: Bool { takes("k") != nil }

  /// Checks what it was given and fills in what was left out: defaults, and columns by their role.
  ///
  /// Throws `unused-key` for a key it does not take or that another one replaces, `bad-value`, and `missing-argument` for a column that is required, is
  /// not named and cannot be found by its role.
  func settings(_ given: [String: String], of task: LearningTask) throws(Diagnostic) -> ResamplingSettings {
    for name in given.keys.inCodePointOrder() where takes(name) == nil { throw unused(name) }
    var values: [String: HyperparameterValue] = [:]
    var columns: [String: String] = [:]
    var replaced: Set<String> = []
    for case .optional(let definition, let other?) in keys where given[definition.name] != nil {
      guard given[other] == nil else {
        throw Diagnostic("unused-key", "\(other)= has no use beside \(definition.name)=", help: "omit one of them")
      }
      replaced.insert(other)
    }
    for key in keys where !replaced.contains(key.name) {
      let text = given[key.name]
      switch key {
      case .optional(let definition, _):
        values[key.name] = try text.map { text throws(Diagnostic) in try definition.parse(text) }
      case .value(let definition):
        do throws(Diagnostic) {
          values[key.name] =
            try text.map { text throws(Diagnostic) in try definition.parse(text) } ?? definition.defaultValue
        } catch {
          throw error.about(key.name)
        }
      case .column(let name, let role, let isRequired, _):
        if let text {
          columns[name] = text
        } else if isRequired {
          columns[name] = try columnOfRole(role, name, task)
        }
      }
    }
    return ResamplingSettings(values: values, columns: columns)
  }

  /// The error of a key that it does not take.
  func unused(_ name: String) -> Diagnostic {
    Diagnostic("unused-key", "folds=\(key) does not take \(name)=", subject: name)
  }

  private func columnOfRole(_ role: Role?, _ name: String, _ task: LearningTask) throws(Diagnostic) -> String {
    let columns = role.map { task.table.columns(with: $0) } ?? []
    if columns.count == 1 { return columns[0].name }
    let lack =
      role == nil
      ? "" : ", since " + (columns.isEmpty ? "no column has" : "\(columns.count) columns have") + " the role \(name)"
    throw Diagnostic(
      "missing-argument", "folds=\(key) needs \(name)=COLUMN" + lack,
      help: role == nil
        ? "\(name)= names the column that holds each row's \(name)"
        : "as in: \(name)=\(name == "group" ? "session" : "date")")
  }
}

extension ResamplingSettings {
  /// The number of folds, at most that of the rows and, where classes are balanced, of the rows of the largest class;
  /// throws `too-many-folds`.
  func k(for task: LearningTask, balancing: Bool) throws(Diagnostic) -> Int {
    let k = try integer("k")
    let largest = balancing ? task.classes?.counts.max() : nil
    guard k <= task.rowCount else {
      throw .tooManyFolds(
        k, "the \(task.rowCount.counted("row"))", most: min(task.rowCount, largest ?? task.rowCount))
    }
    if let largest, k > largest {
      throw .tooManyFolds(k, "the \(largest.counted("row")) of the largest class", most: largest)
    }
    return k
  }

  /// The groups of the column that was given; throws `too-few-groups` for fewer than `needed` groups.
  func groups(of task: LearningTask, needed: Int, isChosen: Bool) throws(Diagnostic) -> GroupCodes {
    guard let group = column("group") else {
      throw Diagnostic("missing-argument", "a column of groups is needed", help: "name it with group=COLUMN")
    }
    let groups = try task.codes(of: group, as: "group")
    guard groups.count >= needed else {
      throw Diagnostic(
        "too-few-groups",
        "column '\(group)' has \(groups.count.counted("group")), fewer than the \(needed) folds",
        help: !isChosen || groups.count < 2 ? "choose another group column" : "choose k=\(groups.count) or less",
        subject: "group")
    }
    return groups
  }
}

extension Diagnostic {
  /// `most` is how many folds there can be.
  static func tooManyFolds(_ k: Int, _ what: String, most: Int) -> Diagnostic {
    Diagnostic(
      "too-many-folds", "k=\(k) is more than \(what)",
      help: most > 1 ? "choose k=\(most) or less" : "load more rows", subject: "k")
  }
}
