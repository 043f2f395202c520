internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel
internal import Synchronization

/// What an expression asked of spots, preferences and sessions: rows of a table ask for the same again and again.
///
/// Nothing is read before the first question, since every expression could ask.
final class Outlook: Sendable {
  private struct Key: Hashable {
    let spot: Int
    let day: Int
  }

  private struct Memory {
    var spots: SpotLookup?
    var hours = Remembered<Key, SpotHours>()
    var preferences = Remembered<String, (stored: StoredPreference, home: [Int])>()
    var tasted = Remembered<String, HourTaste>()
    var tastes = Remembered<Int, TasteStudy>()
    var journals = Remembered<String, TasteStudy>()
    var chances = Remembered<String, PredictedRatings>()
  }

  private let session: Session
  private let memory = Mutex(Memory())

  init(_ session: Session) { self.session = session }

  private func lookup(_ memory: inout Memory) -> SpotLookup {
    let spots = memory.spots ?? SpotLookup(session)
    memory.spots = spots
    return spots
  }

  /// The hour of a spot next to a moment, at most three hours away, as `surf why` takes it.
  private func hour(_ spot: Spot, _ clock: LocalClock, at moment: Moment, _ memory: inout Memory) -> PreferenceHour? {
    guard let store = session.services.store else { return nil }
    let hours = memory.hours.answer(Key(spot: spot.number, day: moment.date.days)) { () -> SpotHours? in
      let start = Moment(startOf: moment.date)
      // Steps of six hours around the day tell the hours between.
      let (from, until) = (start.later(-3 * Outlook.reach), start.later(SessionTimes.day + 3 * Outlook.reach))
      return try? SpotHours(
        spot, clock: clock,
        SpotForecast(
          of: spot, model: spot.model, from: from, until: until, asOf: Moment(microseconds: .max / 2), isPure: true,
          in: store),
        in: store)
    }
    guard let hours else { return nil }
    func away(_ hour: PreferenceHour) -> UInt { (hour.sea.at.microseconds - moment.microseconds).magnitude }
    return hours.table.hours.min { (away($0), $0.sea.at) < (away($1), $1.sea.at) }.flatMap {
      away($0) <= UInt(Outlook.reach) ? $0 : nil
    }
  }

  private static let reach = 3 * 3_600_000_000

  /// Whether an hour matches a preference at one of its spots; nil where that is not known.
  func matches(_ name: String, at moment: Moment) -> Bool? {
    guard let store = session.services.store else { return nil }
    return memory.withLock { memory in
      let found = memory.preferences.answer(name) {
        let person = SurfProfile.person(in: store)
        let stored = try? StoredPreference.one(name, of: person, in: store, span: nil)
        let home = (try? SurfProfile(of: person, in: store).home) ?? []
        return stored.map { ($0, home) }
      }
      guard let (stored, home) = found else { return nil }
      let lookup = lookup(&memory)
      var answers: [PreferenceMatch.Answer] = []
      for spot in stored.spots(lookup.all, home: home) {
        guard let clock = lookup.clock(of: spot), var hour = hour(spot, clock, at: moment, &memory) else {
          answers.append(.unknown)
          continue
        }
        if stored.preference.asksTaste {
          let taste = memory.tasted.answer("\(spot.number) \(stored.person) \(stored.key)") {
            (try? HourTaste(for: [stored], of: stored.person, at: spot, among: lookup.all, in: store)) ?? nil
          }
          hour = taste?.rated(hour) ?? hour
        }
        answers.append(stored.preference.match(hour).answer)
      }
      if answers.contains(.yes) { return true }
      return answers.isEmpty || answers.contains(.unknown) ? nil : false
    }
  }

