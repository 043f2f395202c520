public import PodiumCore
public import PodiumEngine
public import PodiumOutside
public import PodiumPlugin
internal import PodiumStore

extension Assembly {
  /// The engine with everything that is built in, whose sessions get resources by a configuration.
  ///
  /// Throws where what is built in cannot be registered.
  public static func engine(_ configuration: EngineConfiguration) throws(Diagnostic) -> Engine {
    Engine(registry: try registry(), client: configuration.client) { (options, registry) throws(Diagnostic) in
      let resources = resources(configuration, options, registry)
      try (resources.services.store as? Workspace)?.requireRegular()
      return resources
    }
  }

  /// What one session has for itself: its connection to the workspace and the programs it may start.
  public static func resources(
    _ configuration: EngineConfiguration, _ options: ClientOptions, _ builtIn: Registry
  ) -> SessionResources {
    var registry = builtIn
    var services = services(
      folder: options.folder, datasetFolders: configuration.datasetFolders, clock: options.clock,
      version: configuration.version, written: configuration.writtenFile)
    let now = options.now ?? { Moment(microseconds: 0) }
    let host = OutsideHost(isTrusted: options.isTrusted, version: configuration.version)
    if options.isTrusted {
      open(&services, to: host)
      if configuration.hasNetwork {
        services.network = network(
          cacheFolder: configuration.fetchFolder, version: configuration.version, clock: now)
      }
    }
    // A plugin's datasets are named from the top of the file system.
    services.datasetFolders.append("")
    var warnings: [Diagnostic] = []
    if options.usesPluginDirectory, let folder = configuration.pluginFolder {
      for (name, reason) in plugins(in: folder, services, host).register(into: &registry) {
        var warning = Diagnostic(
          reason.code, "skipped plugin '\(name)': \(reason.message)", help: reason.help)
        warning.cause = reason.cause
        warnings.append(warning)
      }
    }
    let file = options.workspace ?? (options.keepsWork ? configuration.workspaceFile : nil)
    let path = file == ":memory:" ? nil : file.map(services.resolve)
    let isReplay = file == nil && !options.keepsWork
    // A replay gives the same for everyone.
    if file == nil, options.keepsWork, let reason = configuration.noWorkspace {
      services.store = store(nowhere: reason, author: options.author, registry: registry, clock: now)
    } else {
      services.store = store(
        file: path, named: options.workspace, author: isReplay ? Workspace.replayAuthor : options.author,
        registry: registry, clock: now)
    }
    if !isReplay {
      services.now = options.now
      services.localClock = options.localClock
    }
    let lookup = path.map { store(file: $0, author: options.author, registry: registry, clock: now) }
    var resources = SessionResources(services: services, registry: registry, lookup: lookup)
    resources.warnings = warnings
    if options.isTrusted {
      let folder = services.folder
      resources.shell = { (command, input, cancellation, take) throws(Diagnostic) in
        try ShellProgram.run(command, input, in: folder, cancellation, take)
      }
    }
    let isTrusted = options.isTrusted
    if options.isConfined {
      confine(&resources.services, registry: registry)
      resources.services.allowRerun?(&resources.services)
      resources.shell = nil
    }
    resources.enterFile = { services, registry, keepsWrites in
      if !isTrusted { confine(&services, registry: registry) }
      if keepsWrites {
        services.allowRerun?(&services)
        return
      }
      discardWrites(&services)
      // Nor may it write to the user's workspace; what a session without one has in memory may be its own copy.
      guard path != nil else { return }
      services.store = store(file: nil, author: Workspace.replayAuthor, registry: registry, clock: now)
      services.now = nil
    }
    return resources
  }

  /// The plugins that are installed in a folder, bound to a host.
  public static func plugins(in folder: String, _ services: Services, _ host: OutsideHost) -> PluginDirectory {
    PluginDirectory(services.resolve(folder), files: services.files, host: host)
  }
}
