import FootballModel
import Glibc
import PodiumCore
import Synchronization
import Testing

@testable import FootballPlugin

/// football.txt: titles, days, scores of all kinds, goals.
struct FootballTextTests {
  private func read(_ text: String, season: Season? = nil) -> SourceFile {
    FootballText.read(text.split(omittingEmptySubsequences: false) { $0 == "\n" }, season: season)
  }

  @Test(arguments: [
    ("Fri Aug/10 2018|Aug/11 2008|Jan/5", ["2018-08-10", "2008-08-11", "2019-01-05"]),
    ("Aug/10|Aug/11 2008|Jan/5", ["2018-08-10", "2008-08-11", "2019-01-05"]),
    ("Fri Aug/10 2018|Aug/11 2019|Jan/5", ["2018-08-10", "2019-08-11", "2019-01-05"]),
    // Where most years are others, the title is what is wrong.
    ("Aug/10 2021|Aug/11|Jan/5", ["2021-08-10", "2021-08-11", "2022-01-05"]),
  ])
  func `a year outside of the season is not that of the days after it`(_ days: String, _ expected: [String]) {
    let lines = days.split(separator: "|").enumerated().map { "\($1)\n  A\($0) 1-0 B" }
    let file = read("= England 2018/19\n\n" + lines.joined(separator: "\n"))
    #expect(file.matches.map(\.date.description) == expected)
  }

  @Test(arguments: [
    "(1) Sat Jun 6 2020  22:00  Foo 2-1 Bar", "Sat Jun 6 2020  22:00  (1) Foo 2-1 Bar",
    "Sat Jun 6 2020  (1)  22:00  Foo 2-1 Bar",
  ])
  func `the number of a match is not part of a team`(_ line: String) {
    #expect(read("= Cup 2020\n" + line).matches.map { [$0.home, $0.away] } == [["Foo", "Bar"]])
  }

  @Test func `headings of legs are below the heading of their round`() {
    let file = read(
      """
      = Cup 2022/23
      ▪ Round of 16
      ▪▪ First Legs
      Tue Feb/14
        A  1-0  F
      ▪▪ Second Legs
      Wed Mar/8
        F  3-1  A
      ▪ Final
      Sat Jun/10
        F  1-0  E
      """)
    #expect(file.matches.map(\.round) == ["Round of 16, First Legs", "Round of 16, Second Legs", "Final"])
  }

  @Test func `a group of a league is not that of another`() {
    let file = read(
      "= NL 2022\n▪ League A, Group 1, Matchday 1\nSat Jun 4 2022\n  A 1-0 B\n▪ League B, Group 1\n  C 1-0 D\n"
        + "▪ Matchday 2, Group 1\n  E 1-0 F")
    #expect(file.matches.map(\.stage) == ["League A, Group 1", "League B, Group 1", "Group 1"])
    #expect(file.matches.map(\.round) == ["Matchday 1", "Matchday 1", "Matchday 2"])
  }

  @Test func `a team with a bye has no match`() {
    let file = read("= Cup 2020\nRound 1\nSat Jun 6 2020\n  A  1-0  B\n  C  bye\n  15:00  D  spielfrei")
    #expect(file.matches.map(\.home) == ["A"] && file.refusals.isEmpty)
    #expect(file.notes == ["2 teams had a bye, and no match"])
  }

  private func scores(_ line: String) -> String {
    guard let match = read("= Cup 2020\nSat Jun 6 2020\n" + line).matches.first else { return "none" }
    func text(_ goals: SourceMatch.Goals?) -> String { goals.map { "\($0.home)-\($0.away)" } ?? "·" }
    return [match.fullTime, match.halfTime, match.extraTime, match.penalties].map(text).joined(separator: " ")
      + " " + match.state.rawValue
  }

