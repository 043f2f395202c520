public import PodiumCore

/// The name of a way of resampling; those that come with podium have constants.
public struct ResamplingName: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The key in the catalogue.
  public let key: String

  /// Names a way of resampling.
  public init(stringLiteral key: String) { self.key = key }

  /// Stratified folds.
  public static let stratified: ResamplingName = "stratified"
  /// Each class cut into consecutive blocks, larger blocks first.
  public static let stratifiedLegacy: ResamplingName = "stratified-legacy"
  /// Whole groups, with class proportions as even as they allow.
  public static let stratifiedGroup: ResamplingName = "stratified-group"
  /// Consecutive blocks of rows.
  public static let kfold: ResamplingName = "kfold"
  /// Whole groups, in folds of sizes as equal as they allow.
  public static let group: ResamplingName = "group"
  /// One fold per group.
  public static let leaveOneGroupOut: ResamplingName = "leave-one-group-out"
  /// The folds given by a column.
  public static let given: ResamplingName = "given"
  /// Blocks of time, each tested by a model trained on earlier rows.
  public static let rolling: ResamplingName = "rolling"
  /// Some of the rows are held out for testing.
  public static let holdout: ResamplingName = "holdout"
  /// As many rows as there are, drawn with replacement; the others are tested.
  public static let bootstrap: ResamplingName = "bootstrap"
}

/// A way of resampling chosen by key, with what it was given: plain text, so that it can be kept and sent.
public struct ResamplingSpec: Sendable, Hashable, Codable {
  /// The key of the method (`stratified`).
  public var key: String
  /// Its settings by name, as typed (`k`: `10`, `group`: `session`).
  public var settings: [String: String]
  /// The number of repeats, each with its own random numbers.
  public var repeats: Int

  /// The maximum number of repeats.
  public static let repeatLimit = 1000

  /// Chooses a way of resampling; what is left out has its default.
  public init(_ key: String, settings: [String: String], repeats: Int = 1) {
    self.key = key
    self.settings = settings
    self.repeats = repeats
  }

  /// Chooses a way of resampling by what most of them take.
  public init(
    _ name: ResamplingName, k: Int? = nil, shuffle: Bool = false, repeats: Int = 1, group: String? = nil,
    fold: String? = nil, time: String? = nil, test: Double? = nil
  ) {
    var settings: [String: String] = [:]
    if let k { settings["k"] = String(k) }
    if shuffle { settings["shuffle"] = "yes" }
    if let group { settings["group"] = group }
    if let fold { settings["fold"] = fold }
    if let time { settings["time"] = time }
    if let test { settings["test"] = NumberText.shortest(test) }
    self.init(name.key, settings: settings, repeats: repeats)
  }

  /// The column of groups.
  public var group: String? { settings["group"] }
  /// The column that names the folds.
  public var fold: String? { settings["fold"] }
  /// The column of times.
  public var time: String? { settings["time"] }
  /// Whether rows, or whole groups, are shuffled first.
  public var shuffle: Bool { settings["shuffle"] == "yes" }
}

/// What a way of resampling was given, checked: a value for each of its keys.
public struct ResamplingSettings: Sendable, Equatable {
  private let values: [String: HyperparameterValue]
  private let columns: [String: String]

  init(values: [String: HyperparameterValue], columns: [String: String]) {
    self.values = values
    self.columns = columns
  }

  /// A value by its key; nil where the way has no such key.
  public subscript(name: String) -> HyperparameterValue? { values[name] }

  /// A whole number; throws `bad-value` where the key holds none.
  public func integer(_ name: String) throws(Diagnostic) -> Int {
    if case .integer(let value)? = values[name] { return value }
    throw Diagnostic("bad-value", "'\(name)' is not a whole number")
  }

  /// A number; throws `bad-value` where the key holds none.
  public func number(_ name: String) throws(Diagnostic) -> Double {
    if case .number(let value)? = values[name] { return value }
    throw Diagnostic("bad-value", "'\(name)' is not a number")
  }

  /// A number of a key without a default; nil where it was not given.
  func length(_ name: String) -> Double? {
    if case .number(let value)? = values[name] { value } else { nil }
  }

  /// Yes or no; no where there is no such key.
  public func flag(_ name: String) -> Bool { values[name] == .flag(true) }

  /// The name of a column; nil where none was given.
  public func column(_ name: String) -> String? { columns[name] }

  /// Everything as text, the defaults too.
  var texts: [String: String] { values.mapValues(\.text).merging(columns) { own, _ in own } }

  var namedColumns: [(key: String, name: String)] {
    columns.inCodePointOrder(by: \.key).map { ($0.key, $0.value) }
  }
}
