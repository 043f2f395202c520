internal import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// What a session reports while it runs a text, in this order for each command.
public enum ExecutionEvent: Sendable {
  /// A command is about to run.
  case started(cell: Int, input: String)
  /// How far the running command is.
  case progress(Progress)
  /// What a command gave, or why it failed.
  case report(CommandReport)
  /// The text has ended; nothing comes after it.
  case finished(ExecutionResult)
}

/// What came of a text.
public struct ExecutionResult: Sendable, Equatable {
  /// How it ended.
  public enum Status: String, Sendable {
    /// Every command did its work.
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
  /// How many commands ended, the failed one too.
  public var commands: Int
  /// The exit status, where a command asked to leave; the front end decides what that ends.
  public var exitStatus: Int32?
  /// Whether a command was refused for want of trust, or for data that are not as a notebook says.
  public var wasRefused = false

  init(_ status: Status, commands: Int = 0, exitStatus: Int32? = nil) {
    self.status = status
    self.commands = commands
    self.exitStatus = exitStatus
  }
}

/// Hands events to the handler of a text, one at a time. A class: progress comes from any thread.
final class EventSink: Sendable {
  private let handler: Mutex<(@Sendable (ExecutionEvent) -> Void)?>

  init(_ handler: @escaping @Sendable (ExecutionEvent) -> Void) { self.handler = Mutex(handler) }

  func send(_ event: ExecutionEvent) { handler.withLock { $0?(event) } }

  /// Nothing is handed on after the end: work that was left to itself may still report its progress.
  func finish(_ result: ExecutionResult) {
    handler.withLock { handler in
      handler?(.finished(result))
      handler = nil
    }
  }
}
