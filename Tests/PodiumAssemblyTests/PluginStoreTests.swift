import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

/// A command whose work is a closure.
private struct Act: Command {
  let signature: Signature
  let work: @Sendable (inout Session) throws(Diagnostic) -> Void

  init(_ name: String, _ work: @escaping @Sendable (inout Session) throws(Diagnostic) -> Void) {
    signature = Signature(name, topic: .data, summary: "Tests.", parameters: [], examples: [])
    self.work = work
  }

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    try work(&session)
    return []
  }
}

/// A plugin that keeps words, and brings commands.
private struct Words: Plugin {
  let name: String
  let version = "1"
  let summary = "Tests."
  let commands: [Act]

  func register(into registry: inout Registry) throws(Diagnostic) {
    try registry.add(
      StoreMigration(
        1, "keep words", [.create(RecordKind(name + ".word", fields: [RecordField("text", .text)]))]))
    for command in commands { try registry.add(command) }
  }
}

/// What a plugin keeps is read and written by its own commands and by podium's, and by no one else's.
struct PluginStoreTests {
  /// The record of the plugin 'owner' that 'guest' should not reach.
  private static func theirs(_ session: Interpreter) throws -> Record {
    try #require(try session.store().records(RecordQuery("owner.word")).first)
  }

  /// A session with the plugin 'owner', which has kept one word, and the plugin 'guest' with one command.
  private static func session(
    _ work: @escaping @Sendable (inout Session) throws(Diagnostic) -> Void
  ) throws -> Interpreter {
    let owner = Words(
      name: "owner",
      commands: [
        Act("owner keep") { (session) throws(Diagnostic) in
          _ = try session.store().insert("owner.word", ["text": .text("kept")])
        }
      ])
    var session = try Assembly.session(
      folder: "/", datasets: [Checkout.path("datasets")],
      plugins: [owner, Words(name: "guest", commands: [Act("guest act", work)])])
    #expect(run("owner keep", &session) == nil)
    return session
  }

  /// Runs a command; its error.
  private static func run(_ line: String, _ session: inout Interpreter) -> Diagnostic? {
    var error: Diagnostic?
    _ = session.run(line) { error = $0.error ?? error }
    return error
  }

  private static let missing = RecordID("00000000-0000-7000-8000-000000000000")

  /// Everything a store offers on records of 'owner', by name.
  private static let onRecords: [String: @Sendable (any Store) throws(Diagnostic) -> Void] = [
    "records": { (store) throws(Diagnostic) in _ = try store.records(RecordQuery("owner.word")) },
    "count": { (store) throws(Diagnostic) in _ = try store.count(RecordQuery("owner.word")) },
    "table": { (store) throws(Diagnostic) in _ = try store.table(RecordQuery("owner.word"), fields: nil) },
    "coded": { (store) throws(Diagnostic) in _ = try store.coded(RecordQuery("owner.word"), fields: nil) },
    "tables": { (store) throws(Diagnostic) in
      _ = try store.tables(["guest.word", "owner.word"].map { TableRequest(RecordQuery($0), fields: nil) })
    },
    "insert": { (store) throws(Diagnostic) in _ = try store.insert("owner.word", [:]) },
    "update": { (store) throws(Diagnostic) in
      _ = try store.update(missing, of: "owner.word", setting: [:], revision: nil)
    },
    "remove": { (store) throws(Diagnostic) in try store.remove(missing, of: "owner.word", revision: nil) },
    "erase": { (store) throws(Diagnostic) in try store.erase(missing, of: "owner.word", words: []) },
    "merge": { (store) throws(Diagnostic) in
      _ = try store.merge(Table.empty, into: "owner.word", rule: .update, cancellation: Cancellation())
    },
    "nextNumber": { (store) throws(Diagnostic) in _ = try store.nextNumber(of: "owner.word") },
    "changes": { (store) throws(Diagnostic) in _ = try store.changes(kind: "owner.word", record: nil, limit: 1) },
  ]

