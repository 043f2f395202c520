internal import PodiumCore

/// A job as it is sent to another process: its kind, the hash of the shared data, and its own input.
public struct WorkOrder: Sendable, Hashable, Codable {
  /// The key of the kind.
  public let kind: String
  /// The hash of the bytes that the jobs share.
  public let shared: String
  /// The input, as the coder wrote it.
  public let input: String
  /// The programs that learners of the job are.
  public let programs: [LearnerProgram]

  public init(kind: String, shared: String, input: String, programs: [LearnerProgram] = []) {
    self.kind = kind
    self.shared = shared
    self.input = input
    self.programs = programs
  }

  /// The name of the order, which its answer must carry.
  public var id: String {
    var hash = SHA256()
    for text in [kind, shared, input] {
      hash.update(text: String(text.utf8.count) + ":")
      hash.update(text: text)
    }
    return hash.hex()
  }
}
