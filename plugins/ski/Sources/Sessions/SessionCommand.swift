internal import PodiumCore
internal import PodiumShell

/// `ski session`: one test session, shown, entered, changed, put away.
struct SessionCommand: Command {
  static let deeds = ["new", "edit", "archive", "restore", "delete", "merge"]
  static let words = Parameter<[String]>.words(
    "words",
    help: "A session, or new and then the place, or one of edit, archive, restore, delete, merge and then the session.",
    completion: .steps(
      CompletionSteps(
        first: .sessions(deeds + ["last"]),
        after: [
          "new": [.terms(.place)], "edit": [.sessions(["last"])], "archive": [.sessions(["last"])],
          "restore": [.archivedSessions], "delete": [.sessions(["last"])],
          "merge": [.sessions(["last"]), .sessions(["last"])],
        ])))
  static let at = Parameter<String?>.text("at", help: "When, as in 2026-01-24T08:30+01:00; now when left out.")
  static let new = share("new", "new")
  static let old = share("old", "old")
  static let wet = share("wet", "wet")
  static let mix = Parameter<[String]?>.list(
    "mix", help: "Other types of snow with their shares, as in mix=Machine-made:30.", completion: .terms(.snow))
  static let normalise = Parameter<Bool>.flag("normalise", default: false, help: "Scale the shares of snow to 100.")
  static let number = Parameter<String?>.text(
    "number", help: "The number of a new session; the next one when left out.")
  static let waxer: FieldKey = {
    let parameter = Parameter<String?>.text("waxer", help: "The waxer who runs it.", completion: .waxers())
    return FieldKey("waxer", "waxer", parameter.any) { (call, books) throws(Diagnostic) in
      guard let text = call[parameter] else { return nil }
      return text.isEmpty ? .missing : .text(try books.waxer(text, at: call.span(of: parameter)))
    }
  }()
  static let manual: FieldKey = {
    let parameter = Parameter<String?>.choice(
      "rank", ["manual", "calculated"], help: "Which rank counts: the one given by people or the one of the glides.")
    return FieldKey("rank", "using_manual_rank", parameter.any) { (call, _) throws(Diagnostic) in
      call[parameter].map { .boolean($0 == "manual") }
    }
  }()
  static let fields: [FieldKey] = [
    .number("air", "air_temperature_c", in: SessionChecks.air, unit: "°C", help: "The temperature of the air."),
    .number("snow", "snow_temperature_c", in: SessionChecks.snow, unit: "°C", help: "The temperature of the snow."),
    .number("humidity", "humidity_pct", in: SessionChecks.humidity, unit: "%", help: "The humidity of the air."),
    .number(
      "snow-humidity", "snow_humidity_pct", in: SessionChecks.humidity, unit: "%", help: "The humidity of the snow."),
    .word("type", "ski_type", .type, help: "The ski type that is tested."),
    .word("place", "place", .place, help: "Another place, with 'edit'."),
    .number("latitude", "latitude", in: -90...90, unit: "°", help: "North."),
    .number("longitude", "longitude", in: -180...180, unit: "°", help: "East."),
    waxer, manual, .team, .comment,
  ]

  /// What `ski session` takes.
  let signature = Signature(
    "ski session", topic: .plugins, summary: "Show, enter or change a test session.",
    details: """
      'ski session 12' shows it with the pairs in order of rank; 'last' is the one that was made or changed last at this \
      prompt, else the newest. The shares of snow sum to 100 or \
      are refused (thirds of 33.3 are fine); no share at all means that the snow is unknown, which is never 0 %. A \
      session with results is archived, never deleted. Where two waxers entered one test, 'merge WRONG RIGHT' moves what \
      belongs to the first to the second.
      """,
    parameters: [words.any, at.any, new.any, old.any, wet.any, mix.any, normalise.any, number.any]
      + fields.map(\.any) + [Clearing.parameter.any],
    examples: [
      Example(
        "ski session new Bruksvallarna at=2026-01-24T08:30+01:00 air=-5 snow=-7 type=Skate new=50 old=50",
        "a new session",
        prints: "Bruksvallarna"),
      Example("ski session 1", after: ["ski import ski-thesis"], "one session", prints: "001"),
      Example(
        "ski session edit last air=-4,5 comment=\"sun came out\"", after: ["ski session new Bruksvallarna air=-5"],
        "a change", prints: "-4.5"),
      Example(
        "ski session merge 16 15",
        after: [
          "ski import ski-thesis", "ski session new Bruksvallarna air=-5", "ski add last 017 018",
          "ski glide last 017 beats 018 margin=9", "ski session new Bruksvallarna new=100",
          "ski rank last 018 017 add=yes",
        ], "one test that two waxers entered", prints: "moved"),
      Example("ski session new Bruksvallarna new=50 old=49", "99 per cent", fails: "bad-snow"),
      Example("ski session delete 1", after: ["ski import ski-thesis"], "one with results", fails: "record-in-use"),
    ], seeAlso: ["ski sessions", "ski add", "ski rank"])

  private static func share(_ name: String, _ noun: String) -> Parameter<Double?> {
    .number(name, in: 0...100, unit: "%", help: "The share of \(noun) snow.")
  }

