public import PodiumCore
public import PodiumPlugin

/// What is chosen when a session is opened; what is nil is as it is standard.
public struct SessionOptions: Sendable {
  /// Whether outside programs may be started, the network reached and files outside the session's folder touched.
  public var isTrusted = true
  /// Whether a person sits at a prompt.
  public var isInteractive = false
  /// Whether plugins that are installed are used.
  public var usesPluginDirectory = true
  /// Whether the standard workspace is used where no other is named, and the time of day is known.
  public var keepsWork = true
  /// The file of the workspace as it was typed; the standard one when nil, none but memory for `:memory:`.
  public var workspace: String?
  /// The folder that relative paths start from.
  public var folder: String?
  /// The start of all random numbers.
  public var seed: UInt64?
  /// The threads that folds are spread over.
  public var threads: Int?
  /// The key of the executor.
  public var executor: String?
  /// The key of the renderer.
  public var format: String?
  /// The columns of the output.
  public var width: Int?

  /// The standard options.
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

/// What belongs to one session alone: its services with its connection to the workspace, what can be named with the
/// programs it may start, and how all of it ends.
public struct SessionResources: Sendable {
  public var services: Services
  /// What can be named: the engine's registry with what is bound to this session.
  public var registry: Registry
  /// The workspace as completion reads it while a command writes; the services' own when nil.
  public var lookup: (any Store)?
  /// What to report before the first command.
  public var warnings: [Diagnostic] = []
  private let end: @Sendable () -> Void

  /// Puts resources together; `end` stops what belongs to the session beside its stores, which are closed by themselves.
  public init(
    services: Services, registry: Registry, lookup: (any Store)? = nil, end: @escaping @Sendable () -> Void = {}
  ) {
    self.services = services
    self.registry = registry
    self.lookup = lookup
    self.end = end
  }

  /// Ends them.
  func close() {
    end()
    // The one that may have written last: its end tells the next session that all is well.
    lookup?.close()
    services.store?.close()
  }
}
