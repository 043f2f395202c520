import PodiumConformance
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// The core's help without any plugin: it needs no sport.
@Suite struct CoreAloneTests {
  static let registry = BuiltIn.coreRegistry

  static let suite = CommandConformance(.ofCore)

  @Test(arguments: suite.names)
  func `a command keeps what its signature promises without any plugin`(_ name: String) {
    for problem in CoreAloneTests.suite.problems(of: name) { Issue.record("\(problem)") }
  }

  private func page(_ name: String, runsExamples: Bool = true) -> String {
    var session = CommandFixture.session(registry: Self.registry)
    if !runsExamples { session.services.scratch = nil }
    let report = session.report("help " + name)
    #expect(report?.error == nil, "\(name)")
    return report?.outputs.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: "\n")
      ?? ""
  }

  @Test(arguments: HelpTests.topics)
  func `a topic's examples print something without any plugin`(_ topic: String) {
    for output in HelpTests.outputs(of: page(topic)) { #expect(!output.isEmpty, "\(topic)") }
  }

  @Test func `no page of the core names a plugin or anything a plugin registers`() {
    let names = CommandFixture.registry.plugins.flatMap { plugin in
      [plugin.name]
        + CommandFixture.registry.registered(by: plugin.name).filter { $0.kind != "migration" }.map(\.name)
    }
    let brought = Set(names.flatMap { $0.split(separator: " ").prefix(1).map(String.init) })
    #expect(brought.contains("ski-thesis") && brought.contains("surf.rose") && brought.contains("football"))
    let renderer = TextRenderer(style: .plain)
    for name in Self.registry.commands.keys.sorted() + HelpTests.topics {
      let printed = ExampleRuns.ofCore.runs(of: name).flatMap(\.own).map { renderer.render($0) }
      let text = ([page(name, runsExamples: false)] + printed).joined(separator: "\n")
      let words = text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
        .map { $0.hasSuffix(".") ? String($0.dropLast()) : String($0) }
      let found = words.filter(brought.contains)
      #expect(found.isEmpty, "help \(name): \(found)")
    }
  }
}
