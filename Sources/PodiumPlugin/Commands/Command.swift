public import PodiumCore

/// A verb: a signature as data and what it does; it holds no state, all of that is in the session.
public protocol Command: Sendable {
  /// Name, parameters, examples.
  var signature: Signature { get }

  /// Runs the command: changes the session and returns what to show.
  ///
  /// When it throws, the caller drops the changed session: a failed command changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output]

  /// The parameters that must be given in a session as it is; a person at the prompt is asked for those left out.
  func needed(in session: Session) -> [String]
}

extension Command {
  /// What its signature requires.
  public func needed(in session: Session) -> [String] {
    signature.parameters.map(\.description).filter(\.isRequired).map(\.name)
  }
}
