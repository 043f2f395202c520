internal import Glibc
public import PodiumCore

/// A program of ours in a separate process, read line by line with time limits.
public struct LineProgram: Sendable {
  /// The outcome of waiting for a line.
  public enum Event: Sendable, Equatable {
    /// A line of its standard output, without the line feed.
    case line([UInt8])
    /// The time limit was exceeded.
    case late
    /// It exited or closed its output.
    case ended
    /// The caller cancelled.
    case stopped
  }

  /// How it ended.
  public enum Ending: Sendable, Equatable {
    /// It exited with a status.
    case status(Int32)
    /// It was killed by a signal that we did not send.
    case signal(Int32)
    /// It was still running, and we killed it.
    case killed
  }

  /// The maximum length of a line, in bytes.
  public static let longestLine = 256 << 20

  private var child: ChildProcess

  /// Starts a shell command in a folder, as one of so many at once: together they leave the machine an eighth of what is free.
  ///
  /// Throws `plugin-not-started`.
  public init(_ command: String, folder: String, atOnce: Int = 1) throws(Diagnostic) {
    child = try ChildProcess.start(
      command, folder: folder, megabytes: ChildProcess.share(of: .now(), among: atOnce), environment: .whole)
  }

  /// The next line, until a time of `now`.
  public mutating func next(until deadline: Double, isStopped: () -> Bool) -> Event {
    do throws(ChildFailure) {
      return .line(try child.line(until: deadline, limit: LineProgram.longestLine, isStopped: isStopped))
    } catch {
      switch error {
      case .stopped: return .stopped
      case .late: return .late
      case .flooded, .ended: return .ended
      }
    }
  }

  /// Sends SIGINT, as Ctrl-C would.
  public func interrupt() { kill(-child.process, SIGINT) }

  /// Waits briefly for it to exit, then kills it; returns how it ended and the end of its standard error.
  public mutating func end(seconds: Double) -> (Ending, complaint: String?) {
    child.waitForEnd(seconds: seconds)
    child.readErrors()
    let complaint = child.complaint
    return switch child.end() {
    case .status(let status): (.status(status), complaint)
    case .signal(let signal): (.signal(signal), complaint)
    case .killedByUs: (.killed, complaint)
    }
  }

  /// Seconds on a monotonic clock.
  public static func now() -> Double { ChildProcess.now() }
}
