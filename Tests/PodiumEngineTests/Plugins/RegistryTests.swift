import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import Testing

@Suite struct RegistryTests {
  static func verb(_ name: String) -> Verb { Verb(name) { (_, _) throws(Diagnostic) in [] } }

  @Test func `a name conflict reports both owners and leaves the registry unchanged`() throws {
    var registry = Registry()
    try registry.add(RegistryTests.verb("head"))
    try registry.add(
      FakePlugin("ski") { (r) throws(Diagnostic) in
        try r.add(DatasetEntry("d", path: "d", importer: "csv", summary: ""))
      })
    let clash = FakePlugin("surf") { (r) throws(Diagnostic) in
      try r.add(RegistryTests.verb("surf go"))
      try r.add(DatasetEntry("d", path: "d", importer: "csv", summary: ""))
    }
    let error = #expect(throws: Diagnostic.self) { try registry.add(clash) }
    #expect(error?.message == "dataset 'd' of 'surf' is already registered by 'ski'")
    #expect(registry.commands.keys.sorted() == ["head"])
    #expect(registry.plugins.map(\.name) == ["ski"])
    #expect(registry.owner(of: "dataset", "d") == "ski")
    #expect(throws: Diagnostic.self) { try registry.add(RegistryTests.verb("head")) }
    #expect(registry.owner(of: "command", "head") == "podium" && registry.namespaces.isEmpty)
    #expect(throws: Diagnostic.self) { try registry.add(FakePlugin("ski") { (_) in }) }
  }

  static let refused = [
    ("ski", "order", "unprefixed-name"), ("ski", "skiorder", "unprefixed-name"),
    ("ski", "ski a b c", "bad-command-name"), ("ski", "ski a  b", "bad-command-name"),
    ("ski", "ski a ", "bad-command-name"),
    ("podium", "anything", "bad-plugin-name"), ("", " x", "bad-plugin-name"),
    ("a b", "a b c", "bad-plugin-name"),
    ("Ski", "Ski x", "bad-plugin-name"), ("head", "head first", "taken-name"),
  ]

