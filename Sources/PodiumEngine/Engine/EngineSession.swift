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
  /// The session after the last command, for completion and inspection.
  private let latest: Mutex<Session>
  private let life: Mutex<Life>
  private let resources: SessionResources
  private let current: CurrentSink
  private let closed: @Sendable () -> Void

  private struct Life {
    /// The flag that stops the running text.
    var current: Cancellation?
    /// The flags of the texts that run or wait.
    var pending: [Cancellation] = []
    var isClosed = false
    var columns: Int?
  }

  init(_ session: Session, _ resources: SessionResources, closed: @escaping @Sendable () -> Void) {
    let current = CurrentSink()
    var session = session
    let outer = session.services.progressed
    session.services.progressed = { progress in
      outer?(progress)
      current.sink?.send(.progress(progress))
    }
    session.services.redraw = { report, seconds, cancellation in
      guard let sink = current.sink else { return false }
      sink.send(.redrawn(report, seconds: seconds))
      cancellation.wait(seconds: seconds)
      return true
    }
    interpreter = Mutex(Interpreter(session))
    latest = Mutex(session)
    life = Mutex(Life())
    self.resources = resources
    self.current = current
    self.closed = closed
  }

  deinit { close() }

  /// Notes to report before the first command, such as plugins that could not be used.
  public var warnings: [Diagnostic] { resources.warnings }

  // MARK: Running

  /// Runs the commands of a text, one after the other, to its end or the first error; `onEvent` is called at each step.
  ///
  /// `keepGoing` runs the rest after an error. `interrupt` also sets `cancellation`, for callers that have their own
  /// flag. `onEvent` is called one event at a time, progress from any thread; it may interrupt the session and
  /// complete in it, and must not run text or close it.
  @discardableResult
  public func execute(
    _ text: String, keepGoing: Bool = false, cancellation: Cancellation = Cancellation(),
    onEvent: @escaping @Sendable (ExecutionEvent) -> Void
  ) -> ExecutionResult {
    let sink = EventSink(onEvent)
    let result =
      perform(cancellation: cancellation, sink: sink) { interpreter in
        interpreter.remember(MaskedText(text).text)
        let result = run(text, &interpreter, keepGoing: keepGoing, sink)
        return result
      } ?? ExecutionResult(.closed)
    sink.finish(result)
    return result
  }

  private func run(
    _ text: String, _ interpreter: inout Interpreter, keepGoing: Bool, _ sink: EventSink
  ) -> ExecutionResult {
    var result = ExecutionResult(.ok)
    interpreter.forgetEnds()
    let worked = interpreter.run(
      text, keepGoing: keepGoing, starting: { sink.send(.started(cell: $0, input: $1)) }
    ) { report, session in
      latest.withLock { $0 = session }
      result.commands += 1
      sink.send(.report(report))
    }
    if !worked { result.status = .error }
    if interpreter.wasInterrupted { result.status = .interrupted }
    result.exitStatus = interpreter.exitStatus
    result.wasRefused = interpreter.wasRefused
    return result
  }

  /// Runs something other than a text on the interpreter, such as the replay of a notebook; nil once the session is
  /// closed. It waits for earlier texts, and `interrupt` stops it like a text.
  public func perform<Result>(
    cancellation: Cancellation = Cancellation(), _ body: (inout Interpreter) -> Result
  ) -> Result? {
    perform(cancellation: cancellation, sink: nil, body)
  }

  private func perform<Result>(
    cancellation: Cancellation, sink: EventSink?, _ body: (inout Interpreter) -> Result
  ) -> Result? {
    guard enter(cancellation) else { return nil }
    defer { leave(cancellation) }
    return interpreter.withLock { interpreter in
      let (isOpen, columns) = life.withLock { life in
        // It may have been closed while this waited.
        if !life.isClosed { life.current = cancellation }
        return (!life.isClosed, life.columns)
      }
      guard isOpen else { return nil }
      interpreter.cancellation = cancellation
      interpreter.session.window = columns
      current.sink = sink
      defer {
        current.sink = nil
        life.withLock { $0.current = nil }
        latest.withLock { $0 = interpreter.session }
      }
      return body(&interpreter)
    }
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
      latest.withLock { $0 = empty }
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
  public var snapshot: Session { latest.withLock { $0 } }

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

extension Services {
  /// Services of a closed session, which refuse everything.
  fileprivate var closed: Services {
    Services(
      files: files, folder: folder,
      importContext: { (_, _) throws(Diagnostic) in throw Diagnostic("session-closed", "the session was closed") },
      clock: clock, version: version)
  }
}
