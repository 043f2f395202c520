import FootballModel
import FootballPlugin
import PodiumCore
import Testing

/// The clock, the states and the score of a match, from its reports.
struct MatchCourseTests {
  private let kickoff = Moment(iso: "2015-04-18T13:00Z") ?? Moment(microseconds: 0)

  private func at(_ minutes: Double) -> Moment {
    Moment(microseconds: kickoff.microseconds + Int(minutes * 60_000_000))
  }

  private func report(
    _ number: Int, _ kind: MatchReport.Kind, _ minutes: Double, side: MatchReport.Side? = nil, minute: Int? = nil,
    by: String = "home", state: MatchState? = nil, score: (Int, Int)? = nil
  ) -> MatchReport {
    MatchReport(
      number: number, kind: kind, side: side, minute: minute.map { MatchMinute($0) }, state: state,
      homeGoals: score?.0, awayGoals: score?.1, at: at(minutes), by: by)
  }

  @Test func `in one minute the order of arrival decides, and a goal the score has no room for comes after it`() throws
  {
    let start = report(1, .state, 0, state: .firstHalf)
    let score = report(2, .score, 31.5, minute: 32, score: (2, 0))
    let after = course([start, score, report(3, .goal, 31.8, side: .away, minute: 32)], 33)
    #expect(after.score == .init(2, 1) && after.disputes.isEmpty)
    // The goal arrived before the score, which cannot contain it.
    let before = course(
      [start, report(2, .goal, 31.2, side: .away, minute: 32), report(3, .score, 31.5, minute: 32, score: (2, 0))], 33)
    #expect(before.score == .init(2, 1) && before.disputes.isEmpty)
    // One of the two is among them.
    let among = course(
      [start, report(2, .goal, 31.2, side: .home, minute: 32), report(3, .score, 31.5, minute: 32, score: (2, 0))], 33)
    #expect(among.score == .init(2, 0))
    // Of two scores of a minute the later one counts, and a late report of an earlier minute does not.
    let two = course([start, score, report(3, .score, 31.7, minute: 32, score: (3, 0))], 33)
    #expect(two.score == .init(3, 0))
    let late = course([start, score, report(3, .score, 34, minute: 20, score: (1, 0))], 35)
    #expect(late.score == .init(2, 0))
  }

  @Test func `a minute of added time is not one of the next half`() throws {
    let reports = [
      report(1, .state, 0, state: .firstHalf), report(2, .state, 47, state: .halfTime),
      report(3, .state, 62, state: .secondHalf),
    ]
    var first = report(4, .goal, 47, side: .home, by: "ann")
    first.minute = MatchMinute(45, added: 2)
    let second = report(5, .goal, 63.5, side: .home, minute: 47, by: "bob")
    #expect(course(reports + [first, second], 70).score == .init(2, 0))
    // 46 that arrives before the second half is 45+1.
    let early = report(5, .goal, 46.5, side: .home, minute: 46, by: "bob")
    #expect(course([reports[0], first, early], 48).score == .init(1, 0))
  }

  @Test func `a half that no one ended stops its clock`() {
    let start = report(1, .state, 0, state: .firstHalf)
    #expect(course([start], 60).minute == "45+16" && !course([start], 60).isOverdue)
    #expect(course([start], 120).minute == "45+" && course([start], 120).isOverdue)
    #expect(course([start], 500_000).minute == "45+")
  }

  private func course(_ reports: [MatchReport], _ minutes: Double, rules: ClockRules = ClockRules()) -> MatchCourse {
    MatchCourse(kickoff: kickoff, reports: reports, rules: rules, now: at(minutes))
  }

