public import PodiumCore
internal import PodiumLearn

/// The whole of an analysis: a value that commands receive `inout`, so undo and "unchanged after an error" are copies.
public struct Session: Sendable {
  /// What can be named, with the learners the user brought.
  public private(set) var registry: Registry
  /// The doors to the outside.
  public var services: Services
  /// What `undo` takes back.
  public var state = SessionState() {
    didSet { nameLearners() }
  }
  /// What earlier commands gave.
  public internal(set) var results = Results()
  /// The commands of this session and of earlier ones, oldest first.
  public var history: [String] {
    didSet {
      // A tenth more at once: each time one would move all the others.
      let surplus = history.count - Session.historyLimit
      if surplus > 0 { history.removeFirst(surplus + Session.historyLimit / 10) }
    }
  }
  /// The most commands in `history`.
  public static let historyLimit = 10_000
  /// Reads the commands of earlier sessions, oldest first; nil where none are kept.
  public var earlierHistory: (@Sendable () -> [String])?
  /// Asks running work to stop.
  public var cancellation = Cancellation()
  /// Whether a person sits at a prompt: verbs may be shortened there.
  public var isInteractive = false
  /// The columns of the window that a person looks at; nil where nobody does.
  public var window: Int?
  /// The exit status, once a command asked to leave.
  public var leaving: Int32?
  /// Values that `$name` stands for, beside results: the parameters of a notebook.
  public var parameters: [String: String] = [:]
  /// Whether a command was refused for want of trust, or for data that are not as a notebook says.
  public internal(set) var wasRefused = false
  /// Whether a command was stopped by the user.
  public internal(set) var wasInterrupted = false
  /// Which command of a script or cell of a notebook is running, for those who watch.
  public var replayPlace: Progress.Part?
  /// How deep scripts have called scripts.
  public var sourceDepth = 0
  /// Reports of commands that a command ran itself (`source`), until the interpreter takes them.
  public var innerReports: [CommandReport] = []
  /// The number of cells so far.
  public internal(set) var cellCount = 0
  /// The verbs whose next step was said.
  var givenHints: Set<String> = []
  /// What follows the cells and keeps a file of them; nil where nothing does.
  public var recorder: CellRecorder?
  /// The commands so far, each with what it gave.
  public var cells = CellLog()
  var undoStack = UndoStack()
  /// What the commands made and changed, oldest first.
  var touches: [Touch] = []
  /// The workspace as each plugin's commands saw it last: one object for as long as the workspace is the same.
  private var limitedStores: [String: PluginStore] = [:]
  let builtIn: Registry
  /// The learners that `registry` was made with.
  private var namedLearners: [AddedLearner] = []

  /// Starts a session.
  public init(registry: Registry, services: Services, history: [String] = []) {
    self.registry = registry
    builtIn = registry
    self.services = services
    self.history = history
  }

  /// A session apart that starts empty, stops with this one and changes nothing outside of itself; nil where the
  /// services can make none.
  public func apart() -> Session? {
    guard let make = services.scratch else { return nil }
    var session = Session(registry: builtIn, services: make(builtIn))
    session.cancellation = cancellation
    session.state.settings.threads = state.settings.threads
    return session
  }

  /// The current table with what belongs to it.
  ///
  /// Throws `no-table`.
  public func current() throws(Diagnostic) -> Dataset {
    guard let current = state.current else { throw .noTable() }
    return current
  }

  /// The seed of the session.
  public var seed: Seed { Seed(state.settings.seed) }

  /// The workspace.
  ///
  /// Throws `no-workspace` where there is none.
  public func store() throws(Diagnostic) -> any Store {
    guard let store = services.store else {
      throw Diagnostic(
        "no-workspace", "there is no workspace here", help: "--workspace FILE names one when podium is started")
    }
    return store
  }

  /// The workspace limited to the records of a plugin.
  mutating func limited(_ store: any Store, to plugin: String) -> PluginStore {
    if let known = limitedStores[plugin], known.limits(store) { return known }
    let made = PluginStore(store, of: plugin, in: builtIn)
    limitedStores[plugin] = made
    return made
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

  /// Goes back to the state before the last change; returns the command that was taken back, nil when there is none.
  ///
  /// Throws when what the command wrote into the workspace was changed again since.
  public mutating func undo() throws(Diagnostic) -> String? {
    let taken = try step {
      $0.undo(from: $1, reverted: $2)
    } peek: {
      $0.past.last
    }
    if let taken {
      cells.mark(taken.cell, undoneBy: cellCount)
      markTouches(of: taken.cell, isUndone: true)
    }
    return taken?.command
  }

  /// Goes forward again; returns the command that was redone, nil when there is none.
  ///
  /// Throws when what the command wrote into the workspace was changed again since.
  public mutating func redo() throws(Diagnostic) -> String? {
    let done = try step {
      $0.redo(from: $1, reverted: $2)
    } peek: {
      $0.future.last
    }
    if let done {
      cells.mark(done.cell, undoneBy: nil)
      markTouches(of: done.cell, isUndone: false)
    }
    return done?.command
  }

  /// The command that nothing before it can be taken back of, once it has run.
  public var undoBarrier: String? { undoStack.barrier }

  private mutating func step(
    _ move: (inout UndoStack, SessionState, [ChangeSetID]) -> UndoStack.Step?, peek: (UndoStack) -> UndoStack.Step?
  ) throws(Diagnostic) -> UndoStack.Step? {
    guard let next = peek(undoStack) else { return nil }
    var reverted: [ChangeSetID] = []
    if !next.changeSets.isEmpty { reverted.append(try store().revert(next.changeSets)) }
    guard let step = move(&undoStack, state, reverted) else { return nil }
    state = step.state
    return step
  }
}
