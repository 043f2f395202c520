import PodiumConformance
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// What `--format json` writes is what the contract promises, for every example of every command.
struct JSONContractTests {
  @Test func `every output of every example keeps the contract, and each kind occurs`() throws {
    let renderer = JSONRenderer()
    var kinds: Set<String> = []
    for (line, report) in ExampleRuns.ofAll.flatMap(\.reports) {
      let value = try JSONReader.value(renderer.render(report))
      for problem in Self.problems(value, JSONContract.line, "") { Issue.record("\(line): \(problem)") }
      for output in value["outputs"]?.array ?? [] {
        let name = output["kind"]?.string ?? ""
        guard let kind = JSONContract.kinds.first(where: { $0.name == name }) else {
          Issue.record("\(line): unknown kind '\(name)'")
          continue
        }
        kinds.insert(name)
        for problem in Self.problems(output, kind.members, name, besides: ["kind"]) {
          Issue.record("\(line): \(problem)")
        }
      }
    }
    #expect(kinds == Set(JSONContract.kinds.map(\.name)))
  }

  @Test func `a missing, an unknown and a mistyped member are problems`() throws {
    let members = [JSONContract.kinds.first { $0.name == "note" }].compactMap { $0 }.flatMap(\.members)
    func problems(_ text: String) throws -> [String] { Self.problems(try JSONReader.value(text), members, "note") }
    #expect(try problems(#"{"text":"a"}"#) == [])
    #expect(try problems(#"{}"#) == ["note.text is missing"])
    #expect(try problems(#"{"text":"a","more":1}"#) == ["note.more is not in the contract"])
    #expect(try problems(#"{"text":1}"#) == ["note.text is not a string"])
  }

  private static func problems(
    _ value: JSONValue, _ members: [JSONContract.Member], _ path: String, besides known: Set<String> = []
  ) -> [String] {
    guard case .object(let found) = value else { return ["\(path) is not an object"] }
    let prefix = path.isEmpty ? "" : path + "."
    var problems = members.filter { member in member.isRequired && !found.contains { $0.0 == member.name } }
      .map { prefix + $0.name + " is missing" }
    for (name, value) in found where !known.contains(name) {
      guard let member = members.first(where: { $0.name == name }) else {
        problems.append(prefix + name + " is not in the contract")
        continue
      }
      // The outputs have kinds of their own.
      if name == "outputs" { continue }
      problems += self.problems(value, member.form, prefix + name)
    }
    return problems
  }

  private static func problems(_ value: JSONValue, _ form: JSONContract.Form, _ path: String) -> [String] {
    switch (form, value) {
    case (.string, .string), (.integer, .integer), (.number, .integer), (.number, .number), (.boolean, .bool): []
    case (.value, .null), (.value, .bool), (.value, .integer), (.value, .number), (.value, .string): []
    // A field of a record may hold a list of values.
    case (.map(.value), .object(let members)):
      members.flatMap { name, value in
        if case .array(let items) = value {
          items.flatMap { problems($0, .value, path + "." + name) }
        } else {
          problems(value, .value, path + "." + name)
        }
      }
    case (.map(let form), .object(let members)):
      members.flatMap { name, value in problems(value, form, path + "." + name) }
    case (.list(let form), .array(let items)): items.flatMap { problems($0, form, path + "[]") }
    case (.object(let members), .object): problems(value, members, path)
    case (.optional, .null): []
    case (.optional(let form), _): problems(value, form, path)
    default: ["\(path) is not a \(form.text)"]
    }
  }
}
