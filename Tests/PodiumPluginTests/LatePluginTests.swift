import PodiumCore
import PodiumPlugin
import Synchronization
import Testing

@Suite("Plugins that register when they are needed")
struct LatePluginTests {
  /// A plugin that counts how often it registers.
  private final class Counted: Plugin {
    let name = "rowing"
    let version = "1"
    let summary = "boats"
    let count = Mutex(0)

    func register(into registry: inout Registry) throws(Diagnostic) {
      count.withLock { $0 += 1 }
      try registry.add(Verb("rowing boats"))
      try registry.add(
        StoreMigration(1, "keep boats", [.create(RecordKind("rowing.boat", fields: [RecordField("name", .text)]))]))
      registry.add([Example(shown: "head", "rows")], to: "head")
      try registry.add(DatasetEntry("regatta", path: "regatta.csv", importer: "csv", summary: "a race"))
    }
  }

  private struct Verb: Command {
    let signature: Signature
    init(_ name: String) { signature = Signature(name, topic: .data, summary: "does nothing", examples: []) }
    func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] { [] }
  }

  private let plugin = Counted()

  private func registry() throws -> Registry {
    var core = Registry()
    try core.add(Verb("head"))
    try core.add(DatasetEntry("iris", path: "iris.csv", importer: "csv", summary: "flowers"))
    return Registry(core, later: [plugin])
  }

  private var count: Int { plugin.count.withLock { $0 } }

  @Test("what podium brings is found without them")
  func core() throws {
    let registry = try registry()
    #expect(registry.command("head") != nil)
    #expect(registry.command("hea") == nil)
    #expect(registry.owner(of: "command", "head") == "podium")
    #expect(!registry.isHead("head"))
    #expect(registry.dataset("iris")?.path == "iris.csv")
    #expect(registry.importer("csv") == nil)
    _ = registry.storeMigrations
    #expect(count == 0)
  }

  @Test(
    "what may be theirs lets them register, once for all copies",
    arguments: [
      { $0.command("rowing boats") != nil }, { $0.isHead("rowing") }, { $0.commands.count == 2 },
      { $0.dataset("regatta")?.summary == "a race" }, { $0.importer("rowing.log") == nil },
      { $0.owner(of: "kind", "rowing.boat") == "rowing" }, { $0.storeMigrations.byPlugin["rowing"]?.count == 1 },
      { $0.examples(of: "head").count == 1 }, { $0.plugins.map(\.name) == ["rowing"] },
      { registry in
        var copy = registry
        return (try? copy.add(Verb("rowing boats"))) == nil && (try? copy.add(Verb("tail"))) != nil
          && copy.commands.count == 3
      },
    ] as [@Sendable (Registry) -> Bool])
  func asked(_ finds: @Sendable (Registry) -> Bool) throws {
    let registry = try registry()
    let copy = registry
    #expect(finds(registry))
    #expect(finds(copy))
    #expect(count == 1)
  }

  @Test("one that cannot register brings nothing, and the others stay")
  func failing() throws {
    var core = Registry()
    try core.add(Verb("rowing"))
    let registry = Registry(core, later: [plugin])
    #expect(registry.commands.keys.sorted() == ["rowing"])
    #expect(registry.plugins.isEmpty)
  }
}
