import Foundation
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumServe

/// Who is let in: hosts, tokens, cookies, forms of other pages, too many tries.
@Suite struct AdmissionTests {
  @Test func `a token lets its account in, and nothing else does`() throws {
    let session = try ServedSession()
    let me = try session.send("GET", "/api/v1/me", as: "karis")
    #expect(me.json["name"]?.string == "karis" && me.json["role"]?.string == "reporter")
    #expect(me.json["scopes"]?["ski.team"]?.array?.first?.string == "Sverige")
    for header in ["Bearer x", "Bearer", "Basic a2FyaXM6eA==", "", "Bearer pod_"] {
      let answer = try session.send("GET", "/api/v1/me", as: nil, header: ["authorization": header]).answer
      #expect(answer.status == 401 && answer["WWW-Authenticate"] == "Bearer", "\(header)")
    }
    let none = try session.send("GET", "/api/v1/me", as: nil).answer
    #expect(none.status == 401 && none["WWW-Authenticate"] == "Bearer")
    #expect(try session.send("GET", "/api/v1/me?token=x", as: "karis").answer.status == 400)
  }

  @Test func `a host that is not ours is refused`() throws {
    let session = try ServedSession()
    #expect(try session.send("GET", "/healthz", as: nil).answer.status == 200)
    #expect(try session.send("GET", "/healthz", as: nil, header: ["host": "evil.test"]).answer.status == 421)
    let request = try #require(ServedRequest("GET", "/healthz"))
    #expect(session.service.answer(request).status == 400)
  }

  private func logIn(_ session: ServedSession, _ name: String, _ password: String, next: String = "/ski/pairs") throws
    -> ServedAnswer
  {
    let form = ["name": name, "password": password, "next": next].map { $0 + "=" + PercentText.encoded($1) }
    return try session.send(
      "POST", "/login", as: nil, form.joined(separator: "&"),
      header: ["content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin"]
    ).answer
  }

