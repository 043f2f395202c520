import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumServe

/// What must not reach others by a way beside the records: words, commands in the log, hidden fields, guesses.
@Suite struct LeakTests {
  private func teams() throws -> ServedSession {
    try ServedSession(
      "ski team add Sverige", "ski team add Norge", "ski waxer add UN team=Sverige", "ski waxer add OL team=Norge",
      "ski athlete add \"Anna Nilsson\" team=Sverige comment=\"hidden remark\"",
      "ski athlete add \"Berit Hansen\" team=Norge",
      "ski pair add 4711001 owner=\"Anna Nilsson\"", "ski pair add 5811001 owner=\"Berit Hansen\"")
  }

  private func command(
    _ session: ServedSession, _ line: String, as account: String
  ) throws -> (status: Int, text: String, change: Int) {
    let (answer, json) = try session.send(
      "POST", "/api/v1/commands", as: account, JSONValue.object([("command", .string(line))]).text)
    return (
      answer.status, String(decoding: answer.body, as: UTF8.self), json["changes"]?.array?.last?.integer ?? 0
    )
  }

  private func text(_ session: ServedSession, _ target: String, as account: String) throws -> String {
    String(decoding: try session.send("GET", target, as: account).answer.body, as: UTF8.self)
  }

  private static let log = "/api/v1/changes?limit=500"

