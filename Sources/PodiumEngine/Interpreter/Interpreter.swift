public import PodiumCore
public import PodiumPlugin

/// Runs commands on a session and keeps the cells and the undo steps.
///
/// A value, like the session: a command works on a copy, which is kept if the command succeeds.
public struct Interpreter: Sendable {
  /// The session that commands see and change.
  public var session: Session
  /// Reads the commands of earlier sessions, oldest first; nil if none are kept.
  public var earlierHistory: (@Sendable () -> [String])?
  /// Sees each command before it runs, and may refuse it.
  public var gate: CommandGate?
  /// Follows the commands of a text, but not those that a command runs itself.
  var observer: RunObserver?
  /// Whether commands get numbers and are kept as cells with their results.
  var isCounting = true
  /// Whether a command was refused: by the gate, because the file is not trusted, or because data differ from what a
  /// notebook declares.
  public internal(set) var wasRefused = false
  /// Whether the user stopped a command.
  public internal(set) var wasInterrupted = false
  /// How deeply scripts are nested.
  package var sourceDepth = 0
  /// How many notebooks are being opened, each by a cell of the one before.
  package var notebookDepth = 0
  /// Reports of commands that a command ran itself (`source`), until the interpreter collects them.
  package var innerReports: [CommandReport] = []
  /// Whether the command that runs changed records of the workspace.
  var wroteWorkspace = false
  /// The verbs whose hint was shown.
  var givenHints: Set<String> = []
  /// Whether the note about passwords in addresses was shown.
  var notedPassword = false
  /// The recorder that writes the cells to a file; nil if there is none.
  package var recorder: CellRecorder?
  /// The commands so far with their reports.
  public var cells = CellLog()
  var undoStack = UndoStack()
  /// The workspace as each plugin's commands see it: one object for as long as the workspace is the same.
  private var limitedStores: [String: PluginStore] = [:]

  /// Starts with a new session.
  public init(_ session: Session) { self.session = session }

  /// Starts with a session without tables.
  public init(registry: Registry, services: Services) {
    self.init(Session(registry: registry, services: services))
  }

  /// The workspace limited to the records of a plugin.
  mutating func limited(_ store: any Store, to plugin: String) -> PluginStore {
    if let known = limitedStores[plugin], known.limits(store) { return known }
    let made = PluginStore(store, of: plugin, in: session.builtIn)
    limitedStores[plugin] = made
    return made
  }

  /// Returns to the state before the last change; returns the undone command, or nil if there is none.
  ///
  /// Throws if the workspace changes of the command were changed again since.
  public mutating func undo() throws(Diagnostic) -> String? {
    let taken = try step {
      $0.undo(from: $1, reverted: $2)
    } peek: {
      $0.past.last
    }
    if let taken {
      cells.mark(taken.cell, undoneBy: session.cellCount)
      session.markTouches(of: taken.cell, isUndone: true)
    }
    return taken?.command
  }

  /// Redoes the last undone change; returns the command, or nil if there is none.
  ///
  /// Throws if the workspace changes of the command were changed again since.
  public mutating func redo() throws(Diagnostic) -> String? {
    let done = try step {
      $0.redo(from: $1, reverted: $2)
    } peek: {
      $0.future.last
    }
    if let done {
      cells.mark(done.cell, undoneBy: nil)
      session.markTouches(of: done.cell, isUndone: false)
    }
    return done?.command
  }

  /// The last command that cannot be undone; nothing before it can be undone either.
  public var undoBarrier: String? { undoStack.barrier }

  private mutating func step(
    _ move: (inout UndoStack, SessionState, [ChangeSetID]) -> UndoStack.Step?, peek: (UndoStack) -> UndoStack.Step?
  ) throws(Diagnostic) -> UndoStack.Step? {
    guard let next = peek(undoStack) else { return nil }
    var reverted: [ChangeSetID] = []
    if !next.changeSets.isEmpty { reverted.append(try session.store().revert(next.changeSets)) }
    guard let step = move(&undoStack, session.state, reverted) else { return nil }
    session.state = step.state
    return step
  }
}
