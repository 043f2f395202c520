package import PodiumCore

/// A message of a client whose signature was checked.
package struct KernelMessage: Sendable {
  /// The frames before the delimiter: whom an answer is sent to.
  package var identities: [[UInt8]]
  /// What is asked: `execute_request`.
  package var type: String
  package var id: String
  /// The client's session; empty where it names none.
  package var session: String
  /// The header as it was received, which is the parent header of answers: an object of JSON.
  package var header: [UInt8]
  /// An object; empty where it could not be read.
  package var content: JSONValue
  /// Why the content could not be read; its sender gets that as the answer.
  package var fault: Diagnostic?
}
