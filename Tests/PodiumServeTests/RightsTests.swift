import Foundation
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumServe

/// What accounts may see and change of the three sports.
@Suite struct RightsTests {
  static let sweden = Account("karis", role: .reporter, scopes: ["ski.team": ["Sverige"]])
  static let norway = Account("ola", role: .reporter, scopes: ["ski.team": ["Norge"]])
  static let fan = Account("fan", role: .reader, scopes: ["ski.team": ["Sverige"]])
  static let admin = Account("root", role: .admin)

  /// Two teams with a waxer, an athlete, a pair and a session each; a pair without an owner.
  private func teams() throws -> ServedSession {
    try ServedSession(
      "ski team add Sverige", "ski team add Norge", "ski waxer add UN team=Sverige", "ski waxer add OL team=Norge",
      "ski athlete add \"Anna Nilsson\" team=Sverige", "ski athlete add \"Berit Hansen\" team=Norge",
      "ski pair add 4711001 4711002 owner=\"Anna Nilsson\"", "ski pair add 5811001 5811002 owner=\"Berit Hansen\"",
      "ski pair add 9900001",
      "ski session new Falun at=2026-01-20T08:30+01:00 waxer=UN", "ski rank 1 4711001 4711002 add=yes",
      "ski session new Oslo at=2026-01-21T08:30+01:00 waxer=OL", "ski rank 2 5811001 5811002 add=yes")
  }

  @Test func `the rights of every role are as written down`() throws {
    let session = try ServedSession()
    let table = try session.rules.table()
    let text =
      (0..<table.rowCount).map { row in
        table.columns.map { $0[row].isMissing ? "" : $0[row].fileText }.joined(separator: " | ")
      }.joined(separator: "\n") + "\n"
    let path = Checkout.path("Tests/PodiumServeTests/Expected/rights.txt")
    if ProcessInfo.processInfo.environment["PODIUM_RECORD"] != nil {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "PODIUM_RECORD=1 writes it again")
  }

  @Test func `teams whose names only look alike are two`() throws {
    let session = try ServedSession()
    let (one, other) = ("M\u{00E4}r", "Ma\u{0308}r")
    session.base.begin("two teams")
    for name in [one, other] { _ = try session.base.insert("ski.team", ["name": .text(name)]) }
    _ = try session.base.commit()
    let account = Account("own", role: .reporter, scopes: ["ski.team": [one]])
    let store = session.store(account)
    for (name, count) in [(one, 1), (other, 0)] {
      #expect(try store.count(RecordQuery("ski.team", where: [.equals("name", .text(name))])) == count)
    }
    #expect(try store.count(RecordQuery("ski.team")) == 1)
    let neighbour = session.store(Account("own", role: .reporter, scopes: ["ski.team": [other]]))
    #expect(store.scope != neighbour.scope)
  }

