public import PodiumCore

/// Something a way of resampling can be given: a value, or a column of the table.
public enum ResamplingKey: Sendable, Equatable {
  /// A number, a word, yes or no.
  case value(Hyperparameter)
  /// A value without a default; where it is given, another key (`insteadOf`) has no use.
  case optional(Hyperparameter, insteadOf: String?)
  /// A column; if it is required and omitted, the only column with the role is used.
  case column(name: String, role: Role?, isRequired: Bool, help: String)

  /// The name, in lower case with hyphens.
  public var name: String {
    switch self {
    case .value(let definition), .optional(let definition, _): definition.name
    case .column(let name, _, _, _): name
    }
  }

  public var help: String {
    switch self {
    case .value(let definition), .optional(let definition, _): definition.help
    case .column(_, _, _, let help): help
    }
  }

  /// Number of folds.
  public static let k = ResamplingKey.value(
    Hyperparameter(
      "k", .integer(2...100_000), defaultValue: .integer(10), help: "Number of folds."))

  /// Whether rows, or whole groups, are shuffled first.
  public static let shuffle = ResamplingKey.value(
    Hyperparameter(
      "shuffle", .flag, defaultValue: .flag(false), help: "Shuffle the rows before assigning them to folds."))

  /// The length of a block of time.
  public static let every = length(
    "every", above: true, insteadOf: "k",
    "Length of each block of folds=rolling, in days or in the unit of a number; it replaces k=.")

  /// The time before the first block.
  public static let first = length(
    "first", above: true, insteadOf: "k", "Time before the first block of every=; by default as long as a block.")

  /// The time between training and test.
  public static let gap = length(
    "gap", above: false,
    "Time before each block of folds=rolling that is left out of its training, in days or in the unit of a number.")

  private static func length(
    _ name: String, above isPositive: Bool, insteadOf other: String? = nil, _ help: String
  ) -> ResamplingKey {
    .optional(
      Hyperparameter(name, .number(0...1e9, exclusiveLow: isPositive), defaultValue: .number(1), help: help),
      insteadOf: other)
  }

  /// The share of rows to test.
  public static let test = ResamplingKey.value(
    Hyperparameter(
      "test", .number(0.01...0.99, exclusiveLow: false), defaultValue: .number(0.3),
      help: "Share of the rows to hold out for testing."))

  /// The column of groups.
  public static func group(isRequired: Bool) -> ResamplingKey {
    .column(
      name: "group", role: .group, isRequired: isRequired,
      help: "Column of groups, each kept in one fold; by default the one with the role group.")
  }

  public static let fold = ResamplingKey.column(
    name: "fold", role: nil, isRequired: true, help: "Column with the fold of each row, for folds=given.")

  public static let time = ResamplingKey.column(
    name: "time", role: .time, isRequired: true,
    help: "Column of times for folds=rolling; by default the one with the role time.")
}
