public import PodiumCore
public import PodiumLearn

/// Domain-specific measures of predictions: one or more over the predicted rows.
public protocol Evaluator: Sendable {
  /// The name with the plugin's prefix (`ski.risk`).
  var key: String { get }
  /// One sentence for the list of evaluators.
  var summary: String { get }

  /// Whether it can score predictions of a table's target; what does not fit is not offered where it is typed.
  func fits(_ table: Table, targetIsNumber: Bool) -> Bool

  /// Scores predictions; pure and the same for the same input.
  ///
  /// Throws when the predictions are not of the kind it scores.
  func evaluate(_ predictions: EvaluatedRows) throws(Diagnostic) -> [NamedMeasure]
}

extension Evaluator {
  /// An evaluator fits any table, unless it says otherwise.
  public func fits(_ table: Table, targetIsNumber: Bool) -> Bool { true }
}

/// Predictions beside the rows they are about.
public struct EvaluatedRows: Sendable {
  /// What the resampling gave; `rows` name rows of `table`.
  public let evaluation: Evaluation
  /// The whole table the rows were taken from.
  public let table: Table

  /// Joins predictions with their table.
  public init(evaluation: Evaluation, table: Table) {
    self.evaluation = evaluation
    self.table = table
  }
}

/// A measure with its counts and its interval.
public struct NamedMeasure: Sendable, Equatable {
  /// The name with the plugin's prefix.
  public var name: String
  /// The value; nil when it is not defined.
  public var value: Double?
  /// Successes and trials, where the value is a share.
  public var count: (successes: Int, trials: Int)?
  /// The 95 % interval.
  public var interval: (low: Double, high: Double)?
  /// What it means, in one phrase.
  public var explanation: String

  /// Makes a measure.
  public init(
    _ name: String, _ value: Double?, count: (successes: Int, trials: Int)? = nil,
    interval: (low: Double, high: Double)? = nil, explanation: String
  ) {
    self.name = name
    self.value = value
    self.count = count
    self.interval = interval
    self.explanation = explanation
  }

  /// A proportion k of n with its 95 % Wilson interval; undefined when n is 0.
  public static func share(_ name: String, _ successes: Int, of trials: Int, explanation: String)
    -> NamedMeasure
  {
    guard trials > 0 else { return NamedMeasure(name, nil, count: (0, 0), explanation: explanation) }
    return NamedMeasure(
      name, Double(successes) / Double(trials), count: (successes, trials),
      interval: Wilson.interval(successes: successes, of: trials), explanation: explanation)
  }

  /// Whether all parts are the same.
  public static func == (a: NamedMeasure, b: NamedMeasure) -> Bool {
    a.name == b.name && a.value == b.value && a.explanation == b.explanation
      && a.count.map { [$0.successes, $0.trials] } == b.count.map { [$0.successes, $0.trials] }
      && a.interval.map { [$0.low, $0.high] } == b.interval.map { [$0.low, $0.high] }
  }
}

extension NamedMeasure: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, value, count, interval, explanation
  }

  /// Writes all parts; count and interval as pairs.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encodeIfPresent(value, forKey: .value)
    try fields.encodeIfPresent(count.map { [$0.successes, $0.trials] }, forKey: .count)
    try fields.encodeIfPresent(interval.map { [$0.low, $0.high] }, forKey: .interval)
    try fields.encode(explanation, forKey: .explanation)
  }

  /// Reads all parts.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func pair<Number: Decodable>(_ key: CodingKeys, _ type: Number.Type) throws -> (Number, Number)? {
      guard let list = try fields.decodeIfPresent([Number].self, forKey: key) else { return nil }
      guard list.count == 2 else {
        throw DecodingError.dataCorruptedError(forKey: key, in: fields, debugDescription: "not a pair")
      }
      return (list[0], list[1])
    }
    self.init(
      try fields.decode(String.self, forKey: .name), try fields.decodeIfPresent(Double.self, forKey: .value),
      count: try pair(.count, Int.self), interval: try pair(.interval, Double.self),
      explanation: try fields.decode(String.self, forKey: .explanation))
  }
}
