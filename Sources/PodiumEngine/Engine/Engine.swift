public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// What all sessions of one process share: the registry, how a session gets its own resources, and how many sessions
/// there may be.
///
/// The program, a server or a kernel makes one. It never prints or ends the process.
public struct Engine: Sendable {
  /// The registry of every session.
  public let registry: Registry
  /// What sessions may take.
  public let limits: Limits
  /// The options of a session that is given none.
  public let client: ClientOptions
  private let resources: @Sendable (ClientOptions, Registry) throws(Diagnostic) -> SessionResources
  private let open = OpenSessions()

  /// What sessions may take.
  public struct Limits: Sendable {
    /// The maximum number of sessions at once.
    public var sessions = 256

    /// The default limits.
    public init() {}
  }

  /// Makes an engine; `resources` gives each session its own resources.
  public init(
    registry: Registry, limits: Limits = Limits(), client: ClientOptions,
    resources: @escaping @Sendable (ClientOptions, Registry) throws(Diagnostic) -> SessionResources
  ) {
    self.registry = registry
    self.limits = limits
    self.client = client
    self.resources = resources
  }

  /// Opens a session for a client, with its own resources.
  ///
  /// Throws `too-many-sessions`, `bad-value` for unknown options, and errors of the resources.
  public func session(_ options: ClientOptions? = nil) throws(Diagnostic) -> EngineSession {
    let options = options ?? client
    guard open.enter(limit: limits.sessions) else {
      throw Diagnostic(
        "too-many-sessions", "\(limits.sessions) sessions are open, the maximum allowed", help: "close one first")
    }
    let open = open
    do throws(Diagnostic) {
      let made = try resources(options, registry)
      var session = Session(registry: made.registry, services: made.services)
      do throws(Diagnostic) { try options.apply(to: &session) } catch {
        made.close()
        throw error
      }
      return EngineSession(session, made, options) { open.leave() }
    } catch {
      open.leave()
      throw error
    }
  }
}

extension Engine {
  /// Runs work on a thread of its own with the stack that commands need, and does not wait; false if the system has no
  /// thread to give.
  public static func detach(_ work: @escaping @Sendable () -> Void) -> Bool { SystemThread.detach(stack: .deep, work) }
}

/// How many sessions are open. A class, because copies of an engine count together.
private final class OpenSessions: Sendable {
  private let count = Atomic(0)

  func enter(limit: Int) -> Bool {
    if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
    leave()
    return false
  }

  func leave() { count.wrappingSubtract(1, ordering: .relaxed) }
}
