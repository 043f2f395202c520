import Glibc
import PodiumAssembly
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Synchronization
import Testing

@testable import PodiumServe

/// What the program of the service goes by, without a socket.
@Suite struct RunningTests {
  @Test(arguments: [
    ("127.0.0.1:8737", "127.0.0.1", 8737), ("localhost", "localhost", 8737), (":80", "127.0.0.1", 80),
    ("[::1]:0", "::1", 0), ("[::1]", "::1", 8737), ("podium.example:443", "podium.example", 443),
  ])
  func `an address to listen at is a host and a port`(_ text: String, _ host: String, _ port: Int) throws {
    #expect(try ListenAddress(text) == ListenAddress(host: host, port: port))
  }

  @Test(arguments: ["::1", "[::1", "[::1]8", "a b:1", "host:", "host:65536", "host:-1", "host:1:2", "[abc]:1", "a/b:1"])
  func `what is not an address to listen at is refused`(_ text: String) {
    #expect(throws: Diagnostic.self) { try ListenAddress(text) }
  }

  @Test func `clients may write the address, this machine's names and those that were given`() throws {
    let own = try ListenAddress("127.0.0.1:8737")
    #expect(own.hosts(names: []) == ["127.0.0.1:8737", "localhost:8737", "[::1]:8737"])
    let all = try ListenAddress("0.0.0.0:443")
    #expect(all.hosts(names: ["Podium.example", "b:8443"]) == ["podium.example", "podium.example:443", "b:8443"])
    #expect(own.isLoopback && !all.isLoopback && !ListenAddress(host: "127.evil.example", port: 1).isLoopback)
    #expect(all.url(isSecure: true, names: ["podium.example"]) == "https://podium.example:443")
    #expect(all.url(isSecure: true, names: ["podium.example"], isBehindProxy: true) == "https://podium.example")
    #expect(try ListenAddress("[::1]:1").url(isSecure: false, names: []) == "http://[::1]:1")
  }

  @Test func `an address is compared as the system writes it`() {
    #expect(
      IPAddress.canonical("::ffff:127.0.0.1") == "127.0.0.1" && IPAddress.canonical("2001:DB8::0:1") == "2001:db8::1")
    for wrong in ["", "127.1", "1.2.3.4.5", "::g", "a"] { #expect(IPAddress.canonical(wrong) == nil, "\(wrong)") }
  }

