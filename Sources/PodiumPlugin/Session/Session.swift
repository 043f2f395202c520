public import PodiumCore
internal import PodiumLearn

/// What a command works with: the tables, models and settings it may change, the results so far, what can be named,
/// and the services it may use.
///
/// A value that commands receive `inout`, so that undo and "unchanged after an error" are copies. What runs commands
/// keeps more beside it (the cells, the undo steps, the history), which commands do not see.
public struct Session: Sendable {
  /// What can be named, with the learners the user brought.
  public private(set) var registry: Registry
  /// Files, network and programs.
  public var services: Services
  /// What `undo` takes back.
  public var state = SessionState() {
    didSet { nameLearners() }
  }
  /// What earlier commands gave.
  public package(set) var results = Results()
  /// The flag that stops running work.
  public var cancellation = Cancellation()
  /// Whether a person sits at a prompt: verbs may be shortened there.
  public var isInteractive = false
  /// The columns of the window that a person looks at; nil where no one does.
  public var window: Int?
  /// The error that the running command ends with although what it wrote is kept, as a check that found nothing has.
  public var verdict: Diagnostic?
  /// The exit status, once a command asked to leave.
  public var exitStatus: Int32?
  /// Values that `$name` stands for, beside results: the parameters of a notebook.
  public var parameters: [String: String] = [:]
  /// Which command of a script or cell of a notebook is running, for those who watch.
  public package(set) var replayPlace: Progress.Part?
  /// The number of cells so far.
  public package(set) var cellCount = 0
  /// The running command as it was typed, with passwords masked.
  public package(set) var commandText: String?
  /// What the commands made and changed, oldest first.
  var touches: [Touch] = []
  /// What can be named without the learners that the user brought.
  package let builtIn: Registry
  /// The learners that `registry` was made with.
  private var namedLearners: [AddedLearner] = []

  /// Makes a session without tables.
  public init(registry: Registry, services: Services) {
    self.registry = registry
    builtIn = registry
    self.services = services
  }

  /// The current table with what belongs to it.
  ///
  /// Throws `no-table`.
  public func current() throws(Diagnostic) -> Dataset {
    guard let current = state.current else { throw .noTable() }
    return current
  }

  /// Whether the outputs are written for people to read as they are.
  package var isForReading: Bool {
    state.settings.format.flatMap { registry.renderer($0)?.isForReading } ?? true
  }

  /// The seed of the session.
  public var seed: Seed { Seed(state.settings.seed) }

  /// The workspace; of a plugin's command only the records of the plugin.
  ///
  /// Throws `no-workspace` where there is none.
  public func store() throws(Diagnostic) -> any Store {
    guard let store = services.store else {
      throw Diagnostic(
        "no-workspace", "there is no workspace", help: "start podium with --workspace FILE")
    }
    return store
  }

  /// Keeps `registry` in step with the learners of the state, which `undo` changes too.
  private mutating func nameLearners() {
    guard state.learners != namedLearners else { return }
    namedLearners = state.learners
    // A key that is taken was refused when the learner was added (`add`).
    registry = (try? builtIn.adding(state.learners)) ?? builtIn
  }

  /// Adds a learner the user brought, or replaces the one of that key.
  ///
  /// Throws `taken-name` when the key is that of a learner of podium or of a plugin.
  public mutating func add(_ learner: AddedLearner) throws(Diagnostic) {
    let others = state.learners.filter { $0.definition.key != learner.definition.key }
    _ = try builtIn.adding(others + [learner])
    state.learners = others + [learner]
  }
}
