public import PodiumCore
public import PodiumPlugin

/// The options of a new session; nil means the default.
public struct SessionOptions: Sendable {
  /// Whether the session may start external programs, use the network and touch files outside its folder.
  public var isTrusted = true
  /// Whether a person is at the prompt.
  public var isInteractive = false
  /// Whether to use installed plugins.
  public var usesPluginDirectory = true
  /// Whether to use the standard workspace if no other is named, and to know the time of day.
  public var keepsWork = true
  /// The file of the workspace as typed; nil for the standard one, `:memory:` for none on disk.
  public var workspace: String?
  /// The base folder of relative paths.
  public var folder: String?
  /// The random seed.
  public var seed: UInt64?
  /// The number of threads for folds.
  public var threads: Int?
  /// The key of the executor.
  public var executor: String?
  /// The key of the renderer.
  public var format: String?
  /// The width of the output in columns.
  public var width: Int?

  /// The default options.
  public init() {}

  /// Sets a session up; throws `bad-value` for keys that are not registered.
  func apply(to session: inout Session) throws(Diagnostic) {
    session.isInteractive = isInteractive
    if let seed { session.state.settings.seed = seed }
    if let threads { session.state.settings.threads = threads }
    if let executor {
      try require("executor", executor, among: session.registry.executors.keys.sorted(by: CodePointOrder.precedes))
      session.state.settings.executor = executor
    }
    if let width { session.state.settings.width = width }
    if let format {
      try require("format", format, among: session.registry.renderers.keys.sorted(by: CodePointOrder.precedes))
      session.state.settings.format = format
    }
  }

  private func require(_ name: String, _ value: String, among known: [String]) throws(Diagnostic) {
    if known.contains(value) { return }
    throw Diagnostic.unknownWord(name, value, among: known, span: nil)
  }
}

/// What belongs to one session alone: its services with its connection to the workspace, its registry with the programs
/// it may start, and how to end them.
public struct SessionResources: Sendable {
  public var services: Services
  /// The engine's registry with additions bound to this session.
  public var registry: Registry
  /// The workspace that completion reads while a command writes; nil means that of the services.
  public var lookup: (any Store)?
  /// Notes to report before the first command.
  public var warnings: [Diagnostic] = []
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
