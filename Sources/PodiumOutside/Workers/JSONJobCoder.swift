package import PodiumCore
internal import PodiumFiles
package import PodiumLearn

/// Encodes values of jobs as JSON; NaN and infinities are strings.
package struct JSONJobCoder: JobCoder {
  package init() {}

  package func bytes(of value: some Encodable) throws(Diagnostic) -> [UInt8] {
    do { return try SortedJSON.bytes(of: value) } catch {
      throw (error as? Diagnostic)
        ?? Diagnostic("bad-message", "a message to or from a worker cannot be written", cause: "\(error)")
    }
  }

  package func value<Value>(
    _ bytes: [UInt8], _ read: @escaping (any Decoder) throws -> Value
  ) throws(Diagnostic) -> Value {
    do { return try SortedJSON.value(bytes, read) } catch {
      throw (error as? Diagnostic)
        ?? Diagnostic("bad-message", "a message to or from a worker cannot be read", cause: "\(error)")
    }
  }
}

extension JSONJobCoder {
  /// Whether what came of a job is a failure; that of a fold is an output too.
  package func isFailure(_ outcome: Result<[UInt8], Diagnostic>, _ learners: LearnerCatalogue) -> Bool {
    guard case .success(let bytes) = outcome else { return true }
    let fold = try? EvaluationJobs().output(bytes, by: self, in: JobContext(learners: learners))
    if case .failed? = fold?.outcome { return true }
    return false
  }
}