  @Test func `a team learns no word, command or author of another`() throws {
    let session = try teams()
    for line in [
      "ski session new \"Hemliga Backen\" waxer=UN at=2026-01-22T08:30 comment=\"hemlig plan\"",
      "ski pair add 4711009 owner=\"Anna Nilsson\" brand=Hemlight comment=hemligt",
      "ski pair edit 4711001 tags=hemligtagg",
    ] { #expect(try command(session, line, as: "karis").status == 200, "\(line)") }
    for target in [Self.log, "/api/v1/ski/term", "/api/v1/ski/term?name.starts=Hem"] {
      let seen = try text(session, target, as: "ola")
      #expect(!seen.lowercased().contains("hemlig") && !seen.contains("karis"), "\(target): \(seen)")
      #expect(try text(session, target, as: "karis").lowercased().contains("hemlig"), "\(target)")
    }
    // A colleague sees whose it is and what was typed.
    let own = try text(session, Self.log, as: "fan")
    #expect(own.contains("hemlig plan") && own.contains("karis"), "\(own)")
    let near = try command(
      session, "ski session new \"Hemliga Baken\" waxer=OL at=2026-01-22T08:30", as: "ola")
    #expect(near.status == 200 && !near.text.contains("Backen"), "\(near.text)")
    // Who types the very word has it.
    let other = try teams()
    for (waxer, who) in [("UN", "karis"), ("OL", "ola")] {
      let made = try command(other, "ski session new \"Hemliga Backen\" waxer=\(waxer) at=2026-01-23T08:30", as: who)
      #expect(made.status == 200, "\(made.text)")
    }
    #expect(try text(other, "/api/v1/ski/term", as: "ola").contains("Hemliga Backen"))
  }

  @Test func `a word is seen in its own list alone`() throws {
    var session = try teams()
    for line in [
      "ski pair edit 4711001 brand=Same tags=soft", "ski term add grinding Same description=\"hidden use\"",
      "ski term add brand soft description=\"hidden use\"",
    ] { try session.does(line) }
    for query in [
      "", "?list=grinding", "?list=grinding&list=brand", "?name=Same&list=grinding", "?name=soft&list=brand",
    ] {
      #expect(try !text(session, "/api/v1/ski/term" + query, as: "karis").contains("hidden use"), "\(query)")
      #expect(try text(session, "/api/v1/ski/term" + query, as: "root").contains("hidden use"), "\(query)")
    }
    for query in ["", "?list=brand", "?name=Same"] {
      #expect(try text(session, "/api/v1/ski/term" + query, as: "karis").contains("\"Same\""), "\(query)")
    }
    #expect(try text(session, "/api/v1/ski/term?list=tag", as: "karis").contains("\"soft\""))
    #expect(try !text(session, "/api/v1/ski/term", as: "ola").contains("\"Same\""))
  }

  @Test func `what others name by now is not taken back`() throws {
    let session = try teams()
    let made = try command(session, "ski pair add 4711009 owner=\"Anna Nilsson\" brand=Rossi", as: "karis")
    #expect(try command(session, "ski pair add 5811009 owner=\"Berit Hansen\" brand=Rossi", as: "ola").status == 200)
    let back = try session.send("POST", "/api/v1/changes/\(made.change)/revert", as: "karis")
    #expect(back.answer.status == 409, "\(back.json.text)")
    #expect(try session.count("ski.pair", as: RightsTests.admin) == 4)
    let alone = try command(session, "ski pair add 4711010 owner=\"Anna Nilsson\" brand=Other", as: "karis")
    #expect(try session.send("POST", "/api/v1/changes/\(alone.change)/revert", as: "karis").answer.status == 200)
  }

  @Test func `a field of a higher role is nowhere: not in commands, pages, the log or conditions`() throws {
    var session = try teams()
    try session.does("ski athlete edit \"Anna Nilsson\" nation=SWE comment=\"hidden remark\"")
    for target in [Self.log, "/ski/athletes", "/api/v1/ski/athlete", "/api/v1/ski/athlete?format=csv"] {
      #expect(try !text(session, target, as: "fan").contains("hidden remark"), "\(target)")
    }
    let shown = try command(session, "ski athlete show Anna", as: "fan")
    #expect(shown.status == 200 && shown.text.contains("Anna") && !shown.text.contains("hidden"), "\(shown.text)")
    #expect(try command(session, "ski athlete show Anna", as: "karis").text.contains("hidden remark"))
    let store = session.store(RightsTests.fan)
    for condition in [
      RecordQuery.Condition.contains("comment", "hidden"), .not(.isMissing("comment")),
      .equals("comment", .text("hidden remark")),
    ] { #expect(try store.count(RecordQuery("ski.athlete", where: [condition])) == 0) }
    let table = try store.table(RecordQuery("ski.athlete"), fields: nil)
    #expect(table.rowCount == 1 && table["comment"]?[0].isMissing == true && table["nation"]?[0].isMissing == false)
  }

  @Test func `settings of another person cannot be guessed`() throws {
    var session = try ServedSession("surf spot add Ramp 36.95,-122.02")
    try session.does("surf profile wind=kn person=karis")
    try session.does("surf prefer any height=1..3 spot=ramp person=karis")
    for line in [
      "surf profile wind=kn person=karis", "surf profile wind=m/s person=karis",
      "surf prefer any height=1..3 spot=ramp person=karis", "surf prefer any height=1..4 spot=ramp person=karis",
      "surf profile wind=kn person=no-one",
    ] { #expect(try command(session, line, as: "nobody").status == 403, "\(line)") }
    #expect(try command(session, "surf profile wind=kn", as: "nobody").status == 200)
    #expect(try command(session, "surf profile wind=kn", as: "nobody").status == 200)
  }

  @Test func `a club gets round the end of a match neither by taking back, nor by voiding, nor by a time to come`()
    throws
  {
    let start = "football match add M1 SKIF Azalea at=2026-01-24T07:00 zone=Europe/Stockholm"
    let session = try ServedSession(
      start, start.replacing("M1 SKIF", with: "M1 Gais").replacing("Azalea", with: "SKIF"))
    // Made by the club itself while it might; the clock of the tests is at 09:00Z.
    for line in [
      "football start 1 now=2026-01-24T06:00Z", "football goal 1 home 12 now=2026-01-24T06:12Z",
      "football end 1 now=2026-01-24T06:45Z", "football start 1 now=2026-01-24T07:00Z",
      "football end 1 now=2026-01-24T07:45Z",
    ] { #expect(try command(session, line, as: "skif").status == 200, "\(line)") }
    let numbers = try session.store(RightsTests.admin).changes(kind: "football.report", record: nil, limit: 10)
    for line in ["football goal 1 home 80", "football void 1 5 reason=x", "football void 1 2 reason=x"] {
      #expect(try command(session, line, as: "skif").status == 403, "\(line)")
    }
    for change in numbers {
      let back = try session.send("POST", "/api/v1/changes/\(change.number)/revert", as: "skif")
      #expect(back.answer.status == 403, "\(change.command): \(back.json.text)")
    }
    #expect(try command(session, "football start 2 now=2030-01-01T00:00", as: "skif").status == 403)
    #expect(try command(session, "football start 2 now=2026-01-24T08:50Z", as: "skif").status == 200)
  }

  @Test func `a stream ends with the login or the token that let its reader in`() async throws {
    let session = try ServedSession()
    let hub = EventHub(session.rules, most: 100)
    let book = session.book
    let now = try #require(Moment(iso: "2026-01-24T09:00:00Z"))
    let login = book.logIn("karis", session.passwords["karis"] ?? "", from: "::1", at: now)
    guard case .cookie(let cookie, let account) = login else {
      Issue.record("no login")
      return
    }
    func listen(_ visitor: Admission.Visitor) throws -> AsyncStream<[UInt8]> {
      try hub.listen(visitor, account, owner: "karis", kinds: ["ski.pair"], after: nil, at: 0)
    }
    let streams = try [
      listen(.init(account: account, cookie: cookie)), listen(.init(account: account, token: "pod_revoked")),
      listen(.init(account: account, token: session.tokens["karis"])),
    ]
    book.logOut(cookie)
    hub.look(in: session.base, at: 1) { book.current($0, at: now) }
    // Only the first two have ended: reading them comes to an end.
    for stream in streams.prefix(2) {
      var events = 0
      for await _ in stream { events += 1 }
      #expect(events == 1)
    }
    hub.stop()
    var text = ""
    for await bytes in streams[2] { text += String(decoding: bytes, as: UTF8.self) }
    #expect(text.contains("event: bye"))
  }

  @Test func `who tries tokens is slowed down`() throws {
    let session = try ServedSession()
    var settings = session.service.settings
    settings.limits.rate = 20
    let admission = Admission(settings: settings, book: session.book, throttle: Throttle())
    var codes: [String] = []
    for number in 0..<100 {
      let request = try #require(
        ServedRequest(
          "GET", "/api/v1/me", header: ["host": "podium.test", "authorization": "Bearer pod_x\(number)"]))
      do throws(Diagnostic) { _ = try admission.visitor(request, RequestOrigin("::1")) } catch {
        codes.append(error.code)
      }
    }
    #expect(
      codes.prefix(30).allSatisfy { $0 == "no-account" } && codes.suffix(60).allSatisfy { $0 == "too-many-requests" })
  }
}