  /// Everything else that a plugin has no use for, by name.
  private static let onTheRest: [String: @Sendable (any Store) throws(Diagnostic) -> Void] = [
    "revert": { (store) throws(Diagnostic) in _ = try store.revert([]) },
    "commit": { (store) throws(Diagnostic) in _ = try store.commit() },
    "hold": { (store) throws(Diagnostic) in try store.hold() },
    "save": { (store) throws(Diagnostic) in
      try store.save(Dataset(name: "t", source: "t", table: .empty), replacing: true)
    },
    "dataset": { (store) throws(Diagnostic) in _ = try store.dataset("t") },
    "datasets": { (store) throws(Diagnostic) in _ = try store.datasets() },
    "removeDataset": { (store) throws(Diagnostic) in try store.removeDataset("t") },
    "model": { (store) throws(Diagnostic) in
      _ = try store.model("m", learners: LearnerCatalogue([]), transformers: TransformerCatalogue([]))
    },
    "models": { (store) throws(Diagnostic) in _ = try store.models() },
    "removeModel": { (store) throws(Diagnostic) in try store.removeModel("m") },
    "results": { (store) throws(Diagnostic) in _ = try store.results([]) },
    "keep": { (store) throws(Diagnostic) in try store.keep([]) },
    "dropResults": { (store) throws(Diagnostic) in try store.dropResults([]) },
    "removeResults": { (store) throws(Diagnostic) in _ = try store.removeResults() },
    "info": { (store) throws(Diagnostic) in _ = try store.info() },
    "backUp": { (store) throws(Diagnostic) in try store.backUp(to: "/nowhere/b", shown: "b") },
    "restore": { (store) throws(Diagnostic) in _ = try store.restore(from: "/nowhere/b", shown: "b") },
    "check": { (store) throws(Diagnostic) in _ = try store.check() },
  ]

  @Test(arguments: onRecords.keys.sorted())
  func `a plugin cannot use another plugin's records`(_ name: String) throws {
    let action = try #require(Self.onRecords[name])
    var session = try Self.session { (session) throws(Diagnostic) in try action(session.store()) }
    let before = try Self.theirs(session)
    let error = Self.run("guest act", &session)
    #expect(error?.code == "not-yours")
    #expect(
      error?.message == "plugin 'guest' cannot use records of 'owner.word', which belong to plugin 'owner'")
    #expect(try Self.theirs(session) == before)
  }

  @Test(arguments: onTheRest.keys.sorted())
  func `a plugin cannot use tables, models, results, the transaction or the file`(_ name: String) throws {
    let action = try #require(Self.onTheRest[name])
    var session = try Self.session { (session) throws(Diagnostic) in try action(session.store()) }
    #expect(Self.run("guest act", &session)?.code == "not-yours")
  }

  @Test func `a plugin's update of another plugin's record changes nothing`() throws {
    var session = try Self.session { (_) in }
    let record = try Self.theirs(session)
    session = try Self.session { (session) throws(Diagnostic) in
      let found = try session.store().changes(kind: nil, record: nil, limit: 10)
      guard found.isEmpty else { throw Diagnostic("seen", "another plugin's change was seen") }
      _ = try session.services.store?.update(
        record.id, of: "owner.word", setting: ["text": .text("spoilt")], revision: nil)
    }
    #expect(Self.run("guest act", &session)?.code == "not-yours")
    #expect(try Self.theirs(session)["text"] == .text("kept"))
  }

  @Test func `what has no error does nothing`() throws {
    var session = try Self.session { (session) throws(Diagnostic) in
      let store = try session.store()
      _ = try store.insert("guest.word", ["text": .text("mine")])
      store.rollBack()
      store.begin("x")
      store.release()
      store.close()
      guard store.notices().isEmpty else { throw Diagnostic("seen", "a notice was taken") }
    }
    #expect(Self.run("guest act", &session) == nil)
    #expect(try session.store().count(RecordQuery("guest.word")) == 1)
  }

  @Test func `a plugin's own records are read, written, counted and followed`() throws {
    var session = try Self.session { (session) throws(Diagnostic) in
      let store = try session.store()
      let made = try store.insert("guest.word", ["text": .text("a")])
      _ = try store.update(made.id, of: made.kind, setting: ["text": .text("b")], revision: 1)
      _ = try store.insert("guest.word", [:])
      let kinds = try store.kinds().map(\.name)
      let changes = try store.changes(kind: nil, record: nil, limit: 2).map(\.kind)
      let texts = try store.table(RecordQuery("guest.word"), fields: ["text"]).rowCount
      guard kinds == ["guest.word"], changes == ["guest.word", "guest.word"], texts == 2 else {
        throw Diagnostic("wrong", "\(kinds) \(changes) \(texts)")
      }
      try store.remove(made.id, of: made.kind, revision: nil)
    }
    #expect(Self.run("guest act", &session) == nil)
    #expect(try session.store().count(RecordQuery("guest.word")) == 1)
    #expect(Self.run("undo", &session) == nil)
    #expect(try session.store().count(RecordQuery("guest.word")) == 0)
  }

  @Test func `a plugin that removes its workspace affects no one else`() throws {
    var session = try Self.session { (session) throws(Diagnostic) in session.services.store = nil }
    #expect(Self.run("guest act", &session) == nil)
    #expect(Self.run("owner keep", &session) == nil)
    #expect(try session.store().count(RecordQuery("owner.word")) == 2)
  }

  @Test func `the limits have no mirror image`() throws {
    var session = try Self.session { (session) throws(Diagnostic) in
      let count = Mirror(reflecting: try session.store()).children.count
      guard count == 0 else { throw Diagnostic("seen", "\(count) children") }
    }
    #expect(Self.run("guest act", &session) == nil)
  }
}
