public import PodiumCore
public import PodiumPlugin

/// The session's own, for whoever holds the interpreter.
extension Interpreter {
  /// What can be named, with the learners the user brought.
  public var registry: Registry { session.registry }

  /// The ways to the outside.
  public var services: Services {
    get { session.services }
    set { session.services = newValue }
  }

  /// What `undo` takes back.
  public var state: SessionState {
    get { session.state }
    set { session.state = newValue }
  }

  /// What earlier commands gave.
  public var results: Results { session.results }

  /// Asks running work to stop.
  public var cancellation: Cancellation {
    get { session.cancellation }
    set { session.cancellation = newValue }
  }

  /// Whether a person sits at a prompt: verbs may be shortened there.
  public var isInteractive: Bool {
    get { session.isInteractive }
    set { session.isInteractive = newValue }
  }

  /// The exit status, once a command asked to leave.
  public var exitStatus: Int32? {
    get { session.exitStatus }
    set { session.exitStatus = newValue }
  }

  /// Values that `$name` stands for, beside results: the parameters of a notebook.
  public var parameters: [String: String] {
    get { session.parameters }
    set { session.parameters = newValue }
  }

  /// The number of cells so far.
  public var cellCount: Int { session.cellCount }

  /// The verbs that a line may name here, as a person or a file may write them.
  public var grammar: Grammar { session.grammar }

  /// The current table with what belongs to it.
  ///
  /// Throws `no-table`.
  public func current() throws(Diagnostic) -> Dataset { try session.current() }

  /// The workspace.
  ///
  /// Throws `no-workspace` where there is none.
  public func store() throws(Diagnostic) -> any Store { try session.store() }
}
