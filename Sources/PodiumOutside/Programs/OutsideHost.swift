public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// What all programs from outside of one session go by: whether they may start, how long they may take, when to stop.
///
/// A class: the session tells it before each command, and the programs, which any thread may ask, look at it.
public final class OutsideHost: Sendable {
  /// The most seconds for a program to say what it is.
  static let handshakeSeconds = 10
  /// The most bytes of one line of an answer.
  static let standardLineLimit = 256 << 20
  /// The megabytes a process may ask for where nothing else is said.
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

  /// Makes a host; one that is not trusted starts nothing.
  public convenience init(isTrusted: Bool = true, version: String) {
    self.init(isTrusted: isTrusted, version: version, lineLimit: OutsideHost.standardLineLimit)
  }

  init(isTrusted: Bool = true, version: String, lineLimit: Int) {
    self.isTrusted = isTrusted
    self.lineLimit = lineLimit
    self.version = version
    now = Mutex(Now(seconds: Settings().pluginTimeout, cancellation: Cancellation()))
  }

  /// What `Services.beforeCommand` is to call; a command that is not trusted reaches no program.
  public func begin(_ settings: Settings, _ cancellation: Cancellation, isTrusted: Bool = true) {
    now.withLock { $0 = Now(seconds: settings.pluginTimeout, cancellation: cancellation, isTrusted: isTrusted) }
  }

  /// Whether the user asked the running work to stop.
  public var isStopping: Bool { cancellation.isCancelled }

  /// The seconds an answer may take, for a program that has a limit of its own; what the user set goes before that.
  func seconds(_ own: Int?) -> Int {
    let chosen = now.withLock(\.seconds)
    return chosen == Settings().pluginTimeout ? own ?? chosen : chosen
  }

  var cancellation: Cancellation { now.withLock(\.cancellation) }

  /// Throws `trust-refused` where programs may not be started.
  func requireTrust(_ name: String) throws(Diagnostic) {
    if isTrusted, now.withLock(\.isTrusted) { return }
    throw Diagnostic(
      "trust-refused", "'\(name)' is an external program, which an untrusted file may not start",
      help: "use --trust if you know what it does")
  }
}