  @Test(
    arguments: [
      (-525_600.0, MatchState.scheduled, nil), (-1, .scheduled, nil), (0, .firstHalf, "~1"), (44.5, .firstHalf, "~45"),
      (45, .halfTime, "~HT"), (60, .secondHalf, "~46"), (77, .secondHalf, "~63"), (110, .secondHalf, "~90"),
      (119, .secondHalf, "~90"), (120, .fullTime, "~FT"), (525_600, .fullTime, "~FT"),
    ] as [(Double, MatchState, String?)])
  func `without reports the clock is estimated from the kick-off, and says so`(
    _ minutes: Double, _ state: MatchState, _ shown: String?
  ) {
    let found = course([], minutes)
    #expect(found.state == state)
    #expect(found.minute == shown)
    #expect(found.isEstimated == (minutes >= 0))
    #expect(found.score == nil)
  }

  @Test func `reports move the clock, with added time`() {
    let reports = [
      report(1, .state, 2, state: .firstHalf), report(2, .state, 50, state: .halfTime),
      report(3, .state, 66, state: .secondHalf), report(4, .state, 115, state: .fullTime),
    ]
    #expect(course(reports, 2).minute == "1")
    #expect(course(reports, 46.9).minute == "45")
    #expect(course(reports, 48).minute == "45+2")
    #expect(course(reports, 55).minute == "HT")
    #expect(course(reports, 66).minute == "46")
    #expect(course(reports, 114).minute == "90+4")
    #expect(course(reports, 200).minute == "FT")
    #expect(course(reports, 200).state == .fullTime)
    #expect(course(reports, 200).ended == at(115))
    #expect(course(reports, 200).score == .init(0, 0))
    // A report counts from its arrival on.
    #expect(course(reports, 1).minute == "~2")
  }

  @Test func `an interruption stops the clock`() {
    let reports = [
      report(1, .state, 0, state: .firstHalf), report(2, .state, 20, state: .interrupted),
      report(3, .state, 35, state: .firstHalf),
    ]
    #expect(course(reports, 30).state == .interrupted)
    #expect(course(reports, 30).minute == nil)
    #expect(course(reports, 36).minute == "22")
  }

  @Test func `futsal has no minute, and a youth half is shorter`() {
    let reports = [report(1, .state, 0, state: .firstHalf)]
    #expect(course(reports, 7, rules: ClockRules(half: 20, isStopped: true)).minute == nil)
    #expect(course(reports, 7, rules: ClockRules(half: 20, isStopped: true)).state == .firstHalf)
    #expect(course(reports, 22, rules: ClockRules(half: 20)).minute == "20+3")
    #expect(course([], 30, rules: ClockRules(half: 20)).minute == "~HT")
  }

  @Test func `the score is the goals that were not voided; an own goal counts for the other side`() {
    var reports = [
      report(1, .goal, 10, side: .home, minute: 10), report(2, .ownGoal, 20, side: .home, minute: 20),
      report(3, .penaltyGoal, 30, side: .away, minute: 30), report(4, .missedPenalty, 31, side: .away, minute: 31),
      report(5, .yellow, 40, side: .home, minute: 40), report(6, .shootOutGoal, 130, side: .home),
      report(7, .shootOutMiss, 131, side: .away),
    ]
    #expect(course(reports, 140).score == .init(1, 2))
    #expect(course(reports, 140).shootOut == .init(1, 0))
    reports[2].isVoid = true
    #expect(course(reports, 140).score == .init(1, 1))
    #expect(course(reports, 140).events.count == 6)
  }

  @Test func `two reporters of one goal are one event, of different goals two`() {
    let same = [
      report(1, .goal, 33, side: .home, minute: 33), report(2, .goal, 34, side: .home, minute: 35, by: "away"),
    ]
    let found = course(same, 40)
    #expect(found.score == .init(1, 0))
    #expect(found.events.first?.reporters == ["home", "away"])
    #expect(course([same[0], report(2, .goal, 37, side: .home, minute: 36, by: "away")], 40).score == .init(2, 0))
    // One reporter does not report one goal twice.
    #expect(course([same[0], report(2, .goal, 34, side: .home, minute: 34)], 40).score == .init(2, 0))
    #expect(course([same[0], report(2, .goal, 34, side: .away, minute: 33, by: "away")], 40).score == .init(1, 1))
  }

