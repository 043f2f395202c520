import Glibc
import PodiumTestKit
import Testing

/// A user and password in an address are in no file and in no error.
struct PasswordTests {
  private static let secret = "hush-4711"

  private static func server() throws -> LoopbackServer {
    try LoopbackServer { _ in LoopbackServer.reply("n,kind\n1,a\n2,b\n", type: "text/csv") }
  }

  private static func address(_ server: LoopbackServer) -> String {
    "http://ann:\(secret)@127.0.0.1:\(server.port)/x.csv"
  }

  @Test func `no notebook, page, history or workspace has the password, and a note says so once`() throws {
    let home = try Home()
    let server = try Self.server()
    let terminal = try home.prompt(width: 200)
    try terminal.answer(to: "record on r.podium.md")
    let first = try terminal.answer(to: "load \(Self.address(server))")
    #expect(first.contains("x: 2 rows"), Comment(rawValue: first))
    #expect(first.contains("*** in place of the user and password"), Comment(rawValue: first))
    #expect(try !terminal.answer(to: "load \(Self.address(server)) as y").contains("in place of"))
    // In this session the command runs again as it was typed.
    #expect(try terminal.answer(to: "rerun 2").contains("2 rows"))
    #expect(try !terminal.answer(to: "history").contains(Self.secret))
    try terminal.answer(to: "save kept")
    try terminal.answer(to: "notebook save s.podium.md")
    terminal.send(Key.controlD)
    _ = try terminal.waitForEnd()
    #expect(server.requests.count == 3)
    #expect(home.holders(of: Self.secret, in: home.path) == [])
    for name in ["r.podium.md", "s.podium.md"] {
      #expect(try #require(home.text(name)).contains("load http://***@127.0.0.1:\(server.port)/x.csv"), "\(name)")
    }
    // What was not saved cannot be replayed.
    let replay = try home.podium(["run", "--trust", "r.podium.md"])
    #expect(replay.status == 1 && replay.errorText.contains("the user and password of"), "\(replay.errorText)")
    #expect(replay.errorText.contains("type the command again"))
  }

  @Test func `an exported page hides a password that you wrote into a notebook`() throws {
    let home = try Home()
    let server = try Self.server()
    let file = home.write(
      "See \(Self.address(server)).\n\n```podium\nload \(Self.address(server))\n```\n", to: "n.podium.md")
    for form in ["html", "ipynb"] {
      let run = try home.podium(["export", "--trust", "n.podium.md", "--to", form, "-o", "out." + form])
      #expect(run.status == 0, Comment(rawValue: run.errorText))
      let text = try #require(home.text("out." + form))
      #expect(!text.contains(Self.secret) && text.contains("***@127.0.0.1"))
    }
    #expect(home.holders(of: Self.secret, in: home.path) == [file])
  }

  @Test func `pictures of a notebook and their names hide it, whatever they draw`() throws {
    let home = try Home()
    home.write("a,b\nx,1\ny,2\n", to: "q.csv")
    let name = "\"http://ann:\(Self.secret)@h/\""
    let run = try home.run("load q.csv", "rename a \(name)", "plot bar \(name)", "notebook save s.podium.md")
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(home.text("s.podium.md")?.contains("![rows by http://***@h/](s.podium_files/") == true)
    let export = try home.podium(["export", "s.podium.md", "--to", "ipynb", "-o", "s.ipynb"])
    #expect(export.status == 0, Comment(rawValue: export.errorText))
    #expect(home.holders(of: Self.secret, in: home.path) == [])
    #expect(TemporaryFolder.names(in: home.work + "/s.podium_files").allSatisfy { !$0.contains("hush") })
  }

  @Test func `an address that is typed in place of a file shows none of it`() throws {
    let home = try Home()
    let address = "http://ann:\(Self.secret)@h/x.podium.md"
    for arguments in [
      ["run", address], ["export", "--to", "html", address], ["--workspace", address, "-c", "ski pairs"],
    ] {
      let run = try home.podium(arguments)
      #expect(run.status != 0 && run.errorText.contains("http://***@h/"), Comment(rawValue: run.errorText))
      #expect(!run.errorText.contains(Self.secret))
    }
  }

  @Test func `the line that an error quotes hides the password, with the mark at its place`() throws {
    let home = try Home()
    let run = try home.run("note \"see http://ann:\(Self.secret)@h/x.csv\" kk=5", options: ["--format", "json"])
    #expect(run.status == 1)
    #expect(!run.errorText.contains(Self.secret) && !run.outputText.contains(Self.secret))
    #expect(run.errorText.contains("note \"see http://***@h/x.csv\" kk=5"))
    let lines = run.errorText.split(separator: "\n").map(String.init)
    let quoted = try #require(lines.firstIndex { $0.contains("kk=5") })
    let column = try #require(lines[quoted].firstRange(of: "kk").map { lines[quoted][..<$0.lowerBound].count })
    #expect(lines[quoted + 1] == String(repeating: " ", count: column) + "^^", "\(run.errorText)")
  }
}
