public import PodiumCore

/// A kind of work that comes in pieces, which an executor does here or in other processes.
///
/// Nothing but the input and what all jobs share decides an output, so where and beside what it is done never shows.
/// Another process finds the kind by its key among those of its own registry.
public protocol JobKind: Sendable {
  /// What all jobs of one call share; a worker is sent it once.
  associatedtype Shared: Sendable
  /// What a job adds to it.
  associatedtype Input: Sendable & Codable
  /// What comes of a job.
  associatedtype Output: Sendable

  /// The name, with the plugin's prefix (`ski.held-out`).
  var key: String { get }

  /// The keys of the learners that a job needs; none unless the kind says so.
  func learners(of input: Input) -> [String]

  /// Throws why a job cannot be done in this place, with this data: another process may.
  func require(_ input: Input, sharing shared: Shared, in context: JobContext) throws(Diagnostic)

  /// Does a job; what it throws is what came of it.
  ///
  /// Long work polls the context's flag and throws `interrupted`.
  func run(_ input: Input, sharing shared: Shared, in context: JobContext) throws(Diagnostic) -> Output

  /// Whether an output that came from elsewhere can be that of an input.
  func fits(_ output: Output, _ input: Input, sharing shared: Shared) -> Bool

  /// What jobs share as bytes; equal values give equal bytes.
  func bytes(ofShared shared: Shared, by coder: any JobCoder) throws(Diagnostic) -> [UInt8]
  /// What jobs share, read from bytes; throws for bytes that hold none.
  func shared(_ bytes: [UInt8], by coder: any JobCoder) throws(Diagnostic) -> Shared
  /// An output as bytes.
  func bytes(ofOutput output: Output, by coder: any JobCoder) throws(Diagnostic) -> [UInt8]
  /// An output read from bytes; throws for bytes that hold none.
  func output(_ bytes: [UInt8], by coder: any JobCoder, in context: JobContext) throws(Diagnostic) -> Output
}

extension JobKind {
  /// No learners.
  public func learners(of input: Input) -> [String] { [] }
  /// A job can be done wherever its kind is known.
  public func require(_ input: Input, sharing shared: Shared, in context: JobContext) throws(Diagnostic) {}
  /// Any output may be that of an input.
  public func fits(_ output: Output, _ input: Input, sharing shared: Shared) -> Bool { true }
}

extension JobKind where Shared: Codable {
  /// The value as the coder writes it.
  public func bytes(ofShared shared: Shared, by coder: any JobCoder) throws(Diagnostic) -> [UInt8] {
    try coder.bytes(of: shared)
  }
  /// The value as the coder reads it.
  public func shared(_ bytes: [UInt8], by coder: any JobCoder) throws(Diagnostic) -> Shared {
    try coder.value(bytes) { try Shared(from: $0) }
  }
}

extension JobKind where Output: Codable {
  /// The value as the coder writes it.
  public func bytes(ofOutput output: Output, by coder: any JobCoder) throws(Diagnostic) -> [UInt8] {
    try coder.bytes(of: output)
  }
  /// The value as the coder reads it.
  public func output(_ bytes: [UInt8], by coder: any JobCoder, in context: JobContext) throws(Diagnostic) -> Output {
    try coder.value(bytes) { try Output(from: $0) }
  }
}
