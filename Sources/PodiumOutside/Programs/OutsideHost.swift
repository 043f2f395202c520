public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// What all external programs of a session share: whether they may start, their time limits, and when to stop.
///
/// A class: the session updates it before each command, and programs on any thread read it.
public final class OutsideHost: Sendable {
  /// The time limit for a handshake, in seconds.
  static let handshakeSeconds = 10
  /// The maximum number of bytes in a line of an answer.
  static let standardLineLimit = 256 << 20
  /// The default memory limit of a process in megabytes.
  public static let standardMemory = 4096

  let isTrusted: Bool
  let lineLimit: Int
  let version: String
  private let now: Mutex<Now>

  private struct Now {
    var seconds: Int
    var cancellation: Cancellation
    var isTrusted = true
  }

  /// A host that is not trusted starts nothing.
  public convenience init(isTrusted: Bool = true, version: String) {
    self.init(isTrusted: isTrusted, version: version, lineLimit: OutsideHost.standardLineLimit)
  }

  init(isTrusted: Bool = true, version: String, lineLimit: Int) {
    self.isTrusted = isTrusted
    self.lineLimit = lineLimit
    self.version = version
    now = Mutex(Now(seconds: Settings().pluginTimeout, cancellation: Cancellation()))
  }

  /// Called by `Services.beforeCommand`; an untrusted command can reach no program.
  public func begin(_ settings: Settings, _ cancellation: Cancellation, isTrusted: Bool = true) {
    now.withLock { $0 = Now(seconds: settings.pluginTimeout, cancellation: cancellation, isTrusted: isTrusted) }
  }

  /// Whether the user has cancelled the running work.
  public var isStopping: Bool { cancellation.isCancelled }

  /// The time limit for an answer, for a program with its own limit; the user's setting takes precedence.
  func seconds(_ own: Int?) -> Int {
    let chosen = now.withLock(\.seconds)
    return chosen == Settings().pluginTimeout ? own ?? chosen : chosen
  }

  var cancellation: Cancellation { now.withLock(\.cancellation) }

  /// Throws `trust-refused` if programs may not be started.
  func requireTrust(_ name: String) throws(Diagnostic) {
    if isTrusted, now.withLock(\.isTrusted) { return }
    throw Diagnostic(
      "trust-refused", "'\(name)' is an external program, which this file is not trusted to start",
      help: "run the file with --trust if you know what it does")
  }
}
