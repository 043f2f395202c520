import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// What keeps a service from starting, and its accounts on the command line.
@Suite(.enabled(if: ServedHome.isBuilt, "podium-serve is not built; ./test builds it"))
struct ServeStartTests {
  private func expect(
    _ run: ProgramRun, _ error: String, _ help: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(run.ending == .status(2) && run.output.isEmpty, "\(run.outputText)", sourceLocation: sourceLocation)
    #expect(
      run.errorText.contains(error) && run.errorText.contains(help), "\(run.errorText)", sourceLocation: sourceLocation)
  }

  @Test func `without accounts it says how to add one`() throws {
    let home = try Home()
    let run = try home.podium(["serve", "--listen", "127.0.0.1:0"])
    expect(run, "error: there are no accounts in '\(home.path)/data/podium/workspace.sqlite.accounts'")
    #expect(run.errorText.contains("podium serve user add NAME --role admin"))
  }

  @Test func `what others could read or take, and what is wrong, is refused`() throws {
    let home = try ServedHome()
    let open = ["--listen", "127.0.0.1:0"]
    expect(try home.refusal(["--listen", "0.0.0.0:0"]), "needs TLS", "--behind-proxy")
    expect(try home.refusal(["--listen", "0.0.0.0:0", "--behind-proxy", "127.0.0.1"]), "every address", "--host")
    expect(try home.refusal(["--listen", "127.0.0.1:x"]), "not an address to listen at")
    expect(try home.refusal(open + ["--limit", "conections=1"]), "did you mean 'connections'?")
    expect(try home.refusal(open + ["--limit", "rate=-1"]), "from 0 to")
    expect(try home.refusal(open + ["--limit", "rate=1", "--limit", "rate=2"]), "limit 'rate' is given twice")
    expect(try home.refusal(open + ["--listen=127.0.0.1:1"]), "'--listen' is given twice", "give it once")
    expect(try home.refusal(open + ["--host", "a b"]), "'a b' is not the name of a host", "podium.example")
    expect(try home.refusal(open + ["--behind-proxy", "proxy"]), "not the address of a proxy")
    expect(try home.refusal(open + ["--tls-cert", "a"]), "go together")
    expect(try home.refusal(open, workspace: ":memory:"), "a workspace in a file")
    expect(try home.refusal(open, workspace: "other.sqlite"), "there is no workspace")
    let (listener, port) = RawConnection.listener()
    defer { close(listener) }
    expect(try home.refusal(["--listen", "127.0.0.1:\(port)"]), "another program listens", "--listen")
    home.home.write("a,b\n1,2\n", to: "table.csv")
    expect(try home.refusal(open + ["--accounts", "own.sqlite.accounts"], workspace: "table.csv"), "table.csv")
    chmod(home.home.work + "/own.sqlite", 0o640)
    expect(try home.refusal(open), "others may read", "chmod 600 '\(home.home.work)/own.sqlite'")
    chmod(home.home.work + "/own.sqlite", 0o600)
    chmod(home.home.work + "/own.sqlite.accounts", 0o604)
    expect(try home.refusal(open), "others may read", "own.sqlite.accounts")
    chmod(home.home.work + "/own.sqlite.accounts", 0o600)
    home.home.write("{\"version\":1,\"accounts\":[{}]}", to: "own.sqlite.accounts")
    expect(try home.refusal(open), "the accounts cannot be read", "backup")
  }

  @Test func `a certificate that is missing, over or of another key is refused`() throws {
    let home = try ServedHome()
    for (name, text) in [
      ("own.pem", SampleCertificates.certificate), ("own.key", SampleCertificates.key),
      ("old.pem", SampleCertificates.ended), ("old.key", SampleCertificates.keyOfEnded), ("text.pem", "hello\n"),
    ] { home.home.write(text, to: name) }
    func start(_ certificate: String, _ key: String) throws -> ProgramRun {
      try home.refusal(["--listen", "127.0.0.1:0", "--tls-cert", certificate, "--tls-key", key])
    }
    expect(try start("none.pem", "own.key"), "none.pem' cannot be read as a certificate", "there is no such file")
    expect(try start("text.pem", "own.key"), "text.pem' cannot be read as a certificate")
    expect(try start("own.pem", "none.key"), "none.key' cannot be read as a key", "there is no such file")
    expect(try start("old.pem", "old.key"), "ended on 2020-02-01", "renew it")
    expect(try start("own.pem", "old.key"), "does not belong to the certificate")
  }

  @Test func `accounts are made, listed and removed, and passwords are shown once`() throws {
    let home = try Home()
    func user(_ words: String...) throws -> ProgramRun { try home.podium(["serve"] + words) }
    let made = try user("user", "add", "karis", "--role", "reporter", "--scope", "ski.team=Sverige", "--format", "json")
    #expect(try JSONReader.value(made.output)["password"]?.string?.count == 24)
    #expect(
      try user("user", "add", "karis", "--role", "admin").errorText.contains("there is an account 'karis' already"))
    let text = try user("user", "password", "karis").outputText
    #expect(text.hasPrefix("name      karis\npassword  ") && text.contains("shown once"))
    #expect(try user("--format", "csv", "user", "list").outputText.contains("karis,reporter,ski.team=Sverige,false,0"))
    let token = try JSONReader.value(try user("token", "add", "karis", "--label", "phone", "--format", "json").output)
    let id = try #require(token["id"]?.string)
    #expect(try user("token", "list").outputText.contains("phone"))
    #expect(try user("token", "revoke", id).ending == .status(0))
    #expect(try !user("token", "list").outputText.contains("phone"))
    #expect(try user("user", "remove", "karis").ending == .status(0))
    #expect(try user("user", "remove", "karis").errorText.contains("unknown account 'karis'"))
    expect(try user("user", "add", "ola"), "needs a role", "--role reader|reporter|admin")
    expect(try user("user", "add", "ola", "--role", "boss"), "unknown role 'boss'")
    expect(
      try user("user", "add", "ola", "--role", "reader", "--scope", "ski.taem=Sverige"), "did you mean 'ski.team'?")
    expect(try user("usr"), "did you mean 'user'?", "podium serve --help")
    #expect(try user("check", "--format", "csv").outputText.contains("kind,ski.pair,"))
    // The file is its owner's alone, and holds no password.
    let kept = home.text(home.path + "/data/podium/workspace.sqlite.accounts") ?? ""
    #expect(!kept.isEmpty && !kept.contains(text.split(separator: " ").dropFirst().first.map(String.init) ?? "\0"))
  }

  @Test func `podium without the service beside it says what to do`() throws {
    let home = try Home()
    let copy = home.work + "/podium"
    let program = try BuiltProgram.path("podium")
    let copied = try ProgramRun(["/bin/cp", program, copy], environment: home.environment())
    try #require(copied.ending == .status(0))
    let run = try ProgramRun([copy, "serve"], environment: home.environment(), folder: home.work)
    expect(run, "the program 'podium-serve' is not installed; searched: \(home.work)/podium-serve", "make install")
  }
}
