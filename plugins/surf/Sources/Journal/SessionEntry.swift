internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// The parts of a session as they are typed, for `surf log` and `surf session edit`.
enum SessionEntry {
  static let rate = Parameter<[String]?>.list(
    "rate", help: "Ratings of categories by their numbers or words, as in rate=power:3,steepness:mushy.",
    completion: .records([RecordNames(JournalKinds.category, "key")], words: Category.standard.map { $0.key + ":" }))
  static let note = Parameter<String?>.text("note", help: "Note.")
  static let board = Parameter<String?>.text("board", help: "Board.")
  static let crowd = Parameter<String?>.text("crowd", help: "How crowded it was, as a text.")
  static let waves = Parameter<Int?>.optionalInt("waves", in: 0...1000, help: "Number of waves you rode.")
  static let size = Parameter<String?>.text("size", help: "Height of the waves as you saw them, as in 4ft.")
  static let fold = Parameter<String?>.choice(
    "fold", LocalClock.Fold.allCases.map(\.rawValue),
    help: "Which of two moments to take where the clock shows a time twice.")
  static let person = Parameter<String?>.text(
    "person", help: "Who surfed; by default you.", completion: People.completion)

  static let clear = Parameter<[String]?>.list("clear", help: "Parts and ratings to clear, as in clear=note,power.")

  static let details = [note.any, board.any, crowd.any, waves.any, size.any]

  /// The moment of a typed start by the clock of the spot: a time of the day of `now`, a day with a time, or a moment
  /// with an offset.
  ///
  /// Throws `bad-value`, `skipped-time` and `repeated-time`, and `no-clock` for a time of today where there is no clock.
  static func start(
    _ typed: String, _ clock: LocalClock, fold: LocalClock.Fold?, now: Moment?, isPast: Bool = true, span: SourceSpan?
  ) throws(Diagnostic) -> Moment {
    let allowed = "a time at the spot, as in 7:30, 8am, \"yesterday 8:00\", \"aug 16 8:00\" or \"2025-12-05 07:30\""
    let words = typed.split(separator: " ").map(String.init)
    if let minute = TypedTime.minute(DayWords.plain(words)) {
      guard let now else {
        throw Diagnostic(
          "no-clock", "a time of day needs the present day, and a replay has no clock", span: span,
          help: "give the day as well, as in \"2025-12-05 07:30\"")
      }
      return try moment(showing: Moment(startOf: clock.shown(at: now).date, minute: minute), clock, fold, span)
    }
    let today = now.map { clock.shown(at: $0).date }
    if let (day, minute) = try TypedTime.dayAndMinute(words, today: today, isPast: isPast, at: span) {
      return try moment(showing: Moment(startOf: day, minute: minute), clock, fold, span)
    }
    let read = try TypedMoment.checked(typed, "start", allowed: allowed, now: nil, at: span)
    guard !read.isDay else {
      throw .badValue(
        "start", typed, allowed: "a day with its time in quotes, as in \"\(typed) 8:00\"", span: span)
    }
    return read.isLocal ? try moment(showing: read.moment, clock, fold, span) : read.moment
  }

  private static func moment(
    showing shown: Moment, _ clock: LocalClock, _ fold: LocalClock.Fold?, _ span: SourceSpan?
  ) throws(Diagnostic) -> Moment {
    do throws(Diagnostic) { return try clock.moment(showing: shown, fold: fold) } catch { throw error.at(span) }
  }

  /// The end of a session: a length (`95min`, `1h30`, `1.5h`, `90` minutes) after the start, or a time of day (`9:05`, `9:05pm`).
  ///
  /// Throws `bad-value` for other texts and for sessions longer than 12 hours.
  static func end(
    _ typed: String, start: Moment, _ clock: LocalClock, fold: LocalClock.Fold?, span: SourceSpan?
  ) throws(Diagnostic) -> Moment {
    let end: Moment
    let isTime = typed.contains(":") || ["am", "pm"].contains { typed.lowercased().hasSuffix($0) }
    if isTime,
      let minute = DayTimes.minute(typed) ?? TypedTime.minute(typed.split(separator: " ").map { String($0) })
    {
      let shown = clock.shown(at: start)
      var wanted = Moment(startOf: shown.date, minute: minute)
      // A time of day before the start is on the next day.
      if wanted <= shown { wanted = wanted.later(SessionTimes.day) }
      end = try moment(showing: wanted, clock, fold, span)
    } else if typed.count > 10, typed.contains(":") {
      end = try self.start(typed, clock, fold: fold, now: nil, span: span)
    } else {
      guard let minutes = SessionTimes.minutes(typed), minutes > 0, minutes <= 1_000_000 else {
        throw .badValue(
          "length", typed, allowed: "a length or an end, as in 95min, 1h30 or 9:05", span: span)
      }
      end = start.later(Int((minutes * 60_000_000).rounded()))
    }
    guard end > start, end.microseconds - start.microseconds <= JournalSession.longest else {
      throw Diagnostic(
        "bad-value",
        end > start ? "a session lasts at most 12 hours" : "the session ends before it begins", span: span,
        help: "correct the end")
    }
    return end
  }

