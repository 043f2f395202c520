import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumServe

/// What someone may try who means harm, each beside what works.
@Suite struct AttackTests {
  private func teams(_ more: String...) throws -> ServedSession {
    var session = try ServedSession(
      "ski team add Sverige", "ski team add Norge", "ski waxer add UN team=Sverige", "ski waxer add OL team=Norge",
      "ski athlete add \"Anna Nilsson\" team=Sverige", "ski athlete add \"Berit Hansen\" team=Norge",
      "ski pair add 4711001 4711002 owner=\"Anna Nilsson\"", "ski pair add 5811001 owner=\"Berit Hansen\"",
      "ski session new Falun at=2026-01-20T08:30+01:00 waxer=UN", "ski rank 1 4711001 add=yes",
      "ski session new Oslo at=2026-01-21T08:30+01:00 waxer=OL", "ski rank 2 5811001 add=yes")
    for line in more { try session.does(line) }
    return session
  }

  private static let actors: [String?] = [nil, "fan", "karis", "ola", "root"]

  @Test(arguments: actors) func `every kind and verb is as its rights say`(_ actor: String?) throws {
    let session = try teams()
    let account = ServedSession.accounts.first { $0.name == actor }
    let rules = session.rules
    for kind in try session.base.kinds().map(\.name) {
      let target = "/api/v1/" + kind.split(separator: ".").joined(separator: "/")
      let (answer, json) = try session.send("GET", target, as: actor)
      let reads = account.map { rules.readableKinds(for: $0).contains(kind) }
      #expect(answer.status == (reads.map { $0 ? 200 : 404 } ?? 401), "\(kind)")
      if let account, reads == true {
        let seen = try session.count(kind, as: account)
        #expect(json["items"]?.array?.count == min(seen, 50), "\(kind)")
      }
      for method in ["POST", "PUT", "FOO"] {
        let sent = try session.send(method, target, as: actor, "{}")
        let statuses = actor == nil ? [401] : reads == true ? [403, 405, 422] : [404]
        #expect(statuses.contains(sent.answer.status), "\(method) \(kind): \(sent.json.text)")
      }
    }
    for (verb, offer) in rules.offers {
      let body = JSONValue.object([("verb", .string(verb))]).text
      let (answer, json) = try session.send("POST", "/api/v1/commands", as: actor, body)
      let isOffered = account.map { $0.role >= offer.role }
      if isOffered == true {
        // It may be refused for what it lacks, but not for who asks.
        #expect([200, 400, 404, 409, 422].contains(answer.status), "\(verb): \(json.text)")
      } else {
        #expect(answer.status == (actor == nil ? 401 : 403), "\(verb): \(json.text)")
      }
    }
  }

