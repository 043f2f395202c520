import Glibc
internal import PodiumCore
public import PodiumPlugin
internal import PodiumRender
internal import Synchronization

/// The progress line at the bottom of a terminal, erased before anything else is written.
///
/// A class: commands report from any thread, and the thread that waits for them draws it.
public final class ProgressLine: Sendable {
  private struct State {
    var text = ProgressText()
    /// What is on the screen; empty where there is nothing.
    var shown = ""
    /// Whether anything was drawn since the work began.
    var wasDrawn = false
  }

  private let state = Mutex(State())

  /// A line where there is a terminal to draw it on: standard error is one that obeys escape sequences, and no one
  /// reads standard output from a pipe, who might draw there too.
  public init?() {
    guard Terminal.isTerminal(.error), let kind = environment("TERM"), kind != "dumb" else { return nil }
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT != S_IFIFO else { return nil }
  }

  /// What calls it while commands run.
  public var ticker: Signals.Ticker {
    Signals.Ticker(tick: { self.draw() }, hide: { self.hide() })
  }

  /// Takes a report of a command.
  public func take(_ progress: Progress) { state.withLock { $0.text.take(progress, at: ProgressLine.seconds()) } }

  /// Erases the line until the next report; returns whether it had been drawn.
  @discardableResult
  public func end() -> Bool {
    state.withLock { state in
      ProgressLine.erase(&state)
      state.text.end()
      defer { state.wasDrawn = false }
      return state.wasDrawn
    }
  }

  /// Erases the line until it is drawn again.
  public func hide() { state.withLock { ProgressLine.erase(&$0) } }

  /// Draws how far the work is, where there is something to say.
  public func draw() {
    state.withLock { state in
      guard let text = state.text.text(at: ProgressLine.seconds()), ProgressLine.isOurs else { return }
      // Three columns stay free: the terminal's own `^C` after the text must not begin a new row, which would be the
      // one that is erased.
      let columns = TerminalSize.columns(of: STDERR_FILENO) ?? 80
      let cut = text.cut(toWidth: max(1, columns - 3))
      guard cut != state.shown else { return }
      ProgressLine.write("\r" + cut + "\u{1B}[K")
      state.shown = cut
      state.wasDrawn = true
    }
  }

  private static func erase(_ state: inout State) {
    guard !state.shown.isEmpty else { return }
    state.shown = ""
    if isOurs { write("\r\u{1B}[K") }
  }

  /// Whether we are in front: in the background the terminal is someone else's.
  private static var isOurs: Bool { tcgetpgrp(STDERR_FILENO) == getpgrp() }

  /// Writes where it can be written without waiting: the thread that draws is the one that answers Ctrl-C.
  private static func write(_ text: String) {
    var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&polled, 1, 0) == 1, polled.revents & Int16(POLLOUT) != 0 else { return }
    Terminal.write(text, to: .error)
  }

  /// Seconds of the clock that never goes back.
  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
