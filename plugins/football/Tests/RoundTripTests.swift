import FootballModel
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// What `football export json` writes comes back from `football import`: every kind of event, and every state.
struct RoundTripTests: CommandSuite {
  private func exported(_ lines: [String], now: String) throws -> (session: Interpreter, report: CommandReport) {
    let memory = MemoryFiles()
    var session = try session(files: memory)
    for line in ["football match add D4 SKIF Floda at=2026-05-01T15:00 zone=Europe/Stockholm"] + lines {
      let found = try report(line, in: &session)
      #expect(found.error == nil, "\(line): \(found.error?.message ?? "")")
    }
    _ = try report("football export json day-2026-05-01.json on=2026-05-01 now=\(now)", in: &session)
    var other = try self.session(files: memory)
    let found = try report("football import day-2026-05-01.json zone=Europe/Stockholm", in: &other)
    return (other, found)
  }

  @Test func `every kind of event comes back, with a player and without`() throws {
    let start = ["football start SKIF now=2026-05-01T15:00"]
    let verbs = ["goal", "own-goal", "penalty", "missed-penalty", "yellow", "second-yellow", "red"]
    let events = verbs.enumerated().flatMap {
      [
        "football \($1) SKIF \(2 * $0 + 1) Ada now=2026-05-01T15:30",
        "football \($1) Floda \(2 * $0 + 2) now=2026-05-01T15:30",
      ]
    }
    let end = [
      "football end SKIF now=2026-05-01T15:46", "football start SKIF now=2026-05-01T16:01",
      "football end SKIF now=2026-05-01T16:50", "football start SKIF period=penalties now=2026-05-01T16:55",
      "football shoot-out SKIF scored now=2026-05-01T16:56", "football shoot-out Floda missed now=2026-05-01T16:57",
      "football end SKIF now=2026-05-01T17:00",
    ]
    var (session, _) = try exported(start + events + end, now: "2026-05-01T17:10")
    let shown = try report("football show 1 now=2026-05-01T18:00", in: &session)
    #expect(
      [record(shown)["state"], record(shown)["home_goals"], record(shown)["away_goals"], record(shown)["penalties"]]
        == ["full time", "3", "3", "1-0"])
    let kinds = rows(try output(shown).table, "kind", "team", "player").sorted()
    let expected = MatchReport.Kind.allCases.filter { $0 != .score && $0 != .state }.flatMap { kind -> [String] in
      switch kind {
      case .shootOutGoal: ["\(kind.rawValue)|SKIF|-"]
      case .shootOutMiss: ["\(kind.rawValue)|Floda|-"]
      default: ["\(kind.rawValue)|SKIF|Ada", "\(kind.rawValue)|Floda|-"]
      }
    }
    #expect(kinds == expected.sorted())
  }

  @Test(
    arguments: [
      ([], "2026-05-01T14:00", "scheduled|-|-"),
      (
        ["football start SKIF now=2026-05-01T15:00", "football score SKIF 2-2 now=2026-05-01T15:20"],
        "2026-05-01T15:30", "first half|2|2"
      ),
      (
        ["football start SKIF now=2026-05-01T15:00", "football score SKIF 2-2 now=2026-05-01T15:20"],
        "2026-05-02T15:30", "first half|2|2"
      ),
      (
        [
          "football start SKIF now=2026-05-01T15:00", "football goal SKIF 9 now=2026-05-01T15:20",
          "football end SKIF now=2026-05-01T15:46",
        ], "2026-05-01T15:50", "half-time|1|0"
      ),
      (["football match postpone 1"], "2026-05-01T15:50", "postponed|-|-"),
      (["football match cancel 1"], "2026-05-01T15:50", "cancelled|-|-"),
      (["football award 1 0-3"], "2026-05-01T15:50", "awarded|0|3"),
      (["football award 1 away"], "2026-05-01T15:50", "awarded|-|-"),
      (["football match result 1 2-2 half=1-0 extra=3-3 penalties=4-3"], "2026-05-02T15:50", "full time|3|3"),
    ] as [([String], String, String)])
  func `every state comes back with its score`(_ lines: [String], _ now: String, _ expected: String) throws {
    var (session, found) = try exported(lines, now: now)
    #expect(record(found)["new"] == "1", "\(found.error?.message ?? "")")
    let shown = try output(try report("football matches", in: &session)).table
    #expect(rows(shown, "state", "home_goals", "away_goals") == [expected])
  }

  @Test func `a shoot-out under way comes back with its score and its penalties`() throws {
    let lines = [
      "football start SKIF now=2026-05-01T15:00", "football goal SKIF 9 Ada now=2026-05-01T15:20",
      "football goal Floda 12 now=2026-05-01T15:20", "football end SKIF now=2026-05-01T15:46",
      "football start SKIF now=2026-05-01T16:01", "football end SKIF now=2026-05-01T16:50",
      "football start SKIF period=penalties now=2026-05-01T16:55",
      "football shoot-out SKIF scored Ada now=2026-05-01T16:56",
      "football shoot-out Floda scored now=2026-05-01T16:57", "football shoot-out SKIF scored now=2026-05-01T16:57",
      "football shoot-out Floda missed Bo now=2026-05-01T16:58",
    ]
    var (session, found) = try exported(lines, now: "2026-05-01T16:59")
    #expect(record(found)["new"] == "1", "\(said(found))")
    let shown = try report("football show 1 now=2026-05-01T17:00", in: &session)
    let fields = record(shown)
    #expect(
      [fields["state"], fields["home_goals"], fields["away_goals"], fields["penalties"]]
        == [MatchState.penalties.rawValue, "1", "1", "2-1"], "\(fields)")
    let kinds = rows(try output(shown).table, "kind", "team", "player")
    #expect(kinds.count == 6 && kinds.contains("\(MatchReport.Kind.shootOutMiss.rawValue)|Floda|Bo"), "\(kinds)")
    #expect(kinds.count { $0.hasPrefix(MatchReport.Kind.shootOutGoal.rawValue) } == 3)
    // Exported again it is the same.
    _ = try report("football export json again.json on=2026-05-01 now=2026-05-01T17:00", in: &session)
    let texts = try ["day-2026-05-01.json", "again.json"].map { name in
      try session.services.files.read("/here/" + name, shown: name)
    }
    #expect(texts[0] == texts[1])
  }

  @Test func `an unknown competition is refused, and a running score gives way to the result`() throws {
    var (session, _) = try exported(
      ["football start SKIF now=2026-05-01T15:00", "football score SKIF 2-2 now=2026-05-01T15:20"],
      now: "2026-05-01T15:30")
    #expect(
      try report("football export json out.json NONSENSE on=2026-05-01 now=2026-05-01T17:00", in: &session).error?.code
        == "unknown-competition")
    #expect(try report("football conflicts NONSENSE", in: &session).error?.code == "unknown-competition")
  }
}