  private func cookie(_ answer: ServedAnswer) throws -> String {
    String(try #require(answer["Set-Cookie"]?.split(separator: ";").first))
  }

  @Test func `a login gives a cookie, and a logout takes it back`() throws {
    let session = try ServedSession()
    let password = try #require(session.passwords["karis"])
    let answer = try logIn(session, "karis", password)
    #expect(answer.status == 303 && answer["Location"] == "/ski/pairs")
    let field = try #require(answer["Set-Cookie"])
    #expect(field.contains("HttpOnly") && field.contains("SameSite=Lax") && field.contains("Path=/"))
    let cookie = try cookie(answer)
    func me(_ header: [String: String]) throws -> Int {
      try session.send("GET", "/api/v1/me", as: nil, header: header).answer.status
    }
    #expect(try me(["cookie": cookie]) == 200)
    #expect(try me(["cookie": "a=b; " + cookie]) == 200)
    #expect(try me(["cookie": "podium=x"]) == 401)
    // A cookie that was there before is not the one that a login makes.
    #expect(try self.cookie(logIn(session, "karis", password)) != cookie)
    let out = try session.send(
      "POST", "/logout", as: nil, header: ["cookie": cookie, "sec-fetch-site": "same-origin"])
    #expect(out.answer.status == 303 && out.answer["Set-Cookie"]?.contains("Max-Age=0") == true)
    #expect(try me(["cookie": cookie]) == 401)
  }

  @Test func `a form of another page changes nothing`() throws {
    let session = try ServedSession("ski team add Sverige")
    let cookie = try cookie(logIn(session, "root", session.passwords["root"] ?? ""))
    for header in [
      ["sec-fetch-site": "cross-site"], ["sec-fetch-site": "same-site"], ["origin": "null"], [:],
      ["origin": "http://evil.test"], ["origin": "https://podium.test"], ["origin": "http://podium.test:1"],
    ] {
      let all = header.merging(["cookie": cookie]) { a, _ in a }
      let sent = try session.send("POST", "/api/v1/ski/team", as: nil, #"{"name": "X"}"#, header: all)
      #expect(sent.answer.status == 403, "\(header)")
    }
    #expect(try session.count("ski.team", as: RightsTests.admin) == 1)
    for (place, header) in [["sec-fetch-site": "same-origin"], ["origin": "http://podium.test"]].enumerated() {
      let all = header.merging(["cookie": cookie]) { a, _ in a }
      let sent = try session.send("POST", "/api/v1/ski/team", as: nil, "{\"name\": \"T\(place)\"}", header: all)
      #expect(sent.answer.status == 201, "\(header): \(sent.json.text)")
    }
    let text = try session.send(
      "POST", "/api/v1/ski/team", as: nil, #"{"name": "Y"}"#,
      header: ["cookie": cookie, "sec-fetch-site": "same-origin", "content-type": "text/plain"])
    #expect(text.answer.status == 415)
  }

  @Test func `after five failures a name waits, and who is in stays in`() throws {
    let session = try ServedSession()
    let inside = try cookie(logIn(session, "karis", session.passwords["karis"] ?? ""))
    var statuses: [Int] = []
    for _ in 0..<7 { statuses.append(try logIn(session, "karis", "wrong").status) }
    #expect(statuses == [401, 401, 401, 401, 401, 401, 429])
    #expect(try logIn(session, "karis", session.passwords["karis"] ?? "").status == 429)
    #expect(try session.send("GET", "/api/v1/me", as: nil, header: ["cookie": inside]).answer.status == 200)
    let unknown = try logIn(try ServedSession(), "nobody", "wrong")
    let known = try logIn(try ServedSession(), "karis", "wrong")
    #expect(unknown.status == 401 && unknown.body == known.body)
  }

  @Test(arguments: ["//evil.test", "/\\evil.test", "https://evil.test", "/a\r\nX: y", "", "x"])
  func `a login leads to a page of this service alone`(_ next: String) throws {
    let session = try ServedSession()
    let answer = try logIn(session, "karis", session.passwords["karis"] ?? "", next: next)
    #expect(answer.status == 303 && answer["Location"] == "/")
  }

  @Test func `logins end by themselves`() throws {
    var accounts = Accounts()
    _ = try accounts.add("a", .reporter)
    _ = try accounts.add("root", .admin)
    var logins = Logins()
    let day = 86_400 * 1_000_000
    func at(_ days: Double) -> Moment { Moment(microseconds: Int(days * Double(day))) }
    func made(_ name: String, _ logins: inout Logins) throws -> String {
      logins.add(name, password: try #require(accounts.digest(of: name)), at: at(0))
    }
    let cookie = try made("a", &logins)
    #expect(logins.account(cookie, among: accounts, at: at(6))?.name == "a")
    var copy = Logins(json: try AccountsFile.bytes(of: logins))
    #expect(copy.account(cookie, among: accounts, at: at(12))?.name == "a")
    #expect(logins.account(cookie, among: accounts, at: at(13.1)) == nil)
    var long = Logins()
    let used = try made("a", &long)
    for days in stride(from: 5.0, through: 30, by: 5) {
      #expect(long.account(used, among: accounts, at: at(days)) != nil)
    }
    #expect(long.account(used, among: accounts, at: at(30.1)) == nil)
    let admin = try made("root", &copy)
    #expect(copy.account(admin, among: accounts, at: at(0.4 / 24)) != nil)
    #expect(copy.account(admin, among: accounts, at: at(1.0 / 24)) == nil)
    // Another password ends all, and so does the end of the account.
    let third = try made("a", &copy)
    _ = try accounts.changePassword(of: "a")
    #expect(copy.account(third, among: accounts, at: at(0.1)) == nil)
    var many = Logins()
    let cookies = try (0..<11).map { _ in try made("a", &many) }
    #expect(many.account(cookies[0], among: accounts, at: at(0.1)) == nil)
    #expect(many.account(cookies[1], among: accounts, at: at(0.1)) != nil)
  }

  @Test func `names that no account can have are remembered as one`() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = AccountsFile(folder.path + "/accounts")
    let now = Moment(microseconds: 0)
    try file.change { (accounts: inout Accounts) throws(Diagnostic) in _ = try accounts.add("karis", .reporter) }
    let book = try AccountBook(file)
    // One sign for a reader, many bytes: what is not an account's must fill neither memory nor the file.
    for marks in [100, 1000, 10_000] {
      _ = book.logIn("a" + String(repeating: "\u{301}", count: marks), "x", from: "10.0.0.1", at: now)
    }
    book.save(at: now)
    let size = try FileManager.default.attributesOfItem(atPath: file.path + ".logins")[.size] as? Int
    #expect(try #require(size) < 1000)
    for _ in 0..<6 { _ = book.logIn("karis", "x", from: "10.0.1.1", at: now) }
    guard case .failed(1...) = book.logIn("karis", "x", from: "10.0.1.2", at: now) else {
      Issue.record("a known name is not remembered")
      return
    }
  }

  @Test func `an account and an address ask only so often`() throws {
    let throttle = Throttle()
    var taken = 0
    while throttle.take("a", rate: 20, at: 0) { taken += 1 }
    #expect(taken == 60)
    #expect(throttle.take("b", rate: 20, at: 0))
    #expect(!throttle.take("a", rate: 20, at: 0))
    #expect(throttle.take("a", rate: 20, at: 0.06))
    #expect(throttle.take("a", rate: 0, at: 0))
  }

  @Test func `what an address leads to does not depend on how it is spelled`() throws {
    let session = try ServedSession()
    let foreign = ["content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site"]
    for target in ["/login", "/login/", "/log%69n", "/%6Cogin/"] {
      let sent = try session.send("POST", target, as: nil, "name=karis&password=x", header: foreign)
      #expect(sent.answer.status == 403, "\(target)")
    }
    for target in ["//", "//login", "//api/v1/me", "/api//v1/me", "/api/v1/me//", "/api/v1/ski/pair//4711001"] {
      #expect(try session.send("GET", target, as: "karis").answer.status == 400, "\(target)")
    }
    #expect(try session.send("GET", "/api/v1/me/", as: "karis").answer.status == 200)
  }
}
