public import FootballModel
public import PodiumCore

/// The course of a match at a moment: a pure function of its kick-off, its reports, the clock's rules and the time.
public struct MatchCourse: Sendable, Equatable {
  public typealias Score = SourceMatch.Goals

  /// One thing that happened, with the reports that say so: two reporters may report the same goal.
  public struct Event: Sendable, Equatable {
    public let report: MatchReport
    /// Everyone who reported it, the first one first.
    public let reporters: [String]
  }

  /// A reporter's score that differs from the score shown.
  public struct Claim: Sendable, Equatable {
    public let score: Score
    public let by: String
    public let minute: MatchMinute?
    /// Who gave the score that is shown; empty for a file.
    public let shownBy: String
  }

  public let state: MatchState
  /// The minute that is shown: `23`, `45+2`, `HT`, `FT`, `~63`, `~FT`; nil before the match and without a clock.
  public let minute: String?
  /// Whether state and minute are estimated from the kick-off alone, for want of reports.
  public let isEstimated: Bool
  /// Whether a period lasts longer than any does: no one reported its end.
  public let isOverdue: Bool
  /// Nil before the match.
  public let score: Score?
  public let shootOut: Score?
  /// In the order of period, minute, added minute and arrival; voided reports and repeated ones are left out.
  public let events: [Event]
  public let disputes: [Claim]
  /// When the match ended, where a report says so.
  public let ended: Moment?

  /// How many minutes apart two reporters may put one event.
  public static let sameEvent = 2

  /// The course at `now`. `stored` is the state and score that the match has without any report, as from an imported
  /// result. A final result also ends a match that the reports left under way. `isDecided` puts the stored state and
  /// score above the reports, as for an awarded match. Reports that arrived after `now` do not count.
  public init(
    kickoff: Moment?, stored: MatchState = .scheduled, storedScore: Score? = nil, isDecided: Bool = false,
    reports: [MatchReport], rules: ClockRules = ClockRules(), now: Moment
  ) {
    let valid = reports.filter { !$0.isVoid && $0.at <= now }.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
    let phases = Phases(valid, stored: stored, isDecided: isDecided)
    let isOver = phases.isStored
    let clock = MatchClock(kickoff: kickoff, phases: phases, rules: rules, now: now)
    (state, minute, isEstimated, isOverdue) = (clock.state, clock.minute, clock.isEstimated, clock.isOverdue)
    ended = phases.state == .fullTime ? phases.entered : nil
    events = MatchCourse.events(valid, rules: rules)
    let counted = ScoreCount(events, claims: valid.filter { $0.kind == .score })
    let isShort = isOver && !isDecided && storedScore.map { !counted.score.isWithin($0) } ?? false
    disputes =
      isShort
      ? [
        Claim(
          score: counted.score, by: events.last { $0.report.scoringSide != nil }?.reporters.first ?? "", minute: nil,
          shownBy: "")
      ] : isOver ? [] : counted.disputes
    let isReported = valid.contains { $0.kind.isGoal || $0.kind == .score }
    let hasBegun = phases.state.hasBegun || isReported
    score =
      isReported && !isOver ? counted.score : storedScore ?? (hasBegun && !isDecided && !isOver ? Score(0, 0) : nil)
    let shots = valid.filter { $0.kind == .shootOutGoal || $0.kind == .shootOutMiss }
    shootOut =
      shots.isEmpty
      ? nil
      : Score(
        shots.count { $0.kind == .shootOutGoal && $0.side == .home },
        shots.count { $0.kind == .shootOutGoal && $0.side == .away })
  }

  /// The minute of a report in the period that was on when it arrived: 46 before the second half is 45+1.
  private static func played(_ report: MatchReport, _ reports: [MatchReport], _ rules: ClockRules) -> MatchMinute? {
    guard let minute = report.minute, minute.added == 0, let period = rules.period(of: minute),
      let start = rules.span(of: period)?.start, start > 0
    else { return report.minute }
    let entered = reports.filter { $0.kind == .state && $0.at <= report.at }.compactMap(\.state)
    return entered.isEmpty || entered.contains(period) ? minute : MatchMinute(start, added: minute.minute - start)
  }

