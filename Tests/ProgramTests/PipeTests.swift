import PodiumAssembly
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

/// Output to a pipe: complete, without anything else, and independent of the window.
struct PipeTests {
  /// The files that the examples need.
  private static let files = [
    "trips.csv": "day,spot,wind,waves\n2024-03-01,pier,12.5,1.4\n2024-03-02,reef,,2.1\n2024-03-04,,10.5,1.9\n",
    "flowers.csv": "sepal_length_cm,sepal_width_cm,petal_length_cm,petal_width_cm\n5.0,3.4,1.5,0.2\n",
    "morning.podium": "load iris\nlabel species\ncv tree k=5 as morning\n",
  ]

  /// The examples of every verb as one script; the few that fail because of earlier ones are compared too.
  ///
  /// Verbs that exit, change the format or print times are left out. The help shows only parts on purpose.
  /// One example of a plugin's verb is enough, since its setup takes longer than everything else.
  private static func script() throws -> String {
    let others: Set<String> = ["exit", "quit", "set", "workspace changes", "help"]
    let registry = try Assembly.registry()
    let verbs = registry.commands.values.map(\.signature).filter { !others.contains($0.name) }
    #expect(verbs.count > 50)
    var lines: [String] = []
    for signature in verbs.sorted(by: { $0.name < $1.name }) {
      let examples = registry.examples(of: signature.name).filter { $0.prints != nil }
      let isOwn = registry.owner(of: "command", signature.name) == "podium"
      for example in isOwn ? examples : Array(examples.prefix(1)) { lines += example.setup + [example.line] }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func run(_ input: String, columns: Int) throws -> [Substring] {
    let home = try Home()
    for (name, text) in Self.files { home.write(text, to: name) }
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

  @Test func `examples of every verb in a pipe are complete, without escape sequences, and independent of the window`()
    throws
  {
    let script = try Self.script()
    let outputs = try [40, 120].map { try run(script, columns: $0) }
    #expect(outputs[0].count > 1000)
    for other in outputs.dropFirst() {
      #expect(other.count == outputs[0].count)
      for (found, wanted) in zip(other, outputs[0]) where found != wanted && timeless(found) != timeless(wanted) {
        Issue.record("'\(found)', not '\(wanted)'")
      }
    }
    for line in outputs[0] {
      let isCut =
        line.hasSuffix("  …") || ["without room:", "not shown:", "cut off at …"].contains { line.contains($0) }
      #expect(!isCut, "\(line)")
    }
  }

  @Test func `the help in a pipe does not depend on the window`() throws {
    let outputs = try [40, 120].map { try run("help\nhelp head\n?folds\nhelp keys\n", columns: $0) }
    #expect(outputs[0] == outputs[1] && outputs[0].count > 50)
  }
}
