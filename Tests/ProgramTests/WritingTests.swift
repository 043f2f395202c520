import Glibc
import PodiumTestKit
import Testing

/// What the program writes: who may read it, and what is left where it cannot be written.
struct WritingTests {
  @Test func `a file says which statistics it leaves out`() throws {
    let home = try Home()
    home.write("x,y,g\n1,2,a\n2,3,a\n3,5,a\n4,4,b\n5,7,b\n6,9,b\n", to: "q.csv")
    for (line, part) in [
      ("test y by=g", "difference"), ("regress y x", "r_squared"), ("count g x", "chi_square"),
      ("by g: regress y x", "statistics of each group"),
    ] {
      let run = try home.run("load q.csv", line + " >! t.csv")
      let said = (run.outputText + run.errorText).replacing("\n", with: " ")
      #expect(run.status == 0 && said.contains("without") && said.contains(part), "\(said)")
    }
    let plain = try home.run("load q.csv", "count g >! t.csv")
    #expect(plain.status == 0 && !(plain.outputText + plain.errorText).contains("without"))
  }

  @Test func `exports of personal data can be read by their owner only`() throws {
    let home = try Home()
    let run = try home.run(
      "ski import ski-thesis", "ski export season", "ski export rest.json format=rest", "workspace export all",
      "surf spot add home 57.1,12.2 zone=Europe/Stockholm", "surf log home \"2026-03-01 09:00\" 60 3",
      "surf export sessions mine.csv",
      "surf export sessions mine.json")
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    let open = try ProgramRun(
      ["/usr/bin/find", "season", "rest.json", "all", "mine.csv", "mine.json", "-type", "f", "-perm", "/077"],
      input: [],
      environment: ["PATH": "/usr/bin:/bin"], folder: home.work)
    #expect(open.status == 0, Comment(rawValue: open.errorText))
    #expect(open.outputText.isEmpty, Comment(rawValue: open.outputText))
  }

  @Test func `a file beyond the limit of sizes is an error, and no draft stays`() throws {
    let home = try Home()
    home.write("a,b\n" + String(repeating: "12345678,abcdefgh\n", count: 5000), to: "big.csv")
    for command in ["save x.csv", "head 5000 to x.txt", "save x.sqlite"] {
      let run = try ProgramRun(
        [
          "/bin/sh", "-c", "ulimit -f 8; exec \"$0\" \"$@\"", try BuiltProgram.path("podium"), "--workspace",
          ":memory:",
          "-c", "load big.csv", "-c", command,
        ], input: [], environment: home.environment(), folder: home.work)
      #expect(run.status == 1, Comment(rawValue: "\(run.status) " + run.errorText))
      #expect(run.errorText.contains("File too large"), Comment(rawValue: run.errorText))
      #expect(run.errorText.contains("help: "))
    }
    let names = try ProgramRun(
      ["/bin/ls", "-A"], input: [], environment: ["PATH": "/bin"], folder: home.work)
    #expect(names.outputText == "big.csv\n", Comment(rawValue: names.outputText))
  }

  @Test func `rows that do not fit after a file leave it as it was, and a workspace names the limit of sizes`() throws {
    let home = try Home()
    home.write("a,b\n" + String(repeating: "12345678,abcdefgh\n", count: 5000), to: "big.csv")
    home.write("a,b\n1,x\n", to: "log.csv")
    for command in ["head 5000 >> log.csv", "head 5000 >> new.csv"] {
      let run = try ProgramRun(
        [
          "/bin/sh", "-c", "ulimit -f 8; exec \"$0\" \"$@\"", try BuiltProgram.path("podium"), "--workspace",
          ":memory:", "-c", "load big.csv", "-c", command,
        ], input: [], environment: home.environment(), folder: home.work)
      #expect(run.status == 1, Comment(rawValue: "\(run.status) " + run.errorText))
      #expect(run.errorText.contains("File too large"), Comment(rawValue: run.errorText))
    }
    #expect(home.bytes("log.csv") == Array("a,b\n1,x\n".utf8))
    #expect(home.bytes("new.csv") == nil)
    let run = try ProgramRun(
      [
        "/bin/sh", "-c", "ulimit -f 100; exec \"$0\" \"$@\"", try BuiltProgram.path("podium"), "--workspace",
        "w.sqlite",
        "-c", "ski import ski-thesis",
      ], input: [], environment: home.environment(), folder: home.work)
    #expect(run.status == 1 && run.errorText.contains("ulimit -f"), Comment(rawValue: run.errorText))
  }

  @Test(arguments: ["head 2 to x.svg", "describe to x.png", "count species to x.pdf", "head 2 > x.jpg"])
  func `what is not a picture is not written under the name of one`(_ command: String) throws {
    let home = try Home()
    let run = try home.run("load iris", command)
    #expect(run.status == 1)
    #expect(run.errorText.contains("file extension of a picture"))
    for ending in ["svg", "png", "pdf", "jpg"] { #expect(home.bytes("x." + ending) == nil) }
  }

  @Test func `an unknown TZ is a warning, and its time is called UTC`() throws {
    let home = try Home()
    let commands = ["-c", "ski session new Falun at=2026-07-01T08:30"]
    let run = try home.podium(commands, environment: ["TZ": "Nowhere/None"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.errorText.contains("TZ names the time zone 'Nowhere/None'"))
    #expect(run.outputText.contains("as local time in UTC (+00:00)"), Comment(rawValue: run.outputText))
    for zone in ["Europe/Stockholm", ":Europe/Stockholm", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3", "UTC", "", "EST5"] {
      let run = try home.podium(["-c", "set"], environment: ["TZ": zone])
      #expect(!run.errorText.contains("TZ names"), Comment(rawValue: zone + run.errorText))
    }
  }

  @Test func `a umask that takes files from their owner is a warning`() throws {
    let home = try Home()
    for (mask, isHarmful) in [("0377", true), ("0700", true), ("0077", false), ("022", false)] {
      let run = try ProgramRun(
        ["/bin/sh", "-c", "umask \(mask) && exec \"$0\" --no-rc -c set", BuiltProgram.path("podium")],
        environment: home.environment())
      #expect(run.errorText.contains("warning: umask 0") == isHarmful, Comment(rawValue: mask + run.errorText))
    }
  }

  @Test func `a workspace can be opened again whatever the umask`() throws {
    let home = try Home()
    let line = "umask 0377 && exec \"$0\" --no-rc --workspace deep/w.sqlite -c 'ski pair add 101'"
    let run = try ProgramRun(
      ["/bin/sh", "-c", line, BuiltProgram.path("podium")], environment: home.environment(), folder: home.work)
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.errorText.contains("it uses umask 077"))
    let rights = try ProgramRun(
      ["/bin/sh", "-c", "stat -c %a deep deep/w.sqlite"], environment: home.environment(), folder: home.work)
    #expect(rights.outputText == "700\n600\n")
  }

  @Test func `a notebook that is opened without trust keeps the parameters of who opens it`() throws {
    let home = try Home()
    home.write("---\nparameters:\n  k: 9\n  own: 2\n---\n```podium\nload iris\n```\n", to: "n.podium.md")
    home.write(
      "---\nparameters:\n  k: 3\n---\n```podium\nnotebook open n.podium.md\n```\n\n```podium\nhead $k\n```\n",
      to: "m.podium.md")
    let run = try home.podium(["run", "--trust", "m.podium.md"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(run.outputText.contains("kept the values of your own parameters: k"), Comment(rawValue: run.outputText))
    #expect(run.outputText.contains("3 of 150"), Comment(rawValue: run.outputText))
  }
}