  /// The events in order, each once.
  private static func events(_ reports: [MatchReport], rules: ClockRules) -> [Event] {
    var found: [(report: MatchReport, reporters: [String])] = []
    for report in reports where report.kind != .score && report.kind != .state {
      let minute = played(report, reports, rules)
      let same = found.firstIndex { event in
        guard event.report.kind == report.kind || event.report.kind.isGoal && report.kind.isGoal,
          !event.reporters.contains(report.by), let a = played(event.report, reports, rules), let b = minute
        else { return false }
        let isOneSide =
          report.kind.isGoal ? event.report.scoringSide == report.scoringSide : event.report.side == report.side
        return isOneSide && a.distance(to: b) <= sameEvent
      }
      if let same {
        found[same].reporters.append(report.by)
        if found[same].report.player == nil { found[same].report.player = report.player }
      } else {
        found.append((report, [report.by]))
      }
    }
    func order(_ report: MatchReport) -> (Int, Int, Int) {
      (report.minute?.minute ?? Int.max, report.minute?.added ?? 0, report.number)
    }
    return found.sorted { order($0.report) < order($1.report) }.map {
      Event(report: $0.report, reporters: $0.reporters)
    }
  }
}

/// The states that the reports lead through.
public struct Phases: Sendable, Equatable {
  public private(set) var state: MatchState
  /// When the state was entered; nil without a report.
  private(set) var entered: Moment?
  /// The state that an interruption stopped, and for how long the clock has been stopped in it.
  public private(set) var resumes: MatchState?
  private var playingSince: Moment?
  private(set) var stoppedMicroseconds = 0
  /// How many minutes the periods had that a report has ended, with the one that had begun.
  private(set) var lasted: [MatchState: Int] = [:]
  /// Whether extra time has begun: its break is a half-time too.
  public private(set) var isExtraTime = false

  /// Whether the stored state holds, whatever was reported.
  public private(set) var isStored = false

  /// The state of a match: a decision overrides the reports, and a final result ends a match that they left under way.
  public init(_ reports: [MatchReport], stored: MatchState, isDecided: Bool) {
    self.init(reports, from: stored.isFinal ? .scheduled : stored)
    guard isDecided || stored.isFinal && !state.isFinal else { return }
    self.init([], from: stored)
    isStored = true
  }

  /// The states that reports lead through, in their order, from the state of a match without reports.
  public init(_ reports: [MatchReport], from stored: MatchState) {
    state = stored
    for report in reports where report.kind == .state { if let next = report.state { enter(next, at: report.at) } }
  }

  /// The states that may follow.
  public var allowed: [MatchState] {
    var next = state.next
    if state == .interrupted, let resumes { next.insert(resumes, at: 0) }
    if state == .halfTime { next.removeAll { $0 == (isExtraTime ? .secondHalf : .extraTime2) } }
    if state == .fullTime, isExtraTime { next.removeAll { $0 == .extraTime1 } }
    return next
  }

  /// The state in which the next period begins: of a match at full time, extra time.
  public var nextPeriod: MatchState? {
    switch state {
    case .scheduled, .delayed: .firstHalf
    case .halfTime: isExtraTime ? .extraTime2 : .secondHalf
    case .fullTime: isExtraTime ? .penalties : .extraTime1
    default: nil
    }
  }

  /// The state that ends the present period; nil where none runs.
  public var periodEnd: MatchState? {
    switch state {
    case .firstHalf, .extraTime1: .halfTime
    case .secondHalf, .extraTime2, .penalties: .fullTime
    default: nil
    }
  }

  /// The last minute of the period that a minute is in, where the minute is after the end that was reported: of a period
  /// that is over, or of one that no report has begun while the ball is not in play.
  public func end(before minute: MatchMinute, _ rules: ClockRules) -> MatchMinute? {
    guard !lasted.isEmpty, let period = rules.period(of: minute), let span = rules.span(of: period) else { return nil }
    if let played = lasted[period] {
      // A half that lasted less than its minutes was reported late.
      let end = MatchMinute(span.start + span.length, added: max(0, played - span.length))
      return played >= span.length && minute > end ? end : nil
    }
    guard !state.isPlaying, state != .interrupted,
      let last = lasted.keys.compactMap({ rules.span(of: $0) }).max(by: { $0.start < $1.start }),
      span.start > last.start
    else { return nil }
    let played = lasted.first { rules.span(of: $0.key)?.start == last.start }?.value ?? 0
    return MatchMinute(last.start + last.length, added: max(0, played - last.length))
  }

  private mutating func enter(_ next: MatchState, at moment: Moment) {
    if state.isPlaying, next != .interrupted, let clockStart {
      lasted[state] = max(0, moment.microseconds - clockStart.microseconds) / 60_000_000 + 1
    }
    if next == .interrupted {
      resumes = state
    } else if state == .interrupted, next == resumes, let entered {
      stoppedMicroseconds += moment.microseconds - entered.microseconds
      (resumes, state, self.entered) = (nil, next, moment)
      return
    } else {
      (resumes, stoppedMicroseconds, playingSince) = (nil, 0, moment)
    }
    if next == .extraTime1 { isExtraTime = true }
    (state, entered) = (next, moment)
  }

  /// When the playing state began, moved by its interruptions.
  var clockStart: Moment? { playingSince.map { Moment(microseconds: $0.microseconds + stoppedMicroseconds) } }
}

