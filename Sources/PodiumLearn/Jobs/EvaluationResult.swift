public import PodiumCore

/// The result of a job.
public struct EvaluationResult: Sendable, Codable, Equatable {
  /// A prediction, or why it failed.
  public enum Outcome: Sendable, Codable, Equatable {
    case predicted(Prediction)
    case failed(Diagnostic)
  }

  /// The job's name.
  public let jobID: String
  /// Which repeat, from 0.
  public let repeatIndex: Int
  /// Which fold, from 0.
  public let fold: Int
  /// The rows of the task that were tested, ascending.
  public let rows: [Int]
  public let outcome: Outcome
  /// Whether the model predicts the same for every row, since its settings let it learn nothing.
  public let isConstant: Bool
  /// How long fitting and predicting took.
  public let seconds: Double

  /// Makes a result.
  public init(
    jobID: String, repeatIndex: Int, fold: Int, rows: [Int], outcome: Outcome, seconds: Double, isConstant: Bool = false
  ) {
    self.isConstant = isConstant
    self.jobID = jobID
    self.repeatIndex = repeatIndex
    self.fold = fold
    self.rows = rows
    self.outcome = outcome
    self.seconds = seconds
  }
}
