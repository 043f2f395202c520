import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Verbs of three words: `ski pair add` beside `ski pair`.
struct VerbsOfThreeWordsTests {
  private func error(_ line: String) throws -> Diagnostic {
    var session = CommandFixture.session()
    for line in ["ski pair add 4711017 nickname=ad", "ski session new Falun"] {
      #expect(session.report(line)?.error == nil)
    }
    return try #require(session.report(line)?.error, "\(line)")
  }

  @Test(arguments: [
    ("ski pair edti 017 nickname=x", "unexpected-key", "'ski pair edit'"),
    ("ski pair edti 017", "unknown-command", "did you mean 'ski pair edit'?"),
    ("ski pair delte 017", "unknown-command", "did you mean 'ski pair delete'?"),
    ("ski sesion edit 1 air=-5", "unknown-command", "did you mean 'ski session edit'?"),
    ("sky pair edit 017", "unknown-command", "did you mean 'ski pair edit'?"),
    ("ski audit sesion 1", "unknown-command", "did you mean 'ski audit session'?"),
    ("ski audit", "missing-argument", "'ski audit' needs PAIR"),
    ("ski pair add", "missing-argument", "'ski pair add' needs SERIAL"),
    ("ski pair merge 017", "missing-argument", "'ski pair merge' needs RIGHT"),
    ("ski pair archive 017 018", "unexpected-argument", "'018'"),
    ("ski pair 017 nickname=Raketen", "unexpected-key", "'ski pair add' and 'ski pair edit'"),
    ("ski pair 77", "unknown-pair", "77"),
    ("ski session edit 1 number=3", "unexpected-key", "'ski session new'"),
  ])
  func `mistakes in one are reported`(_ line: String, _ code: String, _ holds: String) throws {
    let error = try error(line)
    #expect(error.code == code, "\(line): \(error.message)")
    #expect(error.message.contains(holds), "\(line): \(error.message)")
    #expect(error.span != nil, "\(line)")
  }

  @Test func `a record named like a misspelt verb is still shown`() throws {
    var session = CommandFixture.session()
    for line in ["ski pair add 4711017 nickname=ad", "ski pair ad"] {
      #expect(session.report(line)?.error == nil, "\(line)")
    }
  }

  @Test func `the page of the two-word verb lists them, and each has its own page`() {
    let page = HelpTests.page("help ski pair")
    #expect(page.hasPrefix("usage  ski pair [PAIR] [PART]"))
    for verb in ["add", "edit", "archive", "restore", "delete", "merge"] {
      #expect(page.contains("  ski pair \(verb) "))
    }
    #expect(HelpTests.page("help ski pair add").hasPrefix("usage  ski pair add SERIAL… "))
    #expect(HelpTests.page("ski pair add?") == HelpTests.page("help ski pair add"))
    #expect(HelpTests.page("ski audit ?") == HelpTests.page("help ski audit"))
    #expect(HelpTests.page("?ski session new") == HelpTests.page("help ski session new"))
    #expect(HelpTests.page("help ski audit").contains("ski audit pair "))
    #expect(!HelpTests.page("help ski").contains("ski pair add  "))
  }

  @Test func `Tab offers third words and arguments of the two-word verb`() throws {
    var session = CommandFixture.session()
    for line in ["ski pair add 4711017 nickname=ad type=Skate", "ski term add base White"] { _ = session.report(line) }
    func offered(_ line: String) -> [String] {
      Completer(session.session).completions(of: line, at: line.unicodeScalars.count)?.candidates.map(\.text) ?? []
    }
    let words = offered("ski pair ")
    #expect(words.prefix(6) == ["add", "archive", "delete", "edit", "merge", "restore"])
    #expect(words.contains("4711017") && words.contains("limit="))
    #expect(offered("ski pair e") == ["edit"])
    #expect(offered("ski pair edit 017 nick") == ["nickname="])
    #expect(offered("ski pair add 018 type=Sk") == ["Skate"])
    #expect(offered("ski audit ").prefix(3) == ["pair", "session", "4711017"])
    #expect(offered("ski term edit base ").first == "White")
    #expect(offered("help ski pair a").isEmpty == false)
  }

  @Test func `missing parameters are asked for`() throws {
    var session = CommandFixture.session()
    #expect(session.report("ski pair add 4711017")?.error == nil)
    var guide = try #require(Guide("ski pair edit nickname=Raketen", in: session.session))
    #expect(guide.question.name == "pair")
    #expect(try guide.take("017"))
    #expect(guide.line == "ski pair edit nickname=Raketen 017")
    #expect(Guide("ski pair edit 017", in: session.session) == nil)
  }
}
