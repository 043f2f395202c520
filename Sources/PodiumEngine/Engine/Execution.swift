public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// The events of a session while it runs a text, in this order for each command.
public enum ExecutionEvent: Sendable {
  /// A command is about to run.
  case started(cell: Int, input: String)
  /// The progress of the running command.
  case progress(Progress)
  /// The outputs of a command, or why it failed.
  case report(CommandReport)
  /// Bytes that a program of the system's shell wrote, to its error stream if `isError`.
  case bytes([UInt8], isError: Bool)
  /// The report of a watched command, which takes the place of its last one; it waits that many seconds for the next.
  case redrawn(CommandReport, seconds: Double)
  /// What is shown is to be cleared.
  case cleared
  /// The text has ended; nothing comes after it.
  case finished(ExecutionResult)
}

/// The outcome of a text.
public struct ExecutionResult: Sendable, Equatable {
  /// How it ended.
  public enum Status: String, Sendable {
    /// Every command succeeded.
    case ok
    /// A command failed.
    case error
    /// It was interrupted.
    case interrupted
    /// The session was closed before it could run.
    case closed
  }

  /// How it ended.
  public var status: Status
  /// How many commands ended, including a failed one.
  public var commands: Int
  /// The exit status, if a command asked to leave; the front end decides what that ends.
  public var exitStatus: Int32?
  /// Whether a command was refused: by the gate, because the file is not trusted, or because data differ from what a
  /// notebook declares.
  public var wasRefused = false
  /// Why a file could not run at all; nil if it did.
  public var failure: Diagnostic?

  init(_ status: Status, commands: Int = 0, exitStatus: Int32? = nil) {
    self.status = status
    self.commands = commands
    self.exitStatus = exitStatus
  }
}

/// Passes events to the handler of a text, one at a time. A class, because progress comes from any thread.
final class EventSink: Sendable {
  private let state: Mutex<State>

  private struct State {
    var handlers: [@Sendable (ExecutionEvent) -> Void]
    var commands = 0
  }

  init(_ handlers: [@Sendable (ExecutionEvent) -> Void]) { state = Mutex(State(handlers: handlers)) }

  func send(_ event: ExecutionEvent) {
    state.withLock { state in
      if case .report = event { state.commands += 1 }
      for handler in state.handlers { handler(event) }
    }
  }

  /// The number of reports.
  var commands: Int { state.withLock(\.commands) }

  /// Nothing is passed on after the end, because abandoned work may still report progress.
  func finish(_ result: ExecutionResult) {
    state.withLock { state in
      for handler in state.handlers { handler(.finished(result)) }
      state.handlers = []
    }
  }
}
