import Foundation
import PodiumAssembly
import PodiumCore
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumOutside

/// Learners in Python through the suite every learner must pass: the one of `plugins/README.md` as it is printed
/// there, and one with probabilities and a seed.
struct PageTests {
  /// Weighted votes of near rows, with some randomness.
  static let chancy = """
    import json, math, random, sys
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["do"] != "learn":
            print(json.dumps({"id": ask["id"], "error": {"code": "unknown", "message": "it only learns"}}), flush=True)
            continue
        draw = random.Random(ask["seed"])
        rows = {part: list(zip(*[c["values"] for c in ask[part]["columns"] if c["role"] == "feature"]))
                for part in ("train", "test")}
        known = [c["values"] for c in ask["train"]["columns"] if c["role"] == "target"][0]
        predicted, shares = [], []
        for row in rows["test"]:
            weight = {name: 0.01 + 1e-6 * draw.random() for name in ask["classes"]}
            for other, name in zip(rows["train"], known):
                weight[name] += math.exp(-4 * sum((a - b) ** 2 for a, b in zip(row, other)))
            total = sum(weight.values())
            shares.append([weight[name] / total for name in ask["classes"]])
            predicted.append(max(ask["classes"], key=weight.get))
        print(json.dumps({"id": ask["id"], "predicted": predicted, "probabilities": shares}), flush=True)
    """

  /// The block of the page for a file name; empty if there is none.
  static func block(_ name: String) -> String {
    guard let page = try? String(contentsOfFile: Checkout.path("plugins/README.md"), encoding: .utf8) else { return "" }
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let block = lines.drop { !($0.hasPrefix("```") && $0.hasSuffix(" " + name)) }.dropFirst().prefix { $0 != "```" }
    return block.map { $0 + "\n" }.joined()
  }

  @Test func `the page has at most 150 lines, and its learner at most ten`() throws {
    let page = try String(contentsOfFile: Checkout.path("plugins/README.md"), encoding: .utf8)
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
    let lines = Self.block("mine.py").split(separator: "\n")
    #expect((1...10).contains(lines.count))
  }

  @Test(
    .enabled(if: Machine.hasPython, "python3 is not installed"),
    arguments: [("mine", [TargetKind.classes, .numbers], false), ("chancy", [TargetKind.classes], true)])
  func `an external learner passes the checks for all learners`(
    _ key: String, _ targets: [TargetKind], _ probabilities: Bool
  ) throws {
    let script = Script(python: key == "mine" ? Self.block("mine.py") : Self.chancy)
    let wanted = OutsideLearner(key: key, command: script.start, folder: script.folder.path)
    let definition = try OutsideHost(version: "test").learner(wanted)
    // Detected with a small task.
    #expect(definition.capabilities.targets == targets)
    #expect(definition.capabilities.probabilities == probabilities)
    let suite = LearnerConformance(
      LearnerCatalogue([definition]),
      workers: ProcessExecutor(processes: 2, version: Assembly.build, program: try BuiltProgram.path("podium")))
    for problem in suite.problems(of: key) { Issue.record("\(problem)") }
    withExtendedLifetime(script) {}
  }
}