  @Test(arguments: [
    ("A v B  2-1 (1-0)", "2-1 1-0 · · full time"), ("A  2-1 (1-0)  B", "2-1 1-0 · · full time"),
    ("A v B  2-1", "2-1 · · · full time"), ("A  -  B", "· · · · scheduled"), ("A v B", "· · · · scheduled"),
    ("A v B  3-2 a.e.t. (2-2, 1-0)", "2-2 1-0 3-2 · full time"),
    ("A v B  4-2 pen. 1-1 a.e.t. (1-1, 0-1)", "1-1 0-1 1-1 4-2 full time"),
    ("A  2-2 pso 5-4  B", "2-2 · · 5-4 full time"), ("A  3-0  B  (awarded)", "3-0 · · · awarded"),
    ("A v B  (abandoned)", "· · · · abandoned"),
    ("A v B  5-4 pen 3-3 aet", "· · 3-3 5-4 full time"),
    ("A v B  3-3 [aet; B won 5-4 on penalties]", "· · 3-3 4-5 full time"),
    ("A  1-0  B [awarded]", "1-0 · · · awarded"), ("A  -  B  [cancelled]", "· · · · cancelled"),
    ("A v B [postponed]", "· · · · postponed"), ("15.00  A  0-0  B", "0-0 · · · full time"),
  ])
  func `a match is read with its scores`(_ line: String, _ expected: String) { #expect(scores(line) == expected) }

  @Test(arguments: [
    "A v A  1-0", "20:00  A  B", "20:00  A  C v B", "A v B  C", "A 12:30 v B",
    "A [x v B",
    "A Jun/12 v B", "A v B (90+2')", "A v B: 33' Olsson", "A - B - C 2-0",
  ])
  func `what is left of a line is never part of a name`(_ line: String) {
    let file = read("= Cup 2020\nSat Jun 6 2020\n" + line)
    #expect(file.matches.isEmpty, "\(file.matches.map { [$0.home, $0.away] })")
    #expect(file.refusals.map(\.line) == [3])
  }

  @Test(arguments: [
    ("A  0-3 (1-1)  B", "0-3 · · · awarded"), ("A v B  1-0 (2-0)", "· · · · scheduled"),
    ("A v B  1-0 a.e.t. (2-0)", "· · · · scheduled"), ("A 2-0 B (aet, 1-1)", "· · · · scheduled"),
  ])
  func `a score that contradicts itself is an award or left out, and the match stays`(
    _ line: String, _ expected: String
  ) {
    #expect(scores(line) == expected)
    let notes = read("= Cup 2020\nSat Jun 6 2020\n" + line).notes
    #expect(notes.first?.hasPrefix("line 3: the score '") == true, "\(notes)")
  }

  @Test(arguments: [
    ("(49)  Sat Jun/6    A      2-0 (2-0)  B          @ Arena, X", "2-0 2-0 · · full time"),
    ("A    2-1nV (1-1, 0-1)  B", "1-1 0-1 2-1 · full time"), ("A  0-3iE 0-0nV   B", "· · 0-0 0-3 full time"),
    ("A    1-2 a.e.t. 1-1    B", "1-1 · 1-2 · full time"),
    ("A  1-3pen 1-1 a.e.t. 1-1    B", "1-1 · 1-1 1-3 full time"),
    ("(28) A  0:0 0:0nV 2:4iE B   2020-06-06 20:45", "0-0 · 0-0 2-4 full time"),
    ("June 6   @ London            A          1-1 B", "1-1 · · · full time"),
    ("A          0-0 B           (aet, 4-2 pen)", "· · 0-0 4-2 full time"),
    ("A           (aet, 4-2 pen)  0-0  B", "· · 0-0 4-2 full time"),
    ("A          2-1 B   (aet/gg)", "· · 2-1 · full time"),
    ("A  3-2 pen. (1-0 a.e.t.)  B  @ C", "· · 1-0 3-2 full time"), ("A - B  0-0", "0-0 · · · full time"),
    ("18:00 (19:00 EEST)  A  0-1 (0-1)  B", "0-1 0-1 · · full time"), ("20:00  A v B   PPD", "· · · · postponed"),
    ("A v B\t2-0", "2-0 · · · full time"), ("20:00  A  w/o  B", "· · · · awarded"),
    ("A 2-0 B abd.", "2-0 · · · abandoned"),
    ("6-6-20 @ X     A   1-0 B   [aet]", "· · 1-0 · full time"), ("Jun/6 18:00   A      - B", "· · · · scheduled"),
    ("A  1:1 0:0nV 4:5iE  B", "1-1 · 1-1 4-5 full time"),
    ("Sa 2020-06-06 20:45   A    -    B        1:3iE  1:1nV  0:0", "0-0 · 1-1 1-3 full time"),
    ("Sa Jun/6 20:45  A   3:2   B", "3-2 · · · full time"),
    ("A  3-2 (agg 5-4)  B", "3-2 · · · full time"), ("A (ENG)  v B (ESP)  1-0", "1-0 · · · full time"),
    ("A  1-1 (1-1) aet 4-3 pen B", "1-1 · 1-1 4-3 full time"), ("A  1-1 (aet), 3-4p  B", "· · 1-1 3-4 full time"),
    ("A  3-3 a.e.t. (3-3, 0-2), 2-4 pen.  B", "3-3 0-2 3-3 2-4 full time"),
    ("A 2 - 1 B", "2-1 · · · full time"), ("A  2 : 1  B", "2-1 · · · full time"),
    ("A v B 2 - 1", "2-1 · · · full time"), ("A  -:-  B", "· · · · scheduled"), ("A - B  -:-", "· · · · scheduled"),
    ("A v. B", "· · · · scheduled"), ("A - B    verl.", "· · · · postponed"), ("A  abgesagt  B", "· · · · postponed"),
    ("A  2-1  B [declared void]", "2-1 · · · cancelled"), ("6 June 2020: A 1-0 B", "1-0 · · · full time"),
  ])
  func `lines of the public files are read`(_ line: String, _ expected: String) {
    let file = read("= Cup 2020\nSat Jun 6 2020\n" + line)
    #expect(scores(line) == expected, "\(file.refusals)")
    #expect(file.matches.first?.date.description == "2020-06-06")
    #expect(
      ["A", "A (ENG)"].contains(file.matches.first?.home ?? "")
        && ["B", "B (ESP)"].contains(file.matches.first?.away ?? ""))
  }

