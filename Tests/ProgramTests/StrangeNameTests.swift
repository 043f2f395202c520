import Glibc
import PodiumTestKit
import Testing

/// Notebooks whose names and folders hold quotes and letters that join the sign beside them, run by the program itself.
struct StrangeNameTests {
  @Test(arguments: ["\u{301}", "\u{D4E}", "\u{600}", "\u{200D}", "x"])
  func `a name with a quote runs nothing, and its notebook is verified, run and exported`(_ mark: String) throws {
    let home = try Home()
    let folder = "r\(mark)'\(mark)"
    home.write("a,b\n1,2\n", to: "\(folder)/d\(mark).csv")
    let cell = "```podium\nload \"d\(mark).csv\"\nhead 1\n```\n"
    let name = "\(folder)/n'\(mark)& touch OWNED & '\(mark).podium.md"
    home.write(cell, to: name)
    let run = try home.podium(["run", name])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    home.write(run.outputText, to: name)
    let verify = try home.podium(["verify", "."])
    #expect(verify.status == 0, Comment(rawValue: verify.outputText + verify.errorText))
    #expect(verify.outputText.contains("1 same"))
    let export = try home.podium(["export", "--to", "ipynb", name])
    #expect(export.status == 0, Comment(rawValue: export.errorText))
    for place in [home.work, home.work + "/" + folder] { #expect(access(place + "/OWNED", F_OK) != 0) }
  }

  @Test(arguments: [["run"], ["verify"], ["export", "--to", "ipynb"], ["-c", "notebook open n.podium.md"]])
  func `a link whose name joins the separator after it leads nowhere`(_ arguments: [String]) throws {
    let home = try Home()
    home.write("a,b\ncanary,2\n", to: home.path + "/secret.csv")
    for mark in ["\u{D4E}", "\u{600}", "\u{301}", "\u{110BD}"] {
      symlink("..", home.work + "/up\(mark)")
      for cell in ["load \"up\(mark)/secret.csv\"", "load iris\nhead 1 > \"up\(mark)/made.csv\""] {
        home.write("```podium\n\(cell)\nhead 1\n```\n", to: "n.podium.md")
        let run = try home.podium(arguments.count > 1 && arguments[0] == "-c" ? arguments : arguments + ["n.podium.md"])
        #expect(run.status == 2, Comment(rawValue: run.errorText + run.outputText))
        #expect(!(run.outputText + run.errorText).contains("canary"))
        #expect(access(home.path + "/made.csv", F_OK) != 0)
      }
    }
  }

  @Test func `a name that is not UTF-8 is refused, and no file of another name is meant`() throws {
    let home = try Home()
    let program = try BuiltProgram.path("podium")
    for arguments in ["-c \"load $name\"", "run \"$name\"", "--workspace \"$name\" -c 'ski pair add 1'"] {
      let shell = try ProgramRun(
        ["/bin/sh", "-c", "name=$(printf 'w\\377.csv'); exec '\(program)' \(arguments)"],
        environment: home.environment(),
        folder: home.work)
      #expect(shell.status == 2 && shell.errorText.contains("is not UTF-8"), Comment(rawValue: shell.errorText))
    }
    #expect(Listing.names(home.work).isEmpty)
  }

  @Test func `a folder whose name is not UTF-8 is the current one, and no home`() throws {
    let home = try Home()
    let program = try BuiltProgram.path("podium")
    let there = "d=$(printf 'w\\377'); mkdir -p \"$d\" w\u{FFFD}; cd \"$d\"; printf 'x\\n1\\n' > a.csv; "
    let used = try ProgramRun(
      ["/bin/sh", "-c", there + "'\(program)' --no-rc -c 'load a.csv' -c 'save b.csv' && test -f b.csv"],
      environment: home.environment(), folder: home.work)
    #expect(used.status == 0, Comment(rawValue: used.errorText))
    let kept = try ProgramRun(
      ["/bin/sh", "-c", there + "exec env -i HOME=\"$PWD\" '\(program)' -c 'ski pair add 1'"],
      environment: home.environment(), folder: home.work)
    #expect(kept.status != 0 && kept.errorText.contains("HOME"), Comment(rawValue: kept.errorText))
    #expect(Listing.names(home.work + "/w\u{FFFD}").isEmpty)
    let linked = try ProgramRun(
      [
        "/bin/sh", "-c",
        there + "cd ..; echo kept > w\u{FFFD}/a.csv; ln -s \"$d/a.csv\" l.csv; "
          + "'\(program)' --no-rc -c 'load l.csv' -c 'save l.csv replace=yes'; cat w\u{FFFD}/a.csv",
      ], environment: home.environment(), folder: home.work)
    #expect(linked.outputText.hasSuffix("kept\n"), Comment(rawValue: linked.outputText + linked.errorText))
  }

  @Test func `what verify cannot name is reported, and not verified as the rest`() throws {
    let home = try Home()
    let program = try BuiltProgram.path("podium")
    home.write("```podium\n= 1\n```\n```out\nvalue  1\n```\n", to: "n.podium.md")
    let run = try ProgramRun(
      [
        "/bin/sh", "-c",
        "d=$(printf 'w\\377'); mkdir \"$d\" w\u{FFFD}; cp n.podium.md w\u{FFFD}; cp n.podium.md \"$d.podium.md\"; touch \"$d.csv\"; "
          + "exec '\(program)' verify .",
      ], environment: home.environment(), folder: home.work)
    #expect(run.status == 5, Comment(rawValue: run.outputText + run.errorText))
    #expect(run.outputText.contains("2 notebooks: 2 as recorded"), Comment(rawValue: run.outputText))
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("because its name is not UTF-8") }, "\(lines)")
  }
}
