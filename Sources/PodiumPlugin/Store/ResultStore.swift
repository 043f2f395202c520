public import PodiumCore
public import PodiumLearn

/// Results of evaluation jobs.
public protocol ResultStore: Sendable {
  /// The results kept for some jobs, by the job's id.
  func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult]
  /// Saves results at once, whatever the outcome of the command; known results are kept.
  ///
  /// The space is limited to so many bytes; beyond that the oldest results are dropped.
  func keep(_ results: [EvaluationResult]) throws(Diagnostic)
  /// Drops the results of some jobs, which are not needed any more.
  func dropResults(_ jobs: [String]) throws(Diagnostic)
  /// Drops all results; returns how many there were.
  func removeResults() throws(Diagnostic) -> Int
}
