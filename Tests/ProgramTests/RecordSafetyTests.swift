import Glibc
import PodiumTestKit
import Testing

/// Records are not lost, invented or readable by others.
struct RecordSafetyTests {
  @Test func `reading a missing workspace is an error, and writing creates it`() throws {
    let home = try Home()
    let options = ["--workspace", "slip.sqlite"]
    for command in ["ski pairs", "workspace info", "model list", "ski pairs to pairs.csv", "football table E0 2022-23"]
    {
      let run = try home.run(command, options: options)
      #expect(run.status == 1, "\(command)")
      #expect(run.errorText.contains("there is no workspace at 'slip.sqlite'"), Comment(rawValue: run.errorText))
    }
    #expect(access(home.work + "/slip.sqlite", F_OK) != 0)
    #expect(access(home.work + "/pairs.csv", F_OK) != 0)
    #expect(try home.run("load iris", "label species", "datasets", options: options).status == 0)
    let computed = try home.run("load iris", "derive z = petal_width_cm * 2", "filter z > 1", options: options)
    #expect(computed.status == 0, Comment(rawValue: computed.errorText))
    let made = try home.run("ski pair add 017", "ski pairs", options: options)
    #expect(made.status == 0, Comment(rawValue: made.errorText))
    #expect(made.outputText.split(separator: "\n").count { $0.contains("created the workspace 'slip.sqlite'") } == 1)
    let again = try home.run("ski pairs", options: options)
    #expect(again.status == 0 && again.outputText.contains("017") && !again.outputText.contains("made the"))
    #expect(try home.run("ski pairs").status == 0, "the user's own begins empty")
    #expect(try home.run("ski pairs", options: ["--workspace", ":memory:"]).status == 0)
  }

  @Test func `only its owner can read a key file, even one that others could read before`() throws {
    let home = try Home()
    #expect(try home.run("ski pair add 017", "ski export away redact=yes").status == 0)
    let file = home.work + "/away.key.json"
    func mode() -> mode_t {
      var status = stat()
      return stat(file, &status) == 0 ? status.st_mode & 0o777 : 0
    }
    #expect(mode() == 0o600)
    #expect(chmod(file, 0o644) == 0)
    #expect(try home.run("ski pair add 018", "ski export again redact=yes key=away.key.json").status == 0)
    #expect(mode() == 0o600)
  }

  @Test func `forgetting asks at the prompt and needs yes=yes in a script`() throws {
    let home = try Home()
    let script = try home.run("ski athlete add \"Anna Berg\"", "ski forget Berg")
    #expect(script.status == 1)
    #expect(script.errorText.contains("ski forget 1 yes=yes"), Comment(rawValue: script.errorText))
    let terminal = try home.prompt(width: 120)
    for (answer, gone) in [("n", false), ("", false), ("yes", true)] {
      let before = terminal.transcript.count
      terminal.send("ski forget Berg\r")
      try terminal.wait(for: "the question") { _ in
        String(decoding: terminal.transcript[before...], as: UTF8.self).contains("[y/N]")
      }
      terminal.send(answer + "\r")
      try terminal.wait(for: "a prompt") { _ in terminal.isAtPrompt(since: before) }
      let text = String(decoding: terminal.transcript[before...], as: UTF8.self)
      #expect(text.contains(gone ? "athlete removed" : "kept Anna Berg"), Comment(rawValue: text))
    }
    // Ctrl-C does not confirm.
    try terminal.answer(to: "ski athlete add \"Eva Lund\"")
    let before = terminal.transcript.count
    terminal.send("ski forget Lund\r")
    try terminal.wait(for: "the question") { _ in
      String(decoding: terminal.transcript[before...], as: UTF8.self).contains("[y/N]")
    }
    terminal.send(Key.controlC)
    try terminal.wait(for: "a prompt") { _ in terminal.isAtPrompt(since: before) }
    #expect(try terminal.answer(to: "ski athletes").contains("Lund"))
    #expect(try terminal.answer(to: "undo").contains("undid: ski athlete add"))
    #expect(try terminal.answer(to: "undo").contains("'ski forget' cannot be undone"))
  }

  @Test(.enabled(if: GatedLearner.isPossible, "the learner is a program for python3"))
  func `Ctrl-C in a script undoes what it wrote`() throws {
    let home = try Home()
    let learner = GatedLearner(home, free: 3)
    home.write(
      "workspace remove flowers\nload big.csv\nlabel y\n\(learner.adding)\ncompare mine k=20\n", to: "long.podium")
    let terminal = try home.prompt(width: 120)
    for line in ["load iris", "save flowers"] { try terminal.answer(to: line) }
    let before = terminal.transcript.count
    terminal.send("source long.podium\r")
    try terminal.wait(for: "the folds") { _ in learner.asked > 3 }
    terminal.send(Key.controlC)
    try terminal.wait(for: "a prompt") { _ in terminal.isAtPrompt(since: before) }
    #expect(try terminal.answer(to: "load saved flowers as again").contains("150 rows"))
    #expect(try terminal.answer(to: "undo").contains("undid: load saved flowers"))
    #expect(try terminal.answer(to: "undo").contains("undid: save flowers"))
  }

  @Test func `a time without an offset is in the machine's time zone`() throws {
    let home = try Home()
    let run = try home.podium(
      ["-c", "ski session new Falun at=2026-07-01T08:30", "-c", "ski session new Falun at=2026-01-01T08:30"],
      environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.outputText.contains("2026-07-01 08:30+02:00") && run.outputText.contains("2026-01-01 08:30+01:00"))
    #expect(run.outputText.contains("as local time in CET-1CEST"))
  }

  @Test func `folds are kept only for an unfinished evaluation`() throws {
    let home = try Home()
    home.write(LongTable.text(rows: 1500), to: "big.csv")
    let whole = try home.run("load big.csv", "label y", "cv tree k=30", "workspace info")
    #expect(whole.status == 0, Comment(rawValue: whole.errorText))
    let rows = whole.outputText.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.contains(["results", "0"]), Comment(rawValue: whole.outputText))
    #expect(rows.contains(["results_bytes", "0"]))
  }
}
