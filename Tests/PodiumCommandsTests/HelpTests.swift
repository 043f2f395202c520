import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// The help pages.
struct HelpTests {
  static let topics = [
    "getting-started", "files", "expressions", "folds", "leaks", "results-and-names", "notebook", "settings", "keys",
    "errors",
  ]

  static func page(_ line: String) -> String {
    var session = CommandFixture.session()
    let report = session.report(line)
    #expect(report?.error == nil, "\(line)")
    return report?.outputs.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: "\n")
      ?? ""
  }

  /// The lines under each example's caption.
  static func outputs(of page: String) -> [[String]] {
    var outputs: [[String]] = []
    guard let start = page.firstRange(of: "examples:\n") else { return [] }
    for line in page[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("      ") {
        if let last = outputs.indices.last { outputs[last].append(String(line.dropFirst(6))) }
      } else if line.hasPrefix("    ") {
        outputs.append([])
      }
    }
    return outputs
  }

  @Test(arguments: topics)
  func `a topic's examples are shown with their output`(_ topic: String) {
    let page = Self.page("help " + topic)
    #expect(page.hasPrefix(topic + ": "))
    for output in Self.outputs(of: page) { #expect((1...8).contains(output.count), "\(page)") }
  }

  @Test(arguments: ["describe", "cv", "load", "save", "undo", "figure", "workspace export", "surf observations"])
  func `a verb's page shows three examples with the same output each time`(_ verb: String) {
    let page = Self.page("help " + verb)
    let outputs = Self.outputs(of: page)
    #expect(outputs.count >= 3)
    for output in outputs { #expect((1...8).contains(output.count), "\(page)") }
    #expect(Self.page("?" + verb) == page)
  }

  @Test func `an example leaves no file and no table`() {
    var session = CommandFixture.session()
    let before = session.state
    _ = session.report("help save")
    #expect(session.state == before)
    #expect(session.services.files.kind(of: session.services.resolve("iris.xlsx")) == .none)
    #expect(session.report("workspace info")?.error == nil)
    #expect(session.report("load flowers")?.error != nil)
  }

  @Test func `the first page fits a screen of 80 by 24`() {
    let renderer = TextRenderer(style: .terminal(width: 80, rows: 40, colour: false))
    let lines = renderer.render(.text(Self.page("help"))).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24, "\(lines.count) lines")
  }

  static let names = [
    ("start", "getting-started"), ("svm", "gamma"), ("ski", "evaluator"), ("coalesce", "y where"), ("seed", "random"),
    ("data", "describe"), ("workspace", "backup"), ("formats", ".xlsx"),
  ]

  @Test(arguments: names)
  func `learners, plugins, functions, settings and groups have pages`(_ name: String, _ holds: String) {
    #expect(Self.page("help " + name).contains(holds))
  }

  @Test func `a search shows names first, and the line that contains the text`() {
    let lines = Self.page("?\"missing\"").split(separator: "\n")
    #expect(lines.first?.hasPrefix("  missing ") == true)
    #expect(Self.page("?\"divisor\"").contains("> "))
    #expect(Self.page("?\"stratifeid\"").contains("?\"stratified\""))
  }

  @Test func `an unknown topic offers the nearest and the search`() throws {
    var session = CommandFixture.session()
    let error = try #require(session.report("help flods")?.error)
    #expect(error.message.hasSuffix("did you mean 'folds'?"))
    #expect(error.help?.contains("?\"flods\"") == true)
  }
}
