import Glibc
import PodiumTestKit
import Testing

/// The progress line of long work.
@Suite(.enabled(if: GatedLearner.isPossible, "the learner is a program for python3"))
struct ProgressTests {
  /// The commands before the work.
  private func scene(_ learner: GatedLearner) -> [String] { ["load big.csv", "label y", learner.adding] }

  /// A prompt with work that does not end: three folds of 400 are done.
  private func busy(_ terminal: PseudoTerminal, _ learner: GatedLearner) throws {
    for line in scene(learner) {
      let before = terminal.transcript.count
      terminal.send(line + "\r")
      try terminal.wait(for: "the prompt after '\(line)'") { _ in terminal.isAtPrompt(since: before) }
    }
    terminal.send("cv mine k=400\r")
    try terminal.wait(for: "the folds to begin") { _ in learner.asked > 3 }
  }

  @Test func `long work shows its progress and then clears it`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    try busy(terminal, GatedLearner(home, free: 3))
    try terminal.wait(for: "of 400")
    try terminal.wait(for: "accuracy")
    terminal.send(Key.controlC)
    try terminal.wait(for: "interrupted; nothing was changed")
    try terminal.wait(for: "a prompt") { $0.currentRow.hasSuffix(">") }
    #expect(!terminal.screen.text.contains("cv mine: fold"))
    #expect(!terminal.screen.text.contains("^C"))
  }

  @Test func `it stays on one row in a narrow window`() throws {
    let home = try Home()
    let terminal = try home.prompt(width: 24)
    try busy(terminal, GatedLearner(home, free: 3))
    try terminal.wait(for: "the time left, which a narrow row keeps") { $0.currentRow.hasPrefix("about ") }
    #expect(terminal.screen.currentRow.count < 24)
    terminal.send(Key.controlC)
    try terminal.wait(for: "a prompt") { $0.currentRow.hasSuffix(">") }
    #expect(!terminal.screen.text.contains("about "))
  }

  @Test(arguments: ["set progress=no", "TERM=dumb"])
  func `it can be switched off`(way: String) throws {
    let home = try Home()
    let learner = GatedLearner(home, free: 3)
    let terminal = try home.prompt(environment: way == "TERM=dumb" ? ["TERM": "dumb"] : [:])
    for line in (way == "TERM=dumb" ? [] : [way]) + scene(learner) {
      let row = terminal.screen.text
      terminal.send(line + "\r")
      try terminal.wait(for: "a prompt after '\(line)'") { $0.text != row && $0.currentRow.hasSuffix(">") }
    }
    let before = terminal.transcript.count
    terminal.send("cv mine k=15\r")
    try terminal.wait(for: "the folds to begin") { _ in learner.asked > 3 }
    // As long as the line would take to appear.
    terminal.settle(seconds: 1)
    learner.open()
    try terminal.wait(for: "the answer") { $0.text.contains("balanced_accuracy") && $0.currentRow.hasSuffix(">") }
    #expect(!String(decoding: terminal.transcript[before...], as: UTF8.self).contains("of 15"))
  }

  @Test func `it is drawn on standard error and never in a pipe`() throws {
    let program = try BuiltProgram.path("podium")
    for (streams, isDrawn) in [(" > out.txt", true), (" | cat > out.txt", false), (" > out.txt 2> error.txt", false)] {
      let home = try Home()
      let learner = GatedLearner(home, free: 3)
      let lines = (scene(learner) + ["cv mine k=15"]).map { " -c '\($0)'" }.joined()
      let terminal = try PseudoTerminal(
        ["/bin/sh", "-c", "'\(program)' --threads 1" + lines + streams], environment: home.environment(),
        folder: home.work)
      try terminal.wait(for: "the folds to begin") { _ in learner.asked > 3 }
      if isDrawn { try terminal.wait(for: "fold") } else { terminal.settle(seconds: 1) }
      learner.open()
      #expect(try terminal.waitForEnd() == .status(0))
      #expect(String(decoding: terminal.transcript, as: UTF8.self).contains("fold") == isDrawn, "\(streams)")
      #expect(terminal.screen.text.isEmpty, "\(streams)")
      #expect(home.text("out.txt")?.contains("\u{1B}") == false)
      #expect(home.text("error.txt") ?? "" == "")
    }
  }
}

/// A table that keeps learners busy.
enum LongTable {
  /// Four numbers and a class that does not depend on them; more rows with a sanitizer, which watches optimised builds.
  static func text(rows: Int) -> String {
    let rows = BuiltProgram.isSanitized ? min(10 * rows, max(rows, 10_000)) : rows
    var table = "a,b,c,d,y\n"
    for row in 0..<rows {
      let cells = [7919, 104_729, 1299, 15485].map { String(Double(row * $0 % 9973) / 7) }
      table += cells.joined(separator: ",") + (row * 31 % 97 < 48 ? ",u\n" : ",v\n")
    }
    return table
  }
}