  /// The likeness of an hour to the good sessions at a spot, or the factor of one condition; nil below eight sessions.
  func score(_ text: String, at moment: Moment, part: ConditionVariable?) -> Double? {
    guard let store = session.services.store else { return nil }
    return memory.withLock { memory in
      guard let (spot, clock) = lookup(&memory).spot(text) else { return nil }
      let taste = memory.tastes.answer(spot.number) {
        try? TasteStudy(person: SurfProfile.person(in: store), spots: [spot], good: PredictedRatings.good, in: store)
      }
      guard let study = taste, !study.hasFew,
        let hour = hour(spot, clock, at: moment, &memory),
        let found = study.taste.similarity(Conditions(hour.sea, facing: spot.facing, by: study.reading))
      else { return nil }
      guard let part else { return found.value }
      return found.parts.first { $0.variable == part }?.factor
    }
  }

  /// The similarity of two sessions by what the person of the first one likes; nil where one is not known.
  func similarity(_ first: Int, _ second: Int) -> Double? {
    guard let store = session.services.store else { return nil }
    return memory.withLock { memory in
      guard let entry = try? JournalSession.one(first, in: store, span: nil) else { return nil }
      let spots = lookup(&memory).all
      let taste = memory.journals.answer(entry.person) {
        try? TasteStudy(person: entry.person, spots: spots, good: PredictedRatings.good, in: store)
      }
      guard let study = taste,
        let a = study.known.first(where: { $0.session.number == first }),
        let b = study.known.first(where: { $0.session.number == second })
      else { return nil }
      return study.taste.similarity(a.conditions, b.conditions)?.value
    }
  }

  /// The chance that a person rates an hour good, as `surf week` has it; nil where that is not known.
  func chance(_ person: String, _ text: String, at moment: Moment) -> Double? {
    guard let store = session.services.store else { return nil }
    return memory.withLock { memory in
      let lookup = lookup(&memory)
      guard let (spot, clock) = lookup.spot(text), let hour = hour(spot, clock, at: moment, &memory) else { return nil }
      let ratings = memory.chances.answer("\(spot.number) \(person)") {
        try? PredictedRatings(of: person, at: spot, among: lookup.all, in: store)
      }
      return ratings?.chance(hour.sea, facing: spot.facing)?.mean
    }
  }
}

/// Answers that were worked out before, nil ones too; where they are many, all are forgotten.
struct Remembered<Key: Hashable, Answer> {
  private var known: [Key: Answer?] = [:]
  private let most = 500

  init() {}

  mutating func answer(_ key: Key, _ make: () -> Answer?) -> Answer? {
    if let answer = known[key] { return answer }
    if known.count >= most { known = [:] }
    let answer = make()
    known[key] = .some(answer)
    return answer
  }
}

/// The spots of the workspace as an expression looks them up: read at the first lookup, since most expressions name no spot.
final class SpotLookup: Sendable {
  private struct Found {
    var finder: SpotFinder
    var clocks: [Int: LocalClock] = [:]
  }

  private let session: Session
  private let kept = Mutex<Found?>(nil)

  init(_ session: Session) { self.session = session }

  private var found: Found {
    kept.withLock { kept in
      if let kept { return kept }
      // Without a workspace every lookup is missing.
      let spots = session.services.store.flatMap { try? Spot.all(in: $0) } ?? []
      var found = Found(finder: SpotFinder(spots))
      for spot in spots { found.clocks[spot.number] = try? session.spotClock(spot.zone) }
      kept = found
      return found
    }
  }

  var all: [Spot] { found.finder.spots }

  func clock(of spot: Spot) -> LocalClock? { found.clocks[spot.number] }

  /// The one spot that a text names; nil where none or several are.
  func spot(_ text: String) -> (Spot, LocalClock)? {
    let (finder, clocks) = (found.finder, found.clocks)
    let spots = Int(text).map { number in finder.spots.filter { $0.number == number } } ?? finder.matching(text)
    guard spots.count == 1, let clock = clocks[spots[0].number] else { return nil }
    return (spots[0], clock)
  }
}
