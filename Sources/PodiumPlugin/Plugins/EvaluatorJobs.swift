public import PodiumCore
public import PodiumLearn

/// What evaluators say of predictions as a kind of jobs; all look at one table.
public struct EvaluatorJobs: JobKind {
  /// What an evaluator is asked.
  public struct Input: Sendable, Codable {
    /// The evaluator's key.
    public let evaluator: String
    /// The predictions.
    public let evaluation: Evaluation

    /// Asks an evaluator about predictions.
    public init(_ evaluator: String, _ evaluation: Evaluation) {
      self.evaluator = evaluator
      self.evaluation = evaluation
    }
  }

  public let key = "evaluator"
  private let evaluators: [String: any Evaluator]

  /// Makes the kind of some evaluators by their keys.
  public init(_ evaluators: [String: any Evaluator]) { self.evaluators = evaluators }

  private func evaluator(_ key: String) throws(Diagnostic) -> any Evaluator {
    if let found = evaluators[key] { return found }
    throw Diagnostic.unknown("evaluator", key, among: evaluators.keys.inCodePointOrder())
  }

  /// Throws `unknown-evaluator`: one that is a program of its own is known where the program was added.
  public func require(_ input: Input, sharing table: Table, in context: JobContext) throws(Diagnostic) {
    _ = try evaluator(input.evaluator)
  }

  /// Asks the evaluator; throws what it throws.
  public func run(
    _ input: Input, sharing table: Table, in context: JobContext
  ) throws(Diagnostic) -> [NamedMeasure] {
    try context.cancellation.check()
    return try evaluator(input.evaluator).evaluate(EvaluatedRows(evaluation: input.evaluation, table: table))
  }

  /// The table as it is archived, with another sum.
  public func bytes(ofShared table: Table, by coder: any JobCoder) throws(Diagnostic) -> [UInt8] {
    TableArchive.bytes(of: table, sum: .words)
  }

  /// Reads a table; throws `damaged-table`.
  public func shared(_ bytes: [UInt8], by coder: any JobCoder) throws(Diagnostic) -> Table {
    try TableArchive.table(bytes, sum: .words)
  }
}
