internal import CStamp
internal import FootballPlugin
internal import PodiumAlgorithms
internal import PodiumCluster
internal import PodiumCommands
public import PodiumCore
public import PodiumEngine
internal import PodiumFetch
internal import PodiumFiles
internal import PodiumFormats
internal import PodiumLearn
internal import PodiumNotebook
public import PodiumOutside
internal import PodiumPicture
public import PodiumPlugin
internal import PodiumRender
internal import PodiumStore
internal import SkiPlugin
internal import SurfPlugin

/// The parts of podium, assembled in one place for the program, the benchmarks and the tests.
public enum Assembly {
  /// The version of podium, which names results.
  public static let version = "0.2.0"

  /// The version with the commit that it was built from, which a worker must share: `0.2.0 (0123456789ab+changes)`; only the
  /// version where the build did not know the commit.
  public static let build: String = {
    let stamp = cst_stamp()
    // A one comes first, so that the zeros of a commit count.
    let digits = String(stamp >> 4, radix: 16).dropFirst()
    return stamp == 0 ? version : "\(version) (\(digits)\(stamp & 0xF == 0 ? "" : "+changes"))"
  }()

  /// The plugins that are built in: one import and one line per plugin.
  public static let plugins: [any Plugin] = [SkiPlugin(), SurfPlugin(), FootballPlugin()]

  /// The ways to write outputs that are built in; plugins may bring others, whose names begin with theirs and a dot.
  public static let renderers: [any Renderer] =
    Formats.exporters.reduce(into: Renderers.all) { if let renderer = TablesRenderer($1) { $0.append(renderer) } }

  /// Everything that can be named without external plugins, made once in a process.
  public static func registry() throws(Diagnostic) -> Registry { try builtIn.get() }

  private static let builtIn = Result { () throws(Diagnostic) in
    // Every front end comes by here before it writes anything.
    DiskFiles.prepareProcess()
    return Registry(try registry(plugins: []), later: plugins)
  }

  /// What podium and some plugins register.
  public static func registry(plugins: [any Plugin]) throws(Diagnostic) -> Registry {
    var registry = Registry()
    for learner in Algorithms.all { try registry.add(learner) }
    for step in TransformerCatalogue.builtIn.all + Algorithms.steps { try registry.add(step) }
    try registry.add(ExecutorEntry("serial", summary: "one job after another") { _ in ThreadExecutor(threads: 1) })
    try registry.add(
      ExecutorEntry("processes", summary: "separate podium processes; a crash only repeats one job") {
        session in ProcessExecutor(processes: session.state.settings.threads, version: build)
      })
    try Cluster.register(into: &registry, build: build, template: Environment.clusterFile)
    try Formats.register(into: &registry)
    try SQLiteFormat.register(into: &registry)
    for renderer in renderers { try registry.add(renderer) }
    try BuiltInCommands.register(into: &registry)
    try NotebookCommands.register(into: &registry)
    for plugin in plugins { try registry.add(plugin) }
    return registry
  }

  /// The services of this machine: its files and a clock; the caller adds the rest. `written` is the list of what notebooks
  /// and scripts wrote.
  public static func services(
    folder: String, datasetFolders: [String], clock: @escaping @Sendable () -> Double, version: String,
    written: String? = nil
  ) -> Services {
    var services = Services(
      over: DiskFiles(), folder: folder, datasetFolders: datasetFolders, clock: clock, version: version)
    services.fetchedContext = { (name, bytes, cancellation) throws(Diagnostic) in
      try FileImportContext(fetched: name, bytes: bytes, cancellation: cancellation)
    }
    let zones = KeptZones()
    services.zone = { (name) throws(Diagnostic) in try zones.rules(name) }
    services.convertPicture = Assembly.convert
    services.query = { (sql, tables, cancellation) throws(Diagnostic) in
      try TableQuery.answer(sql, tables: tables, cancellation: cancellation)
    }
    if let written { services.allowRerun = { allowRerun(&$0, file: written) } }
    services.scratch = { registry in scratch(registry, datasetFolders: datasetFolders, version: version) }
    services.confined = { (services, registry) in
      var services = services
      confine(&services, registry: registry)
      services.allowRerun?(&services)
      let now = services.now
      services.store = store(
        file: nil, author: Workspace.replayAuthor, registry: registry, clock: { now?() ?? Moment(microseconds: 0) })
      services.now = nil
      return services
    }
    return services
  }

  /// Converts a picture by librsvg.
  @Sendable private static func convert(
    _ svg: [UInt8], _ form: PictureForm, _ dpi: Int?, _ title: String
  ) throws(Diagnostic) -> [UInt8] {
    let format: PictureFormat =
      switch form {
      case .png: .png
      case .pdf: .pdf
      }
    return try format.convert(svg: svg, dpi: dpi.map(Double.init) ?? PictureFormat.dpi, title: title)
  }