  @Test(arguments: refused)
  func `a plugin may only register names under its own`(_ plugin: String, _ verb: String, _ code: String) throws {
    var registry = Registry()
    try registry.add(RegistryTests.verb("head"))
    let error = #expect(throws: Diagnostic.self) {
      try registry.add(FakePlugin(plugin) { (r) throws(Diagnostic) in try r.add(RegistryTests.verb(verb)) })
    }
    #expect(error?.code == code)
    #expect(registry.plugins.isEmpty)
  }

  @Test func `a command cannot take a plugin's name later`() throws {
    var registry = Registry()
    try registry.add(
      FakePlugin("ski") { (r) throws(Diagnostic) in try r.add(RegistryTests.verb("ski order")) })
    #expect(throws: Diagnostic.self) { try registry.add(RegistryTests.verb("ski")) }
    #expect(registry.namespaces == ["ski"])
    #expect(registry.registered(by: "ski").map(\.name) == ["ski order"])
  }

  private func code(_ bring: @escaping @Sendable (inout Registry) throws(Diagnostic) -> Void) -> String? {
    var registry = Registry()
    do throws(Diagnostic) {
      try registry.add(FakePlugin("ski", bring))
      return nil
    } catch {
      return error.code
    }
  }

  private static func kind(_ name: String, _ field: String = "name", key: [String] = []) -> StoreMigration.Step {
    .create(RecordKind(name, fields: [RecordField(field, .text, required: true)], key: key))
  }

  @Test func `migrations are numbered in order and only name the plugin's own kinds`() {
    let pair = RegistryTests.kind("ski.pair", key: ["name"])
    #expect(
      code { (r) throws(Diagnostic) in
        try r.add(StoreMigration(1, "pairs", [pair]))
        try r.add(StoreMigration(2, "glides", [RegistryTests.kind("ski.glide")]))
      } == nil)
    let first: [(StoreMigration, String)] = [
      (StoreMigration(2, "a gap", [pair]), "bad-migration"),
      (StoreMigration(1, "twice", [pair, pair]), "taken-name"),
      (StoreMigration(1, "another's", [RegistryTests.kind("surf.spot")]), "unprefixed-name"),
      (StoreMigration(1, "a bad field", [RegistryTests.kind("ski.pair", "Name")]), "bad-migration"),
      (StoreMigration(1, "ours", [RegistryTests.kind("ski.pair", "revision")]), "bad-migration"),
      (StoreMigration(1, "no such key", [RegistryTests.kind("ski.pair", key: ["number"])]), "bad-migration"),
    ]
    for (migration, wanted) in first {
      #expect(code { (r) throws(Diagnostic) in try r.add(migration) } == wanted, "\(migration.summary)")
    }
  }

  @Test func `a plugin registers files for its examples, and two owners cannot register the same file`() throws {
    var registry = Registry()
    try registry.add(ExampleFile("trips.csv", "a"))
    try registry.add(FakePlugin("ski") { (r) throws(Diagnostic) in try r.add(ExampleFile("glides.csv", "b")) })
    #expect(registry.exampleFiles == ["trips.csv": "a", "glides.csv": "b"])
    #expect(registry.registered(by: "ski").isEmpty)
    let error = #expect(throws: Diagnostic.self) {
      try registry.add(FakePlugin("surf") { (r) throws(Diagnostic) in try r.add(ExampleFile("glides.csv", "c")) })
    }
    #expect(error?.code == "taken-name")
    #expect(error?.message == "example file 'glides.csv' of 'surf' is already registered by 'ski'")
    #expect(registry.exampleFiles["glides.csv"] == "b")
  }

  @Test func `built-in measures come first, then those of plugins`() throws {
    @Sendable func measure(_ key: String) -> Measure {
      Measure(key: key, summary: "tests", higherIsBetter: true, target: .classes) { _ in 1 }
    }
    #expect(code { (r) throws(Diagnostic) in try r.add(measure("ski.always")) } == nil)
    #expect(code { (r) throws(Diagnostic) in try r.add(measure("always")) } == "unprefixed-name")
    #expect(code { (r) throws(Diagnostic) in try r.add(measure("accuracy")) } == "taken-name")
    var registry = Registry()
    let own = registry.measures.count
    try registry.add(FakePlugin("ski") { (r) throws(Diagnostic) in try r.add(measure("ski.always")) })
    #expect(registry.measures.count == own + 1)
    #expect(registry.measures.last?.key == "ski.always")
  }

  @Test func `a learner the user adds cannot take an existing key`() throws {
    func learner(_ key: String, _ command: String) -> AddedLearner {
      AddedLearner(
        command: command,
        definition: LearnerDefinition(
          key: key, summary: "tests", hyperparameters: [],
          capabilities: Capabilities(targets: [.classes], probabilities: false, needsScaling: false),
          reference: "none", modelType: NoModel.self
        ) { (_) throws(Diagnostic) in throw Diagnostic("unused", "it does not learn") })
    }
    var fixture = try Fixture()
    let before = fixture.session.state
    try fixture.session.session.add(learner("mine", "a"))
    #expect(fixture.session.registry.learners.keys == ["mine"])
    #expect(fixture.session.registry.owner(of: "learner", "mine") == "session")
    try fixture.session.session.add(learner("mine", "b"))
    #expect(fixture.session.state.learners.map(\.command) == ["b"])
    fixture.session.state = before
    #expect(fixture.session.registry.learners.keys.isEmpty)
    var registry = Registry()
    try registry.add(learner("mine", "a").definition)
    var session = Interpreter(registry: registry, services: fixture.session.services)
    #expect(throws: Diagnostic.self) { try session.session.add(learner("mine", "b")) }
    #expect(session.registry.owner(of: "learner", "mine") == "podium")
  }
}

/// A model that is never created.
private struct NoModel: Model {
  func predict(_ features: Matrix) throws(Diagnostic) -> Prediction { .numbers([]) }
}
