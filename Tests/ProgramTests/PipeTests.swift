import PodiumConformance
import PodiumCore
import PodiumPlugin
import PodiumRender
import PodiumTestKit
import Testing

/// Output to a pipe: complete, without anything else, and independent of the window.
struct PipeTests {
  /// Commands that print one output of each kind, as examples do.
  private static func script() throws -> String {
    var kinds: Set<String> = []
    var lines: [String] = []
    // Some examples need or write files.
    let files = BuiltIn.coreRegistry.exampleFiles.keys + [" to ", "save", "export"]
    for verb in BuiltIn.coreRegistry.commands.keys.sorted() where !["exit", "quit", "set", "help"].contains(verb) {
      for run in ExampleRuns.ofCore.runs(of: verb) where run.example.prints != nil {
        let own = Set(run.own.flatMap { $0.outputs.map(\.kind) })
        let typed = (run.example.setup + [run.example.line]).joined(separator: "\n")
        guard !own.isSubset(of: kinds), !files.contains(where: typed.contains) else { continue }
        kinds.formUnion(own)
        lines += run.example.setup + [run.example.line]
      }
    }
    #expect(kinds.count == 10, "\(kinds.sorted())")
    return lines.joined(separator: "\n") + "\n"
  }

  private func run(_ input: String, columns: Int) throws -> [Substring] {
    let home = try Home()
    let run = try home.podium(
      ["--keep-going", "--workspace", ":memory:", "--threads", "2"], input: input,
      environment: ["COLUMNS": String(columns), "TERM": "xterm-256color"])
    #expect(!run.output.contains(0x1B))
    #expect(!run.errors.contains(0x1B))
    return run.outputText.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// A line without times, which differ between runs, and without the spaces that align them.
  private func timeless(_ line: Substring) -> String {
    String(line).replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}[T\x20][0-9]{2}:[0-9]{2}[0-9:.Z]*/, with: "NOW").replacing(
      /\x20+/, with: " ")
  }

  @Test func `each kind of output is the same in a pipe of any window`() throws {
    let script = try Self.script()
    let outputs = try [40, 120].map { try run(script, columns: $0) }
    #expect(outputs[0].count > 100)
    #expect(outputs[0].count == outputs[1].count)
    for (found, wanted) in zip(outputs[1], outputs[0]) where found != wanted && timeless(found) != timeless(wanted) {
      Issue.record("'\(found)', not '\(wanted)'")
    }
  }

  @Test func `what any example prints in a pipe is complete and without escape sequences`() {
    let renderer = TextRenderer(style: .plain)
    // The help shows only parts on purpose.
    for (line, report) in ExampleRuns.ofAll.flatMap(\.reports) where !line.hasPrefix("help") && !line.hasPrefix("?") {
      let text = renderer.render(report)
      #expect(!text.utf8.contains(0x1B), "\(line)")
      for printed in text.split(separator: "\n") {
        let isCut =
          printed.hasSuffix("  …") || ["without room:", "not shown:", "cut off at …"].contains { printed.contains($0) }
        #expect(!isCut, "\(line): \(printed)")
      }
    }
  }

  @Test func `the help in a pipe does not depend on the window`() throws {
    let outputs = try [40, 120].map { try run("help\nhelp head\n?folds\nhelp keys\n", columns: $0) }
    #expect(outputs[0] == outputs[1] && outputs[0].count > 50)
  }
}