  /// Lets an untrusted file use its own folder and the bundled datasets, and closes the rest.
  ///
  /// Services that are confined already stay as they are: a file in a file gets no others.
  static func confine(_ services: inout Services, registry: Registry) {
    guard services.isTrusted else { return }
    // A plugin's own datasets are named from the top of the file system.
    let bundled =
      services.datasetFolders.filter { !$0.isEmpty }
      + registry.datasets.values.map(\.path).filter { FilePath($0).isAbsolute }
    // Where nothing may stay on the disk, nothing of a file in a file may either.
    let overlay = services.files.bare as? OverlayFiles
    let files = ConfinedFiles(overlay?.below ?? services.files.bare, to: services.folder, bundled: bundled)
    services.use(overlay == nil ? files : OverlayFiles(over: files))
    (services.shell, services.network, services.outsideLearner, services.editor) = (nil, nil, nil, nil)
    services.beforeCommand = services.beforeUntrusted ?? services.beforeCommand
    services.isTrusted = false
  }

  /// Lets what is written stay in memory and go with the session: nothing changes on the disk.
  static func discardWrites(_ services: inout Services) {
    services.keepsWrites = false
    services.use(OverlayFiles(over: services.files.bare))
  }

  /// Lets a notebook or script that runs again write again what it wrote before; `file` keeps what that was.
  private static func allowRerun(_ services: inout Services, file: String) {
    guard !(services.files.bare is OverlayFiles) else { return }
    services.use(RerunFiles(over: services.files.bare, EarlierWrites(file: file)))
  }

  /// The services of a separate session: the bundled datasets, and files and a workspace in memory, where no time passes.
  private static func scratch(_ registry: Registry, datasetFolders: [String], version: String) -> Services {
    let files = ScratchFiles(over: DiskFiles(), holding: registry.exampleFiles)
    var services = Services(
      over: files, folder: ScratchFiles.folder, datasetFolders: datasetFolders + [""], clock: { 0 }, version: version)
    services.keepsWrites = false
    let zones = KeptZones()
    services.zone = { (name) throws(Diagnostic) in try zones.rules(name) }
    services.convertPicture = Assembly.convert
    services.query = { (sql, tables, cancellation) throws(Diagnostic) in
      try TableQuery.answer(sql, tables: tables, cancellation: cancellation)
    }
    services.scratch = { scratch($0, datasetFolders: datasetFolders, version: version) }
    services.store = store(file: nil, author: "you", registry: registry, clock: { Moment(microseconds: 0) })
    return services
  }

  /// The network of this machine; what was fetched is kept in a folder, where one is given.
  public static func network(
    cacheFolder: String?, version: String, clock: @escaping @Sendable () -> Moment
  ) -> any NetworkClient {
    HTTPClient(cacheFolder: cacheFolder, version: version, clock: clock, unpack: PackedTransfer.unpack)
  }

  /// The workspace in a file, or in memory where there is none, with what the plugins of a registry keep in it.
  ///
  /// `name` is the file as the user typed it: reading from one that is not there is then an error.
  public static func store(
    file: String?, named name: String? = nil, author: String, registry: Registry,
    clock: @escaping @Sendable () -> Moment
  ) -> any Store {
    guard let file, let name else {
      return Workspace(file: file, author: author, migrations: registry.storeMigrations, clock: clock)
    }
    return Workspace(file: file, named: name, author: author, migrations: registry.storeMigrations, clock: clock)
  }

  /// An empty workspace that refuses every write, for sessions without a workspace file.
  static func store(
    nowhere reason: String, author: String, registry: Registry, clock: @escaping @Sendable () -> Moment
  ) -> any Store {
    Workspace(nowhere: reason, author: author, migrations: registry.storeMigrations, clock: clock)
  }

  /// A session with everything that is built in, over the files of this machine and a workspace in memory; its
  /// clocks do not move, so that no time shows in what it prints.
  public static func session(
    folder: String, datasets: [String], plugins: [any Plugin] = []
  ) throws(Diagnostic) -> Interpreter {
    var registry = try registry()
    for plugin in plugins { try registry.add(plugin) }
    var services = services(folder: folder, datasetFolders: datasets, clock: { 0 }, version: "test")
    services.store = store(file: nil, author: "test", registry: registry, clock: { Moment(microseconds: 0) })
    return Interpreter(registry: registry, services: services)
  }

  /// Allows external learners that users add.
  public static func open(_ services: inout Services, to host: OutsideHost) {
    services.beforeCommand = { host.begin($0, $1) }
    services.beforeUntrusted = { host.begin($0, $1, isTrusted: false) }
    services.outsideLearner = { (wanted) throws(Diagnostic) in try host.learner(wanted) }
  }
}