  @Test func `a certificate that ends while the service runs is in the log each day, and not ready`() throws {
    let day = 86_400_000_000
    let ends = try #require(Moment(iso: "2026-02-01T00:00:00Z"))
    let now = Mutex(Moment(microseconds: ends.microseconds - 20 * day))
    var settings = ServiceSettings(now: { now.withLock(\.self) }, clock: { 0 })
    settings.certificateEnds = ends
    var watch = CertificateWatch()
    func codes(_ days: Double) throws -> [String] {
      now.withLock { $0 = Moment(microseconds: ends.microseconds + Int(days * Double(day))) }
      // However often it looks.
      return try [watch.line(settings), watch.line(settings)].compactMap(\.self).map { line in
        try #require(JSONReader.value(Array(line.utf8))["code"]?.string)
      }
    }
    #expect(try codes(-20).isEmpty)
    #expect(try codes(-13.5) == ["certificate-ending"] && codes(-13.4).isEmpty)
    #expect(try codes(-0.5) == ["certificate-ending"] && CertificateWatch.problem(settings) == nil)
    #expect(try codes(0) == ["certificate-ended"] && codes(0.5).isEmpty && codes(1) == ["certificate-ended"])
    // A clock that is set back says it again, and nothing worse.
    #expect(try codes(-5) == ["certificate-ending"])
    let session = try ServedSession()
    #expect(try session.send("GET", "/readyz", as: nil).answer.status == 200)
    now.withLock { $0 = ends }
    settings.hosts = ["podium.test"]
    let service = try Service(session.registry, session.services, session.book, settings)
    func status(_ target: String) throws -> (status: Int, text: String) {
      let answer = service.answer(try #require(ServedRequest("GET", target, header: ["host": "podium.test"])))
      return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }
    let ready = try status("/readyz")
    #expect(ready.status == 503 && ready.text.contains("certificate-ended"), "\(ready)")
    #expect(try status("/healthz").status == 200)
    settings.certificateEnds = nil
    #expect(CertificateWatch.problem(settings) == nil && watch.line(settings) == nil)
  }

  @Test func `limits have names, and 0 is without`() throws {
    var limits = ServiceLimits()
    try limits.set(["rate=0", "body=1000"])
    #expect(limits.rate == 0 && limits.body == 1000 && limits.streams == 500)
    for wrong in ["rate", "rate=", "rate=-1", "rate=x", "rate=1.5", "rate=99999999999999999999", "=1", "rat=1"] {
      #expect(throws: Diagnostic.self, "\(wrong)") { try limits.set([wrong]) }
    }
    #expect(
      code { () throws(Diagnostic) in
        var limits = ServiceLimits()
        try limits.set(["rate=1", "body=2", "rate=1"])
      } == "bad-value")
    var times = ServiceLimits()
    try times.setTimes(["idle=100"])
    #expect(times.idleTime == 100 && times.interval == 25)
    #expect(throws: Diagnostic.self) { try times.setTimes(["idle=0"]) }
    #expect(throws: Diagnostic.self) { try times.setTimes(["rate=1"]) }
  }

  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
    (-5, "Thu, 01 Jan 1970 00:00:00 GMT"), (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func `a date is that of RFC 9110`(_ seconds: Int, _ text: String) { #expect(HTTPDate.text(seconds) == text) }

  @Test func `what a connection refuses is a problem with its status`() {
    let settings = ServiceSettings(now: { Moment(microseconds: 0) }, clock: { 0 })
    for (refused, status) in [
      (RefusedRequest.malformed, 400), (.noHost, 400), (.foreignHost, 421), (.method, 405), (.longAddress, 414),
      (.largeHeader, 431), (.largeBody, 413), (.expectation, 417), (.slow, 408), (.insecure, 403), (.stopping, 503),
      (.coding, 415),
    ] {
      let answer = refused.answer(settings)
      #expect(answer.status == status && answer["Content-Type"] == "application/problem+json", "\(refused)")
      #expect(answer["X-Content-Type-Options"] == "nosniff" && !answer.body.isEmpty)
    }
    #expect(RefusedRequest.method.answer(settings)["Allow"] == "GET, HEAD, POST, PATCH, DELETE")
  }

  @Test func `commands of a service reach no files`() throws {
    let files = ClosedFiles()
    #expect(files.kind(of: "/etc/passwd") == .none && files.home == nil)
    #expect(throws: Diagnostic.self) { try files.read("/etc/passwd", shown: "x") }
    #expect(throws: Diagnostic.self) { try files.write([], to: "/any/x", shown: "x", mode: .new) }
    #expect(throws: Diagnostic.self) { try files.permit("/any/x", shown: "x", writing: false) }
  }

  @Test func `a service starts on this machine alone, or protected and with a name`() throws {
    let own = try ListenAddress("localhost:1")
    let all = try ListenAddress("0.0.0.0:1")
    try RunningChecks.check(own, isProtected: false, names: [])
    try RunningChecks.check(all, isProtected: true, names: ["podium.example"])
    #expect(
      code { () throws(Diagnostic) in try RunningChecks.check(all, isProtected: false, names: ["a"]) } == "open-service"
    )
    #expect(code { () throws(Diagnostic) in try RunningChecks.check(all, isProtected: true, names: []) } == "no-host")
    #expect(try RunningChecks.proxy("0:0::1") == "::1" && RunningChecks.name("Podium.Example") == "podium.example")
    for wrong in ["", "proxy", "1.2.3", "1.2.3.256"] {
      #expect(throws: Diagnostic.self, "\(wrong)") { try RunningChecks.proxy(wrong) }
    }
    for wrong in ["", "a b", ":80", "0.0.0.0"] {
      #expect(throws: Diagnostic.self, "\(wrong)") { try RunningChecks.name(wrong) }
    }
    #expect(throws: Diagnostic.self) { try RunningChecks.page("live") }
  }

  @Test func `files that others may read keep it from starting`() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/own.sqlite"
    #expect(code { () throws(Diagnostic) in try RunningChecks.check(workspace: path, isNamed: true) } == "unknown-file")
    try RunningChecks.check(workspace: path, isNamed: false)
    let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
    defer { close(descriptor) }
    try RunningChecks.check(workspace: path, isNamed: true)
    fchmod(descriptor, 0o604)
    #expect(
      code { () throws(Diagnostic) in try RunningChecks.check(workspace: path, isNamed: true) } == "open-workspace")
    let accounts = AccountsFile(besideWorkspace: path)
    #expect(code { () throws(Diagnostic) in try RunningChecks.check(accounts) } == "no-accounts")
    // A folder is not a file that others may read: opening it says what it is.
    try RunningChecks.check(workspace: folder.path, isNamed: true)
    let found = code { () throws(Diagnostic) in _ = try AccountsFile(folder.path).read() }
    #expect(found != nil && found != "open-accounts")
  }

  private func code(_ body: () throws(Diagnostic) -> Void) -> String? {
    do throws(Diagnostic) { try body() } catch { return error.code }
    return nil
  }
}

/// `podium serve user` and `podium serve token`, as values.
@Suite struct AccountOrderTests {
  @Test func `scopes without a scope are shown, and only none takes them away`() throws {
    var accounts = Accounts()
    _ = try accounts.add("karis", .reporter, scopes: ["ski.team": ["Sverige"]])
    let now = Moment(microseconds: 0)
    for (line, left) in [("scope karis", 1), ("scope karis none", 0)] {
      _ = try order(line).perform(on: &accounts, at: now)
      #expect(accounts.all.first?.scopes.count == left, "\(line)")
    }
    #expect(try order("scope karis").readsOnly && !order("scope karis none").readsOnly)
    #expect(throws: Diagnostic.self) { try order("scope kari").perform(on: &accounts, at: now) }
  }

  private let rules: ServedRules
  private let now = Moment(microseconds: 1_767_000_000_000_000)

