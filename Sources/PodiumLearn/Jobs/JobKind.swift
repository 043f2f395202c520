public import PodiumCore

/// A kind of work in pieces, which an executor runs here or in other processes.
///
/// Only the input and the shared data determine an output, so it does not matter where and beside what a job runs.
/// Another process finds the kind by its key among those of its own registry.
public protocol JobKind: Sendable {
  /// What all jobs of one call share; a worker is sent it once.
  associatedtype Shared: Sendable
  /// What a job adds to it.
  associatedtype Input: Sendable & Codable
  associatedtype Output: Sendable

  /// The name, with the plugin's prefix (`ski.held-out`).
  var key: String { get }

  /// The keys of the learners that a job needs; none unless the kind says so.
  func learners(of input: Input) -> [String]

  /// Throws why a job cannot run here with this data; another process may be able to.
  func require(_ input: Input, sharing shared: Shared, in context: JobContext) throws(Diagnostic)

  /// Runs a job; what it throws is its outcome.
  ///
  /// Long work polls the context's flag and throws `interrupted`.
  func run(_ input: Input, sharing shared: Shared, in context: JobContext) throws(Diagnostic) -> Output

  /// Whether an output that came from elsewhere can be that of an input.
  func fits(_ output: Output, _ input: Input, sharing shared: Shared) -> Bool

  /// What jobs share as bytes; equal values give equal bytes.
  func bytes(ofShared shared: Shared, by coder: any JobCoder) throws(Diagnostic) -> [UInt8]
  /// What jobs share, read from bytes; throws for bytes that hold none.
  func shared(_ bytes: [UInt8], by coder: any JobCoder) throws(Diagnostic) -> Shared
  func bytes(ofOutput output: Output, by coder: any JobCoder) throws(Diagnostic) -> [UInt8]
  /// An output read from bytes; throws for bytes that hold none.
  func output(_ bytes: [UInt8], by coder: any JobCoder, in context: JobContext) throws(Diagnostic) -> Output
}

extension JobKind {
  /// No learners.
  public func learners(of input: Input) -> [String] { [] }
  /// A job can run wherever its kind is known.
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