  /// One record changes, and the parts of its snow.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var books = try Books(session)
    let words = call[SessionCommand.words]
    let span = call.span(of: SessionCommand.words)
    guard let first = words.first else {
      throw Diagnostic(
        "missing-argument", "'ski session' needs a session", span: call.verbSpan, help: "ski sessions lists them")
    }
    let isDeed = SessionCommand.deeds.contains(first)
    if first == "merge" { return try merge(words, call, &books, span, in: &session) }
    guard words.count == (isDeed ? 2 : 1) else {
      throw Diagnostic(
        words.count == 1 ? "missing-argument" : "unexpected-argument",
        "'ski session \(isDeed ? first : "")' takes one \(first == "new" ? "place" : "session")", span: span,
        help: "names with blanks stand in quotes")
    }
    if !["new", "edit"].contains(first) { try refuseFields(call) }
    guard isDeed else { return try SessionScreen(books).show(try books.session(first, at: span)) }
    if first == "new" { return try add(words[1], call, &books, span, in: &session) }
    let number = try books.sessionNumber(words[1], at: span)
    let record = try books.record(SkiKinds.session, "session", number)
    if first != "delete" { session.touch(SkiKinds.session, number) }
    switch first {
    case "edit": return try edit(record, number, call, &books)
    case "archive", "restore":
      return try books.change(
        record, ["archived": first == "archive" ? .boolean(true) : .missing],
        title: try books.session(number).heading)
    default:
      let heading = try books.session(number).heading
      let results = SkiLinks.session.filter { ![SkiKinds.snow, SkiKinds.condition].contains($0.kind) }
      try SkiLinks.refuseInUse(
        "session", number, results, in: books.store, at: span,
        way: "ski session archive \(Session.quoted(number)) puts it away")
      for kind in [SkiKinds.snow, SkiKinds.condition] {
        for part in try books.store.records(RecordQuery(kind, where: [.equals("session", .text(number))])) {
          try books.store.remove(part.id, of: kind, revision: part.revision)
        }
      }
      try books.store.remove(record.id, of: SkiKinds.session, revision: record.revision)
      return [.note("removed \(heading)")]
    }
  }

  private func refuseFields(_ call: Call) throws(Diagnostic) {
    for argument in call.syntax.arguments {
      guard let key = argument.key else { continue }
      throw Diagnostic(
        "unexpected-key", "'\(key.text)=' is for 'new' and 'edit'", span: key.span,
        help: "write: ski session edit SESSION \(key.text)=…")
    }
  }

  private func add(
    _ place: String, _ call: Call, _ books: inout Books, _ span: SourceSpan?, in session: inout Session
  ) throws(Diagnostic) -> [Output] {
    var values = try SessionCommand.fields.values(call, &books)
    if values["place"] == nil { values["place"] = .text(try books.terms.word(.place, place, at: span)) }
    let number = try number(call, books)
    if let typed = try books.moment(call, SessionCommand.at) {
      values["time_of_test"] = .datetime(typed.moment)
      if let offset = typed.offset { values["utc_offset_minutes"] = .integer(offset) }
    } else if let now = books.now {
      values["time_of_test"] = .datetime(Moment(microseconds: now.microseconds - now.microseconds % 60_000_000))
      if let offset = books.localClock?.offset(now) { values["utc_offset_minutes"] = .integer(offset) }
    }
    values["session"] = .text(number)
    if values["using_manual_rank"] == nil { values["using_manual_rank"] = .boolean(true) }
    let parts = try snow(call, &books, number)
    try check(values, parts, number, &books)
    _ = try books.store.insert(SkiKinds.session, values)
    try write(parts ?? [], number, books)
    session.touch(SkiKinds.session, number)
    return try SessionScreen(books).show(try books.session(number))
  }

  /// `merge WRONG RIGHT`.
  private func merge(
    _ words: [String], _ call: Call, _ books: inout Books, _ span: SourceSpan?, in session: inout Session
  ) throws(Diagnostic) -> [Output] {
    try refuseFields(call)
    guard words.count == 3 else {
      throw Diagnostic(
        words.count < 3 ? "missing-argument" : "unexpected-argument",
        "'ski session merge' takes the wrong and the right session", span: span, help: "ski sessions lists them")
    }
    let merge = try SessionMerge(
      try books.session(words[1], at: span), into: try books.session(words[2], at: span), books.store, at: span)
    session.touch(SkiKinds.session, merge.right.number)
    for field in merge.kept { books.note("\(field) was otherwise; that of session '\(merge.right.number)' stays") }
    var record = RecordOutput("session '\(merge.wrong.number)' is now \(merge.right.heading)")
    record.add("session", .text(merge.right.number))
    record.add("moved", .integer(merge.moved))
    record.add("in_both", .integer(merge.alike))
    return [.record(record)] + books.remarks
  }

  private func edit(_ record: Record, _ number: String, _ call: Call, _ books: inout Books) throws(Diagnostic)
    -> [Output]
  {
    var values = try SessionCommand.fields.values(call, &books)
    if let typed = try books.moment(call, SessionCommand.at) {
      values["time_of_test"] = .datetime(typed.moment)
      values["utc_offset_minutes"] = typed.offset.map(Value.integer) ?? .missing
    }
    let parts = try snow(call, &books, number)
    try check(record.fields.merging(values) { _, new in new }, parts, number, &books)
    let kept = try books.store.records(RecordQuery(SkiKinds.snow, where: [.equals("session", .text(number))]))
    var shares: [String: Double] = [:]
    for part in kept { shares[part["snow_type"].fileText] = part["share_pct"].asNumber }
    guard let parts, Dictionary(parts.map { ($0.type, $0.share) }, uniquingKeysWith: +) != shares else {
      // Shares that are typed as they are change nothing, and the rest says of itself what it changed.
      return try books.change(record, values, title: try books.session(number).heading)
    }
    _ = try books.store.update(record.id, of: record.kind, setting: values, revision: record.revision)
    for part in kept { try books.store.remove(part.id, of: SkiKinds.snow, revision: part.revision) }
    try write(parts, number, books)
    return try SessionScreen(books).show(try books.session(number))
  }

  /// The number of a new session: the one that was typed, else the next.
  private func number(_ call: Call, _ books: Books) throws(Diagnostic) -> String {
    guard let typed = call[SessionCommand.number] else {
      return String(try books.store.nextNumber(of: SkiKinds.session))
    }
    let span = call.span(of: SessionCommand.number)
    let number = try Terms.checked(typed, "session", at: span)
    guard !SessionCommand.deeds.contains(number), number != "last", !number.contains(" ") else {
      throw Diagnostic(
        "bad-name", "'\(number)' is no number of a session", span: span, help: "a number or a short name without blanks"
      )
    }
    try books.refuseTaken(SkiKinds.session, "session", number, "session", at: span)
    return number
  }

  /// The parts of snow that were typed; nil when none were.
  private func snow(_ call: Call, _ books: inout Books, _ number: String) throws(Diagnostic) -> [(
    type: String, share: Double
  )]? {
    var parts: [(type: String, share: Double)] = []
    for (parameter, type) in [
      (SessionCommand.new, "New snow"), (SessionCommand.old, "Old snow"), (SessionCommand.wet, "Wet snow"),
    ] {
      if let share = call[parameter] { parts.append((try books.terms.standardSnow(type), share)) }
    }
    let span = call.span(of: SessionCommand.mix)
    for item in call[SessionCommand.mix] ?? [] {
      guard let colon = item.lastIndex(of: ":"), let share = Double(decimal: item[item.index(after: colon)...]) else {
        throw .badValue("mix", item, allowed: "types of snow with shares, as in Machine-made:30", span: span)
      }
      parts.append((try books.terms.word(.snow, String(item[..<colon]), at: span), share))
    }
    guard !parts.isEmpty else { return nil }
    do throws(Diagnostic) {
      return try SessionChecks.snow(parts, scaled: call[SessionCommand.normalise], of: "session '\(number)'")
    } catch {
      throw error.at(span ?? call.span(of: SessionCommand.new) ?? call.span(of: SessionCommand.old))
    }
  }

  /// What does not fit together is refused, what is odd is told.
  private func check(
    _ values: [String: Value], _ parts: [(type: String, share: Double)]?, _ number: String, _ books: inout Books
  ) throws(Diagnostic) {
    let what = "session '\(number)'"
    let classes = try SkiRecords.snowClasses(books.store)
    let conditions = Conditions(
      air: values["air_temperature_c"]?.asNumber,
      snow: (parts ?? []).map { SnowPart(snowType: $0.type, share: $0.share, countsAs: classes[$0.type]) })
    for doubt in SessionChecks.doubts(conditions, of: what) { books.warn(doubt) }
    let (latitude, longitude) = (values["latitude"]?.asNumber, values["longitude"]?.asNumber)
    try SessionChecks.place(latitude, longitude, of: what)
    guard case .text(let place)? = values["place"], latitude != nil else { return }
    let earlier = try books.store.records(
      RecordQuery(SkiKinds.session, where: [.equals("place", .text(place)), .not(.equals("session", .text(number)))])
    ).compactMap { record in
      record["latitude"].asNumber.flatMap { a in record["longitude"].asNumber.map { (latitude: a, longitude: $0) } }
    }
    let word = try books.store.records(
      RecordQuery(SkiKinds.term, where: [.equals("list", .text("place")), .equals("name", .text(place))])
    ).compactMap { record in
      record["latitude"].asNumber.flatMap { a in record["longitude"].asNumber.map { (latitude: a, longitude: $0) } }
    }
    if let doubt = SessionChecks.swapped(latitude, longitude, known: (word + earlier).first, of: what) {
      books.warn(doubt)
    }
  }

  private func write(_ parts: [(type: String, share: Double)], _ number: String, _ books: Books) throws(Diagnostic) {
    for (type, share) in parts {
      _ = try books.store.insert(
        SkiKinds.snow, ["session": .text(number), "snow_type": .text(type), "share_pct": .number(share)])
    }
  }
}
