internal import PodiumCore

/// A stored match after a version of a source.
public struct MatchMerge: Sendable {
  public private(set) var merged: StoredMatch
  /// Whether the version differs from what is shown.
  public private(set) var differs = false
  /// What changed, what differs, and what was assumed.
  public private(set) var sentences: [String] = []

  /// Takes a version of `source`. `isHeld` keeps what was decided by hand; `reported` is the score at an end that was reported
  /// live.
  public init(
    _ match: StoredMatch, into known: StoredMatch, from source: String, isHeld: Bool = false,
    reported: SourceMatch.Goals? = nil
  ) {
    merged = known
    take(match, into: known, source, isHeld: isHeld)
    guard let reported, let score = match.score, score != reported, !known.isSettled else { return }
    sentences.append("\(score) here, \(reported) reported live")
    differs = true
  }

  private mutating func take(_ match: StoredMatch, into known: StoredMatch, _ source: String, isHeld: Bool) {
    func fill<Value: Equatable>(_ path: WritableKeyPath<StoredMatch, Value?>) {
      if merged[keyPath: path] == nil { merged[keyPath: path] = match[keyPath: path] }
    }
    let isOwn = known.source == source
    let sameScore = match.score == nil || known.score == nil || match.score == known.score
    // The final result of a match that another source has under way.
    let isDone = known.state.isLive && match.state.isFinal
    // Far from each other, a fixture says nothing of the day on which a match was played.
    let isMoved = !known.isNear(match) && known.state.hasBegun != match.state.hasBegun
    let differs = !isOwn && (!sameScore && !isDone || match.date != known.date && !isMoved)
    if !isOwn {
      // Another source may only add.
      fill(\.halfTime)
      fill(\.odds)
      fill(\.ground)
      fill(\.round)
      fill(\.stage)
      if match.date == known.date { fill(\.kickoff) }
      if !known.state.hasBegun && match.state.hasBegun || isDone {
        (merged.state, merged.fullTime, merged.halfTime) = (match.state, match.fullTime, match.halfTime)
        (merged.extraTime, merged.penalties, merged.source) = (match.extraTime, match.penalties, source)
        merged.winner = match.winner
        if isMoved {
          (merged.date, merged.kickoff) = (match.date, match.kickoff)
          sentences.append(
            "taken for the fixture of \(known.date) from \(known.source ?? "elsewhere"), moved to \(match.date)")
        }
      }
      if differs, !known.isSettled { sentences.append(MatchMerge.differences(known, match)) }
      self.differs = differs && !known.isSettled
      return
    }
    // A file that was written during the match says nothing of one that has ended.
    if !isHeld, !(known.state.isFinal && match.state.isLive) {
      if match.state != .scheduled || known.state == .scheduled || known.state == .postponed {
        if match.state.hasBegun || !known.state.hasBegun { merged.state = match.state }
      }
      if match.fullTime != nil { merged.fullTime = match.fullTime }
      if match.halfTime != nil { merged.halfTime = match.halfTime }
      if match.extraTime != nil { merged.extraTime = match.extraTime }
      if match.penalties != nil { merged.penalties = match.penalties }
      // The goals of other matches say who won.
      let isOpen = merged.state == .awarded || merged.score.map { $0.home == $0.away } ?? false
      merged.winner = isOpen ? match.winner ?? merged.winner : nil
      if let kickoff = match.kickoff { merged.kickoff = kickoff }
      if merged.date != match.date {
        merged.date = match.date
        if match.kickoff == nil { merged.kickoff = nil }
      }
    }
    if match.odds != nil { merged.odds = match.odds }
    (merged.season, merged.home, merged.away) = (match.season, match.home, match.away)
    for path in [\StoredMatch.ground, \.round, \.stage, \.league, \.timeUK, \.sourceNumber] {
      if let value = match[keyPath: path] { merged[keyPath: path] = value }
    }
    if merged != known { sentences.append(MatchMerge.changes(known, merged)) }
  }

  private static func text(_ goals: SourceMatch.Goals?) -> String { goals?.description ?? "no score" }

  private static func differences(_ known: StoredMatch, _ match: StoredMatch) -> String {
    var parts: [String] = []
    if match.score != known.score, match.score != nil, known.score != nil {
      parts.append(
        "\(MatchMerge.text(match.score)) here, \(MatchMerge.text(known.score)) from \(known.source ?? "elsewhere")")
    }
    if match.date != known.date {
      parts.append("on \(match.date) here, on \(known.date) from \(known.source ?? "elsewhere")")
    }
    return parts.joined(separator: "; ")
  }

  /// What changed of a match, in words.
  public static func changes(_ known: StoredMatch, _ merged: StoredMatch) -> String {
    var parts: [String] = []
    if known.score != merged.score {
      parts.append("\(MatchMerge.text(known.score)) to \(MatchMerge.text(merged.score))")
    }
    if known.state != merged.state { parts.append("\(known.state.rawValue) to \(merged.state.rawValue)") }
    if (known.home, known.away) != (merged.home, merged.away) {
      parts.append("is \(merged.home) against \(merged.away)")
    }
    if known.winner != merged.winner, let winner = merged.winner, winner != StoredMatch.Winner.none {
      parts.append("the winner to \(winner == .home ? merged.home : merged.away)")
    }
    if known.season != merged.season { parts.append("season \(known.season) to \(merged.season)") }
    if known.date != merged.date {
      let isResult = known.state.hasBegun && !known.isNear(merged)
      parts.append(
        "from \(known.date) to \(merged.date)" + (isResult ? ", as the file has no result of the first day" : ""))
    }
    if known.kickoff != merged.kickoff, known.date == merged.date { parts.append("another kick-off") }
    return "changed " + (parts.isEmpty ? "details" : parts.joined(separator: ", "))
  }
}