  @Test(arguments: [
    ("Hertha 2-1 SG Wattenscheid 09", "SG Wattenscheid 09"), ("Hertha 2-1 (1-0) SG Sonnenhof", "SG Sonnenhof"),
    ("Hertha 2-1 GG Foo", "GG Foo"), ("Mainz 05 - 08 Homburg", "08 Homburg"), ("Hertha  2-1  Verl", "Verl"),
    ("Hertha v SC Verl", "SC Verl"), ("Hertha v Malmö FF", "Malmö FF"),
  ])
  func `a name that begins or ends like a mark is whole`(_ line: String, _ away: String) {
    let file = read("= Cup 2020\nSat Jun 6 2020\n" + line)
    #expect(file.matches.map(\.away) == [away] && file.refusals.isEmpty, "\(file.matches) \(file.refusals)")
  }

  /// A day on a line of its own, and the days of the matches below it and below a day before it.
  @Test(arguments: [
    ("[So. Mär/13]", "2022-03-13"), ("[Mié. 18.8.]", "2021-08-18"), ("Mo 23. Mai", "2022-05-23"),
    ("Sáb 16/Abr", "2022-04-16"), ("[Dom 24 abril 2022]", "2022-04-24"), ("Wed Jan/32", ""), ("[Lun. Foo/3]", ""),
    ("Wed Jan/32 15:00 X 1-0 Y", ""),
  ])
  func `matches below a day are never those of the day before it`(_ line: String, _ expected: String) {
    let file = read("= Liga 2021/22\nFri Jul/23\n  A 1-0 B\n\(line)\n  C 1-0 D")
    #expect(file.matches.map(\.date.description) == ["2021-07-23"] + (expected.isEmpty ? [] : [expected]))
    if expected.isEmpty {
      #expect(file.refusals.map(\.line) == [4, 5])
      #expect(file.refusals.last?.reason == "its day, '\(line)' of line 4, is not understood")
    }
  }

