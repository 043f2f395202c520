import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Synchronization
import Testing

/// A session as a front end drives it: run, watch, interrupt, ask, close.
@Suite struct EngineSessionTests {
  /// Work that lasts until it is interrupted.
  private static let long = "cv svm k=10 repeats=1000 shuffle=yes"

  private func ready(_ fixture: EngineFixture) throws -> EngineSession {
    let session = try fixture.engine.session()
    #expect(session.error("load iris; label species") == nil)
    return session
  }

  @Test func `a text streams started, progress, report and finished`() throws {
    let session = try ready(EngineFixture())
    let log = EventLog()
    let result = session.execute("head 1; cv tree k=3\ncv nosuch; head 2") { log.take($0) }
    #expect(
      log.kinds == [
        "started 3 head 1", "progress", "report 3 ok", "started 4 cv tree k=3", "progress", "report 4 ok",
        "started 5 cv nosuch", "progress", "report 5 error", "finished error",
      ])
    #expect(result.status == .error && result.commands == 3)
  }

  @Test func `completion and inspection answer while a command runs`() throws {
    let session = try ready(EngineFixture())
    let asked = Mutex<[String]>([])
    session.execute("describe") { [weak session] event in
      guard case .started = event, let session else { return }
      let columns = session.complete("head if sep", at: 11)?.candidates.map(\.text) ?? []
      let page = session.inspect("head 3", at: 2)
      asked.withLock { $0 = columns + [page == nil ? "none" : "page", session.isRunning ? "running" : "idle"] }
    }
    #expect(asked.withLock { $0 } == ["sepal_length_cm", "sepal_width_cm", "page", "running"])
  }

  @Test func `an interrupt stops the command that runs and nothing else`() throws {
    let session = try ready(EngineFixture())
    session.interrupt()
    #expect(session.error("head 1") == nil)
    let log = EventLog()
    let result = session.execute(Self.long + "; head 1") { [weak session] event in
      log.take(event)
      if case .progress = event { session?.interrupt() }
    }
    #expect(result.status == .interrupted)
    #expect(log.reports.map(\.status) == [.interrupted])
    #expect(session.error("head 1") == nil)
  }

  @Test func `a watched command is shown until it is interrupted, and leaves nothing`() throws {
    let session = try ready(EngineFixture())
    let results = session.snapshot.results.entries.count
    let log = EventLog()
    let result = session.execute("watch 0.1 by species: describe petal_width_cm if petal_width_cm > 1") {
      [weak session] event in
      log.take(event)
      if case .redrawn = event, log.redrawn.count == 3 { session?.interrupt() }
    }
    #expect(result.status == .interrupted)
    #expect(log.redrawn.count == 3 && log.redrawn.allSatisfy { $0.status == .ok && !$0.outputs.isEmpty })
    #expect(log.redrawn.first?.input == "by species: describe petal_width_cm if petal_width_cm > 1")
    #expect(session.snapshot.results.entries.count == results)
    #expect(session.error("undo") == nil && session.error("label species") == nil)
    #expect(session.complete("watch 5 hea", at: 11)?.candidates.map(\.text) == ["head"])
    #expect(session.complete("watch 5 head if petal_w", at: 23)?.candidates.map(\.text) == ["petal_width_cm"])
  }

  @Test(arguments: [
    ("watch 5", "missing-argument"), ("watch", "missing-argument"), ("watch x head", "bad-value"),
    ("watch 0 head", "bad-value"), ("watch 1e9 head", "bad-value"), ("watch 1 watch 1 head", "unexpected-word"),
    ("watch 1 hed", "unknown-command"), ("watch 1 head if", "missing-expression"),
    ("watch 1 load wine", "not-a-reading"),
    ("watch 1 quiet: label petal_width_cm", "not-a-reading"), ("watch 1 head 1 extra=2", "unknown-key"),
  ])
  func `what cannot be watched is refused at once and changes nothing`(text: String, code: String) throws {
    let session = try ready(EngineFixture())
    let tables = session.snapshot.state
    #expect(session.error(text) == code)
    #expect(session.snapshot.state == tables)
  }

  @Test func `only the datasets that are installed are listed, and a note counts the others`() throws {
    let whole = try EngineFixture().engine.session().reports("datasets")
    #expect(whole.first?.outputs.count == 1)
    let bare = try EngineFixture { $0.datasetFolders = [] }.engine.session().reports("datasets")
    guard case .table(let listed)? = bare.first?.outputs.first, case .note(let note)? = bare.first?.outputs.last else {
      Issue.record("no table and note")
      return
    }
    #expect(listed.table.rowCount == 0 && note.text.contains("bundled datasets not installed: "))
  }

  @Test func `a session that is not live watches nothing`() throws {
    var interpreter = try Assembly.session(folder: Checkout.root, datasets: [Checkout.path("datasets")])
    var codes: [String?] = []
    _ = interpreter.run("load iris\nwatch 1 head", keepGoing: true) { codes.append($0.error?.code) }
    #expect(codes == [nil, "not-live"])
  }

  @Test func `an interrupt does not affect the text that waits`() throws {
    let session = try ready(EngineFixture())
    let hasBegun = Atomic(false)
    let results = Parallel.map(count: 3, threads: 3) { number -> ExecutionResult? in
      switch number {
      case 0:
        return session.execute(Self.long) { event in
          if case .progress = event { hasBegun.store(true, ordering: .relaxed) }
        }
      case 1:
        while !hasBegun.load(ordering: .relaxed) { Waiting.pause(milliseconds: 5) }
        return session.execute("head 1") { _ in }
      default:
        while !hasBegun.load(ordering: .relaxed) { Waiting.pause(milliseconds: 5) }
        // Long enough for the second text to wait; where it does not, there is one text less to leave alone.
        Waiting.pause(milliseconds: 200)
        session.interrupt()
        return nil
      }
    }
    #expect(results[0]?.status == .interrupted && results[1]?.status == .ok)
  }

  @Test func `a session that is closed while a command runs ends it, and runs nothing more`() throws {
    let fixture = try EngineFixture(workspace: "w.sqlite")
    let session = try ready(fixture)
    let hasBegun = Atomic(false)
    let results = Parallel.map(count: 2, threads: 2) { number -> ExecutionResult? in
      guard number == 1 else {
        return session.execute(Self.long) { event in
          if case .progress = event { hasBegun.store(true, ordering: .relaxed) }
        }
      }
      while !hasBegun.load(ordering: .relaxed) { Waiting.pause(milliseconds: 5) }
      session.close()
      return nil
    }
    #expect(results[0]?.status == .interrupted)
    #expect(session.isClosed)
    let log = EventLog()
    #expect(session.execute("head 1") { log.take($0) }.status == .closed)
    #expect(log.kinds == ["finished closed"])
    #expect(session.complete("hea", at: 3) == nil && session.inspect("head", at: 1) == nil)
    session.close()
    #expect(try fixture.engine.session().error("load iris") == nil)
  }

  @Test func `exit reports how to leave and ends nothing`() throws {
    let session = try ready(EngineFixture())
    let result = session.execute("exit 3; head 1") { _ in }
    #expect(result.exitStatus == 3 && result.commands == 1)
    let next = session.execute("head 1") { _ in }
    #expect(next.exitStatus == nil && next.status == .ok)
  }

  @Test func `there are no more sessions than the engine allows, and a closed one makes room`() throws {
    let fixture = try EngineFixture()
    var limits = Engine.Limits()
    limits.sessions = 2
    let engine = Engine(registry: fixture.engine.registry, limits: limits, client: fixture.engine.client) {
      options, registry in
      Assembly.resources(EngineFixture.configuration("/"), options, registry)
    }
    let first = try engine.session()
    let second = try engine.session()
    let error = #expect(throws: Diagnostic.self) { try engine.session() }
    #expect(error?.code == "too-many-sessions")
    first.close()
    let third = try engine.session()
    #expect(second.error("load iris") == nil && third.error("load iris") == nil)
  }

  @Test func `options set a session up, and one that names nothing is refused`() throws {
    let fixture = try EngineFixture()
    var options = fixture.engine.client
    (options.seed, options.format, options.executor, options.width) = (7, "json", "threads", 60)
    let settings = try fixture.engine.session(options).snapshot.state.settings
    #expect(settings.seed == 7 && settings.format == "json" && settings.width == 60)
    options.format = "jsn"
    let error = #expect(throws: Diagnostic.self) { try fixture.engine.session(options) }
    #expect(error?.code == "bad-value" && error?.message.contains("did you mean 'json'") == true)
  }

  @Test func `a session without trust starts no program`() throws {
    let fixture = try EngineFixture()
    var options = fixture.engine.client
    options.isTrusted = false
    let session = try fixture.engine.session(options)
    let log = EventLog()
    #expect(session.execute("!true") { log.take($0) }.wasRefused)
    #expect(log.reports.last?.error?.code == "trust-refused")
  }

  @Test func `a text is complete, incomplete or invalid`() throws {
    let session = try ready(EngineFixture())
    for text in ["head 1", "", "head 1\ntail 2", "# a remark"] {
      #expect(session.isComplete(text) == .complete, "\(text)")
    }
    for text in ["head if (sepal_length_cm > 1", "load \"a", "head \\"] {
      #expect(session.isComplete(text) == .incomplete, "\(text)")
    }
    guard case .invalid(let error) = session.isComplete("head if > 1") else {
      Issue.record("a wrong text was not seen")
      return
    }
    #expect(error.span != nil)
  }

  @Test func `an output is available in every form`() throws {
    let session = try ready(EngineFixture())
    let outputs = session.reports("count species")[0].outputs
    let bundle = session.snapshot.registry.bundle(of: outputs)
    #expect(
      bundle.entries.map(\.type) == [
        "application/json", "application/jsonl", "text/csv", "text/html", "text/latex", "text/markdown", "text/plain",
        "text/tab-separated-values", "text/x-rst",
      ])
    guard case .text(let html)? = bundle["text/html"] else {
      Issue.record("no HTML")
      return
    }
    #expect(html.contains("<table>") && html.contains("setosa"))
    let one = session.snapshot.registry.bundle(of: outputs, types: ["text/plain"])
    #expect(one.entries.map(\.type) == ["text/plain"])
    let figure = session.reports("load surf-sessions; figure surf.rose").last?.outputs ?? []
    guard case .text(let picture)? = session.snapshot.registry.bundle(of: figure)["image/svg+xml"] else {
      Issue.record("no picture")
      return
    }
    #expect(picture.contains("<svg"))
  }
}
