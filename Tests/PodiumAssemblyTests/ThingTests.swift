import PodiumAssembly
import PodiumConformance
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

/// What comes from a declaration, with a made sport.
struct ThingTests {
  static let suite = PluginConformance("biathlon") {
    try Assembly.session(folder: Checkout.root, datasets: [], plugins: [MadeSport()])
  }

  @Test(arguments: [PluginConformance.Check.names, .commands, .things])
  func `a sport of two declarations conforms`(_ check: PluginConformance.Check) {
    #expect(Self.suite.count(check) > 0)
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
  }

  private func run(_ lines: [String]) throws -> (text: String, errors: [Diagnostic]) {
    var session = try Assembly.session(folder: Checkout.root, datasets: [], plugins: [MadeSport()])
    var (text, errors): (String, [Diagnostic]) = ("", [])
    for line in lines {
      _ = session.run(line) { report in
        for case .note(let note) in report.outputs { text += note.text + "\n" }
        for case .record(let record) in report.outputs {
          text +=
            record.title + ": " + record.fields.map { "\($0.name)=\($0.values[0].fileText)" }.joined(separator: " ")
            + "\n"
        }
        if let error = report.error { errors.append(error) }
      }
    }
    return (text, errors)
  }

  @Test func `what is referred to cannot be deleted, and follows a merge`() throws {
    let made = ["biathlon rifle add A", "biathlon rifle add B maker=Made", "biathlon shooting add S rifle=b"]
    let refused = try run(made + ["biathlon rifle delete B"])
    #expect(refused.errors.map(\.code) == ["record-in-use"])
    #expect(refused.errors.first?.message == "rifle 'B' is in use: 1 shooting")
    let merged = try run(made + ["biathlon rifle merge B A", "biathlon shooting S", "biathlon rifle A"])
    #expect(merged.errors.isEmpty)
    #expect(merged.text.contains("rifle=A"))
    #expect(merged.text.contains("maker=Made"), "the record that stays gets what it lacks")
  }

  @Test func `names are found by their beginning, and several are an error that lists them`() throws {
    let made = ["biathlon rifle add Alpha", "biathlon rifle add Alps", "biathlon rifle add Beta"]
    #expect(try run(made + ["biathlon rifle show be"]).errors.isEmpty)
    let several = try run(made + ["biathlon rifle show al"])
    #expect(several.errors.map(\.code) == ["ambiguous-record"])
    #expect(several.errors.first?.help == "type more of the name: Alpha; Alps")
    let archived = try run(made + ["biathlon rifle archive Alps", "biathlon rifle show al"])
    #expect(archived.errors.isEmpty, "what is archived counts only if nothing else fits")
  }

  @Test func `the same deletion typed twice removes one record, and a part of a name none`() throws {
    let made = ["biathlon rifle add LN", "biathlon rifle add LNX", "biathlon rifle delete ln"]
    let twice = try run(made + ["biathlon rifle delete LN", "biathlon rifle merge L LNX", "biathlon rifle show LNX"])
    #expect(twice.errors.map(\.code) == ["part-of-name", "part-of-name"])
    #expect(twice.errors.first?.help == "write it in full: biathlon rifle delete LNX")
    #expect(twice.text.contains("rifle LNX"))
  }

  @Test func `a merge names what differed, and takes nothing into an archived record`() throws {
    let made = ["biathlon rifle add A maker=One", "biathlon rifle add B maker=Two weight=4"]
    let merged = try run(made + ["biathlon rifle merge B A", "biathlon rifle A"])
    #expect(merged.text.contains("maker differed (Two); kept One of 'A'"))
    #expect(merged.text.contains("weight_kg=4"))
    let archived = try run(made + ["biathlon rifle archive A", "biathlon rifle merge B A", "biathlon rifle B"])
    #expect(archived.errors.map(\.code) == ["merge-conflict"])
    #expect(archived.text.contains("maker=Two"))
  }

  @Test func `names of the same letters are one name, and hidden ones none`() throws {
    let (one, two) = ("\u{C5}land", "A\u{30A}land")
    #expect(try run(["biathlon rifle add \(one)", "biathlon rifle add \(two)"]).errors.map(\.code) == ["taken-key"])
    for hidden in ["\u{200B}", "\u{FEFF}", "\u{202E}abc", "a\u{2028}b", "\u{301}"] {
      #expect(try run(["biathlon rifle add \"\(hidden)\""]).errors.map(\.code) == ["bad-name"])
    }
    #expect(try run(["biathlon rifle add \"👩\u{200D}🔬\""]).errors.isEmpty)
  }

  @Test func `a change says which record it is about`() throws {
    let changed = try run(["biathlon rifle add A", "biathlon rifle edit a maker=Other"])
    #expect(changed.text.contains("name=A maker=Other"))
  }

  @Test func `keys of other actions are refused, set and cleared at once too`() throws {
    let made = ["biathlon rifle add A maker=Made"]
    for (line, code) in [
      ("biathlon rifle delete A maker=x", "unexpected-key"), ("biathlon rifle A delete maker=x", "unexpected-key"),
      ("biathlon rifle show A maker=x", "unexpected-key"),
      ("biathlon rifle edit A maker=x clear=maker", "repeated-key"),
      ("biathlon rifle edit A clear=name", "unknown-key"), ("biathlon rifle add A", "taken-key"),
      ("biathlon rifle add \"a,b\"", "bad-name"), ("biathlon rifle add B bought=soon", "bad-value"),
    ] {
      #expect(try run(made + [line]).errors.map(\.code) == [code], "\(line)")
    }
  }

  @Test func `a declaration that does not fit what is kept is refused with both places`() throws {
    struct Odd: Plugin {
      let name = "odd"
      let version = "1"
      let summary = "A plugin that contradicts itself."
      let fields: [ThingDescription.Field]

      func register(into registry: inout Registry) throws(Diagnostic) {
        let kind = RecordKind(
          "odd.thing", fields: [RecordField("name", .text, required: true), RecordField("size", .number)])
        try registry.add(StoreMigration(1, "keep things", [.create(kind)]))
        let thing = ThingDescription(
          kind: "odd.thing", noun: "thing", plural: "things", key: "name", verbs: [:], fields: fields)
        try registry.add(thing: "odd.thing") { thing }
      }
    }
    func message(_ fields: [(String, RecordField.Kind)], link: String? = nil) -> String? {
      let described = fields.map {
        ThingDescription.Field(
          RecordField($0.0, $0.1), key: nil, link: link.map { .init(to: $0, role: "thing") })
      }
      var registry = Registry()
      do throws(Diagnostic) {
        try registry.add(Odd(fields: described))
        return nil
      } catch {
        #expect(error.code == "bad-declaration")
        return error.message
      }
    }
    #expect(message([("name", .text), ("size", .number)]) == nil)
    #expect(
      message([("name", .text), ("size", .text)])
        == "thing 'odd.thing': field 'size' is declared as text, and a migration keeps it as number")
    #expect(
      message([("name", .text), ("sice", .number)])
        == "thing 'odd.thing': field 'sice' is declared, and no migration keeps it")
    #expect(message([("name", .text), ("name", .text)]) == "thing 'odd.thing': field 'name' is declared twice")
    #expect(message([("size", .number)]) == "thing 'odd.thing': its key 'name' is not one of its fields")
    #expect(
      message([("name", .text)], link: "odd.other")
        == "thing 'odd.thing': field 'name' names records of 'odd.other', which no migration makes")
  }
}
