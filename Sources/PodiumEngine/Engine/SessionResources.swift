public import PodiumCore
public import PodiumPlugin

/// What belongs to one session alone: its services with its connection to the workspace, its registry with the programs
/// it may start, and how to end them.
public struct SessionResources: Sendable {
  public var services: Services
  /// The engine's registry with additions bound to this session.
  public var registry: Registry
  /// The workspace that completion reads while a command writes; nil means that of the services.
  public var lookup: (any Store)?
  /// Runs a command of the system's shell and passes on the bytes that it writes; nil if the session may not.
  public var shell: ShellRunner?
  /// Limits services to what a script or notebook may use that lies in their folder; `keepsWrites` is false where no file
  /// and no record that it writes may stay.
  public var enterFile: @Sendable (_ services: inout Services, _ registry: Registry, _ keepsWrites: Bool) -> Void = {
    _, _, _ in
  }
  /// Notes to report before the first command.
  public var warnings: [Diagnostic] = []
  /// Runs a command with bytes on its input, and calls `take` with what it writes; returns its status.
  public typealias ShellRunner =
    @Sendable (
      _ command: String, _ input: [UInt8]?, _ cancellation: Cancellation,
      _ take: @Sendable (_ bytes: [UInt8], _ isError: Bool) -> Void
    ) throws(Diagnostic) -> Int32
  private let end: @Sendable () -> Void

  /// Combines resources; `end` stops what belongs to the session, except its stores, which are closed separately.
  public init(
    services: Services, registry: Registry, lookup: (any Store)? = nil, end: @escaping @Sendable () -> Void = {}
  ) {
    self.services = services
    self.registry = registry
    self.lookup = lookup
    self.end = end
  }

  /// Releases all resources.
  func close() {
    end()
    // Close the store that may have written last; this marks the workspace as cleanly closed.
    lookup?.close()
    services.store?.close()
  }
}