  /// Throws `bad-value` for a session that begins after the present; where there is no clock, the typed one counts.
  static func check(_ typed: String, start: Moment, now: Moment?, span: SourceSpan?) throws(Diagnostic) {
    guard let now, start > now else { return }
    let isTimeAlone = DayTimes.minute(typed) != nil
    throw Diagnostic(
      "bad-value", "the session begins in the future, at \(start)", span: span,
      help: isTimeAlone
        ? "a time alone is one of today: give the day, as in \"2026-03-01 7:30\"" : "log it when you have surfed")
  }

  /// The overall rating; throws `bad-value`.
  static func rating(_ typed: String, span: SourceSpan?) throws(Diagnostic) -> Int {
    let scale = Category.overall.scale
    guard let rating = SessionRating().whole(typed), scale.contains(rating) else {
      throw .badValue(
        "rating", typed, allowed: "a whole number from \(scale.lowerBound) to \(scale.upperBound)", span: span)
    }
    return rating
  }

  /// Ratings of categories by their keys; throws `bad-value` and `unknown-category`.
  static func ratings(
    _ call: Call, _ categories: [Category], onto given: [String: Int]
  ) throws(Diagnostic) -> [String: Int] {
    var ratings = given
    let span = call.span(of: rate)
    for pair in call[rate] ?? [] {
      guard let (name, value) = pair.halves(of: ":"), !name.isEmpty else {
        throw .badValue("rate", pair, allowed: "CATEGORY:RATING, as in power:3", span: span)
      }
      let category = try category(String(name), categories, span: span)
      guard let rating = category.rating(String(value)) else {
        let words = category.words.sorted { $0.key < $1.key }.map(\.value)
        throw .badValue(
          "rate", pair,
          allowed:
            "\(category.name) from \(category.scale.lowerBound) to \(category.scale.upperBound)"
            + (words.isEmpty ? "" : ", or one of its words: " + words.joined(separator: ", ")), span: span)
      }
      ratings[category.key] = rating
    }
    return ratings
  }

  /// The category of a name that is still in use; throws `unknown-category`.
  static func category(
    _ typed: String, _ categories: [Category], archived: Bool = false, span: SourceSpan?
  ) throws(Diagnostic) -> Category {
    let used = categories.filter { archived || !$0.isArchived }
    guard let key = Category.key(typed), let found = used.first(where: { $0.key == key }) else {
      var error = Diagnostic.unknown("category", typed, among: used.map(\.key), span: span)
      error.help = (error.help.map { $0 + "; " } ?? "") + "add your own: surf category add NAME 1..5"
      throw error
    }
    return found
  }

  /// Takes away parts and ratings by name; throws `unknown-key`.
  static func clear(_ call: Call, _ entry: inout JournalSession) throws(Diagnostic) {
    for word in call[clear] ?? [] {
      switch word {
      case note.name: entry.note = nil
      case board.name: entry.board = nil
      case crowd.name: entry.crowd = nil
      case waves.name: entry.waves = nil
      case size.name: entry.size = nil
      default:
        guard let key = Category.key(word), entry.ratings.removeValue(forKey: key) != nil else {
          throw Diagnostic.unknown(
            "key", word,
            among: [note.name, board.name, crowd.name, waves.name, size.name] + entry.ratings.keys.sorted(),
            span: call.span(of: clear))
        }
      }
    }
  }

  /// Takes note, board, crowd, waves and size. Returns notes about them.
  static func take(
    _ call: Call, into entry: inout JournalSession, _ profile: SurfProfile
  ) throws(Diagnostic) -> [Output] {
    func text(_ parameter: Parameter<String?>, _ old: String?) -> String? {
      guard let typed = call[parameter] else { return old }
      return typed.isEmpty ? nil : String(typed.prefix(2000))
    }
    entry.note = text(note, entry.note)
    entry.board = text(board, entry.board)
    entry.crowd = text(crowd, entry.crowd)
    if let count = call[waves] { entry.waves = count }
    guard let typed = call[size] else { return [] }
    guard let read = profile.read(typed, .length), (0...40).contains(read.value) else {
      throw .badValue("size", typed, allowed: "a height, as in 4ft or 1.5m", span: call.span(of: size))
    }
    entry.size = read.value
    guard read.isBare, let unit = profile.unit(of: .length) else { return [] }
    return [.note("read size=\(typed) as \(typed) \(unit.name); set the unit with surf profile height=")]
  }

  /// A warning for each session of the same person that overlaps one.
  static func overlaps(_ entry: JournalSession, _ others: [JournalSession]) -> [Output] {
    others.filter {
      $0.number != entry.number && $0.person == entry.person && $0.start < entry.end && entry.start < $0.end
    }.map { .warning("it overlaps session \($0.number), from \($0.start) to \($0.end)") }
  }
}
