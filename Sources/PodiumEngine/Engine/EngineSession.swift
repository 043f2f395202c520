public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// One client's session: it runs text, reports progress, and completes and inspects text meanwhile.
///
/// It may be used from any thread. Texts run one after the other, on the threads of their callers, which need a stack
/// of at least 1 MB. A class, because the thread that interrupts it and the thread that runs text share it.
public final class EngineSession: Sendable {
  /// The interpreter; held while a text runs.
  private let interpreter: Mutex<Interpreter>
  /// What the last command left, for those who ask meanwhile.
  private let latest: Mutex<Latest>
  private let life: Mutex<Life>
  let resources: SessionResources
  private let current = CurrentSink()
  private let events: (@Sendable (ExecutionEvent) -> Void)?
  private let closed: @Sendable () -> Void

  private struct Life {
    /// The flag that stops the running text.
    var current: Cancellation?
    /// The flags of the texts that run or wait.
    var pending: [Cancellation] = []
    var isClosed = false
    var columns: Int?
  }

  private struct Latest {
    var session: Session
    var cells = CellLog()
  }

  init(
    _ session: Session, _ resources: SessionResources, _ client: ClientOptions, closed: @escaping @Sendable () -> Void
  ) {
    let current = current
    var session = session
    (session.services.confirm, session.services.editor) = (client.confirm, client.editor)
    let events = client.events
    session.services.progressed = { progress in
      // What works beside the session's texts, as the test of a plugin does, has no handler of its own.
      if let sink = current.sink { sink.send(.progress(progress)) } else { events?(.progress(progress)) }
    }
    if let run = resources.shell {
      session.services.shell = { (command, input, cancellation) throws(Diagnostic) in
        if let shell = client.shell { return try shell(command, input, cancellation) }
        return try run(command, input, cancellation) { current.sink?.send(.bytes($0, isError: $1)) }
      }
    }
    if client.isLive {
      session.services.redraw = { report, seconds, cancellation in
        guard let sink = current.sink else { return false }
        sink.send(.redrawn(report, seconds: seconds))
        cancellation.wait(seconds: seconds)
        return true
      }
    }
    session.services.clear = { current.sink?.send(.cleared) }
    var made = Interpreter(session)
    (made.gate, made.earlierHistory) = (client.gate, client.earlierHistory)
    interpreter = Mutex(made)
    latest = Mutex(Latest(session: session))
    life = Mutex(Life())
    self.resources = resources
    self.events = events
    self.closed = closed
  }

  deinit { close() }

  /// Notes to report before the first command, such as plugins that could not be used.
  public var warnings: [Diagnostic] { resources.warnings }

  // MARK: Running

  /// Runs the commands of a text, one after the other, to its end or the first error; `onEvent` is called at each step.
  ///
  /// `keepGoing` runs the rest after an error. Errors of a text that is a part of a file name their place in it; there, and
  /// where `isAttended` is false, commands neither ask nor are watched. Where `isCounted` is false, the commands take no number, and neither cells nor results are
  /// kept of them; what they change stays. `interrupt` also sets `cancellation`, for callers that have their own
  /// flag. `onEvent` is called one event at a time, progress from any thread; it may interrupt the session and
  /// ask it meanwhile, and must not run text or close it.
  @discardableResult
  public func execute(
    _ text: String, from place: FilePlace? = nil, keepGoing: Bool = false, isCounted: Bool = true,
    isAttended: Bool = true, cancellation: Cancellation = Cancellation(),
    onEvent: (@Sendable (ExecutionEvent) -> Void)? = nil
  ) -> ExecutionResult {
    execute(cancellation, onEvent) { interpreter in
      let (services, wasInteractive) = (interpreter.services, interpreter.isInteractive)
      if place != nil || !isAttended { interpreter.session.leaveAlone() }
      interpreter.isCounting = isCounted
      defer {
        (interpreter.services.confirm, interpreter.services.editor) = (services.confirm, services.editor)
        (interpreter.services.redraw, interpreter.isInteractive) = (services.redraw, wasInteractive)
        interpreter.isCounting = true
      }
      return interpreter.run(
        text, file: place?.file, firstLine: place?.line ?? 1, keepGoing: keepGoing, report: { _ in })
    }
  }

  /// Where a text begins in a file.
  public struct FilePlace: Sendable {
    /// The file's name, as the user knows it.
    public var file: String
    /// The line, from 1.
    public var line: Int

    /// Names a place.
    public init(_ file: String, line: Int = 1) { (self.file, self.line) = (file, line) }
  }

