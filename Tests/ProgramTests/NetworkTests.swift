import Glibc
import PodiumTestKit
import Testing

/// Network access of the program, with a server on this machine.
struct NetworkTests {
  private func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      request.headers["if-none-match"] == "\"v1\""
        ? LoopbackServer.reply("304 Not Modified")
        : LoopbackServer.reply("n,kind\n1,a\n2,b\n", type: "text/csv", ["ETag: \"v1\""])
    }
  }

  @Test func `commands and pipes use the network, and a second load only asks for changes`() throws {
    let home = try Home()
    let server = try server()
    let first = try home.run("load \(server.url("/times.csv"))", "head 1")
    #expect(first.status == 0 && first.outputText.contains("times: 2 rows") && first.errorText.isEmpty)
    let second = try home.podium([], input: "load \(server.url("/times.csv"))\n")
    #expect(second.status == 0 && second.outputText.contains("unchanged on the server since "))
    #expect(server.requests.count == 2)
    #expect(access(home.path + "/.cache/podium/fetch", R_OK) == 0)
  }

  @Test func `an untrusted file cannot use the network`() throws {
    let home = try Home()
    let server = try server()
    home.write("load \(server.url("/times.csv"))\n", to: "s.podium")
    let refused = try home.podium(["run", "s.podium"])
    #expect(refused.status == 2 && refused.errorText.contains("the network is not available here"))
    #expect(refused.errorText.contains("--trust") && server.requests.isEmpty)
    let trusted = try home.podium(["run", "--trust", "s.podium"])
    #expect(trusted.status == 0 && trusted.outputText.contains("times: 2 rows"))
    home.write("# N\n\n```podium\nload \(server.url("/times.csv"))\n```\n", to: "n.podium.md")
    #expect(try home.podium(["run", "n.podium.md"]).errorText.contains("network is not available here"))
  }

  @Test func `without a writable home folder, nothing is cached`() throws {
    let home = try Home()
    let server = try server()
    for (name, value) in [("HOME", ""), ("XDG_CACHE_HOME", "/proc/none")] {
      let run = try home.podium(
        ["--workspace", ":memory:", "-c", "load \(server.url("/times.csv"))"], environment: [name: value])
      #expect(run.status == 0 && run.outputText.contains("times: 2 rows"))
    }
    #expect(server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
  }

  @Test func `two programs may fetch the same address at once`() throws {
    let home = try Home()
    let server = try LoopbackServer { _ in
      LoopbackServer.reply(
        "n\n" + String(repeating: "1\n", count: 50_000), type: "text/csv", ["ETag: \"v1\""])
    }
    let programs = try (0..<4).map { _ in
      try PipedProgram(
        [try BuiltProgram.path("podium"), "--workspace", ":memory:", "-c", "load \(server.url("/times.csv"))"],
        environment: home.environment(), folder: home.work)
    }
    for program in programs {
      #expect(try program.finish() == .status(0))
      #expect(program.outputText.contains("50000 rows") || program.outputText.contains("50,000 rows"))
    }
  }

  @Test func `Ctrl-C stops waiting for a silent server, and the prompt continues`() throws {
    let home = try Home()
    let server = try LoopbackServer { request in
      request.target == "/silent.csv" ? [.wait(60_000)] : LoopbackServer.reply("n\n1\n", type: "text/csv")
    }
    let terminal = try home.prompt()
    terminal.send("load \(server.url("/silent.csv"))\r")
    try terminal.wait(for: "the request to arrive") { _ in !server.requests.isEmpty }
    let answer = try terminal.answer(toKeys: Key.controlC)
    #expect(answer.contains("interrupted"))
    #expect(try terminal.answer(to: "load \(server.url("/x.csv"))").contains("x: 1 row"))
  }

  @Test func `a server with an untrusted certificate is not read`() throws {
    let openssl = "/usr/bin/openssl"
    guard access(openssl, X_OK) == 0 else { return }
    let home = try Home()
    let made = try ProgramRun(
      [
        openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost", "-keyout",
        "key.pem", "-out", "cert.pem",
      ], environment: home.environment(), folder: home.work)
    try #require(made.status == 0)
    let server = try PipedProgram(
      [openssl, "s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem", "-www"],
      environment: home.environment(), folder: home.work)
    try server.wait(for: "ACCEPT ")
    try server.wait(for: "the port") { server.outputText.contains("\n") }
    let line = server.outputText.split { $0.isNewline }.first { $0.contains("ACCEPT") } ?? ""
    let port = line.reversed().prefix { $0.isNumber }.reversed()
    let run = try home.run("load https://localhost:\(String(port))/x.csv format=html")
    #expect(run.status == 1 && run.errorText.contains("cannot prove its identity"), "\(run.errorText)")
  }
}