  init() throws { rules = try ServedRules(Assembly.registry()) }

  private func order(_ line: String, _ options: AccountWords = AccountWords()) throws -> AccountOrder {
    try AccountOrder.user(line.split(separator: " ").map(String.init), options, rules)
  }

  @Test func `words become orders, and orders change the accounts`() throws {
    var accounts = Accounts()
    var options = AccountWords()
    (options.role, options.scopes) = ("reporter", ["ski.team=Sverige", "ski.team=Norge", "football.team=SKIF"])
    let made = try order("add karis", options).perform(on: &accounts, at: now)
    #expect(made.json?.hasPrefix("{\"name\":\"karis\",\"password\":\"") == true)
    #expect(accounts.all.first?.account.scopes["ski.team"] == ["Sverige", "Norge"])
    let role = try order("role karis admin").perform(on: &accounts, at: now)
    #expect(
      role.json
        == "{\"name\":\"karis\",\"role\":\"admin\",\"scopes\":[\"football.team=SKIF\",\"ski.team=Norge\",\"ski.team=Sverige\"],\"disabled\":false}\n"
    )
    #expect(
      role.text
        == "name      karis\nrole      admin\nscopes    football.team=SKIF, ski.team=Norge, ski.team=Sverige\ndisabled  no\n"
    )
    _ = try order("scope karis").perform(on: &accounts, at: now)
    #expect(accounts.all.first?.scopes.isEmpty == false)
    _ = try order("disable karis").perform(on: &accounts, at: now)
    #expect(accounts.all.first?.isDisabled == true)
    _ = try order("remove karis").perform(on: &accounts, at: now)
    #expect(accounts.all.isEmpty)
    #expect(try order("list").readsOnly && !order("remove karis").readsOnly)
  }

  @Test func `a scope that no record has is given with a warning that names the nearest`() throws {
    let session = try ServedSession(
      "ski team add Sverige", "football match add M1 SKIF Azalea at=2026-01-24T09:00 zone=Europe/Stockholm")
    func warnings(_ scopes: String...) throws -> [String] {
      var options = AccountWords()
      (options.role, options.scopes) = ("reporter", scopes)
      return try order("add karis", options).doubts(rules, in: session.base)
    }
    #expect(try warnings("ski.team=Sverige", "football.team=SKIF", "football.team=Azalea").isEmpty)
    let found = try warnings("ski.team=Svreige", "ski.team=Sverige")
    #expect(found == ["no record has ski.team 'Svreige' yet; did you mean 'Sverige'?"])
    #expect(try warnings("ski.team=Xyzzy") == ["no record has ski.team 'Xyzzy' yet"])
    #expect(try order("scope karis ski.team=Sverige").doubts(rules, in: session.base).isEmpty)
    let made = AccountOrder.Outcome.made(.object([("name", .string("karis"))])).warning(found)
    #expect(made.json == "{\"name\":\"karis\",\"warnings\":[\"\(found[0])\"]}\n")
    #expect(made.text == "name  karis\nwarning: \(found[0])\n")
    // A journal is its person's, without a scope.
    #expect(throws: Diagnostic.self) { try order("scope karis surf.person=anna") }
  }

  @Test func `tokens are made with a label, listed and revoked`() throws {
    var accounts = Accounts()
    _ = try accounts.add("karis", .reader)
    var options = AccountWords()
    (options.label, options.isReadOnly) = ("a phone", true)
    let made = try AccountOrder.token(["add", "karis"], options).perform(on: &accounts, at: now)
    guard case .made(let value) = made, let id = value["id"]?.string else { throw Problem() }
    #expect(value["token"]?.string?.hasPrefix("pod_") == true)
    let listed = try AccountOrder.token(["list", "karis"], AccountWords()).perform(on: &accounts, at: now)
    guard case .listed(let table) = listed else { throw Problem() }
    #expect(table.rowCount == 1 && table.columns.map(\.name) == ["id", "name", "label", "made", "ends", "may"])
    _ = try AccountOrder.token(["revoke", id], AccountWords()).perform(on: &accounts, at: now)
    #expect(accounts.all.first?.tokens.isEmpty == true)
  }

  private struct Problem: Error {}

  @Test(arguments: [
    "", "ad karis", "add", "add karis", "role karis", "role karis boss", "list karis", "scope karis team",
    "scope karis ski.taem=a", "password karis x", "disable",
  ])
  func `wrong words are refused with the right ones`(_ line: String) {
    #expect(throws: Diagnostic.self) { try order(line) }
  }

  @Test func `options that belong elsewhere are refused`() {
    var options = AccountWords()
    options.role = "admin"
    #expect(throws: Diagnostic.self) { try order("disable karis", options) }
    #expect(throws: Diagnostic.self) { try AccountOrder.token(["add", "karis"], options) }
    #expect(throws: Diagnostic.self) { try AccountOrder.token(["add", "karis"], AccountWords()) }
    options = AccountWords()
    options.days = 3
    #expect(throws: Diagnostic.self) { try order("add karis", options) }
    #expect(throws: Diagnostic.self) { try AccountOrder.token(["list"], options) }
  }
}
