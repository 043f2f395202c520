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
    Engine(registry: try registry()) { (options, registry) throws(Diagnostic) in
      resources(configuration, options, registry)
    }
  }

  /// What one session has for itself: its connection to the workspace and the programs it may start.
  public static func resources(
    _ configuration: EngineConfiguration, _ options: SessionOptions, _ builtIn: Registry
  ) -> SessionResources {
    var registry = builtIn
    var services = services(
      folder: options.folder ?? configuration.folder, datasetFolders: configuration.datasetFolders,
      clock: configuration.clock, version: configuration.version, written: configuration.writtenFile)
    configuration.prepare(&services)
    let host = OutsideHost(isTrusted: options.isTrusted, version: configuration.version)
    if options.isTrusted {
      open(&services, to: host)
      if configuration.hasNetwork {
        let now = configuration.now ?? { Moment(microseconds: 0) }
        services.network = network(
          cacheFolder: configuration.fetchFolder, version: configuration.version, clock: now)
      }
    } else {
      services.shell = nil
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
    let now = configuration.now ?? { Moment(microseconds: 0) }
    let isReplay = file == nil && !options.keepsWork
    // A replay gives the same for everyone.
    if file == nil, options.keepsWork, let reason = configuration.noWorkspace {
      services.store = store(nowhere: reason, author: configuration.author, registry: registry, clock: now)
    } else {
      services.store = store(
        file: path, named: options.workspace, author: isReplay ? Workspace.replayAuthor : configuration.author,
        registry: registry, clock: now)
    }
    if !isReplay {
      services.now = configuration.now
      services.localClock = configuration.localClock
    }
    let lookup = path.map { store(file: $0, author: configuration.author, registry: registry, clock: now) }
    var resources = SessionResources(services: services, registry: registry, lookup: lookup)
    resources.warnings = warnings
    return resources
  }

  /// The plugins that are installed in a folder, bound to a host.
  public static func plugins(in folder: String, _ services: Services, _ host: OutsideHost) -> PluginDirectory {
    PluginDirectory(services.resolve(folder), files: services.files, host: host)
  }
}
