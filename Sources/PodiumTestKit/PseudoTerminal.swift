import Glibc

/// A program on a pseudo-terminal, as a person at the keyboard has it: keys go in, a screen comes out.
///
/// The program leads a session, so Ctrl-C, Ctrl-Z and a change of the window size reach it as signals. Waiting has a
/// generous limit, since a busy machine is not a failure; nothing is asserted about time. The program is killed when
/// the value goes away.
public final class PseudoTerminal {
  /// Why waiting ended.
  public enum Failure: Error {
    /// The terminal or the program could not be started.
    case notStarted(String)
    /// The condition was not met; with the text of the screen.
    case timeout(waitedFor: String, screen: String)
  }

  /// How a program ended.
  public enum Ending: Sendable, Equatable {
    /// It exited with a status.
    case status(Int32)
    /// It was killed by a signal.
    case signal(Int32)
  }

  /// What a person sees now.
  public internal(set) var screen: Screen
  /// Every byte that the program wrote.
  public internal(set) var transcript: [UInt8] = []
  /// The program's process.
  public let processID: Int32
  /// Kept alive as long as the program, such as the owner of its folder; released after the program is killed.
  public var companion: AnyObject?

  private(set) var descriptor: Int32
  var ending: Ending?
  /// Seconds to wait for anything; far more than anything takes on a busy machine.
  public static let patience = PipedProgram.patience

  /// Starts a program on a new terminal.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - environment: The whole environment of the program.
  /// The folder it starts in; nil for that of the tests.
  public init(
    _ arguments: [String], environment: [String: String], folder: String? = nil, width: Int = 80, height: Int = 24
  ) throws(Failure) {
    screen = Screen(width: width, height: height)
    descriptor = try Self.openTerminal()
    Self.setSize(of: descriptor, width: width, height: height)
    do {
      processID = try Self.spawn(Spawn.arguments(arguments, in: folder), environment, on: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    if ending == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    close(descriptor)
  }

  /// Types keys; `\r` is Enter, `\u{3}` Ctrl-C, `\u{1B}[A` the arrow up.
  public func send(_ keys: String) {
    var bytes = Array(keys.utf8)[...]
    // The terminal takes a few KB at a time, and none while the program's output waits to be read.
    while !bytes.isEmpty, ending == nil {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) }
      if count < 0, errno != EAGAIN, errno != EINTR { return }
      if !bytes.isEmpty { receive(milliseconds: 5) }
    }
  }

  /// Changes the size, which the program is notified of by SIGWINCH.
  public func resize(width: Int, height: Int) {
    screen.resize(width: width, height: height)
    Self.setSize(of: descriptor, width: width, height: height)
  }

  /// Closes the terminal, as a lost connection or a closed window does.
  public func hangUp() {
    close(descriptor)
    descriptor = -1
  }

  /// The process group that Ctrl-C and Ctrl-Z reach: under a shell, that of the foreground program.
  public var foregroundGroup: Int32 { tcgetpgrp(descriptor) }

  /// Waits until the screen satisfies a condition, or the time is over.
  public func wait(
    for description: String, seconds: Int = PseudoTerminal.patience, until isThere: (Screen) -> Bool
  ) throws(Failure) {
    let deadline = Self.now() + seconds
    while !isThere(screen) {
      let isOver = !receive(milliseconds: 100) && ending != nil
      if isOver || Self.now() > deadline {
        throw .timeout(waitedFor: description, screen: screen.text)
      }
    }
  }

  /// Waits until a text is on the screen.
  public func wait(for text: String) throws(Failure) {
    try wait(for: text) { $0.text.contains(text) }
  }

  /// Waits until the row of the cursor is exactly this text, ignoring spaces at the end.
  public func wait(forRow row: String) throws(Failure) {
    try wait(for: "the row '\(row)'") { $0.currentRow == row }
  }

  /// Waits until the program has exited, and shows the rest of its output.
  public func waitForEnd() throws(Failure) -> Ending {
    let deadline = Self.now() + Self.patience
    while true {
      let hasMore = receive(milliseconds: 20)
      if let ending, !hasMore { return ending }
      if Self.now() > deadline { throw .timeout(waitedFor: "the end", screen: screen.text) }
    }
  }
}
