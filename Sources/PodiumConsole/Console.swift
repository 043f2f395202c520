import CReadline
import Glibc
import PodiumCore

/// The prompt: reads entries on the calling thread and runs each on a worker, until the user quits.
///
/// One per process, on the main thread: readline and the signal handlers are the process's own.
public struct Console {
  private let driver: ConsoleDriver
  private let historyFile: String?
  private let warn: @Sendable (String) -> Void

  /// The status of a program that cannot start, as in its usage.
  private static let cannotStart: Int32 = 2

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - driver: The session it shows.
  ///   - historyFile: Where entries are kept between sessions; its folders are made. None is kept when nil.
  ///   - warn: Prints what the user should know (one sentence, without a full stop) and ends the line.
  public init(driver: ConsoleDriver, historyFile: String?, warn: @escaping @Sendable (String) -> Void) {
    self.driver = driver
    self.historyFile = historyFile
    self.warn = warn
  }

  /// Whether a person sits at both ends; otherwise the input is a script and belongs to no console.
  public static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Prompts until the user quits, and returns the status for the program to exit with.
  ///
  /// The status is 0 after Ctrl-D, the entry's own after one that leaves, 128 + n after SIGTERM or SIGHUP. The
  /// process ends at once, with status 130 and the terminal restored, at the third Ctrl-C in one entry.
  public func run() -> Int32 {
    guard let signals = SignalPipe(interactive: true) else {
      warn("cannot start the console (\(errorText(errno)))")
      return Console.cannotStart
    }
    let editor: LineEditor
    do throws(Diagnostic) { editor = try LineEditor(signals: signals) } catch {
      warn("\(error.message): \(error.help ?? "")")
      return Console.cannotStart
    }
    var history = History(path: historyFile, warn: warn)
    var entry = Entry()
    var prepare = driver.prepare
    while true {
      editor.prompt(entry.isEmpty ? driver.prompt() : driver.continuationPrompt, complete: driver.complete)
      prepare?()
      prepare = nil
      history.loadOnce()
      switch editor.read() {
      case .line(let line):
        entry.append(driver.clean(line))
        if driver.needsMore(entry.text) { continue }
        var text = entry.take()
        if text.allSatisfy(\.isWhitespace) { continue }
        if let inquiry = driver.inquire?(text) {
          switch ask(inquiry, with: editor) {
          case .entry(let whole): text = whole
          case .dropped: continue
          case .terminated(let signal): return 128 + signal
          }
        }
        history.record(text)
        switch run(text, signals: signals) {
        case .finished(.go): continue
        case .finished(.leave(let status)): return status
        case .terminated(let status): return status
        }
      case .dropped:
        entry = Entry()
      case .end where entry.isEmpty:
        return EXIT_SUCCESS
      case .end:
        // One key neither runs an unfinished entry nor quits the program. A closed input reports its end again.
        entry = Entry()
      case .terminated(let signal):
        return 128 + signal
      }
    }
  }

  /// How a round of questions ended.
  private enum Answered {
    case entry(String)
    case dropped
    case terminated(Int32)
  }

  /// Asks until an entry is put together; Ctrl-C and Ctrl-D leave it.
  private func ask(_ first: Inquiry, with editor: LineEditor) -> Answered {
    var inquiry = first
    cr_put(inquiry.introduction)
    while true {
      editor.prompt(inquiry.prompt, complete: inquiry.complete)
      switch editor.read() {
      case .line(let line):
        switch inquiry.answer(line) {
        case .ask(let next):
          inquiry = next
          cr_put(inquiry.introduction)
        case .again(let reason): cr_put(reason)
        case .run(let entry):
          cr_put("→ " + SafeText.escapeLines(entry) + "\n")
          return .entry(entry)
        }
      case .dropped, .end: return .dropped
      case .terminated(let signal): return .terminated(signal)
      }
    }
  }

  private func run(_ text: String, signals: SignalPipe) -> Signals.Outcome<ConsoleDriver.Next> {
    let cancellation = Cancellation()
    let execute = driver.execute
    let outcome = Signals.supervise(cancellation, on: signals, ticker: driver.ticker, warn: warn) {
      execute(text, cancellation)
    }
    // Text left in C's buffer would come after the prompt, which readline writes by the same buffer.
    fflush(nil)
    return outcome
  }
}

/// The lines typed so far of one entry.
struct Entry {
  private(set) var text = ""
  private var isStarted = false

  var isEmpty: Bool { !isStarted }

  mutating func append(_ line: String) {
    text += isStarted ? "\n" + line : line
    isStarted = true
  }

  /// The whole entry, without the line ends a pasted block ends with, and starts a new one.
  mutating func take() -> String {
    defer { self = Entry() }
    var taken = text
    while taken.last == "\n" { taken.removeLast() }
    return taken
  }
}