  @Test func `a command that is stopped gets nothing more from the store`() throws {
    let session = try teams()
    for isReading in [true, false] {
      let (store, cancellation) = (session.store(Self.sweden), Cancellation())
      store.begin("ski pair add 1", cancellation: cancellation)
      #expect(try store.count(RecordQuery("ski.pair")) == 2)
      cancellation.cancel()
      let error = #expect(throws: Diagnostic.self) {
        if isReading {
          _ = try store.count(RecordQuery("ski.pair"))
        } else {
          _ = try store.insert("ski.pair", ["serial_number": .text("1")])
        }
      }
      #expect(error?.code == Diagnostic.interrupted.code)
      store.rollBack()
    }
  }

  @Test func `a team sees its own pairs, sessions and people, and an admin all`() throws {
    let session = try teams()
    #expect(try session.count("ski.pair", as: Self.sweden) == 2)
    #expect(try session.count("ski.pair", as: Self.admin) == 5)
    #expect(try session.count("ski.participation", as: Self.norway) == 2)
    #expect(try session.count("ski.athlete", as: Self.fan) == 1)
    #expect(try session.count("ski.team", as: Account("no", role: .reporter)) == 0)
    // Of the places Falun and Oslo each knows its own.
    #expect(try session.count("ski.term", as: Self.sweden) == 1 && session.count("ski.term", as: Self.admin) == 2)
    let seen = session.text("ski pairs", as: Self.sweden)
    #expect(seen.contains("4711001") && !seen.contains("5811001") && !seen.contains("9900001"), "\(seen)")
    #expect(session.text("ski session 2", as: Self.sweden).hasPrefix("unknown-session"))
    // A record of another team is as one that never was.
    let alone = try ServedSession(
      "ski team add Sverige", "ski athlete add \"Anna Nilsson\" team=Sverige",
      "ski pair add 4711001 4711002 owner=\"Anna Nilsson\"")
    let other = session.text("ski pair 5811001", as: Self.sweden)
    #expect(other == alone.text("ski pair 5811001", as: Self.sweden) && other.hasPrefix("unknown-pair"))
  }

  @Test func `a team changes its own records alone, and names only what it sees`() throws {
    let session = try teams()
    #expect(session.run("ski move 1 4711002 1", as: Self.sweden).error == nil)
    #expect(session.run("ski pair edit 4711001 comment=fast", as: Self.sweden).error == nil)
    #expect(session.run("ski pair edit 5811001 comment=slow", as: Self.sweden).error != nil)
    // Neither by giving a pair away, nor by taking in a pair of another team by its number.
    #expect(session.run("ski pair add 5811001 owner=\"Anna Nilsson\"", as: Self.sweden).error != nil)
    let pair = try #require(
      try session.store(Self.admin).records(
        RecordQuery("ski.pair", where: [.equals("serial_number", .text("5811001"))])
      )
      .first)
    let store = session.store(Self.sweden)
    store.begin("forged")
    _ = try store.insert(
      "ski.participation", ["session": .text("1"), "serial_number": pair["serial_number"], "rank": .integer(1)])
    #expect(throws: Diagnostic.self) { try store.commit() }
    store.begin("forged")
    #expect(throws: Diagnostic.self) {
      try store.update(pair.id, of: "ski.pair", setting: ["owner": .text("1")], revision: nil)
    }
    store.rollBack()
    // A reader changes nothing, and a reporter no team.
    #expect(session.run("ski pair edit 4711001 comment=slow", as: Self.fan).error?.code == "forbidden")
    #expect(session.run("ski team add Finland", as: Self.sweden).error?.code == "forbidden")
    #expect(session.run("ski team add Finland", as: Self.admin).error == nil)
    #expect(try session.count("ski.participation", as: Self.admin) == 4)
  }

  @Test func `the author is the account, and the log shows a team its own changes`() throws {
    let session = try teams()
    session.run("ski comment 1 4711001 \"good\"", as: Self.sweden)
    let change = try #require(try session.store(Self.sweden).changes(kind: nil, record: nil, limit: 1).first)
    #expect(change.by == "karis" && change.kind == "ski.participation")
    #expect(try session.store(Self.norway).changes(after: 0, kinds: nil, limit: .max).allSatisfy { $0.by == "test" })
    let kinds = Set(try session.store(Self.norway).changes(after: 0, kinds: ["ski.pair"], limit: .max).map(\.record))
    #expect(kinds.count == 2)
  }

  @Test func `a merge tells nothing of a record out of sight`() throws {
    let session = try teams()
    for rule in [MergeRule.keep, .update] {
      let store = session.store(Self.sweden)
      store.begin("merge")
      let table = try Table([
        Column("serial_number", .text(["5811001"])), Column("nickname", .text(["mine"])),
      ])
      let error = #expect(throws: Diagnostic.self) {
        try store.merge(table, into: "ski.pair", rule: rule, cancellation: Cancellation())
      }
      #expect(error?.code == "forbidden")
      store.rollBack()
    }
    // Of one's own it tells what differs.
    let store = session.store(Self.sweden)
    store.begin("merge")
    let own = try Table([Column("serial_number", .text(["4711001"])), Column("owner", .text(["9"]))])
    let report = try store.merge(own, into: "ski.pair", rule: .keep, cancellation: Cancellation())
    #expect(report.kept == 1 && report.differences.count == 1)
    store.rollBack()
  }

  @Test func `a page changes nothing, whatever its command`() throws {
    let session = try teams()
    let store = GuardedStore(session.store(Self.admin), for: Self.admin, session.rules, isReadOnly: true)
    #expect(throws: Diagnostic.self) { try store.insert("ski.team", ["name": .text("x")]) }
    #expect(try store.count(RecordQuery("ski.team")) == 2)
  }

  @Test func `what is computed for one team is not another's`() throws {
    let session = try teams()
    let marks = try [Self.sweden, Self.norway, Self.fan, Self.admin].map { try session.store($0).mark() }
    #expect(Set(marks).count == 4 && marks.allSatisfy { $0 != nil })
  }

  @Test func `clubs report about their own matches, until half an hour after the end`() throws {
    var session = try ServedSession(
      "football match add M1 SKIF Azalea at=2026-01-24T09:00 zone=Europe/Stockholm",
      "football match add M1 Gais Zenith at=2026-01-24T09:00 zone=Europe/Stockholm")
    let club = Account("reporter", role: .reporter, scopes: ["football.team": ["SKIF"]])
    let fan = Account("fan", role: .reader)
    #expect(try session.count("football.match", as: fan) == 2)
    func now(_ time: String) -> String { "now=2026-01-24T\(time)Z" }
    #expect(session.run("football start 1 \(now("08:00"))", as: club).error == nil)
    #expect(session.run("football goal 1 home \(now("08:10"))", as: club).error == nil)
    #expect(session.run("football start 2 \(now("08:00"))", as: club).error?.code == "forbidden")
    #expect(session.run("football start 2 \(now("08:00"))", as: fan).error?.code == "forbidden")
    #expect(try session.count("football.report", as: fan) == 2)
    try session.does("football start 2 \(now("08:00"))")
  }

  @Test func `a journal is its person's alone, whoever is named`() throws {
    var session = try ServedSession("surf spot add Ramp 36.95,-122.02")
    let kari = Account("kari", role: .reporter)
    let nils = Account("nils", role: .reporter)
    #expect(session.run("surf log ramp \"2026-01-20 07:30\" 95min 4", as: kari).error == nil)
    #expect(session.run("surf log ramp \"2026-01-21 07:30\" 60min 2", as: nils).error == nil)
    #expect(session.run("surf log ramp \"2026-01-22 07:30\" 60min 2 person=kari", as: nils).error?.code == "forbidden")
    #expect(try session.count("surf.session", as: kari) == 1)
    let all = session.text("surf sessions person=all", as: kari)
    #expect(all.contains("20 Jan") && !all.contains("21 Jan"), "\(all)")
    #expect(session.text("surf session 2", as: kari).hasPrefix("unknown-session"))
    #expect(session.run("surf session delete 2", as: kari).error != nil)
    try session.does("surf spot add Cove 36.9,-122.0")
    #expect(session.run("surf spot add Kelp 36.9,-122.1", as: kari).error?.code == "forbidden")
  }

  @Test func `an exposure that does not fit what there is is refused, naming each fault`() throws {
    let session = try ServedSession()
    let wrong = Exposure(
      kinds: [
        .init("ski.none"), .init("ski.pair", fields: ["wax": .admin], paths: ["owner.club", "brand.team"]),
      ],
      verbs: [.init("ski fly {pair}"), .init("ski move {a} {b} {c} {d}"), .init("ski pairs", fills: ["none": .scope])],
      pages: [.init("x", shows: "ski fly {a}", forms: ["ski drop"], watches: ["surf.spot"])])
    let found = wrong.problems(in: session.registry).joined(separator: "\n")
    for part in [
      "'ski.none'", "'wax'", "'owner.club'", "'brand.team'", "'ski fly'", "takes 3 words", "'none='", "'ski fly {a}'",
      "form of 'ski drop'", "watches 'surf.spot'", "there is none",
    ] {
      #expect(found.contains(part), "\(part) in \(found)")
    }
  }
}
