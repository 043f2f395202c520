import PodiumTestKit
import Testing

/// The pager and the editor at the prompt.
struct PagerTests {
  @Test(arguments: [40, 80, 120])
  func `output longer than the window is shown in the pager`(width: Int) throws {
    let terminal = try Home().prompt(width: width, height: 15, environment: ["PAGER": "sed 's/^/| /'"])
    try terminal.answer(to: "load iris")
    #expect(try terminal.answer(to: "head 30").contains("| "))
    #expect(!(try terminal.answer(to: "head 2").contains("| ")))
    try terminal.answer(to: "set pager=no")
    #expect(!(try terminal.answer(to: "head 30").contains("| ")))
    try terminal.answer(to: "set pager=\"sed s/^/+/\"")
    #expect(try terminal.answer(to: "head 30").contains("+"))
  }

  @Test func `output is shown in full if the pager fails`() throws {
    let terminal = try Home().prompt(height: 15, environment: ["PAGER": "no-such-pager"])
    try terminal.answer(to: "load iris")
    #expect(try terminal.answer(to: "head 30").contains("setosa"))
  }

  @Test func `there is no pager with -c or in a pipe`() throws {
    let run = try Home().podium(["-c", "load iris", "-c", "head 100"], environment: ["PAGER": "false"])
    #expect(run.outputText.split(separator: "\n").count > 100)
  }

  @Test func `edit runs the text that the editor saved`() throws {
    let home = try Home()
    let editor = home.write("#!/bin/sh\nstat -c %a \"$1\" > mode\nsed -i 's/hed/head/' \"$1\"\n", to: "editor")
    let terminal = try home.prompt(environment: ["EDITOR": "sh \(editor)"])
    try terminal.answer(to: "load iris")
    try terminal.answer(to: "hed 2")
    #expect(try terminal.answer(to: "edit 2").contains("setosa"))
    #expect(home.text("mode") == "600\n")
    #expect(try terminal.answer(to: "edit 1").contains("unchanged"))
  }

  @Test func `an editor that fails runs nothing`() throws {
    let terminal = try Home().prompt(environment: ["VISUAL": "false"])
    try terminal.answer(to: "load iris")
    #expect(try terminal.answer(to: "edit 1").contains("the editor exited with status 1"))
  }
}
