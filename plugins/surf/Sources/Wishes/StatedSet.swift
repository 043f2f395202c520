internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// What a preference states as words or times of day, beside the good sessions: the side of the wind, the tide, the
/// time and the days.
struct StatedSet {
  /// As the row of a comparison is called.
  let name: String
  let stated: String
  /// How often each word occurs in good sessions, most often first; nil for times.
  let learned: String?
  /// Good sessions in which it is known.
  let count: Int
  /// The share of those that is inside.
  let share: Double?

  /// Compares the values of good sessions, nil where they are not known.
  private init<Found: Hashable>(
    _ name: String, _ stated: String, _ values: [Found?], words: ((Found) -> String)?, isInside: (Found) -> Bool
  ) {
    let known = values.compactMap { $0 }
    (self.name, self.stated, count) = (name, stated, known.count)
    share = known.isEmpty ? nil : Double(known.count { isInside($0) }) / Double(known.count)
    learned = words.flatMap { words in
      let counts = Dictionary(grouping: known.map(words)) { $0 }.mapValues(\.count)
      let sorted = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
      return known.isEmpty
        ? nil
        : sorted.map { "\($0.key) \(NumberText.fixed(100 * Double($0.value) / Double(known.count), 0)) %" }
          .joined(separator: ", ")
    }
  }

  private static let names: [ConditionVariable: String] = [
    .onshore: "wind_side", .tideFraction: "tide_level", .tideTrend: "tide_stage",
  ]

  /// The sets that a preference states, in the order of its clauses.
  static func all(
    _ preference: Preference, good: [TasteStudy.Known], clock: (String) throws(Diagnostic) -> LocalClock
  ) throws(Diagnostic) -> [StatedSet] {
    var sets: [StatedSet] = []
    for (place, words) in preference.words(of: Conditions()).enumerated() {
      let found = good.map { preference.words(of: $0.conditions)[place].found }
      let name = names[words.variable] ?? words.variable.column
      sets.append(
        StatedSet(
          name, words.wanted.joined(separator: ","), found, words: { $0 }, isInside: words.wanted.contains))
    }
    guard preference.times != nil || !preference.weekdays.isEmpty else { return sets }
    // The middle of a session counts, by the clock of its spot.
    var middles: [(minute: Int, day: Weekday)?] = []
    for one in good {
      let session = one.session
      let half = (session.end.microseconds - session.start.microseconds) / 2
      let shown = try clock(one.spot.zone).shown(at: session.start.later(half))
      middles.append(
        (minute: shown.minuteOfDay, day: Weekday(shown.date)))
    }
    if let times = preference.times {
      sets.append(
        StatedSet("time", times.text, middles.map { $0?.minute }, words: nil, isInside: { times.contains($0) }))
    }
    if !preference.weekdays.isEmpty {
      let words = preference.weekdays.sorted().map { String($0.name.lowercased().prefix(3)) }
      sets.append(
        StatedSet(
          "days", words.joined(separator: ","),
          middles.map { middle -> Weekday? in
            // After midnight, times that cross it belong to the day before.
            middle.map { preference.times?.beganYesterday($0.minute) == true ? $0.day.before : $0.day }
          }, words: { String($0.name.lowercased().prefix(3)) }, isInside: preference.weekdays.contains))
    }
    return sets
  }

  var verdict: String { SurfCompareCommand.verdict(share) }
}