  @Test func `a score without scorers counts, is filled by goals, and differing claims are shown`() {
    let claim = report(1, .score, 41, minute: 40, by: "away", score: (2, 1))
    #expect(course([claim], 45).score == .init(2, 1))
    let filled = [claim, report(2, .goal, 42, side: .home, minute: 12), report(3, .goal, 50, side: .away, minute: 47)]
    #expect(course(filled, 55).score == .init(2, 2))
    #expect(course(filled, 55).disputes.isEmpty)
    let disputed = [claim, report(2, .score, 42, minute: 41, by: "home", score: (1, 1))]
    let found = course(disputed, 45)
    #expect(found.score == .init(1, 1))
    #expect(found.disputes.map(\.score) == [.init(2, 1)])
    #expect(found.disputes.map(\.by) == ["away"])
  }

  @Test func `an imported result ends a match that the reports left under way`() {
    let reports = [report(1, .state, 0, state: .firstHalf), report(2, .goal, 12, side: .home, minute: 12)]
    let found = MatchCourse(
      kickoff: kickoff, stored: .fullTime, storedScore: .init(2, 1), reports: reports, now: at(600))
    #expect(found.state == .fullTime)
    #expect(found.minute == "FT")
    #expect(found.score == .init(2, 1))
    #expect(found.events.count == 1)
    let ended = reports + [report(3, .state, 110, state: .halfTime), report(4, .state, 111, state: .secondHalf)]
    let reported = MatchCourse(
      kickoff: kickoff, stored: .fullTime, storedScore: .init(2, 1),
      reports: ended + [report(5, .state, 112, state: .fullTime)], now: at(600))
    #expect(reported.score == .init(1, 0))
  }

  @Test func `a decision overrides the reports`() {
    let reports = [
      report(1, .state, 0, state: .firstHalf), report(2, .goal, 12, side: .home, minute: 12),
      report(3, .state, 20, state: .abandoned),
    ]
    let awarded = MatchCourse(
      kickoff: kickoff, stored: .awarded, storedScore: .init(0, 3), isDecided: true, reports: reports, now: at(600))
    #expect(awarded.state == .awarded)
    #expect(awarded.score == .init(0, 3))
    let postponed = MatchCourse(kickoff: kickoff, stored: .postponed, isDecided: true, reports: [], now: at(600))
    #expect(postponed.state == .postponed)
    #expect(postponed.score == nil)
  }

  @Test func `periods follow each other, extra time once`() {
    var reports: [MatchReport] = []
    var seen: [MatchState] = []
    for step in 0..<9 {
      let phases = Phases(reports, from: .scheduled)
      guard let next = step.isMultiple(of: 2) ? phases.nextPeriod : phases.periodEnd else { break }
      #expect(phases.allowed.contains(next))
      seen.append(next)
      reports.append(report(step + 1, .state, Double(step), state: next))
    }
    #expect(
      seen == [
        .firstHalf, .halfTime, .secondHalf, .fullTime, .extraTime1, .halfTime, .extraTime2, .fullTime, .penalties,
      ])
    #expect(Phases(reports, from: .scheduled).periodEnd == .fullTime)
  }

  @Test func `events are in order of minute and arrival`() {
    let reports = [
      report(1, .goal, 60, side: .home, minute: 60), report(2, .yellow, 61, side: .away, minute: 12),
      report(3, .red, 62, side: .away, minute: 60),
    ]
    #expect(course(reports, 70).events.map(\.report.number) == [2, 1, 3])
  }

  @Test(arguments: [
    ("12", 12, 0), ("45+2", 45, 2), ("90'+3'", 90, 3), ("7’", 7, 0),
  ])
  func `a minute is read as it is written`(_ text: String, _ minute: Int, _ added: Int) {
    #expect(MatchMinute(text) == MatchMinute(minute, added: added))
  }

  @Test(arguments: ["", "0", "151", "12a", "45+", "+2", "45+61", "45+1+1", "1000", "-3"])
  func `an impossible minute is not read`(_ text: String) { #expect(MatchMinute(text) == nil) }
}
