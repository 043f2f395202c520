import Glibc
import PodiumTestKit
import Testing

/// The progress line of long work.
struct ProgressTests {
  /// A program with work that takes longer than the test on any machine, and a table of four numbers.
  private func busy(_ terminal: PseudoTerminal, _ home: Home) throws {
    try terminal.answer(to: "load big.csv")
    try terminal.answer(to: "label y")
    terminal.send("cv tree k=400\r")
    try terminal.wait(for: "the command to run") { _ in
      home.text(home.path + "/state/podium/history")?.hasSuffix("cv tree k=400\n") == true
    }
  }

  private func home() throws -> Home {
    let home = try Home()
    home.write(LongTable.text(rows: 1000), to: "big.csv")
    return home
  }

  @Test func `long work shows its progress and then clears it`() throws {
    let home = try home()
    let terminal = try home.prompt()
    try busy(terminal, home)
    try terminal.wait(for: "of 400")
    try terminal.wait(for: "accuracy")
    terminal.send(Key.controlC)
    try terminal.wait(for: "interrupted; nothing was changed")
    try terminal.wait(for: "a prompt") { $0.currentRow.hasSuffix(">") }
    #expect(!terminal.screen.text.contains("cv tree: fold"))
    #expect(!terminal.screen.text.contains("^C"))
  }

  @Test func `it stays on one row in a narrow window`() throws {
    let home = try home()
    let terminal = try home.prompt(width: 24)
    try busy(terminal, home)
    try terminal.wait(for: "the time left, which a narrow row keeps") { $0.currentRow.hasPrefix("about ") }
    #expect(terminal.screen.currentRow.count < 24)
    terminal.send(Key.controlC)
    try terminal.wait(for: "a prompt") { $0.currentRow.hasSuffix(">") }
    #expect(!terminal.screen.text.contains("about "))
  }

  @Test(arguments: ["set progress=no", "TERM=dumb"])
  func `it can be switched off`(way: String) throws {
    let home = try home()
    let terminal = try home.prompt(environment: way == "TERM=dumb" ? ["TERM": "dumb"] : [:])
    for line in (way == "TERM=dumb" ? [] : [way]) + ["load big.csv", "label y"] {
      let row = terminal.screen.text
      terminal.send(line + "\r")
      try terminal.wait(for: "a prompt after '\(line)'") { $0.text != row && $0.currentRow.hasSuffix(">") }
    }
    let before = terminal.transcript.count
    terminal.send("cv tree k=15\r")
    try terminal.wait(for: "the answer") { $0.text.contains("balanced_accuracy") && $0.currentRow.hasSuffix(">") }
    #expect(!String(decoding: terminal.transcript[before...], as: UTF8.self).contains("of 15"))
  }

  @Test func `it is drawn on standard error and never in a pipe`() throws {
    let home = try home()
    let program = try BuiltProgram.path("podium")
    let command = "'\(program)' --threads 1 -c 'load big.csv' -c 'label y' -c 'cv tree k=100'"
    for (line, isDrawn) in [
      (command + " > out.txt", true), (command + " | cat > out.txt", false),
      (command + " > out.txt 2> error.txt", false),
    ] {
      let terminal = try PseudoTerminal(
        ["/bin/sh", "-c", line], environment: home.environment(), folder: home.work)
      #expect(try terminal.waitForEnd() == .status(0))
      #expect(String(decoding: terminal.transcript, as: UTF8.self).contains("fold") == isDrawn, "\(line)")
      #expect(terminal.screen.text.isEmpty, "\(line)")
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
