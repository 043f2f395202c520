internal import PodiumCore
internal import Synchronization

/// A program from outside with its running children: at most as many as threads ask at once.
///
/// A class: adapters on any thread share its children and its count of failures; they are ended with it.
final class OutsideProgram: Sendable {
  /// How the program is started and what it may use.
  struct Launch: Sendable {
    /// What messages call it.
    var name: String
    /// The command of the system's shell.
    var command: String
    /// The folder it is started in.
    var folder: String
    /// The most megabytes of one process.
    var megabytes: Int
    /// The most seconds for one answer, where it has a limit of its own.
    var seconds: Int?
    /// What a user can do once it was disabled.
    var remedy: String
  }

  /// What a request came to: the answer, and what it said before.
  struct Reply {
    var value: JSONValue
    var notes: [String]
  }

  /// So many failures in a row, and it is asked no more.
  private static let failureLimit = 3
  /// The most children that are kept for later.
  private static let idleLimit = 64

  let launch: Launch
  let host: OutsideHost
  /// What a fresh child must say it is; nil for a program that is not asked.
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

  /// Asks for something; `fields` are further members of the request, each begun by a comma.
  ///
  /// Throws `trust-refused`, `plugin-disabled`, `interrupted`, what the program answers as its error, and
  /// `plugin-crashed`, `plugin-timeout`, `plugin-flood`, `bad-reply` for a child that is dropped then.
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
    // One that waits may have ended since its last answer, which is its right: another one is started then.
    if var child = takeIdle(), let reply = try ask(&child, what, fields, stop, isFresh: false) { return reply }
    var child = try fresh(stop)
    guard let reply = try ask(&child, what, fields, stop, isFresh: true) else { throw .interrupted }
    return reply
  }

  /// Sends one request and takes its answer; the child goes back to the others, or is ended.
  ///
  /// Returns nil for one that had waited and was found to be no more.
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

  /// Starts a child and, where one is expected, hears its greeting.
  private func fresh(_ stop: Stop) throws(Diagnostic) -> ChildProcess {
    var child: ChildProcess
    do throws(Diagnostic) {
      child = try ChildProcess.start(launch.command, folder: launch.folder, megabytes: launch.megabytes)
    } catch {
      throw failed(error)
    }
    guard let greeting else { return child }
    let conversation = Conversation(launch: launch, seconds: OutsideHost.handshakeSeconds)
    switch conversation.ask(&child, "hello", Handshake.question(host.version), stop) {
    case .answer(let reply):
      do throws(Diagnostic) {
        guard try Handshake(reply.value) == greeting else {
          throw Diagnostic(
            "plugin-changed", "'\(launch.name)' no longer registers what it registered when it was installed",
            help: "install it again: podium plugin install DIR")
        }
        return child
      } catch {
        _ = child.end()
        throw failed(error)
      }
    case .stopped: throw .interrupted
    case .silentEnd(let error), .failure(let error): throw failed(error)
    case .refusal(let error):
      _ = child.end()
      throw failed(error)
    }
  }

  private func takeIdle() -> ChildProcess? { state.withLock { $0.idle.popLast() } }

  private func keep(_ child: ChildProcess) {
    let gone = state.withLock { state -> [ChildProcess] in
      state.failures = 0
      state.idle.append(child)
      // Some end after each answer: what is left of them is not kept.
      var (kept, gone): ([ChildProcess], [ChildProcess]) = ([], [])
      for one in state.idle {
        if one.hasEnded || kept.count == OutsideProgram.idleLimit { gone.append(one) } else { kept.append(one) }
      }
      state.idle = kept
      return gone
    }
    for child in gone { _ = child.end() }
  }

  /// Asks a child what it is.
  func introduce() throws(Diagnostic) -> Handshake {
    try host.requireTrust(launch.name)
    let stop = Stop(host, nil)
    var child = try ChildProcess.start(launch.command, folder: launch.folder, megabytes: launch.megabytes)
    let conversation = Conversation(launch: launch, seconds: OutsideHost.handshakeSeconds)
    switch conversation.ask(&child, "hello", Handshake.question(host.version), stop) {
    case .answer(let reply):
      _ = child.end()
      return try Handshake(reply.value)
    case .refusal(let error):
      _ = child.end()
      throw error
    case .silentEnd(let error), .failure(let error): throw error
    case .stopped: throw .interrupted
    }
  }

  /// Begins to count failures again.
  func forgive() { state.withLock { $0.failures = 0 } }

  private func failed(_ error: Diagnostic) -> Diagnostic {
    state.withLock {
      $0.failures += 1
      $0.reason = error
    }
    return error
  }

  /// Whether somebody wants the work to stop.
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
