import CReadline
import CTerminal
import Glibc
internal import PodiumCore
import Synchronization

/// readline with a narrow interface: shows a prompt, reads a line, and answers signals meanwhile.
///
/// All calls into readline are made here and in this type's other files, on one thread.
struct LineEditor {
  private let signals: SignalPipe

  /// What ended a reading; in each case the terminal is as it was before the prompt.
  enum Event: Equatable {
    /// Enter was pressed. The text has line ends inside where a block was pasted or recalled.
    case line(String)
    /// Ctrl-C was pressed.
    case dropped
    /// Ctrl-D was pressed on an empty line, or the input has ended.
    case end
    /// The signal asks the program to leave.
    case terminated(Int32)
  }

  /// What readline's callbacks leave for us: they take no context, as readline exists once per process.
  struct Exchange {
    var event: Event?
    var signals: [Int32] = []
    var complete: (@Sendable (String, Int) -> CompletionList?)?
    var offer: Offer?
    /// Bytes read since readline was last called; see `readKey`.
    var keysServed = 0
    var farewell: ArraySlice<UInt8> = []
    var pipe: SignalPipe?
  }

  static let exchange = Mutex(Exchange())

  /// Loads readline and sets it up; the user's inputrc is read here.
  ///
  /// Throws `missing-library`.
  init(signals: SignalPipe) throws(Diagnostic) {
    try SystemLibrary.readline.load { cr_load($0) }
    self.signals = signals
    Self.exchange.withLock { $0.pipe = signals }
    Self.configure()
  }

  /// Shows a prompt and takes the terminal; `complete` offers what could be inserted at its cursor.
  func prompt(_ text: String, complete: (@Sendable (String, Int) -> CompletionList?)?) {
    Self.exchange.withLock { $0.complete = complete }
    ct_remember_terminal()
    rl_reset_screen_size()
    rl_callback_handler_install(Self.marked(text)) { line in
      LineEditor.finish(line)
    }
  }

  /// Reads until something ends the line.
  func read() -> Event {
    while true {
      if let event = answerSignals() { return event }
      var polled = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&polled, 2, -1) < 0 { continue }
      // The terminal forgets unread keys at Ctrl-C, so the keys that can be read now come after it.
      if let event = answerSignals() { return event }
      if polled[0].revents == 0 { continue }
      Self.exchange.withLock {
        $0.keysServed = 0
        $0.farewell = []
      }
      rl_callback_read_char()
      guard let event = Self.exchange.withLock({ $0.event.take() }) else { continue }
      // A terminal that is gone may end the input a moment before SIGHUP says why.
      if event == .end, polled[0].revents & Int16(POLLHUP) != 0, signals.wait(milliseconds: 100) {
        return answerSignals() ?? event
      }
      return event
    }
  }

  /// Answers what arrived, one by one, until one of them ends the line.
  private func answerSignals() -> Event? {
    let arrived = signals.drain()
    Self.exchange.withLock { $0.signals += arrived }
    while let signal = Self.exchange.withLock({ $0.signals.isEmpty ? nil : $0.signals.removeFirst() }) {
      if let event = answer(signal) { return event }
    }
    return nil
  }

  private func answer(_ signal: Int32) -> Event? {
    switch signal {
    case SIGINT:
      cr_drop_line()
      return .dropped
    case SIGTERM, SIGHUP:
      cr_abandon_line()
      return .terminated(signal)
    case SIGWINCH:
      rl_resize_terminal()
    case SIGTSTP:
      cr_release_terminal()
      ct_stop_process()
      cr_take_terminal()
    case SIGCONT:
      // Stopped by SIGSTOP, of which we knew nothing: the shell has set the terminal its own way.
      cr_release_terminal()
      cr_take_terminal()
    default:
      break
    }
    return nil
  }

  private static func finish(_ line: UnsafeMutablePointer<CChar>?) {
    // Removed at once: readline would show the prompt again, before the output of the entry.
    rl_callback_handler_remove()
    guard let line else {
      // With bracketed paste on readline has ended the row itself.
      if !isBracketedPasteOn { cr_put("\n") }
      fflush(nil)
      exchange.withLock { $0.event = .end }
      return
    }
    let text = String(cString: line)
    free(line)
    exchange.withLock { $0.event = .line(text) }
  }

  private static var isBracketedPasteOn: Bool {
    guard let value = rl_variable_value("enable-bracketed-paste") else { return false }
    return strcmp(value, "on") == 0
  }

  /// The prompt with its colour sequences between the marks by which readline knows that they take no column.
  static func marked(_ prompt: String) -> String {
    var marked = String.UnicodeScalarView()
    var isInSequence = false
    for scalar in prompt.unicodeScalars {
      if scalar == "\u{1B}", !isInSequence {
        isInSequence = true
        marked.append("\u{01}")
      }
      marked.append(scalar)
      // A control sequence ends at its first letter.
      if isInSequence, scalar.properties.isAlphabetic {
        isInSequence = false
        marked.append("\u{02}")
      }
    }
    return String(marked)
  }
}
