import Glibc

/// A program whose input, output and errors are pipes, for a conversation of any length.
///
/// Like `PseudoTerminal`, it waits generously and asserts nothing about time; the program is killed when the value goes
/// away.
public final class PipedProgram {
  /// The standard output so far.
  public private(set) var output: [UInt8] = []
  /// The standard error so far.
  public private(set) var errors: [UInt8] = []
  public let processID: Int32

  private var input: Int32
  private var outputPipe: Int32
  private var errorPipe: Int32
  private var ending: PseudoTerminal.Ending?
  /// Seconds to wait for anything; debug builds on a busy machine are slow, and sanitized ones slower.
  public static let patience = BuiltProgram.isSanitized ? 1200 : 300

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - environment: The whole environment of the program.
  /// The folder it starts in; nil for that of the tests.
  public init(
    _ arguments: [String], environment: [String: String], folder: String? = nil
  ) throws(PseudoTerminal.Failure) {
    // A program that exits without reading all its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let (forInput, forOutput, forErrors) = (try Self.pipe(), try Self.pipe(), try Self.pipe())
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, forInput.reader, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&files, forOutput.writer, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&files, forErrors.writer, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Spawn.resetSignals(&attributes)
    defer {
      close(forInput.reader)
      close(forOutput.writer)
      close(forErrors.writer)
    }
    (input, outputPipe, errorPipe) = (forInput.writer, forOutput.reader, forErrors.reader)
    do {
      processID = try Spawn.process(Spawn.arguments(arguments, in: folder), environment, &files, &attributes)
    } catch {
      for descriptor in [forInput.writer, forOutput.reader, forErrors.reader] { close(descriptor) }
      throw error
    }
    for descriptor in [input, outputPipe, errorPipe] {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    if ending == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    for descriptor in [input, outputPipe, errorPipe] where descriptor >= 0 { close(descriptor) }
  }

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Writes to the program's standard input while reading its output.
  public func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let deadline = PseudoTerminal.now() + Self.patience
    while !rest.isEmpty, input >= 0, PseudoTerminal.now() <= deadline {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EAGAIN, errno != EINTR { return }
      if !rest.isEmpty { receive(milliseconds: 5) }
    }
  }

  /// Writes a text to the program's standard input.
  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Closes the program's standard input.
  public func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Closes the read end of the program's standard output, as `head` does when it has enough.
  public func closeOutput() {
    if outputPipe >= 0 { close(outputPipe) }
    outputPipe = -1
  }

  /// Waits until the output or the errors satisfy a condition.
  public func wait(for description: String, until isThere: () -> Bool) throws(PseudoTerminal.Failure) {
    let deadline = PseudoTerminal.now() + Self.patience
    while !isThere() {
      let isOver = !receive(milliseconds: 100) && ending != nil
      if isOver || PseudoTerminal.now() > deadline {
        throw .timeout(waitedFor: description, screen: outputText + errorText)
      }
    }
  }

  /// Waits until a text is in the output.
  public func wait(for text: String) throws(PseudoTerminal.Failure) {
    try wait(for: text) { self.outputText.contains(text) }
  }

  /// Closes the input, and waits until the program has exited and all its output is read.
  public func finish() throws(PseudoTerminal.Failure) -> PseudoTerminal.Ending {
    endInput()
    let deadline = PseudoTerminal.now() + Self.patience
    while true {
      let hasMore = receive(milliseconds: 100)
      if let ending, !hasMore { return ending }
      if PseudoTerminal.now() > deadline {
        throw .timeout(waitedFor: "the end", screen: outputText + errorText)
      }
    }
  }

  /// Reads what is available, waiting for a while if there is nothing; false if nothing came.
  @discardableResult
  private func receive(milliseconds: Int32) -> Bool {
    // Skip a closed pipe, or the wait would return at once forever.
    var polled = [outputPipe, errorPipe].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var hasRead = false
    if poll(&polled, 2, milliseconds) > 0 {
      if polled[0].revents != 0 { hasRead = Self.take(&outputPipe, &output) || hasRead }
      if polled[1].revents != 0 { hasRead = Self.take(&errorPipe, &errors) || hasRead }
    }
    if !hasRead, ending == nil {
      var status: Int32 = 0
      // With both pipes closed, only the exit is left to wait for.
      let isQuiet = outputPipe < 0 && errorPipe < 0
      if waitpid(processID, &status, isQuiet && input < 0 ? 0 : WNOHANG) == processID {
        ending = Spawn.ending(status)
        // Its last output may have arrived between reading and exiting.
        return Self.take(&outputPipe, &output) || Self.take(&errorPipe, &errors)
      }
    }
    return hasRead
  }

  private static func take(_ descriptor: inout Int32, _ bytes: inout [UInt8]) -> Bool {
    guard descriptor >= 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    if count > 0 { bytes += buffer.prefix(count) }
    if count == 0 {
      close(descriptor)
      descriptor = -1
    }
    return count > 0
  }

  private static func pipe() throws(PseudoTerminal.Failure) -> (reader: Int32, writer: Int32) {
    // Not inherited by programs that other tests start, or this one would never see the end of its input.
    let ends = Spawn.alone { () -> [Int32]? in
      var ends: [Int32] = [-1, -1]
      guard Glibc.pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
    guard let ends else { throw .notStarted("no pipe can be made") }
    return (ends[0], ends[1])
  }
}

/// A program that is run to its end, with pipes.
public struct ProgramRun: Sendable {
  /// The complete standard output.
  public let output: [UInt8]
  /// The complete standard error.
  public let errors: [UInt8]
  /// How it ended.
  public let ending: PseudoTerminal.Ending

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The program's path and its arguments.
  ///   - input: The bytes of its standard input.
  ///   - environment: Its whole environment.
  /// The folder it starts in; nil for that of the tests.
  public init(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String], folder: String? = nil
  ) throws(PseudoTerminal.Failure) {
    let program = try PipedProgram(arguments, environment: environment, folder: folder)
    program.send(input)
    ending = try program.finish()
    output = program.output
    errors = program.errors
  }

  /// The exit status, or 128 + n if it was killed by signal n, as shells report it.
  public var status: Int32 {
    switch ending {
    case .status(let status): status
    case .signal(let signal): 128 + signal
    }
  }

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}
