internal import Glibc
public import PodiumCore

/// A program of our own in a process of its own, whose lines are waited for against a clock.
public struct LineProgram: Sendable {
  /// What waiting for a line came to.
  public enum Event: Sendable, Equatable {
    /// A line of its standard output, without the line feed.
    case line([UInt8])
    /// The time was up.
    case late
    /// It ended, or closed its output.
    case ended
    /// The caller asked to stop.
    case stopped
  }

  /// How it ended.
  public enum Ending: Sendable, Equatable {
    /// It left with a status.
    case status(Int32)
    /// A signal ended it that was not ours.
    case signal(Int32)
    /// It was killed, because it was still there.
    case killed
  }

  /// The longest line it may write, in bytes.
  public static let longestLine = 256 << 20

  private var child: ChildProcess

  /// Starts a command of the system's shell in a folder.
  ///
  /// Throws `plugin-not-started`.
  public init(_ command: String, folder: String) throws(Diagnostic) {
    // The memory of our own program is not bounded: its bounds are its own.
    child = try ChildProcess.start(command, folder: folder, megabytes: .max)
  }

  /// The next line, until a moment of `now`.
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

  /// Asks it to stop, as Ctrl-C would.
  public func interrupt() { kill(-child.process, SIGINT) }

  /// Waits a little for it to leave by itself, then kills it; returns how it ended and what it complained of.
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

  /// Seconds of the clock that never goes back.
  public static func now() -> Double { ChildProcess.now() }
}