  /// Runs something that executes commands on the interpreter and returns whether all of them succeeded; it waits for
  /// earlier texts, and `interrupt` stops it like a text. What it throws is the result's `failure`.
  package func execute(
    _ cancellation: Cancellation, _ onEvent: (@Sendable (ExecutionEvent) -> Void)?,
    _ body: (inout Interpreter) throws(Diagnostic) -> Bool
  ) -> ExecutionResult {
    let sink = EventSink([events, onEvent].compactMap(\.self))
    guard enter(cancellation) else { return finish(ExecutionResult(.closed), sink) }
    defer { leave(cancellation) }
    return interpreter.withLock { interpreter in
      let (isOpen, columns) = life.withLock { life in
        // It may have been closed while this waited.
        if !life.isClosed { life.current = cancellation }
        return (!life.isClosed, life.columns)
      }
      guard isOpen else { return finish(ExecutionResult(.closed), sink) }
      interpreter.cancellation = cancellation
      interpreter.session.window = columns
      interpreter.forgetEnds()
      interpreter.observer = RunObserver { cell, input in
        sink.send(.started(cell: cell, input: input))
      } reports: { [self] report, interpreter in
        keep(interpreter)
        sink.send(.report(report))
      }
      current.sink = sink
      var result = ExecutionResult(.ok)
      do throws(Diagnostic) { if try !body(&interpreter) { result.status = .error } } catch {
        result.status = error.code == Diagnostic.interrupted.code ? .interrupted : .error
        result.failure = error
      }
      interpreter.observer = nil
      current.sink = nil
      if interpreter.wasInterrupted { result.status = .interrupted }
      result.commands = sink.commands
      result.exitStatus = interpreter.exitStatus
      result.wasRefused = interpreter.wasRefused
      life.withLock { $0.current = nil }
      keep(interpreter)
      return finish(result, sink)
    }
  }

  private func finish(_ result: ExecutionResult, _ sink: EventSink) -> ExecutionResult {
    sink.finish(result)
    return result
  }

  /// Lets those who ask see what a command left.
  private func keep(_ interpreter: Interpreter) {
    latest.withLock { $0 = Latest(session: interpreter.session, cells: interpreter.cells) }
  }

  private func enter(_ cancellation: Cancellation) -> Bool {
    life.withLock { life in
      if life.isClosed { return false }
      life.pending.append(cancellation)
      return true
    }
  }

  private func leave(_ cancellation: Cancellation) {
    life.withLock { life in
      if let place = life.pending.firstIndex(where: { $0 === cancellation }) { life.pending.remove(at: place) }
    }
  }

  /// Stops the running text; waiting texts still run. Does nothing if no text runs.
  public func interrupt() {
    life.withLock { $0.current?.cancel() }
  }

  /// Stops the running text and waits for its end, then ends what belongs to the session. A text that waits or comes
  /// later ends as `closed`.
  public func close() {
    let isFirst = life.withLock { life in
      for cancellation in life.pending { cancellation.cancel() }
      defer { life.isClosed = true }
      return !life.isClosed
    }
    guard isFirst else { return }
    interpreter.withLock { interpreter in
      resources.close()
      // Release the session's data now, even if someone still holds the object.
      let empty = Session(registry: Registry(), services: interpreter.services.closed)
      interpreter = Interpreter(empty)
      keep(interpreter)
    }
    closed()
  }

  /// Whether a text runs or waits.
  public var isRunning: Bool { life.withLock { !$0.pending.isEmpty } }

  /// Whether it was closed.
  public var isClosed: Bool { life.withLock(\.isClosed) }

  /// The width of the client's window in columns; nil if there is none. It applies from the next text on.
  public var columns: Int? {
    get { life.withLock(\.columns) }
    set { life.withLock { $0.columns = newValue } }
  }

  // MARK: Queries, also while a text runs

  /// The session after the last command.
  public var snapshot: Session { latest.withLock(\.session) }

  /// The commands that have ended, with their reports; `earlierHistory` of the client has those of earlier sessions.
  public var cells: CellLog { latest.withLock(\.cells) }

  /// Completions at a cursor, which counts Unicode scalars of the text; nil if nothing is known.
  public func complete(_ text: String, at cursor: Int) -> CompletionList? {
    Completer(asking()).completions(of: text, at: cursor)
  }

  /// Information about the piece of text at a cursor; nil if nothing is known. No example runs.
  public func inspect(_ text: String, at cursor: Int) -> Inspection? {
    Inspector(asking()).inspection(of: text, at: cursor)
  }

  /// Whether a text can run as it is or is incomplete.
  public func isComplete(_ text: String) -> Completeness { Completeness(of: text, in: snapshot) }

  /// The session with a workspace that can be read while a command writes.
  private func asking() -> Session {
    var session = snapshot
    if let lookup = resources.lookup, !isClosed { session.services.store = lookup }
    return session
  }
}

/// Where the events of the running text go. A class, because the services of the session hold it.
private final class CurrentSink: Sendable {
  private let mutex = Mutex<EventSink?>(nil)

  var sink: EventSink? {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }
}

extension Session {
  /// Takes the person away: nothing is asked, nothing is watched, and verbs are written in full.
  mutating func leaveAlone() {
    isInteractive = false
    (services.confirm, services.editor, services.redraw) = (nil, nil, nil)
  }
}

extension Services {
  /// Services of a closed session, which refuse everything.
  fileprivate var closed: Services {
    Services(
      files: files, folder: folder,
      importContext: { (_, _) throws(Diagnostic) in throw Diagnostic("session-closed", "the session was closed") },
      clock: clock, version: version)
  }
}
