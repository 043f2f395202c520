import FootballModel
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// World Cups and Euros in the forms in which football.txt has them.
struct CupFileTests: CommandSuite {
  private func shown(_ file: String, _ line: String) throws -> CommandReport {
    var session = try session(["c.txt": file])
    return try report("football import c.txt competition=C", line, in: &session)
  }

  private static let replays = """
    # World Cup 1938 France, 4 June - 19 June

    First round

    (1) 4 June     A     1-1aet (1-1, 1-1)   B            @ Paris
    (2) 5 June     C     3-3aet (2-2, 1-1)   D            @ Toulouse
    (3) 5 June     E     2-1aet (1-1, 1-0)   F
    5 June         G     w/o                 H

    First round replays

    (8) 9 June     C        2-1 (0-1)   D
    (9) 9 June     B        2-4 (2-1)   A

    Semi-finals

    (10) 12 June   E        1-1aet (1-1, 1-0)  A
    (11) 12 June   G        8-0 (4-0)  C

    Semi-finals replays

    (12) 14 June   E        2-1 (0-1)   A

    Match for third place

    (17) 19 June   A     2-4 (2-1)   C

    Final

    (18) 19 June   G     2-4 (1-3)   E
    """

  @Test func `a replay is of the tie that was level, and a cup without groups has no table`() throws {
    let bracket = try shown(Self.replays, "football bracket C 1938")
    #expect(
      try rows(output(bracket).table, "round", "score", "winner", "decided_by") == [
        "First round|1-1 aet; 2-4|A|replay", "First round|3-3 aet; 2-1|C|replay", "First round|2-1 aet|E|extra time",
        "First round|-|G|plays on", "Semi-finals|1-1 aet; 2-1|E|replay", "Semi-finals|8-0|G|goals",
        "Match for third place|2-4|C|goals", "Final|2-4|E|goals",
      ])
    let table = try shown(Self.replays, "football table C 1938")
    #expect(said(table).contains { $0.hasPrefix("all matches are of knock-out rounds") }, "\(said(table))")
  }

  @Test func `a final round is a group of its own, and a group's play-off decides its place`() throws {
    let file = """
      # World Cup 1950 Brazil, 24 June - 16 July

      Group 1:

      24 June    A       4-0  B
      25 June    C       3-0  B
      26 June    A       1-0  C

      Group 2:

      24 June    D       8-0  E
      25 June    D       2-1  F
      26 June    E       1-0  G
      27 June    F       1-0  G

      Group 2 Play-off

      30 June    E       2-7  F

      Final Round

      9 July     A       2-2  D
      10 July    D       3-2  F
      11 July    A       2-1  F
      """
    let table = try shown(file, "football table C 1950")
    #expect(
      try rows(output(table).table, "group", "position", "team") == [
        "Group 1|1|A", "Group 1|2|C", "Group 1|3|B", "Group 2|1|D", "Group 2|2|F", "Group 2|3|E", "Group 2|4|G",
      ])
    let titles = table.outputs.compactMap { if case .table(let table) = $0 { table.title } else { nil } }
    #expect(titles == ["C 1950, Group 1 and Group 2", "C 1950, Final Round"])
    let bracket = try shown(file, "football bracket C 1950")
    #expect(try rows(output(bracket).table, "round", "winner") == ["Group 2 Play-off|F"])
  }

  @Test func `a fixture between places of a draw becomes that of its teams`() throws {
    func file(_ home: String, _ away: String, _ score: String = "") -> String {
      func match(_ ground: String, _ home: String, _ away: String, _ more: String = "") -> String {
        #"{"round": "Round of 32", "date": "2022-06-28", "time": "12:00 UTC-7", "team1": "\#(home)", "team2": "\#(away)", "ground": "\#(ground)"\#(more)}"#
      }
      let more = score.isEmpty ? "" : #", "score": {"ft": [\#(score)]}"#
      return #"{"name": "World Cup 2022", "matches": ["# + match("Boston", "1E", "3A/B/C/D/F") + ",\n"
        + match("Los Angeles", home, away, more) + "]}"
    }
    var session = try session([
      "a.json": file("2A", "2B"), "b.json": file("Korea", "2B"), "c.json": file("Korea", "Canada"),
      "d.json": file("Korea", "Canada", "1, 0"),
    ])
    _ = try report("football import a.json competition=C", in: &session)
    for name in ["b", "c", "d"] {
      let read = try report("football import \(name).json competition=C", in: &session)
      #expect([record(read)["new"], record(read)["changed"], record(read)["same"]] == ["0", "1", "1"], "\(name)")
    }
    let shown = try output(try report("football matches C 2022", in: &session)).table
    #expect(rows(shown, "number", "home", "away", "home_goals") == ["1|1E|3A/B/C/D/F|-", "2|Korea|Canada|1"])
    #expect(!["Winnipeg", "L.A. Galaxy", "1860", "1M", "W"].contains(where: TeamText.isPlace))
  }

  @Test func `two legs of some ties and single matches of others are not taken for replays`() throws {
    func line(_ day: Int, _ home: String, _ score: String, _ away: String) -> String {
      "May \(day) 2020\n  \(home)  \(score)  \(away)\n"
    }
    let one = line(1, "A", "1-1", "B") + line(2, "C", "2-0", "D")
    // The same side at home again after a level match is a replay; another one is the second leg.
    for (again, decision) in [(line(5, "A", "2-0", "B"), "replay"), (line(5, "B", "0-2", "A"), "aggregate")] {
      let bracket = try shown("= C 2020\n\n▪ Semi-finals\n" + one + again, "football bracket C 2020")
      #expect(
        try rows(output(bracket).table, "winner", "decided_by") == ["A|\(decision)", "C|goals"], "\(said(bracket))")
    }
    // The legs are in the order of their names, whichever was played last.
    let legs =
      "= C 2020\n\n▪ Semi-finals, 2nd Leg\n" + line(1, "A", "1-0 a.e.t., 4-2 pen.", "B")
      + "▪ Semi-finals, 1st Leg\n" + line(9, "B", "1-0", "A") + line(10, "C", "1-0", "D")
    let bracket = try shown(legs, "football bracket C 2020")
    #expect(try rows(output(bracket).table, "winner", "decided_by") == ["A|penalties", "-|-"])
    #expect(said(bracket).contains { $0.contains("C against D: one leg is stored") }, "\(said(bracket))")
  }

  @Test func `a place in a draw is neither in a table nor in a model`() throws {
    let header = "Date,Team 1,FT,Team 2,Round\n"
    let lines = [
      "2022-06-11,A,2-1,B,1", "2022-06-12,C,1-1,A,2", "2022-06-13,B,0-2,C,3", "2022-06-28,2A,1-0,W74,Round of 32",
    ]
    var session = try session(["cup.csv": header + lines.joined(separator: "\n") + "\n"])
    _ = try report("football import cup.csv competition=WC season=2022", in: &session)
    let teams = try rows(output(try report("football table WC 2022", in: &session)).table, "team")
    #expect(teams.sorted() == ["A", "B", "C"])
    let fit = try report("football fit poisson WC 2022 ridge=1", in: &session)
    #expect(record(fit)["matches"] == "3")
    #expect(try rows(output(fit).table, "team").sorted() == ["A", "B", "C"])
  }

  @Test func `the groups of a World Cup of 48 teams say who meets whom`() throws {
    /// The third of a group loses twice and wins by the goals of its letter.
    func cup(_ goals: [Int]) -> String {
      let groups = zip("ABCDEFGHIJKL", goals).map { letter, goals in
        func line(_ home: String, _ score: String, _ away: String) -> String {
          "  \(letter) \(home)  \(score)  \(letter) \(away)\n"
        }
        return "\n▪ Group \(letter)\n\nJun 11 2026\n" + line("First", "1-0", "Second")
          + line("Third", "\(goals)-0", "Last")
          + "Jun 15 2026\n" + line("First", "1-0", "Third") + line("Second", "1-0", "Last") + "Jun 20 2026\n"
          + line("First", "1-0", "Last") + line("Second", "1-0", "Third")
      }
      return "= World Cup 2026\n" + groups.joined() + "\n▪ Round of 32\n\nJun 28 2026\n  2A  v  2B\n"
        + "Jun 29 2026\n  1E  v  3A/B/C/D/F\n  1K  v  3D/E/I/J/L\n"
    }
    for (goals, thirds) in [
      (Array(1...12), ["F Third", "L Third"]), (Array((1...12).reversed()), ["C Third", "D Third"]),
      ([1, 2, 3, 4, 4, 6, 7, 8, 9, 10, 11, 12], ["3A/B/C/D/F", "3D/E/I/J/L"]),
    ] {
      let bracket = try shown(cup(goals), "football bracket C 2026")
      #expect(
        try rows(output(bracket).table, "home", "away")
          == ["A Second|B Second", "E First|\(thirds[0])", "K First|\(thirds[1])"], "\(said(bracket))")
      #expect(said(bracket).contains { $0.hasPrefix("D Third and E Third are level") } == (thirds[0] == "3A/B/C/D/F"))
    }
    let known = ["EFGHIJKL": "EJIFHGLK", "DFGHIJKL": "HGIDJFLK", "ABCDEFGJ": "CGBDAFEJ", "ABCDEFGH": "HGBCAFDE"]
    for (groups, thirds) in known {
      let found = GroupDraw.thirds(of: Set(groups.map(String.init))) ?? [:]
      #expect("ABDEGIKL".compactMap { found[String($0)] }.joined() == thirds)
    }
    #expect(GroupDraw.thirds(of: ["A", "B"]) == nil)
  }
}