  @Test(arguments: [
    "ski add 1 5811001", "ski rank 1 4711001 5811001 add=yes", "ski move 2 5811001 1", "ski comment 2 5811001 x",
    "ski grind 5811001 C", "ski pair edit 5811001 comment=x", "ski pair edit 4711001 owner=\"Berit Hansen\"",
    "ski pair delete 5811001", "ski session edit 2 place=X", "ski session edit 1 waxer=OL",
    "ski cover OL \"Anna Nilsson\"",
    "ski athlete edit \"Berit Hansen\" comment=x", "ski athlete edit \"Anna Nilsson\" team=Norge",
    "ski athlete merge \"Berit Hansen\" \"Anna Nilsson\"", "ski session merge 2 1", "ski pair merge 5811001 4711001",
  ]) func `nothing of another team is changed, whole or in part`(_ line: String) throws {
    let session = try teams()
    let before = try session.base.lastChange()
    let body = JSONValue.object([("command", .string(line))]).text
    let (answer, json) = try session.send("POST", "/api/v1/commands", as: "karis", body)
    #expect([403, 404, 422].contains(answer.status), "\(line): \(json.text)")
    #expect(try session.base.lastChange() == before)
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("Berit") || line.contains("Berit"))
  }

  @Test(arguments: [
    "{\"command\": \"ski pairs\"", "{\"command\": 1e999}", "{\"a\": \"\\ud800\"}", "[\"command\"]", "nul",
    "{\"verb\": \"ski pairs\", \"words\": \"x\", \"keys\": {\"a\": {\"b\": 1}}}",
    String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 50_000) + "1",
  ]) func `a hostile body is 400`(_ body: String) throws {
    let (answer, _) = try ServedSession().send("POST", "/api/v1/commands", as: "karis", body)
    #expect(answer.status == 400)
  }

  @Test func `bytes that are not UTF-8 are 400`() throws {
    let session = try ServedSession()
    let request = try #require(
      ServedRequest(
        "POST", "/api/v1/commands",
        header: [
          "host": "podium.test", "authorization": "Bearer " + (session.tokens["karis"] ?? ""),
          "content-type": "application/json",
        ], body: Array("{\"command\": \"ski pairs ".utf8) + [0xFF, 0xFE] + Array("\"}".utf8)))
    #expect(session.service.answer(request).status == 400)
  }

  @Test(arguments: [
    "/api/v1/ski/pair?brand=';DROP TABLE podium_changes;--", "/api/v1/ski/pair?brand.has=%25%27%20OR%201=1",
    "/api/v1/ski/pair?order=serial_number;DROP", "/api/v1/ski/pair?fields=*", "/api/v1/ski/pair/'%20OR%201=1--",
    "/api/v1/ski/pair%27/x", "/api/v1/ski/../football/source", "/api/v1/ski/%2e%2e", "/api/v1//pair",
    "/api/v1/ski/pair/%00",
    "/api/v2/ski/pair", "/api/v1/ski", "/api", "/../etc/passwd", "/api/v1/ski/pair/1/2",
  ]) func `an address is data or nothing`(_ target: String) throws {
    let session = try teams()
    guard let request = ServedRequest("GET", target.split(separator: " ").joined(separator: "%20")) else { return }
    _ = request
    let (answer, json) = try session.send("GET", target.split(separator: " ").joined(separator: "%20"), as: "karis")
    #expect([200, 400, 404].contains(answer.status), "\(target): \(answer.status)")
    if answer.status == 200 { #expect(json["items"]?.array?.isEmpty == true, "\(target)") }
    #expect(try session.count("ski.pair", as: RightsTests.admin) == 3)
  }

  @Test func `an error shows nothing of the inside`() throws {
    let session = try teams()
    for target in ["/api/v1/ski/pair?limit=x", "/api/v1/none/none", "/none", "/api/v1/changes?after=x"] {
      let text = String(decoding: try session.send("GET", target, as: "karis").answer.body, as: UTF8.self)
      for word in ["SQL", "sqlite", ".swift", "SELECT", "podium_", "/work", "Swift"] {
        #expect(!text.contains(word), "\(target): \(text)")
      }
    }
  }

  @Test func `what every answer has keeps browsers from guessing`() throws {
    let session = try ServedSession()
    for target in ["/healthz", "/api/v1/me", "/nothing"] {
      let answer = try session.send("GET", target, as: "karis").answer
      #expect(answer["X-Content-Type-Options"] == "nosniff" && answer["Referrer-Policy"] == "same-origin")
      #expect(answer["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
      #expect(answer["Access-Control-Allow-Origin"] == nil && answer["Server"] == nil)
      #expect(answer["Cache-Control"] != nil)
    }
  }

  @Test func `lines and signs that do not show stay what they are`() throws {
    let session = try teams()
    let name = "A\r\nX-Evil: 1\u{202E}\u{1B}[31m<b>"
    let body = JSONValue.object([("nickname", .string(name))]).text
    let answer = try session.send("PATCH", "/api/v1/ski/pair/4711001", as: "karis", body, header: ["if-match": "*"])
      .answer
    #expect(answer.header.allSatisfy { !$0.value.contains("\n") && !$0.value.contains("Evil") })
    for byte in answer.body { #expect(byte >= 0x20 || byte == 0x0A) }
  }

  @Test func `a token that reads writes nothing, one that is over lets no one in`() throws {
    let session = try teams()
    var accounts = Accounts()
    let now = session.service.settings.now()
    _ = try accounts.add("a", .admin)
    let reading = try accounts.addToken(to: "a", label: "", days: 1, isReadOnly: true, at: now)
    let old = try accounts.addToken(
      to: "a", label: "", days: 1, at: Moment(microseconds: now.microseconds - 2 * 86_400_000_000))
    let gone = try accounts.addToken(to: "a", label: "", days: 1, at: now)
    try accounts.revokeToken(gone.id)
    let service = try Service(
      session.registry, session.services, AccountBook(accounts), session.service.settings)
    func status(_ method: String, _ target: String, _ token: String, _ body: String = "") throws -> Int {
      let header = ["host": "podium.test", "authorization": "Bearer " + token, "content-type": "application/json"]
      return service.answer(
        try #require(ServedRequest(method, target, header: header, body: Array(body.utf8)))
      ).status
    }
    #expect(try status("GET", "/api/v1/ski/pair", reading.token) == 200)
    #expect(try status("POST", "/api/v1/ski/team", reading.token, "{\"name\": \"X\"}") == 403)
    #expect(try status("POST", "/api/v1/commands", reading.token, "{\"command\": \"ski pair delete 4711001\"}") == 403)
    #expect(try status("GET", "/api/v1/me", old.token) == 401 && status("GET", "/api/v1/me", gone.token) == 401)
  }

  @Test func `an account that is disabled is out at once, and a damaged file lets no one in`() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = AccountsFile(folder.path + "/accounts")
    let now = Moment(microseconds: 0)
    let token = try file.change { (accounts: inout Accounts) throws(Diagnostic) in
      _ = try accounts.add("a", .reporter)
      return try accounts.addToken(to: "a", label: "", days: 1, at: now).token
    }
    let book = try AccountBook(file)
    #expect(book.account(token: token, at: now)?.account.name == "a")
    try file.change { (accounts: inout Accounts) throws(Diagnostic) in try accounts.change("a") { $0.isDisabled = true }
    }
    book.follow()
    #expect(book.account(token: token, at: now) == nil)
    try file.change { (accounts: inout Accounts) throws(Diagnostic) in
      try accounts.change("a") { $0.isDisabled = false }
    }
    book.follow()
    #expect(book.account(token: token, at: now) != nil)
    try DamagedFile.write("{", to: file.path)
    book.follow()
    #expect(book.account(token: token, at: now) == nil)
    #expect(throws: Diagnostic.self) { try AccountBook(file) }
    DamagedFile.open(file.path)
    #expect(#expect(throws: Diagnostic.self) { try file.read() }?.code == "open-accounts")
  }

  @Test func `a stream is for those who may read, and ends with their rights`() throws {
    let session = try teams()
    #expect(try session.send("GET", "/api/v1/events", as: nil).answer.status == 401)
    #expect(try session.send("GET", "/api/v1/events?kind=football.source", as: "karis").answer.status == 404)
    #expect(try session.send("GET", "/api/v1/events?kind=none.none", as: "karis").answer.status == 404)
    #expect(try session.send("GET", "/api/v1/events?knd=ski.pair", as: "karis").answer.status == 400)
    for kinds in ["kind=ski.pair", "kind=ski.pair,ski.session", "kind=ski.pair&kind=ski.session"] {
      #expect(try session.send("GET", "/api/v1/events?" + kinds, as: "karis").answer.stream != nil)
    }
    // Nothing is not all, in the log either.
    for target in ["events?kind=", "events?kind=ski.pair,", "changes?limit=", "changes?after=", "changes?limit=1e9"] {
      #expect(try session.send("GET", "/api/v1/" + target, as: "karis").answer.status == 400, "\(target)")
    }
  }

  @Test func `streams do not wait for a thread, and who asks for their header alone opens none`() throws {
    #expect(try #require(ServedRequest("GET", "/api/v1/events", header: ["last-event-id": "7"])).isQuick)
    let session = try ServedSession()
    for _ in 0...EventHub.mostOfOne {
      let head = try session.send("HEAD", "/api/v1/events", as: "karis").answer
      #expect(head.status == 200 && head.stream == nil && head["Content-Type"] == EventHub.type)
      #expect(head["ETag"] == nil && head["Cache-Control"] == "no-store" && head["Content-Length"] == nil)
    }
  }

  @Test func `what changes while a stream begins is sent once, and too much is a reset`() async throws {
    var session = try teams()
    let admin = try #require(ServedSession.accounts.first { $0.name == "root" })
    let seen = try session.base.lastChange()
    let hub = EventHub(session.rules, most: 100, after: seen)
    try session.does("ski team add Finland")
    // The change is passed on before the listener is there.
    hub.look(in: session.base, at: 0) { $0.account }
    func listen(after number: Int) throws -> AsyncStream<[UInt8]> {
      try hub.listen(
        Admission.Visitor(account: admin), admin, owner: "root", kinds: ["ski.team"], after: number, at: 0)
    }
    let (stream, ahead) = try (listen(after: seen), listen(after: seen + 99))
    hub.look(in: session.base, at: 0) { $0.account }
    try session.does("ski team add Suomi")
    hub.look(in: session.base, at: 0) { $0.account }
    hub.look(in: session.base, at: 0) { $0.account }
    hub.stop()
    var texts = ["", ""]
    for await bytes in stream { texts[0] += String(decoding: bytes, as: UTF8.self) }
    for await bytes in ahead { texts[1] += String(decoding: bytes, as: UTF8.self) }
    let numbers = texts[0].split(separator: "\n").filter { $0.hasPrefix("id: ") }
    #expect(numbers == ["id: \(seen + 1)", "id: \(seen + 2)"], "\(texts[0])")
    // A workspace that was restored has fewer changes than were seen.
    #expect(texts[1].contains("id: \(seen + 1)\nevent: reset\n") && texts[1].contains("id: \(seen + 2)\nevent: change"))
  }

  @Test func `a method that an address does not have is refused before anything else is`() throws {
    let session = try teams()
    for (target, body) in [("/api/v1/ski/pair?x=1", ""), ("/api/v1/ski/pair/4711001?x=1", "{"), ("/api/v1/me", "text")]
    {
      let sent = try session.send("QUERY", target, as: "karis", body, header: ["content-type": "text/plain"])
      #expect(sent.answer.status == 405 && sent.answer["Allow"]?.hasPrefix("GET, HEAD") == true, "\(target)")
    }
  }

  @Test func `reading the log is stopped as a command is`() throws {
    let session = try teams()
    let stopped = Cancellation()
    stopped.cancel()
    let request = try #require(ServedRequest("GET", "/api/v1/changes"))
    let error = #expect(throws: Diagnostic.self) {
      try ChangesResource(rules: session.rules).list(
        Visit(
          request: request, visitor: .init(account: RightsTests.admin), origin: RequestOrigin("::1"),
          store: session.base, cancellation: stopped))
    }
    #expect(error?.code == Diagnostic.interrupted.code)
  }

  @Test func `a page refuses a method before it looks at the key`() throws {
    let session = try teams()
    let header = ["content-type": "application/x-www-form-urlencoded", "idempotency-key": "once"]
    let form = "verb=ski+athlete+add&w-name=Eva+Ek"
    #expect(try session.send("POST", "/ski/athletes", as: "karis", form, header: header).answer.status == 200)
    #expect(try session.send("PUT", "/ski/athletes", as: "karis", form, header: header).answer.status == 405)
    #expect(try session.send("POST", "/ski/athletes", as: "karis", form + "a", header: header).answer.status == 422)
  }

  @Test func `a stream of a disabled account ends, and one has only so many`() async throws {
    let session = try teams()
    let hub = EventHub(session.rules, most: 100)
    let account = try #require(ServedSession.accounts.first)
    func listen() throws -> AsyncStream<[UInt8]> {
      try hub.listen(
        Admission.Visitor(account: account), account, owner: "karis", kinds: ["ski.pair"], after: nil, at: 0)
    }
    let first = try listen()
    let rest = try (1..<EventHub.mostOfOne).map { _ in try listen() }
    #expect(#expect(throws: Diagnostic.self) { try listen() }?.code == "too-many-streams")
    hub.look(in: session.base, at: 1) { _ in nil }
    var count = 0
    for stream in [first] + rest { for await _ in stream { count += 1 } }
    #expect(count == EventHub.mostOfOne)
    _ = try listen()
  }

  @Test func `what takes too long is stopped`() throws {
    let deadlines = Deadlines()
    let cancellation = Cancellation()
    deadlines.run(cancellation, until: 5) {
      deadlines.look(at: 4)
      #expect(!cancellation.isCancelled)
      deadlines.look(at: 5.1)
      #expect(cancellation.isCancelled)
    }
    let next = Cancellation()
    deadlines.run(next, until: 5) {}
    deadlines.look(at: 6)
    #expect(!next.isCancelled)
  }

  @Test func `few surfers cannot be recognised in what is computed of all`() throws {
    let session = try ServedSession("surf spot add Ramp 36.95,-122.02")
    for name in ["kari", "nils"] {
      let error = session.run("surf log ramp \"2026-01-20 07:30\" 95min 4", as: Account(name, role: .reporter)).error
      #expect(error == nil)
    }
    let (_, json) = try session.send("POST", "/api/v1/commands", as: "karis", #"{"command": "surf consensus ramp"}"#)
    #expect(!json.text.contains("kari") || !json.text.contains("nils"), "\(json.text)")
  }
}