/// The minute that a match shows.
struct MatchClock {
  let state: MatchState
  let minute: String?
  let isEstimated: Bool
  let isOverdue: Bool

  init(kickoff: Moment?, phases: Phases, rules: ClockRules, now: Moment) {
    var (state, minute, isEstimated): (MatchState, String?, Bool) = (phases.state, nil, false)
    var isOverdue = false
    switch phases.state {
    case .scheduled, .delayed:
      if let kickoff, phases.state == .scheduled, kickoff <= now {
        (state, minute) = MatchClock.estimate(MatchClock.minutes(from: kickoff, to: now), rules)
        isEstimated = true
      }
    case .halfTime: minute = "HT"
    case .fullTime: minute = "FT"
    case .penalties: minute = "pens"
    default:
      if !rules.isStopped, let span = rules.span(of: phases.state), let start = phases.clockStart {
        let elapsed = MatchClock.minutes(from: start, to: now)
        isOverdue = elapsed - span.length >= ClockRules.longestAdded
        minute = isOverdue ? "\(span.start + span.length)+" : MatchClock.shown(elapsed, span)
      }
    }
    (self.state, self.minute, self.isEstimated, self.isOverdue) = (state, minute, isEstimated, isOverdue)
  }

  private static func minutes(from start: Moment, to now: Moment) -> Int {
    max(0, now.microseconds - start.microseconds) / 60_000_000
  }

  private static func shown(_ elapsed: Int, _ span: (start: Int, length: Int)) -> String {
    elapsed < span.length
      ? String(span.start + elapsed + 1) : "\(span.start + span.length)+\(elapsed - span.length + 1)"
  }

  /// The state and minute of a match without reports, so many minutes after its kick-off.
  private static func estimate(_ elapsed: Int, _ rules: ClockRules) -> (MatchState, String?) {
    let end = 2 * rules.half + rules.pause
    if elapsed >= end + 15 { return (.fullTime, "~FT") }
    let (state, minute): (MatchState, Int?) =
      if elapsed < rules.half {
        (.firstHalf, elapsed + 1)
      } else if elapsed < rules.half + rules.pause {
        (.halfTime, nil)
      } else {
        (.secondHalf, min(elapsed - rules.pause + 1, 2 * rules.half))
      }
    if rules.isStopped { return (state, nil) }
    return (state, minute.map { "~\($0)" } ?? "~HT")
  }
}

/// The score that goals and score reports add up to.
private struct ScoreCount {
  private(set) var score: MatchCourse.Score
  private(set) var disputes: [MatchCourse.Claim] = []

  /// A score report gives the goals up to its minute; goals with their scorers before it are among them. In the minute
  /// itself the order of arrival decides, and a goal for which the score has no room comes after it. The score is that of
  /// the last report, with the goals after it.
  init(_ events: [MatchCourse.Event], claims: [MatchReport]) {
    var all = MatchCourse.Score(0, 0)
    for event in events { if let side = event.report.scoringSide { all[side] += 1 } }
    score = all
    func total(_ claim: MatchReport) -> MatchCourse.Score {
      var score = MatchCourse.Score(claim.homeGoals ?? 0, claim.awayGoals ?? 0)
      guard let minute = claim.minute else { return score }
      var room = score
      for event in events {
        guard let side = event.report.scoringSide, let own = event.report.minute else { continue }
        let isAmong = own < minute || own == minute && event.report.number < claim.number && room[side] > 0
        if isAmong { room[side] -= 1 } else { score[side] += 1 }
      }
      return score
    }
    func order(_ claim: MatchReport) -> (Int, Int, Int) {
      (claim.minute?.minute ?? .max, claim.minute?.added ?? 0, claim.number)
    }
    // Only each reporter's last claim counts.
    let current = Dictionary(grouping: claims, by: \.by).values.compactMap { $0.max { order($0) < order($1) } }
      .sorted { order($0) < order($1) }
    guard let newest = current.last else { return }
    score = total(newest)
    if !all.isWithin(score) {
      // Someone reported more goals than the claim holds: both are shown.
      let goals = events.last { $0.report.scoringSide != nil }
      disputes.append(
        .init(score: all, by: goals?.reporters.first ?? newest.by, minute: goals?.report.minute, shownBy: newest.by))
    }
    for claim in current where claim.by != newest.by && total(claim) != score {
      disputes.append(.init(score: total(claim), by: claim.by, minute: claim.minute, shownBy: newest.by))
    }
  }
}

extension SourceMatch.Goals {
  fileprivate subscript(side: MatchReport.Side) -> Int {
    get { side == .home ? home : away }
    set { if side == .home { home = newValue } else { away = newValue } }
  }
}
