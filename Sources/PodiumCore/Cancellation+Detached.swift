internal import Glibc
internal import Synchronization

extension Cancellation {
  /// The flag of the work that this thread does for `detached`.
  @TaskLocal fileprivate static var ofWork: Cancellation?
  /// The flag of the command that this thread runs.
  @TaskLocal private static var ofCommand: Cancellation?

  /// Whether work that goes row by row should stop at this one: it was abandoned, and what it makes is dropped.
  ///
  /// For writers of files and others that are not given the flag; it is looked at once in 4096 rows.
  public static func stopsWork(at row: Int) -> Bool { row & 0xFFF == 0 && ofWork?.isCancelled ?? false }

  /// Throws `interrupted` if the command that this thread runs, or the work that it does for one, was asked to stop.
  ///
  /// For the loops of what many commands call and none gives its flag: reading records, taking a file apart.
  public static func checkWork() throws(Diagnostic) { try (ofWork ?? ofCommand)?.check() }

  /// Runs a command: whatever it calls on this thread stops at `checkWork` once this flag is set.
  public func over<Value>(_ command: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    let result: Result<Value, Diagnostic> = Cancellation.$ofCommand.withValue(self) {
      do throws(Diagnostic) { return .success(try command()) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Runs work on a separate thread, and abandons it if it does not stop soon after cancellation.
  ///
  /// For work that only computes: sorting, writing a table as bytes, calling a model. A loop that polls this flag ends
  /// by itself; work that cannot poll it (a sort, a growing dictionary, someone else's code) runs on unseen, and its
  /// result is dropped. So the work may change only its own values and the workspace, which refuses it once it was asked to
  /// stop (`checkWork`); a file, a program and the terminal it reaches through `outside`.
  ///
  /// Throws what the work throws, and `interrupted`.
  public func detached<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    try check()
    let errands = Errands(self)
    let task = DetachedTask(errands) { () throws(Diagnostic) in
      // Work that stops early has made a part of its value: it is dropped below.
      let result: Result<Value, Diagnostic> = Cancellation.$ofWork.withValue(self) {
        Cancellation.$errands.withValue(errands) {
          do throws(Diagnostic) { return .success(try work()) } catch { return .failure(error) }
        }
      }
      return try result.get()
    }
    // Without memory for a thread, work that nothing can interrupt is better than none.
    guard task.start() else { return try work() }
    var turnsLeft = abandonAfterTurns
    while true {
      if let result = task.result(within: turnInMilliseconds) {
        let value = try result.get()
        try check()
        return value
      }
      if !isCancelled { continue }
      turnsLeft -= 1
      if turnsLeft <= 0, errands.abandon() { throw .interrupted }
    }
  }

  /// Does what has an effect outside of the session and its workspace: writing a file, starting a program, asking the user.
  ///
  /// Work that `detached` runs leaves it to the thread that waits for the work, so that it is never abandoned in the middle,
  /// and work that was asked to stop begins none. Elsewhere it is a call.
  public static func outside<Value>(_ effect: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    guard let errands else { return try effect() }
    return try errands.send(effect)
  }

  /// What the work that this thread does for `detached` leaves to the thread that waits for it.
  @TaskLocal fileprivate static var errands: Errands?
}

/// How long it takes until a cancellation is seen.
private let turnInMilliseconds = 10
/// How many turns to wait for work that was asked to stop.
private let abandonAfterTurns = 3

/// What work on a separate thread leaves to the thread that waits for it, one thing at a time.
private final class Errands: Sendable {
  /// A closure that another thread runs while its maker waits.
  private struct Errand: @unchecked Sendable {
    let run: () -> Void
  }

  private enum State: Sendable {
    case none
    case sent(Errand)
    case abandoned
  }

  private let cancellation: Cancellation
  private let state = Mutex(State.none)
  /// Opened when something was sent or the work is done.
  let news = Gate()
  private let done = Gate()

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// Has the waiting thread do something, and waits for it; throws `interrupted` if the work was asked to stop.
  func send<Value>(_ effect: () throws(Diagnostic) -> Value) throws(Diagnostic) -> Value {
    var result = Result<Value, Diagnostic>.failure(.interrupted)
    func run() {
      do throws(Diagnostic) {
        try cancellation.check()
        // The waiting thread may itself do work that another one waits for.
        result = Cancellation.$ofWork.withValue(cancellation) {
          do throws(Diagnostic) { return .success(try Cancellation.outside(effect)) } catch { return .failure(error) }
        }
      } catch { result = .failure(error) }
    }
    withoutActuallyEscaping(run) { run in
      guard hand(Errand(run: run)) else { return }
      news.open()
      done.waitAndClose()
    }
    return try result.get()
  }

  /// Whether someone still waits for the work, and so for what it sends.
  private func hand(_ errand: Errand) -> Bool {
    state.withLock { state in
      if case .abandoned = state { return false }
      state = .sent(errand)
      return true
    }
  }

  /// Does what was sent; false if it was nothing.
  func runSent() -> Bool {
    guard takeSent() else { return false }
    done.open()
    return true
  }

  /// A function of its own, so that nothing of what was sent is held once its maker goes on.
  @inline(never)
  private func takeSent() -> Bool {
    let sent = state.withLock { state -> Errand? in
      guard case .sent(let errand) = state else { return nil }
      state = .none
      return errand
    }
    guard let sent else { return false }
    sent.run()
    return true
  }

  /// Stops waiting for the work; false if it has just sent something, which is done first.
  func abandon() -> Bool {
    state.withLock { state in
      if case .sent = state { return false }
      state = .abandoned
      return true
    }
  }
}

/// Work on a separate thread. The thread and the waiter both hold it; the last one releases it.
private final class DetachedTask<Value: Sendable>: Sendable {
  private let work: @Sendable () throws(Diagnostic) -> Value
  private let outcome = Mutex<Result<Value, Diagnostic>?>(nil)
  private let errands: Errands

  init(_ errands: Errands, _ work: @escaping @Sendable () throws(Diagnostic) -> Value) {
    (self.errands, self.work) = (errands, work)
  }

  /// Whether a thread was available.
  func start() -> Bool {
    // What the work holds is let go before the waiter goes on: only then is it alone with what it gave.
    WaitingThreads.deep.take(run: { self.run() }, signalDone: { [errands] in errands.news.open() })
  }

  private func run() {
    let result: Result<Value, Diagnostic>
    do throws(Diagnostic) { result = .success(try work()) } catch { result = .failure(error) }
    outcome.withLock { $0 = result }
  }

  /// The result; nil while it runs. What the work sends meanwhile is done here.
  func result(within milliseconds: Int) -> Result<Value, Diagnostic>? {
    guard errands.news.waitAndClose(milliseconds: milliseconds) else { return nil }
    return errands.runSent() ? nil : outcome.withLock { $0.take() }
  }
}

extension Cancellation {
  /// Waits for some seconds, at most a twentieth of a second longer than until the flag is set.
  public func wait(seconds: Double) {
    let tick = 0.05
    var left = seconds
    while left > 0, !isCancelled {
      usleep(UInt32(min(tick, left) * 1e6))
      left -= tick
    }
  }
}
