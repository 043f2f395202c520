public import PodiumCore
public import PodiumPlugin

/// Properties of the session.
extension Interpreter {
  /// The registry, with the learners the user added.
  public var registry: Registry { session.registry }

  /// Access to files, network and the rest of the outside world.
  public var services: Services {
    get { session.services }
    set { session.services = newValue }
  }

  /// The state that `undo` reverts.
  public var state: SessionState {
    get { session.state }
    set { session.state = newValue }
  }

  /// The results of earlier commands.
  public var results: Results { session.results }

  /// Asks running work to stop.
  public var cancellation: Cancellation {
    get { session.cancellation }
    set { session.cancellation = newValue }
  }

  /// Whether a person is at the prompt, where verbs may be shortened.
  public var isInteractive: Bool {
    get { session.isInteractive }
    set { session.isInteractive = newValue }
  }

  /// The exit status, once a command has asked to leave.
  public var exitStatus: Int32? {
    get { session.exitStatus }
    set { session.exitStatus = newValue }
  }

  /// Values of `$name` other than results: the parameters of a notebook.
  public var parameters: [String: String] {
    get { session.parameters }
    set { session.parameters = newValue }
  }

  /// The number of cells so far.
  public var cellCount: Int { session.cellCount }

  /// The verbs a line may use here.
  public var grammar: Grammar { session.grammar }

  /// The current table with its label and recipe.
  ///
  /// Throws `no-table`.
  public func current() throws(Diagnostic) -> Dataset { try session.current() }

  /// The workspace.
  ///
  /// Throws `no-workspace` if there is none.
  public func store() throws(Diagnostic) -> any Store { try session.store() }
}
