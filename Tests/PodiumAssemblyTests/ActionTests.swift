import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Verbs that act on a record, and lists of records, of all plugins.
@Suite("Actions and lists of the sports")
struct ActionTests {
  private static func run(_ line: String, in session: inout Interpreter) -> CommandReport? {
    var last: CommandReport?
    _ = session.run(line) { last = $0 }
    return last
  }

  private func surf() throws -> Interpreter {
    var session = BuiltIn.session()
    for line in [
      "surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid", "surf spot add Cove 42.3,-8.6 zone=Europe/Madrid",
      "surf log cove \"2026-05-02 08:00\" 1h 4", "surf prefer any height=1..2", "surf category add kelp 0..3 good=low",
      "ski pair add 017", "ski session new Åre", "ski team add Sweden",
    ] { #expect(Self.run(line, in: &session)?.error == nil, "\(line)") }
    return session
  }

  @Test(
    "refuse keys of other actions instead of ignoring them",
    arguments: [
      "surf spot ramp delete buoy=46042", "surf spot ramp edit forecasts=yes", "surf spot ramp forecasts=yes",
      "surf spot delete ramp name=Reef", "surf session 1 delete rating=2 note=x", "surf session delete 1 rating=2",
      "surf prefer any delete height=9..10", "surf prefer height=9..10", "ski pair 017 limit=3",
    ])
  func keys(_ line: String) throws {
    var session = try surf()
    let before = try WritingExamples.records(in: session.session.store())
    let error = Self.run(line, in: &session)?.error
    #expect(error?.code == "unexpected-key")
    #expect(error?.span != nil)
    #expect(try WritingExamples.records(in: session.session.store()) == before)
  }

  @Test(
    "take the record and the action in either order",
    arguments: [
      ("surf spot edit ramp facing=100", "surf spot ramp edit facing=100"),
      ("surf spot delete ramp", "surf spot ramp delete"),
      ("surf prefer delete any", "surf prefer any delete"), ("surf category delete kelp", "surf category kelp delete"),
      ("surf category archive power", "surf category power archive"),
      ("surf session edit 1 rating=5", "surf session 1 edit rating=5"),
      ("ski team edit Sweden comment=x", "ski team \"Sweden\" edit comment=x"),
      ("ski team delete Sweden", "ski team Sweden delete"),
    ])
  func orders(_ one: String, _ other: String) throws {
    var records: [[String: [String]]] = []
    for line in [one, other] {
      var session = try surf()
      #expect(Self.run(line, in: &session)?.error == nil, "\(line)")
      records.append(try WritingExamples.records(in: session.session.store()))
    }
    #expect(records[0] == records[1])
    var session = try surf()
    #expect(try WritingExamples.records(in: session.session.store()) != records[0])
    _ = session.run(one) { _ in }
  }

  @Test(
    "name the verb that was meant where it puts the action first",
    arguments: [
      ("football competition X add name=Y", "football competition add X name=Y"),
      ("football match 1 move 2026-01-01", "football match move 1 2026-01-01"),
    ])
  func meant(_ line: String, _ better: String) throws {
    var session = try surf()
    #expect(Self.run(line, in: &session)?.error?.help == "write: " + better)
  }

  @Test("alone ask for the record", arguments: ["surf spot edit", "surf session delete", "surf category archive"])
  func alone(_ line: String) throws {
    var session = try surf()
    #expect(Self.run(line, in: &session)?.error?.code == "missing-argument")
  }

  @Test("lists without records are lists")
  func lists() throws {
    let verbs = BuiltIn.registry.commands.values.map(\.signature).filter { signature in
      signature.topic == .plugins && !signature.parameters.contains { $0.description.isRequired }
    }
    var lists = 0
    for signature in verbs.sorted(by: { $0.name < $1.name }) {
      var session = BuiltIn.session()
      guard signature.summary.hasPrefix("List") || Self.others.contains(signature.name),
        !Self.estimates.contains(signature.name)
      else { continue }
      let needsClock = signature.name == "surf check"
      let report = Self.run(signature.name + (needsClock ? " now=2026-03-02T06:00Z" : ""), in: &session)
      lists += 1
      #expect(report?.error == nil, "\(signature.name): \(report?.error?.message ?? "")")
      #expect(report?.outputs.isEmpty == false, "\(signature.name)")
    }
    #expect(lists >= 15)
    var session = BuiltIn.session()
    for line in ["surf sessions as journal", "ski matrix air=-5..0"] {
      #expect(Self.run(line, in: &session)?.error == nil, "\(line)")
    }
  }

  private static let estimates: Set<String> = ["ski surprises"]
  private static let others: Set<String> = ["surf prefer", "surf check", "ski matrix", "football alias"]

  @Test("the page of a plugin has every verb of it, and a word that is on a page is found")
  func pages() throws {
    var session = BuiltIn.session()
    for plugin in BuiltIn.registry.plugins {
      let report = Self.run("help " + plugin.name, in: &session)
      guard case .text(let page)? = report?.outputs.first else {
        Issue.record("no page of \(plugin.name)")
        continue
      }
      for verb in BuiltIn.registry.commands.keys where verb.hasPrefix(plugin.name + " ") {
        #expect(page.contains(verb), "\(verb)")
      }
    }
    guard case .text(let found)? = Self.run("help tide", in: &session)?.outputs.first else {
      Issue.record("nothing was found")
      return
    }
    #expect(found.contains("surf tide"))
    #expect(Self.run("help xyzzyx", in: &session)?.error?.code == "unknown-help-topic")
  }
}
