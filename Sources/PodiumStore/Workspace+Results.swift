public import PodiumCore
public import PodiumLearn
internal import Synchronization

/// Results of evaluation jobs.
extension Workspace {
  /// The results kept for some jobs, by the job's id.
  public func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult] {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.results.results(jobs) }
  }

  /// Stores results immediately, or, if the running command has written, as soon as it ends, however it ends.
  public func keep(_ results: [EvaluationResult]) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.results.keep(results) }
  }

  /// Drops the results of some jobs.
  public func dropResults(_ jobs: [String]) throws(Diagnostic) {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.results.drop(jobs) }
  }

  /// Drops all results.
  public func removeResults() throws(Diagnostic) -> Int {
    try parts.withLock { (parts) throws(Diagnostic) in try parts.results.removeAll() }
  }
}
