internal import PodiumAssembly
public import PodiumConformance
public import PodiumCore
public import PodiumEngine
internal import PodiumOutside
public import PodiumPlugin

/// Sessions with what is built in, over the files of the checkout and a workspace in memory.
public enum BuiltIn {
  /// What is registered, with all plugins.
  public static let registry = made { () throws(Diagnostic) in try Assembly.registry() }
  /// What podium registers itself.
  public static let coreRegistry = made { () throws(Diagnostic) in try Assembly.registry(plugins: []) }

  private static func made(_ make: () throws(Diagnostic) -> Registry) -> Registry {
    do throws(Diagnostic) { return try make() } catch {
      preconditionFailure("what is built in cannot be registered: \(error.message)")
    }
  }

  /// A session whose clock does not move, so that no time appears in what a test compares.
  public static func session(folder: String = Checkout.root, registry: Registry = BuiltIn.registry) -> Interpreter {
    var services = Assembly.services(
      folder: folder, datasetFolders: [Checkout.path("datasets")], clock: { 0 }, version: "test")
    Assembly.open(&services, to: OutsideHost(version: "test"))
    services.store = Assembly.store(
      file: nil, author: "test", registry: registry, clock: { Moment(microseconds: 0) })
    var session = Interpreter(registry: registry, services: services)
    session.state.settings.threads = 2
    return session
  }

  /// A session of its own that has some files, by name.
  public static func session(holding files: [String: String]) throws(Diagnostic) -> Interpreter {
    guard let session = session().session.apart() else { throw Diagnostic("no-session", "nothing makes a session") }
    for (name, text) in files {
      try session.services.files.write(
        Array(text.utf8), to: session.services.resolve(name), shown: name, mode: .replace)
    }
    return session
  }
}

extension ExampleRuns {
  /// The examples of podium's own verbs, run without any plugin.
  public static let ofCore = ExampleRuns { BuiltIn.session(registry: BuiltIn.coreRegistry) }

  /// The examples that plugins bring, for their own verbs and for podium's.
  public static let ofPlugins = ExampleRuns(examples: { registry, verb in
    let own = registry.owner(of: "command", verb) == "podium" ? registry.commands[verb]?.signature.examples.count : 0
    return Array(registry.examples(of: verb).dropFirst(own ?? 0))
  }) { BuiltIn.session() }

  /// The runs of every example that is built in, each once.
  public static var ofAll: [Run] {
    [(ofCore, BuiltIn.coreRegistry), (ofPlugins, BuiltIn.registry)].flatMap { runs, registry in
      registry.commands.keys.sorted().flatMap { runs.runs(of: $0) }
    }
  }
}