  @Test(arguments: ["Jornada 1", "1ª Rodada", "Giornata 2", "Europa-League-Play-off"])
  func `rounds are known in other languages`(_ line: String) {
    let file = read("= Liga 2021/22\n\(line)\nFri Jul/23\n  A 2 x 1 B\n  C 0x3 D\n  E  0-3 awarded  F")
    #expect(file.matches.map(\.round) == [line, line, line], "\(file.refusals)")
    #expect(file.matches.map(\.fullTime) == [.init(2, 1), .init(0, 3), .init(0, 3)])
    #expect(file.matches.last?.state == .awarded)
  }

  @Test func `a note beside a score that is not understood is said`() {
    func notes(_ line: String) -> [String] { read("= Cup 2020\nSat Jun 6 2020\n" + line).notes }
    #expect(notes("A  2-1  B [replayed]") == ["line 3: '[replayed]' is not understood"])
    #expect(notes("A  2-1  B [neutral]").isEmpty && notes("A [ENG]  2-1  B [ITA]").isEmpty)
  }

  @Test func `a match without a day is refused with what is missing`() {
    let file = read("= Euro 1984\n\n▪ Group 1\nFrance  1-0  Denmark\n\n▪ Final\nJune 27 @ Paris\nFrance  2-0  Spain")
    #expect(file.matches.count == 1)
    #expect(
      file.refusals == [.init(4, "the file gives no day for the match, neither in its line nor above it")])
    #expect(
      read("= Cup\nJune 27\nA  1-0  B").refusals.map(\.reason) == [
        "its day has no year; give the season, as in season=1984"
      ])
  }

  @Test func `a day at the start of a match line takes its year from the title`() {
    let file = read(
      "= World Cup 2010\nRound of 16 // 26-27 June\n(49) Sat Jun/26 16:00   A   2-1   B   @ X, Y (UTC+2)\n  20:30  C  1-0  D"
    )
    #expect(file.matches.map(\.date.description) == ["2010-06-26", "2010-06-26"])
    #expect(file.matches.map(\.round) == ["Round of 16", "Round of 16"])
    #expect(file.matches[0].offset == 120 && file.matches[0].ground == "X, Y" && file.matches[0].time == "16:00")
    // Without a title the year may be in a comment.
    #expect(
      read("# World Cup 1938, 4 June - 19 June\nFirst round\n(1) 4 June  A  1-1  B").matches.map(\.date.description)
        == ["1938-06-04"])
  }

  @Test func `what follows the groups is in none of them, and goals belong to the match above`() {
    let file = read(
      """
      = World Cup 2010
      ▪ Group A
      Fri Jun/11
        A 1-0 B
      ▪ Final
      Sun Jul/11
        A 1-0 C
        C  D
          (X 3')
        E 1-0 F
          (Y 4'
        G 2-0 H
      """)
    #expect(file.matches.map(\.stage) == ["Group A", nil, nil, nil])
    // A match ends goals whose parenthesis was never closed.
    #expect(file.matches.map(\.scorers.count) == [0, 0, 1, 0])
    #expect(file.matches.map(\.home) == ["A", "A", "E", "G"])
  }

  @Test func `a weekday that is not that of its day is said`() {
    let file = read("= Cup 2020\nFri Jun 6 2020\n  A 1-0 B")
    #expect(file.notes == ["line 2: 2020-06-06 is a Saturday, not a Friday"])
  }

  @Test func `days without a year take it from the title, the weekday and the day before`() {
    let file = read(
      """
      = League 2019/20
      [Sat Aug/3]
        A 1-0 B
      [Wed Jan/1]
        B 1-0 A
      [Sun Jul/26]
        A 0-0 B
      [Sat Sep/28]
        B 2-2 A
      """)
    #expect(file.matches.map(\.date.description) == ["2019-08-03", "2020-01-01", "2020-07-26", "2019-09-28"])
    #expect(file.matches.allSatisfy { $0.season == Season("2019-20") })
    // Neither a title nor a season: the day has no year.
    let none = read("Matchday 1\n[Sat Aug/3]\n  A 1-0 B")
    #expect(none.matches.isEmpty)
    #expect(none.refusals.map(\.line) == [3])
    #expect(read("Matchday 1\n[Sat Aug/3]\n  A 1-0 B", season: Season("2019-20")).matches.count == 1)
  }

  @Test func `comments, rounds, grounds, zones and level 2 are understood`() {
    let file = read(
      """
      = World Cup 2014   # in Brazil
      Group A  |  Brazil  Croatia
      <!-- a block
        A v B 9-9 -->
      ▪ Group A
      Thu Jun 12
        17:00 UTC-3  Brazil v Croatia   3-1 (1-1)       @ Arena, São Paulo
                     (Neymar 29', 71'pen Oscar 90+1'; Marcelo 11' og)
      Brazil:   One - Two (Three 46'),
                Four
      Referee:  Someone

      Fri Jun 13
        1860 München v 1. FC Köln  0-2
          (One 3' (p) Two 90+2')
      """)
    #expect(file.title == "World Cup 2014")
    #expect(file.matches.map(\.home) == ["Brazil", "1860 München"])
    let first = file.matches[0]
    #expect(first.offset == -180)
    #expect(first.time == "17:00")
    #expect(first.ground == "Arena, São Paulo")
    #expect(first.stage == "Group A")
    #expect(first.scorers.map(\.player) == ["Neymar", "Neymar", "Oscar", "Marcelo"])
    #expect(first.scorers.map(\.isHome) == [true, true, true, false])
    #expect(first.scorers.map { $0.kind == .penaltyGoal } == [false, true, false, false])
    #expect(first.scorers.map { $0.kind == .ownGoal } == [false, false, false, true])
    #expect(first.scorers[2].minute == MatchMinute(90, added: 1))
    #expect(file.matches[1].scorers.map(\.isHome) == [false, false])
    #expect(file.matches[1].scorers.first?.kind == .penaltyGoal)
    #expect(file.notes == ["skipped 3 lines of line-ups, cards and other details"])
  }

  @Test func `goals that do not add up are reported, and the score stays`() {
    let file = read("= Cup 2020\nSat Jun 6 2020\nA v B  2-1\n  (One 3'; Two 4')")
    #expect(file.matches.first?.fullTime == .init(2, 1))
    #expect(file.matches.first?.scorers.isEmpty == true)
    #expect(file.notes.first?.hasPrefix("line 4: ") == true)
  }

  @Test(
    arguments: [
      ("Sat Mar 30 2024", 2024, 3, 30), ("Sun 10 July", nil, 7, 10), ("2026-07-10", 2026, 7, 10),
      ("30.03.2024", 2024, 3, 30), ("14/8/2010", 2010, 8, 14), ("Sat Aug/14", nil, 8, 14),
    ] as [(String, Int?, Int, Int)])
  func `days are read in their forms`(_ text: String, _ year: Int?, _ month: Int, _ day: Int) {
    let written = SourceDates.written(text)
    #expect(written?.year == year)
    #expect(written?.month == month)
    #expect(written?.day == day)
  }

  @Test(arguments: ["", "soon", "Sat", "31.02.2024", "Sat Mar 32 2024", "99", "Matchday 1", "1-0"])
  func `other texts are not days`(_ text: String) {
    #expect(SourceDates.written(text).flatMap { SourceDates.day($0, near: CalendarDate(iso: "2024-01-01")) } == nil)
  }

  @Test func `live scores of the app are read and written back`() throws {
    let text =
      "{\"Div 4 A Herrar\":{\"0\":{\"awayScore\":\"0\",\"homeTeam\":\"SKIF\",\"tempTime\":\"14:00\",\"homeScore\":\"2\",\"awayTeam\":\"Floda\",\"time\":\"FT\",\"events\":[]}}}"
    let value = try JSONReader.value(text)
    #expect(LiveScoreJSON.recognises(value))
    let day = try #require(CalendarDate(iso: "2014-11-04"))
    let file = LiveScoreJSON.read(value, on: day, bytes: Array(text.utf8))
    let match = try #require(file.matches.first)
    #expect(match.fullTime == .init(2, 0))
    let entry = LiveScoreJSON.value(
      home: match.home, away: match.away, score: (2, 0), time: "FT", kickoff: match.time ?? "")
    #expect(LiveScoreJSON.value([(match.competition ?? "", match.key ?? "", entry)]).text == text)
    #expect(LiveScoreJSON.day(inName: "livescore-2014-11-04.json") == day)
    #expect(LiveScoreJSON.day(inName: "a") == nil)
  }

  @Test(arguments: ["-9223372036854775808", "-1", "100", "9223372036854775807", "1.5", "\"-1\""])
  func `live scores that no match has are left out`(_ goals: String) throws {
    let text =
      "{\"Div 4 A Herrar\":{\"0\":{\"awayScore\":0,\"homeTeam\":\"SKIF\",\"homeScore\":\(goals),\"awayTeam\":\"Floda\",\"time\":\"FT\"}}}"
    let day = try #require(CalendarDate(iso: "2014-11-04"))
    let file = LiveScoreJSON.read(try JSONReader.value(text), on: day, bytes: Array(text.utf8))
    #expect(file.matches.map(\.state) == [.scheduled] && file.matches.map(\.fullTime) == [nil])
    #expect(file.notes == ["line 1: the score is not two whole numbers; kept the match without one"])
  }

  @Test(arguments: [
    ("18:30  A 0-0 (aet) 5-4 (pen) B", "· · 0-0 5-4 full time"), ("A 0-0 (aet) 5-4 (pen.)  B", "· · 0-0 5-4 full time"),
    ("A 3-0 awd. B", "3-0 · · · awarded"), ("A  1-0 abd.  B", "1-0 · · · abandoned"),
  ])
  func `notes between the score and the other side stay out of its name`(_ line: String, _ expected: String) {
    #expect(scores(line) == expected)
    #expect(read("= Cup 2020\nSat Jun 6 2020\n" + line).matches.map(\.away) == ["B"])
  }

  @Test(arguments: ["A 3-0 forf. B", "A 3-0 (walk) B", "A 2-1 a.b. B"])
  func `text that is not understood after a score is refused`(_ line: String) {
    let file = read("= Cup 2020\nSat Jun 6 2020\n" + line)
    #expect(file.matches.isEmpty && file.refusals.count == 1, "\(file.matches)")
  }

  @Test func `a cell names a team with a number after a letter and a dash, and holds no score`() {
    for name in ["Club L00-19", "Riverton U19-2", "FC B1–2"] { #expect(TeamText.fault(in: name, isCell: true) == nil) }
    for name in ["Riverton 2-1", "Riverton (2-1", "2-1 Riverton"] {
      #expect(TeamText.fault(in: name, isCell: true)?.contains("a score") == true)
    }
    #expect(TeamText.fault(in: "Riverton U19-2") != nil)
  }

  @Test func `reading that was interrupted ends, and does not go on unseen`() {
    let cancellation = Cancellation()
    let text = ["= League 2025/26", "Sat Aug/9"] + (0..<5000).map { "  Team \($0)  2-1  Other" }
    let found = Mutex<(text: Int, page: Bool)?>(nil)
    let rows = [["day", "home", "result", "away"]] + (0..<5000).map { ["9 Aug 2025", "Team \($0)", "2-1", "Other"] }
    let lines = rows.enumerated().map { MatchCells.Line($0 + 1, $1) }
    let headings = FixtureHeadings(renamed: { $0 }, meaning: { $0 })
    #expect(FixturePage.read(lines, headings: headings, date: nil)?.matches.count == 5000)
    let error = #expect(throws: Diagnostic.self) {
      try cancellation.detached {
        cancellation.cancel()
        let file = FootballText.read(text.map { Substring($0) })
        let isRead = FixturePage.read(lines, headings: headings, date: nil) != nil
        found.withLock { $0 = (file.matches.count, isRead) }
      }
    }
    #expect(error == .interrupted)
    while found.withLock({ $0 == nil }) { sched_yield() }
    #expect(found.withLock { $0?.text == 0 && $0?.page == false })
  }
}
