public import PodiumCore

/// A learning algorithm with its settings: it turns training rows into a model.
public protocol Learner: Sendable {
  /// Fits a model; it depends on nothing but the data, the settings and the seed.
  ///
  /// Long loops poll `cancellation` and throw `interrupted`.
  func fit(_ data: TrainingData, seed: Seed, cancellation: Cancellation) throws(Diagnostic) -> any Model
}

/// A fitted model; a value that can be saved.
public protocol Model: Sendable, Codable {
  /// Predicts for rows × columns features; no rows give an empty prediction.
  ///
  /// Throws `wrong-width` for another number of columns than in training and `missing-values`.
  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction

  /// The same on at most `threads` threads, whose number never changes a figure; long loops poll `cancellation` and throw
  /// `interrupted`. A model has one of the two functions, and the other follows.
  func predict(_ features: Matrix, threads: Int, cancellation: Cancellation) throws(Diagnostic) -> Prediction

  /// An estimate of its memory in bytes, by which undo stays within its limit.
  var byteCount: Int { get }

  /// What fitting learned about the model's own quality (the out-of-bag accuracy of a forest); mostly nothing.
  var figures: [ModelFigure] { get }

  /// Whether it predicts the same for every row though it was to learn from them, as a tree that found no split.
  var isConstant: Bool { get }

  /// Whether it predicts so many classes, or a number for nil; a saved model that says no is not read.
  func predicts(classes: Int?) -> Bool

  /// Why its parts do not form a model, which only a broken file can cause; nil for a sound one. A saved model with a flaw is
  /// not read.
  var flaw: String? { get }
}

/// A figure that a learner gives with its model, and the number of rows it is of.
public struct ModelFigure: Sendable, Equatable {
  /// The name of the field (`oob_accuracy`).
  public let key: String
  /// The figure; nil where it is undefined.
  public let value: Double?
  public let rows: Int

  public init(_ key: String, _ value: Double?, rows: Int) {
    self.key = key
    self.value = value
    self.rows = rows
  }
}

extension Model {
  /// Predicts on the calling thread.
  public func predict(_ features: Matrix) throws(Diagnostic) -> Prediction { try predict(features, threads: 1) }
  /// Predicts without being stopped.
  public func predict(_ features: Matrix, threads: Int) throws(Diagnostic) -> Prediction {
    try predict(features, threads: threads, cancellation: Cancellation())
  }
  /// Predicts on the calling thread, without looking at the flag.
  public func predict(
    _ features: Matrix, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> Prediction {
    try predict(features)
  }
  /// None.
  public var figures: [ModelFigure] { [] }
  /// No: what a model cannot tell cheaply it does not tell.
  public var isConstant: Bool { false }
  /// None: its parts cannot contradict each other.
  public var flaw: String? { nil }
  /// Yes: what it predicts is checked with every prediction.
  public func predicts(classes: Int?) -> Bool { true }
  /// The size of the value itself; a model that holds lists returns more.
  public var byteCount: Int { MemoryLayout<Self>.size }
}

/// Training data: finite numbers, complete unless the learner takes missing values, and their targets.
public struct TrainingData: Sendable {
  /// Rows × columns numbers, all finite; NaN stands for missing where the learner declares `Capabilities.takesMissing`.
  public let features: Matrix
  /// The names of the columns in order.
  public let featureNames: [String]
  /// The target, one value per row.
  public let target: Target
  /// For each row the number of its group (its test, its match); nil where no column has that role.
  ///
  /// Only learners that declare `Capabilities.usesGroups` receive them. Equal numbers only mean that rows belong together:
  /// a group need not have the same one in another fold.
  public let groups: [Int]?
  /// The columns that the learner named (`LearnerDefinition.trainingColumns`), in that order, as the table has them: values
  /// may be missing.
  public let columns: [Column]
  /// The threads that a fit may use; their number must not change what it learns.
  public var threads = 1

  /// Takes rows to learn from.
  ///
  /// Throws `no-rows`, `missing-values` and `not-finite`; names, target, groups and columns must fit the matrix.
  public init(
    features: Matrix, featureNames: [String], target: Target, groups: [Int]? = nil, columns: [Column] = [],
    allowingMissing: Bool = false
  ) throws(Diagnostic) {
    precondition(featureNames.count == features.columns, "a name for each column is needed")
    precondition(target.rowCount == features.rows, "a target value for each row is needed")
    precondition(columns.allSatisfy { $0.count == features.rows }, "a value for each row is needed")
    precondition(groups.map { $0.count == features.rows } ?? true, "a group for each row is needed")
    if features.rows == 0 { throw Diagnostic("no-rows", "there are no rows to learn from") }
    try features.requireFinite(names: featureNames, allowingMissing: allowingMissing)
    self.features = features
    self.featureNames = featureNames
    self.target = target
    self.groups = groups
    self.columns = columns
  }

  /// The classes; throws `wrong-target` when the target is a number.
  public func requireClasses(_ learner: String) throws(Diagnostic) -> ClassTarget {
    if case .classes(let target) = target { return target }
    throw .wrongTarget(learner, .numbers)
  }
}

extension Matrix {
  /// Throws `missing-values` or `not-finite` for the first column that holds such a number.
  public func requireFinite(names: [String] = [], allowingMissing: Bool = false) throws(Diagnostic) {
    guard let bad = elements.firstIndex(where: { !$0.isFinite && !(allowingMissing && $0.isNaN) }) else { return }
    let place = bad % columns
    let name = names.indices.contains(place) ? names[place] : String(place + 1)
    let values = column(place)
    let missing = values.count { $0.isNaN }
    if missing > 0, !allowingMissing { throw .missingValues(name, count: missing) }
    throw Diagnostic(
      "not-finite", "feature '\(name)' has \(values.count { $0.isInfinite }.counted("infinite value"))",
      help: "omit those rows: if abs(COLUMN) < 1e300")
  }

  /// Checks what a model is given to predict from; throws `wrong-width`, `missing-values` and `not-finite`.
  public func requireFeatures(_ count: Int, allowingMissing: Bool = false) throws(Diagnostic) {
    guard columns == count else {
      throw Diagnostic(
        "wrong-width", "the model was fitted on \(count.counted("feature")), but the table has \(columns)")
    }
    try requireFinite(allowingMissing: allowingMissing)
  }
}

extension Diagnostic {
  /// A learner of ordered classes was given others.
  public static func unorderedClasses(_ learner: String) -> Diagnostic {
    Diagnostic(
      "unordered-classes", "learner '\(learner)' needs ordered classes, but those of the target have no order",
      help: "label with cuts= makes ordered classes from a rank; other learners need no order")
  }

  static func wrongTarget(_ learner: String, _ kind: TargetKind) -> Diagnostic {
    switch kind {
    case .classes:
      Diagnostic("wrong-target", "learner '\(learner)' predicts numbers, but the target has classes")
    case .numbers:
      Diagnostic("wrong-target", "learner '\(learner)' predicts classes, but the target is a number")
    }
  }
}
