import PodiumCore
import PodiumShell
import PodiumTestKit
import Testing

/// What a session keeps is bounded, and what falls out is told.
struct CapTests {
  /// A session whose verb `grow` replaces the table by another one of 3 MB, and `show` gives it as a result.
  private func session() throws -> Session {
    var registry = Registry()
    try registry.add(
      Verb("grow") { (_, session) throws(Diagnostic) in
        var dataset = try session.current()
        dataset.source += "+"
        let value = Double(dataset.source.utf8.count)
        dataset.table = try Table([Column("x", .number([Double](repeating: value, count: 3 << 17)))])
        session.state.current = dataset
        return []
      })
    try registry.add(
      Verb("touch") { (_, session) throws(Diagnostic) in
        session.state.current?.source += "+"
        return []
      })
    let services = Services(
      files: MemoryFiles([:]), folder: "/data",
      importContext: { (_, _) throws(Diagnostic) in throw Diagnostic("unknown-file", "nothing is here") },
      clock: { 0 })
    var session = Session(registry: registry, services: services)
    session.state.current = Dataset(name: "t", source: "start", table: Table.empty)
    return session
  }

  private func notes(_ line: String, in session: inout Session) -> String {
    var text = ""
    _ = session.run(line) { text += TextRenderer(style: .plain).render($0) }
    return text
  }

  private func undone(_ session: inout Session) throws -> Int {
    var count = 0
    while try session.undo() != nil { count += 1 }
    return count
  }

  @Test func `earlier states fall out when they take more than undo-memory`() throws {
    var session = try session()
    session.state.settings.undoMemory = 8
    for _ in 1...3 { #expect(notes("grow", in: &session).isEmpty) }
    // The states before the second and third take 6 MB, the present one does not count; a fourth makes it 9.
    #expect(notes("grow", in: &session).contains("undo can no longer take back 'grow'"))
    #expect(try undone(&session) == 2)
  }

  @Test func `states that share their tables cost nothing`() throws {
    var session = try session()
    session.state.settings.undoMemory = 1
    #expect(notes("grow", in: &session).isEmpty)
    for _ in 1...50 { #expect(notes("touch", in: &session).isEmpty) }
    #expect(try undone(&session) == 51)
  }

  @Test func `the last change can be taken back whatever it takes`() throws {
    var session = try session()
    session.state.settings.undoMemory = 1
    _ = notes("grow", in: &session)
    _ = notes("grow", in: &session)
    #expect(notes("grow", in: &session).contains("no longer take back"))
    #expect(try undone(&session) == 1)
  }

  @Test func `history forgets its beginning`() throws {
    var session = try session()
    for number in 1...Session.historyLimit { session.history.append("c\(number)") }
    #expect(session.history.count == Session.historyLimit)
    session.history.append("one more")
    #expect(session.history.count <= Session.historyLimit)
    #expect(session.history.last == "one more")
  }
}
