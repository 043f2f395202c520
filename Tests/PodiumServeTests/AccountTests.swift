import PodiumCore
import PodiumPlugin
import Testing

@testable import PodiumServe

/// Accounts, their passwords and tokens.
@Suite struct AccountTests {
  private static let now = Moment(microseconds: 1_767_000_000_000_000)
  private static func later(_ days: Int) -> Moment { Moment(microseconds: now.microseconds + days * 86_400_000_000) }

  @Test func `a password is made, shown once, and lets its account in`() throws {
    var accounts = Accounts()
    let first = try accounts.add("karis", .reporter, scopes: ["ski.team": ["Sverige"]])
    let second = try accounts.add("ola", .reader)
    #expect(first.count == 24 && first != second)
    let found = try #require(accounts.account("karis", password: first))
    #expect(found == Account("karis", role: .reporter, scopes: ["ski.team": ["Sverige"]]))
    #expect(accounts.account("karis", password: second) == nil && accounts.account("none", password: "") == nil)
    #expect(accounts.account("karis", password: "") == nil)
    let changed = try accounts.changePassword(of: "karis")
    #expect(accounts.account("karis", password: first) == nil && accounts.account("karis", password: changed) != nil)
    // What is kept holds neither.
    let kept = String(decoding: try AccountsFile.bytes(of: accounts), as: UTF8.self)
    #expect(!kept.contains(changed) && !kept.contains(second))
  }

  @Test func `a token lets in until it ends, is revoked, or its account is disabled`() throws {
    var accounts = Accounts()
    _ = try accounts.add("karis", .admin)
    let (id, token) = try accounts.addToken(
      to: "karis", label: "phone", days: 90, isReadOnly: true, at: Self.now)
    #expect(token.hasPrefix("pod_") && token.count == 47)
    let found = try #require(accounts.account(token: token, at: Self.later(89)))
    #expect(found.account.name == "karis" && found.isReadOnly)
    #expect(accounts.account(token: token, at: Self.later(90)) == nil)
    #expect(
      accounts.account(token: token + "x", at: Self.now) == nil && accounts.account(token: "", at: Self.now) == nil)
    try accounts.change("karis") { $0.isDisabled = true }
    #expect(accounts.account(token: token, at: Self.now) == nil)
    try accounts.change("karis") { $0.isDisabled = false }
    #expect(accounts.account(token: token, at: Self.now) != nil)
    try accounts.revokeToken(id)
    #expect(accounts.account(token: token, at: Self.now) == nil)
    #expect(throws: Diagnostic.self) { try accounts.revokeToken(id) }
  }

  @Test func `the file reads back, and a damaged or newer one lets no one in`() throws {
    var accounts = Accounts()
    let password = try accounts.add("Åsa \"Ö\"", .reporter, scopes: ["football.team": ["SKIF", "Gais"]])
    _ = try accounts.addToken(to: "Åsa \"Ö\"", label: "a, b", days: 1, at: Self.now)
    let text = String(decoding: try AccountsFile.bytes(of: accounts), as: UTF8.self)
    let read = try Accounts(json: Array(text.utf8))
    #expect(read.stored == accounts.stored && read.account("Åsa \"Ö\"", password: password) != nil)
    for (wrong, code) in [
      ("", "damaged-accounts"), ("{}", "damaged-accounts"), ("[1]", "damaged-accounts"),
      ("{\"version\":2}", "newer-accounts"), ("{\"version\":1,\"accounts\":[{}]}", "damaged-accounts"),
      (text.replacing("\"digest\"", with: "\"x\""), "damaged-accounts"),
      (text.replacing("reporter", with: "king"), "damaged-accounts"),
      (text.replacing("\"disabled\":false", with: "\"disabled\":0"), "damaged-accounts"),
      (text.replacing("Åsa", with: " Åsa"), "damaged-accounts"),
    ] {
      let error = #expect(throws: Diagnostic.self) { try Accounts(json: Array(wrong.utf8)) }
      #expect(error?.code == code, "\(wrong)")
    }
  }

  @Test func `files of podium 0.2 are read`() throws {
    let digest = SHA256.text(of: "secret")
    let accounts = try Accounts(
      json: Array(
        """
        {"version":1,"accounts":[{"name":"karis","role":"reporter","scopes":{"ski.team":["Norge","Sverige"]},\
        "password":"\(digest)","disabled":false,"tokens":[{"id":"1","label":"a","made":0,"ends":1767000000000001,\
        "read_only":true,"digest":"\(digest)"}]}]}
        """.utf8))
    let scopes = ["ski.team": Set(["Sverige", "Norge"])]
    #expect(accounts.account("karis", password: "secret") == Account("karis", role: .reporter, scopes: scopes))
    #expect(accounts.account(token: "secret", at: Self.now)?.isReadOnly == true)
    var logins = Logins(
      json: Array(
        """
        {"version":1,"logins":[{"digest":"\(digest)","name":"karis","password":"\(digest)","made":1767000000000000,\
        "seen":1767000000000000}],"failures":[["name karis",9,1767000000000000]]}
        """.utf8))
    #expect(logins.account("secret", among: accounts, at: Self.later(1))?.name == "karis")
    for _ in 0..<6 { logins.fail(["name karis"], at: Self.now) }
    #expect(logins.wait(["name karis"], at: Self.now) > 0)
    let again = Logins(json: try AccountsFile.bytes(of: logins))
    #expect(again.wait(["name karis"], at: Self.now) == logins.wait(["name karis"], at: Self.now))
  }

  @Test(arguments: [
    "", " a", "a ", "a\nb", "a\u{7}", "a\u{202E}b", String(repeating: "a", count: 65),
  ]) func `a name that does not show as it is is refused`(_ name: String) {
    var accounts = Accounts()
    let error = #expect(throws: Diagnostic.self) { try accounts.add(name, .reader) }
    #expect(error?.code == "bad-account-name")
  }

  @Test func `a clock that was set back keeps no one waiting`() throws {
    var logins = Logins()
    let (early, late) = (Moment(microseconds: 0), Moment(microseconds: 86_400_000_000))
    for _ in 0..<10 { logins.fail(["name karis"], at: late) }
    #expect(logins.wait(["name karis"], at: late) > 10 && logins.wait(["name karis"], at: early) == 0)
  }

  @Test func `names are taken once, and unknown ones are reported`() throws {
    var accounts = Accounts()
    _ = try accounts.add("karis", .reader)
    #expect(throws: Diagnostic.self) { try accounts.add("karis", .admin) }
    let error = #expect(throws: Diagnostic.self) { try accounts.change("kari") { $0.role = .admin } }
    #expect(error?.code == "unknown-account" && error?.message.contains("karis") == true)
    try accounts.change("karis") { $0.role = .admin }
    try accounts.change("karis") { $0.scopes = ["ski.team": ["Norge"]] }
    #expect(accounts.all.map(\.account) == [Account("karis", role: .admin, scopes: ["ski.team": ["Norge"]])])
    try accounts.remove("karis")
    #expect(accounts.all.isEmpty)
  }
}
