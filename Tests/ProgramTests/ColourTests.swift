import PodiumTestKit
import Testing

/// Colours belong to terminals.
struct ColourTests {
  static let commands =
    "load ski-thesis; label; encode; head; describe; columns; recipe; help; help cv; learners; nope"

  @Test(arguments: [
    [], ["--color", "auto"], ["--color", "never"], ["--format", "markdown"], ["--format", "json"],
  ])
  func `output to a pipe has no escape sequences`(_ options: [String]) throws {
    let run = try Home().podium(options + ["--keep-going", "-c", Self.commands])
    #expect(!run.output.contains(0x1B))
    #expect(!run.errors.contains(0x1B))
    #expect(run.output.count > 1000)
  }

  @Test func `colours in a pipe can be asked for`() throws {
    let run = try Home().run("load iris; head 1; nope", options: ["--color", "always"])
    #expect(run.output.contains(0x1B))
    #expect(run.errors.contains(0x1B))
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `a terminal gets no colours if they are switched off`(_ environment: [String: String]) throws {
    let terminal = try Home().prompt(environment: environment)
    let before = terminal.transcript.count
    if environment["TERM"] == "dumb" {
      terminal.send("load iris\r")
      try terminal.wait(for: "feature")
      try terminal.waitForPrompt()
    } else {
      try terminal.answer(to: "load iris")
    }
    #expect(!String(decoding: terminal.transcript[before...], as: UTF8.self).contains("\u{1B}[1m"))
  }

  @Test(arguments: [40, 120])
  func `the help shows its examples quietly and as wide as the window`(_ width: Int) throws {
    let terminal = try Home().prompt(width: width, height: 100)
    let before = terminal.transcript.count
    try terminal.answer(to: "help tail")
    let written = String(decoding: terminal.transcript[before...], as: UTF8.self)
    #expect(written.contains("\u{1B}[2m      sepal_length_cm"))
    #expect(written.contains("petal_width_cm  species") == (width == 120))
  }

  @Test func `a terminal gets colours`() throws {
    let terminal = try Home().prompt()
    try terminal.answer(to: "load iris")
    #expect(String(decoding: terminal.transcript, as: UTF8.self).contains("\u{1B}[1m"))
  }
}
