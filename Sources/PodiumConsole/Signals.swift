import CTerminal
import Glibc
public import PodiumCore
import Synchronization

/// Supervised work: Ctrl-C asks it to stop, a third one quits the program.
///
/// With and without a prompt it is the same: the calling thread waits on the signals, the work has a thread
/// of its own, with a stack deep enough for recursive work on any input we accept.
public enum Signals {
  /// How supervised work ended.
  public enum Outcome<Value: Sendable>: Sendable {
    /// It returned, of itself or because it was cancelled.
    case finished(Value)
    /// SIGTERM or SIGHUP came and the work stopped in time: the program is to exit with this status.
    case terminated(Int32)
  }

  /// What the waiting thread does now and then while work runs.
  public struct Ticker: Sendable {
    /// The time between two ticks, in milliseconds.
    static let interval: Int32 = 100

    let tick: @Sendable () -> Void
    let hide: @Sendable () -> Void

    /// Makes a ticker: `tick` may draw, `hide` takes away what it drew before someone else writes there.
    public init(tick: @escaping @Sendable () -> Void, hide: @escaping @Sendable () -> Void) {
      self.tick = tick
      self.hide = hide
    }
  }

  /// How long work may take to stop after SIGTERM or SIGHUP before the program leaves without it.
  static let graceInMilliseconds: Int32 = 1000

  /// Runs work outside a console, where a script or one command is all the program does.
  ///
  /// SIGPIPE is ignored from here on (a write reports EPIPE instead). SIGINT cancels; the third one ends the
  /// process with status 130. Other signals keep their default action.
  public static func supervise<Value: Sendable>(
    _ cancellation: Cancellation, ticker: Ticker? = nil, warn: @Sendable (String) -> Void = { _ in },
    _ work: @escaping @Sendable () -> Value
  ) -> Outcome<Value> {
    guard let pipe = SignalPipe(interactive: false) else { return .finished(work()) }
    return supervise(cancellation, on: pipe, ticker: ticker, warn: warn, work)
  }

  static func supervise<Value: Sendable>(
    _ cancellation: Cancellation, on pipe: SignalPipe, ticker: Ticker? = nil, warn: @Sendable (String) -> Void,
    _ work: @escaping @Sendable () -> Value
  ) -> Outcome<Value> {
    let before = ct_interrupts()
    // Without memory for a thread, work that nothing can interrupt is better than none.
    guard let worker = ConsoleWorker(work) else { return .finished(work()) }
    var answered: UInt32 = 0
    // A press after Enter and before the count was taken is known by its byte alone.
    var bytes: UInt32 = 0
    var termination: Int32?
    watchers.add(1, ordering: .sequentiallyConsistent)
    defer { watchers.subtract(1, ordering: .sequentiallyConsistent) }
    while true {
      let patience = ticker == nil ? -1 : Ticker.interval
      let inTime = pipe.wait(milliseconds: termination == nil ? patience : graceInMilliseconds)
      if !inTime, termination == nil { ticker?.tick() }
      let asked = questions.load(ordering: .sequentiallyConsistent)
      for signal in pipe.drain() {
        switch signal {
        case SIGINT: bytes &+= 1
        case SIGTERM, SIGHUP:
          termination = termination ?? signal
          cancellation.cancel()
        case SIGTSTP:
          ticker?.hide()
          ct_stop_process()
        default:
          break  // a new size is asked for before the next prompt
        }
      }
      // Reading the pipe was a system call, so every signal sent before the question has been handled.
      answers.store(asked, ordering: .sequentiallyConsistent)
      if let value = worker.result {
        worker.join()
        if let termination { return .terminated(128 + termination) }
        return .finished(value)
      }
      if let termination, !inTime { leave(128 + termination) }
      let presses = max(bytes, ct_interrupts() &- before)
      if presses != answered {
        answered = presses
        cancellation.cancel()
        ticker?.hide()
        if presses == 2 { warn("still stopping; press Ctrl-C again to quit") }
        if presses > 2 { leave(128 + SIGINT) }
      }
    }
  }

  /// Gives Ctrl-C to another program that has the terminal: until `takeBack` it cancels nothing here, however often it
  /// is pressed.
  public static func lend() { ct_lend_terminal(1) }

  /// Ends `lend`.
  ///
  /// The press that ended the other program may reach the waiting thread after that program has gone, on a busy machine:
  /// it belonged to the program, and must not cancel the next command.
  public static func takeBack() {
    let question = questions.add(1, ordering: .sequentiallyConsistent).newValue
    ct_wake()
    for _ in 0..<answerTries {
      if watchers.load(ordering: .sequentiallyConsistent) == 0 { break }
      // Compared as a difference, since the counts wrap.
      if Int32(bitPattern: answers.load(ordering: .sequentiallyConsistent) &- question) >= 0 { break }
      usleep(100)
    }
    ct_lend_terminal(0)
  }

  /// How many threads wait on the signals.
  private static let watchers = Atomic<Int>(0)
  /// How often `takeBack` asked whether the waiting thread has handled its signals, and the last question that was heard.
  private static let questions = Atomic<UInt32>(0)
  private static let answers = Atomic<UInt32>(0)
  /// One to two seconds, should that thread be stopped.
  private static let answerTries = 10_000

  /// How often Ctrl-C was pressed while it was another program's, since the start of this one.
  public static var lentPresses: UInt32 { ct_lent_interrupts() }

  /// Ends the process while a worker still runs: no exit handlers, since it may hold any lock they want.
  private static func leave(_ status: Int32) -> Never {
    ct_restore_terminal()
    _exit(status)
  }
}
