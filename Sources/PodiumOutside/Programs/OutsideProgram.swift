internal import PodiumCore
internal import Synchronization

/// An external program with its running children: at most as many as there are threads asking at once.
///
/// A class: adapters on any thread share its children and its count of failures; the children end with it.
final class OutsideProgram: Sendable {
  /// How to start the program, and its limits.
  struct Launch: Sendable {
    /// Its name in messages.
    var name: String
    /// The shell command.
    var command: String
    /// The folder it is started in.
    var folder: String
    /// The memory limit of a process in megabytes.
    var megabytes: Int
    /// Its own time limit for an answer, in seconds.
    var seconds: Int?
    /// What a user can do once it is disabled.
    var remedy: String
    /// The environment variables that it gets beside those that every program gets.
    var environment: [String] = []

    /// Starts a child; throws `plugin-not-started`.
    func start() throws(Diagnostic) -> ChildProcess {
      try ChildProcess.start(command, folder: folder, megabytes: megabytes, environment: .limited(environment))
    }
  }

  /// The answer to a request, and the notes sent before it.
  struct Reply {
    var value: JSONValue
    var notes: [String]
  }

  /// After this many failures in a row it is disabled.
  private static let failureLimit = 3
  /// The maximum number of idle children that are kept.
  private static let idleLimit = 64

  let launch: Launch
  let host: OutsideHost
  /// The handshake that a new child must send; nil for a program without one.
  let greeting: Handshake?
  private let state = Mutex(State())

  private struct State {
    var idle: [ChildProcess] = []
    var failures = 0
    var reason: Diagnostic?
  }

  init(_ launch: Launch, host: OutsideHost, greeting: Handshake? = nil) {
    self.launch = launch
    self.host = host
    self.greeting = greeting
  }

  deinit {
    for child in state.withLock({ $0.idle }) { _ = child.end() }
  }

  /// Sends a request; `fields` are its further members, each preceded by a comma.
  ///
  /// Throws `trust-refused`, `plugin-disabled`, `interrupted`, the program's own errors, and `plugin-crashed`,
  /// `plugin-timeout`, `plugin-flood` or `bad-reply`, after which the child is dropped.
  func request(
    _ what: String, _ fields: [UInt8], cancellation: Cancellation? = nil
  ) throws(Diagnostic) -> Reply {
    try host.requireTrust(launch.name)
    if let reason = state.withLock({ $0.failures >= OutsideProgram.failureLimit ? $0.reason : nil }) {
      throw Diagnostic(
        "plugin-disabled",
        "'\(launch.name)' failed \(OutsideProgram.failureLimit) times in a row and is disabled: \(reason.message)",
        help: launch.remedy, cause: reason.cause)
    }
    let stop = Stop(host, cancellation)
    if stop.isAsked { throw .interrupted }
    // An idle child may have exited since its last answer, which is allowed; then another one is started.
    if var child = takeIdle(), let reply = try ask(&child, what, fields, stop, isFresh: false) { return reply }
    var child = try fresh(stop)
    guard let reply = try ask(&child, what, fields, stop, isFresh: true) else { throw .interrupted }
    return reply
  }

  /// Sends one request and reads its answer; then the child becomes idle, or is killed.
  ///
  /// Returns nil if an idle child turns out to have exited.
  private func ask(
    _ child: inout ChildProcess, _ what: String, _ fields: [UInt8], _ stop: Stop, isFresh: Bool
  ) throws(Diagnostic) -> Reply? {
    let conversation = Conversation(launch: launch, seconds: host.seconds(launch.seconds))
    switch conversation.ask(&child, what, fields, stop) {
    case .answer(let reply):
      keep(child)
      return reply
    case .refusal(let error):
      keep(child)
      throw error
    case .stopped: throw .interrupted
    case .silentEnd where !isFresh: return nil
    case .silentEnd(let error), .failure(let error): throw failed(error)
    }
  }

  /// Starts a child; one that must send a handshake sends the same as when it was installed.
  private func fresh(_ stop: Stop) throws(Diagnostic) -> ChildProcess {
    do throws(Diagnostic) {
      guard let greeting else { return try launch.start() }
      let (child, found) = try introduced(stop)
      if found == greeting { return child }
      _ = child.end()
      throw Diagnostic(
        "plugin-changed", "'\(launch.name)' no longer registers what it did when it was installed",
        help: "install it again: podium plugin install DIR")
    } catch {
      throw error.code == Diagnostic.interrupted.code ? error : failed(error)
    }
  }

  /// Starts a child and asks it for its handshake.
  private func introduced(_ stop: Stop) throws(Diagnostic) -> (ChildProcess, Handshake) {
    var child = try launch.start()
    let conversation = Conversation(launch: launch, seconds: OutsideHost.handshakeSeconds)
    switch conversation.ask(&child, "hello", Handshake.question(host.version), stop) {
    case .answer(let reply):
      do throws(Diagnostic) { return (child, try Handshake(reply.value)) } catch {
        _ = child.end()
        throw error
      }
    case .refusal(let error):
      _ = child.end()
      throw error
    case .silentEnd(let error), .failure(let error): throw error
    case .stopped: throw .interrupted
    }
  }

  private func takeIdle() -> ChildProcess? { state.withLock { $0.idle.popLast() } }

  private func keep(_ child: ChildProcess) {
    let gone = state.withLock { state -> [ChildProcess] in
      state.failures = 0
      state.idle.append(child)
      // Some programs exit after each answer; they are not kept.
      var (kept, gone): ([ChildProcess], [ChildProcess]) = ([], [])
      for one in state.idle {
        if one.hasEnded || kept.count == OutsideProgram.idleLimit { gone.append(one) } else { kept.append(one) }
      }
      state.idle = kept
      return gone
    }
    for child in gone { _ = child.end() }
  }

  /// What a child says of itself.
  func introduce() throws(Diagnostic) -> Handshake {
    try host.requireTrust(launch.name)
    let (child, found) = try introduced(Stop(host, nil))
    _ = child.end()
    return found
  }

  /// Resets the count of failures.
  func forgive() { state.withLock { $0.failures = 0 } }

  private func failed(_ error: Diagnostic) -> Diagnostic {
    state.withLock {
      $0.failures += 1
      $0.reason = error
    }
    return error
  }

  /// Whether the work is to stop.
  struct Stop: Sendable {
    private let flags: [Cancellation]
    let lineLimit: Int

    init(_ host: OutsideHost, _ own: Cancellation?) {
      lineLimit = host.lineLimit
      flags = [host.cancellation] + (own.map { [$0] } ?? [])
    }

    var isAsked: Bool { flags.contains { $0.isCancelled } }
  }
}
