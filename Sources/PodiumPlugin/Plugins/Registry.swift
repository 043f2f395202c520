internal import PodiumCore
public import PodiumLearn
internal import Synchronization

/// Everything that can be named: verbs, learners, importers; each with its owner.
///
/// A value: the session holds one, and nothing in the process is global.
public struct Registry: Sendable {
  /// Who registers at the moment; `podium` for what is built in.
  var owner = "podium"
  var things = Things()
  /// Plugins that have not registered yet.
  var late: LatePlugins?

  /// What is registered, by name or key.
  struct Things {
    /// Who brought what, by its noun and key (`command head`).
    var owners: [String: String] = [:]
    var plugins: [PluginEntry] = []
    var commands = Catalogue<any Command>("command") { $0.signature.name }
    var heads: Set<String> = []
    var namespaces: Set<String> = []
    var addedExamples: [String: [Example]] = [:]
    var exampleFiles = Catalogue<ExampleFile>("example file") { $0.name }
    var importers = Catalogue<any Importer>("importer") { $0.key }
    var exporters = Catalogue<any Exporter>("exporter") { $0.key }
    var renderers = Catalogue<any Renderer>("renderer") { $0.key }
    var functions = Catalogue<FunctionDefinition>("function") { $0.name }
    var evaluators = Catalogue<any Evaluator>("evaluator") { $0.key }
    var datasets = Catalogue<DatasetEntry>("dataset") { $0.name }
    var learners = LearnerCatalogue([])
    var transformers = TransformerCatalogue([])
    var resamplings = ResamplingCatalogue.builtIn
    var executors = Catalogue<ExecutorEntry>("executor", [.threads]) { $0.key }
    var jobKinds = Catalogue<any JobKind>("job") { $0.key }
    var measures = Measures.all
    var plots = Catalogue<PlotKind>("figure") { $0.key }
    var described: [@Sendable () -> ThingDescription] = []
    var exposures: [String: @Sendable () -> Exposure] = [:]
    var storeMigrations = StoreMigrations([:])
  }

  /// Everything, for which late plugins must register now.
  var all: Things { late?.registry.things ?? things }

  /// A thing by its name: late plugins register only if the name begins with that of one of them.
  private func named<Thing>(_ name: String, _ thing: (Things) -> Thing?) -> Thing? {
    if let own = thing(things) { return own }
    guard let late, late.names.contains(where: name.hasPrefix) else { return nil }
    return thing(late.registry.things)
  }

  /// The plugins, in order of registration.
  public var plugins: [PluginEntry] { all.plugins }
  /// The verbs by name.
  public var commands: [String: any Command] { all.commands.byKey }
  public var importers: [String: any Importer] { all.importers.byKey }
  public var exporters: [String: any Exporter] { all.exporters.byKey }
  public var renderers: [String: any Renderer] { all.renderers.byKey }
  /// The functions of plugins that expressions can call, by name.
  public var functions: [String: FunctionDefinition] { all.functions.byKey }
  public var evaluators: [String: any Evaluator] { all.evaluators.byKey }
  /// The bundled datasets by name.
  public var datasets: [String: DatasetEntry] { all.datasets.byKey }
  /// The learners by key.
  public var learners: LearnerCatalogue { all.learners }
  /// The recipe steps by key.
  public var transformers: TransformerCatalogue { all.transformers }
  /// The resampling methods by key; podium's own come first.
  public var resamplings: ResamplingCatalogue { all.resamplings }
  public var executors: [String: ExecutorEntry] { all.executors.byKey }
  /// The measures of every evaluation by key, in order of registration; podium's own come first.
  public var measures: [Measure] { all.measures }
  /// What `plot` draws, by key.
  public var plots: [String: PlotKind] { all.plots.byKey }
  /// The figures by key: what `plot` draws by plugins.
  public var figures: [String: PlotKind] { plots.filter { $0.key.contains(".") } }
  /// What plugins keep records of and declare as things, in order of registration.
  public var describedThings: [ThingDescription] { all.described.map { $0() } }
  /// What plugins let a service show and do, by plugin.
  public var exposures: [String: Exposure] { all.exposures.mapValues { $0() } }
  /// The first words of verbs that belong to plugins (`ski` of `ski order`).
  public var namespaces: Set<String> { all.namespaces }
  /// What plugins keep in the workspace; late plugins register when a store needs it.
  public var storeMigrations: StoreMigrations { things.storeMigrations }

  /// The verb of a name.
  public func command(_ name: String) -> (any Command)? { named(name) { $0.commands[name] } }

  /// What `plot` draws under a name.
  public func plot(_ name: String) -> PlotKind? { named(name) { $0.plots[name] } }

  /// The bundled dataset of a name: late plugins register only if podium itself has none.
  public func dataset(_ name: String) -> DatasetEntry? { things.datasets[name] ?? all.datasets[name] }

  public func importer(_ key: String) -> (any Importer)? { named(key) { $0.importers[key] } }

  public func renderer(_ key: String) -> (any Renderer)? { named(key) { $0.renderers[key] } }

  /// Whether verbs of several words begin with these: `ski` and `ski pair` of `ski pair add`.
  public func isHead(_ words: String) -> Bool { named(words) { $0.heads.contains(words) ? true : nil } ?? false }

  /// An empty registry.
  public init() {
    // Room for what is built in: growing in steps costs a tenth of a millisecond of every start.
    things.owners.reserveCapacity(384)
    let own = [
      ("resampling", things.resamplings.keys), ("executor", things.executors.keys),
      ("measure", things.measures.map(\.key)),
      ("job", ownJobKinds.map(\.key)),
    ]
    for (noun, keys) in own {
      for key in keys { things.owners[noun + " " + key] = owner }
    }
  }

  /// A registry with plugins that register when something is asked for that may be theirs: most commands use nothing of
  /// them.
  ///
  /// A plugin that cannot register (`add` says why) brings nothing.
  public init(_ core: Registry, later plugins: [any Plugin]) {
    self = core
    let late = LatePlugins(core, plugins)
    self.late = late
    things.storeMigrations = StoreMigrations { late.registry.storeMigrations.byPlugin }
  }

  /// Lets late plugins register, before anything else does.
  mutating func settle() {
    guard let late else { return }
    let owner = owner
    self = late.registry
    self.owner = owner
  }
}

/// Plugins that register when something of theirs may be needed.
///
/// A class: the copies of a registry share what it makes.
final class LatePlugins: Sendable {
  let names: [String]
  private let core: Registry
  private let plugins: [any Plugin]
  private let made = Mutex<Registry?>(nil)

  init(_ core: Registry, _ plugins: [any Plugin]) {
    (names, self.core, self.plugins) = (plugins.map(\.name), core, plugins)
  }

  /// The registry after they have registered; tests check what they declare, and a start does not wait for that.
  var registry: Registry {
    made.withLock { made in
      if let made { return made }
      let whole = plugins.reduce(into: core) { whole, plugin in try? whole.add(plugin, checksThings: false) }
      made = whole
      return whole
    }
  }
}
