import PodiumTestKit
import Testing

/// Completion and questions at the prompt.
struct GuidedEntryTests {
  @Test func `Tab lists the valid completions with notes`() throws {
    let terminal = try Home().prompt()
    try terminal.answer(to: "load iris")
    terminal.send("head 1 if species == \"v\t\t")
    try terminal.wait(for: "\"virginica\"   50 rows")
    terminal.send("e\t\r")
    try terminal.wait(for: "head 1 if species == \"versicolor\"")
    try terminal.wait(for: "1 of 50 rows")
  }

  @Test func `a command without a required argument asks for it and is recorded as one line`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    try terminal.answer(to: "load iris")
    try terminal.answer(to: "label species")
    terminal.send("cv\r")
    try terminal.wait(forRow: "  learner>")
    terminal.send("\r")
    try terminal.wait(for: "needs a value")
    terminal.send("smv\r")
    try terminal.wait(for: "did you mean 'svm'?")
    terminal.send("zer\tk=5\r")
    try terminal.wait(for: "→ cv zeror k=5")
    try terminal.wait(for: "accuracy")
    #expect(home.text(home.path + "/state/podium/history")?.hasSuffix("label species\ncv zeror k=5\n") == true)
  }

  @Test func `an answer is placed with the arguments, before the condition`() throws {
    let terminal = try Home().prompt()
    try terminal.answer(to: "load iris")
    terminal.send("count if sepal_length_cm > 5 in 1..100\r")
    try terminal.wait(forRow: "  columns>")
    terminal.send("nope\r")
    try terminal.wait(for: "unknown column 'nope'")
    terminal.send("spec\t\r")
    try terminal.wait(for: "→ count species if sepal_length_cm > 5 in 1..100")
    try terminal.wait(for: "versicolor")
  }

  @Test func `Ctrl-C and Ctrl-D cancel a question and run nothing`() throws {
    let home = try Home()
    let terminal = try home.prompt()
    for key in [Key.controlC, Key.controlD] {
      terminal.send("load\r")
      try terminal.wait(forRow: "  what>")
      terminal.send(key)
      try terminal.waitForPrompt()
    }
    #expect(try terminal.answer(to: "datasets").contains("iris"))
    #expect(home.text(home.path + "/state/podium/history") == "datasets\n")
  }

  @Test func `a file name with spaces needs no quotes in an answer`() throws {
    let home = try Home()
    home.write("a,b\n1,2\n", to: "my table.csv")
    let terminal = try home.prompt()
    terminal.send("source\r")
    try terminal.wait(forRow: "  file>")
    terminal.send("my table.csv\r")
    try terminal.wait(for: "→ source \"my table.csv\"")
  }

  @Test func `a script gets no questions`() throws {
    let result = try Home().run("load iris", "cv")
    #expect(result.status == 1)
    #expect(result.errorText.contains("'cv' needs LEARNER"))
  }
}
