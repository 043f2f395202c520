import Glibc
import PodiumTestKit
import Testing

/// Ctrl-C at any moment of anything.
struct InterruptTests {
  /// Commands of every kind.
  private static let commands = [
    "load big.csv as other", "load big.ndjson as other", "load big.sqlite as other", "describe", "columns",
    "count a b", "test a by=y", "regress a b y", "correlate method=spearman", "head 3000 if a > 3 and not (b < 9)",
    "by y: describe",
    "cv tree k=50", "cv svm k=20", "cv ann(epochs=50) k=5", "compare tree(max-depth=1,2,3) svm k=10 seeds=3",
    "fit svm as machine", "fit ann(epochs=300) as net", "predict forest", "head 3000", "tail 3000",
    "head 3000 to out.csv",
    "describe to out.md", "save copy replace=yes", "save out.xlsx replace=yes", "source long.podium", "help cv",
    "load big.sqlite query=\"select count(*) as n from big x, big y, big z\" as other", "workspace check",
    "cv mine k=5", "!sleep 5", "label y", "rerun 3",
  ]

  /// A learner that answers the handshake, and then does not answer within a minute.
  private static let slowLearner = """
    import json, sys, time
    for line in sys.stdin:
        ask = json.loads(line)
        if len(ask["train"]["columns"][0]["values"]) > 100:
            time.sleep(60)
        rows = len(ask["test"]["columns"][0]["values"])
        print(json.dumps({"id": ask["id"], "predicted": [ask["classes"][0]] * rows}), flush=True)

    """

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "the slow learner is a program for python3"))
  func `a hundred random interrupts change nothing`() throws {
    let home = try Home()
    home.write(LongTable.text(rows: 2000), to: "big.csv")
    home.write("describe\ncorrelate\ncv tree k=20\ndescribe\n", to: "long.podium")
    home.write(InterruptTests.slowLearner, to: "mine.py")
    #expect(try home.run("load big.csv", "save big.sqlite", "save big.ndjson").status == 0)
    let terminal = try home.prompt(width: 200, height: 50)
    for line in [
      "set pager=no rows=5000 hints=no progress=no", "load big.csv", "label y", "fit tree(max-depth=3) as forest",
      "learner add mine \"python3 mine.py\"",
    ] {
      #expect(!(try terminal.answer(to: line).contains("error")), "\(line)")
    }
    let columns = try terminal.answer(to: "columns")
    var random = SystemlessRandom(seed: 41)
    var interrupted = 0
    for number in 1...100 {
      let command = random.pick(InterruptTests.commands)
      let before = terminal.transcript.count
      terminal.send(command + "\r")
      // Most come while the command runs, some before it starts, and some after its end.
      let isEarly = random.chance(0.1)
      if !isEarly {
        try terminal.wait(for: "'\(command)' to begin") { _ in
          home.text(home.path + "/state/podium/history")?.hasSuffix(command + "\n") == true
        }
      }
      let moment = random.chance(0.7) ? random.below(60) : random.below(400)
      let wait = Double(moment) / 1000
      terminal.settle(seconds: wait)
      terminal.send(Key.controlC)
      try terminal.wait(for: "the prompt after interrupt \(number) in '\(command)'") { _ in
        terminal.isAtPrompt(since: before)
      }
      // A key after the end dropped an empty line, so a second prompt may follow.
      terminal.settle(seconds: 0.02)
      let answer = String(decoding: terminal.transcript[before...], as: UTF8.self)
      let isOver = !answer.contains("interrupted; nothing was changed")
      if !isOver { interrupted += 1 }
      if isOver, ["fit", "load", "label"].contains(where: command.hasPrefix) {
        // It had changed something before the key was pressed.
        let undone = try terminal.answer(to: "undo")
        #expect(undone.contains("undid") || undone.contains("no change"), "\(command)")
        if !undone.contains("undid: \(command)") { _ = try terminal.answer(to: "redo") }
      }
      if number % 10 == 0 {
        #expect(try terminal.answer(to: "columns") == columns, "after '\(command)'")
      }
    }
    // Most come in time, but how many depends on the machine; without any, the test shows nothing.
    #expect(interrupted > 0)
    #expect(try terminal.answer(to: "columns") == columns)
    #expect(try terminal.answer(to: "workspace check").contains("error") == false)
    terminal.send(Key.controlD)
    #expect(try terminal.waitForEnd() == .status(0))
  }

  @Test(
    .enabled(if: GatedLearner.isPossible, "the learner is a program for python3"),
    arguments: ["compare mine k=20", "tune mine(shift=7,9) k=20 inner=4", "compare mine on=big,more k=20"])
  func `finished folds are reused after an interrupt`(_ command: String) throws {
    let home = try Home()
    let learner = GatedLearner(home, free: 13)
    let terminal = try home.prompt(width: 120)
    for line in ["load big.csv", "label y", "load big.csv as more", "label y", learner.adding] {
      try terminal.answer(to: line)
    }
    func run(_ line: String, _ wait: () throws -> Void) throws -> String {
      let before = terminal.transcript.count
      terminal.send(line + "\r")
      try wait()
      try terminal.wait(for: "a prompt") { _ in terminal.isAtPrompt(since: before) }
      return PseudoTerminal.plain(Array(terminal.transcript[before...]))
    }
    let interrupted = try run(command) {
      try terminal.wait(for: "some folds, and one that waits") { _ in learner.asked > 13 }
      // Evaluations of less than half a second are not kept.
      terminal.settle(seconds: 1)
      terminal.send(Key.controlC)
    }
    #expect(interrupted.contains("add resume=yes to continue"), "\(interrupted)")
    learner.open()
    #expect(try run(command + " resume=yes") {}.contains("reused "))
  }
}
