import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

/// Hints shown at the prompt after a command.
struct HintTests {
  static func notes(_ report: CommandReport?) -> [String] {
    report?.outputs.compactMap {
      if case .note(let note) = $0 { note.text } else if case .notice(let note) = $0 { note.text } else { nil }
    } ?? []
  }

  @Test func `the next step is suggested once per verb, and only at the prompt`() {
    var session = CommandFixture.session()
    #expect(!Self.notes(session.report("load iris")).contains { $0.hasPrefix("next: ") })
    session.isInteractive = true
    #expect(Self.notes(session.report("load iris")).contains { $0.hasPrefix("next: 'describe'") })
    #expect(!Self.notes(session.report("load iris")).contains { $0.hasPrefix("next: ") })
    #expect(Self.notes(session.report("label species")).contains { $0.hasPrefix("next: ") })
    #expect(!Self.notes(session.report("quiet: cv tree k=2")).contains { $0.hasPrefix("next: ") })
    #expect(session.report("set hints=no")?.error == nil)
    #expect(!Self.notes(session.report("cv tree k=2")).contains { $0.hasPrefix("next: ") })
  }

  @Test func `a value that a column does not have is reported with the nearest`() throws {
    var session = CommandFixture.session()
    #expect(session.report("load iris; label species")?.error == nil)
    let report = session.report("count species if species != \"setsa\" and petal_width_cm > 1")
    let warnings = report?.outputs.compactMap { if case .warning(let note) = $0 { note.text } else { nil } }
    #expect(warnings == ["'species' is never 'setsa'; did you mean 'setosa'?"])
    let error = try #require(session.report("cv tree k=2 if species == \"rose\"")?.error)
    #expect(error.help == "'species' is never 'rose'; its values: setosa, versicolor, virginica")
    let filter = try #require(session.report("filter species == \"Setosa\"")?.error)
    #expect(filter.code == "no-rows" && filter.help == "'species' is never 'Setosa'; did you mean 'setosa'?")
  }
}
