internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf prefer`: states, shows and deletes what someone calls good.
struct PreferCommand: Command {
  static let name = Parameter<String?>.text(
    "name", positional: true, help: "Name of the preference; without one, all are listed.",
    completion: .records([RecordNames(StoredPreference.kindName, "name")], words: []))
  static let action = Parameter<String?>.text(
    "action", positional: true, help: "delete, to delete it.", completion: .words(["delete"]))
  static let spot = Parameter<[String]?>.list(
    "spot", help: "Spots; by default your home spots, or all.",
    completion: .spots())
  static let notify = Parameter<String?>.choice("notify", ["yes", "no"], help: "Whether surf check sends its windows.")
  static let clear = Parameter<[String]?>.list("clear", help: "Limits to clear, as in clear=tide,score.")
  static let person = Parameter<String?>.text(
    "person", help: "Whose preference; all lists everyone's; by default yours.", completion: People.completion)
  private static let clauses = PreferenceText.Clause.allCases.map { ($0, $0.parameter) }

  let signature = Signature(
    "surf prefer", topic: .plugins, summary: "State what you call good; surf check looks for it.",
    details: """
      Every limit is optional, and all that are given must hold; several preferences are alternatives. A range may \
      lack an end (1.5.. or ..10kn). Hours count from dawn to dusk (civil twilight); daylight=no adds the night. \
      rating=4 tests the predicted overall rating, rating=power:3 that of a category: the mean of your ratings at the \
      spot, weighted by how similar the conditions were (surf similar), from 8 sessions on. likeness= and chance= test what \
      surf why and surf week show. What is not known of an \
      hour never matches. clear= removes limits.
      """,
    parameters: [name.any, action.any, spot.any] + clauses.map(\.1.any) + [clear.any, notify.any, person.any],
    examples: SurfSamples.examples(
      """
      a preference: spot; surf prefer "winter mornings" spot=ramp height=1.2..2.5 direction=290..20 wind=offshore tide=mid,rising time=6..10 -> 06:00..10:00
      with other units: spot; surf prefer anything height=4..8ft wind=..12kn daylight=no -> 1.2192..2.4384
      all preferences: spot; surf prefer big height=2..; surf prefer -> big
      a range that runs backwards: surf prefer odd height=3..1 -> !bad-value
      """), seeAlso: ["surf check", "surf why", "surf profile"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let me = SurfProfile.person(in: store)
    let spots = try Spot.all(in: store)
    guard let typed = call[PreferCommand.name] else {
      try call.refuseKeys(except: [PreferCommand.person.any], of: "surf prefer", instead: "surf prefer NAME")
      let whose = try People.wanted(call, PreferCommand.person, in: store)
      let all = try StoredPreference.all(person: whose, in: store)
      var table = try PreferCommand.table(all, spots, SurfProfile(of: whose ?? me, in: store))
      if all.isEmpty { table.footer.append(StoredPreference.howToState) }
      return [.table(table)]
    }
    let person = try People.new(call, PreferCommand.person, in: store)
    let profile = try SurfProfile(of: person, in: store)
    // Either order is understood: surf prefer NAME delete, surf prefer delete NAME.
    let isSwapped = typed == "delete" && call[PreferCommand.action] != "delete"
    let name = (isSwapped ? call[PreferCommand.action] ?? "" : typed).split(separator: " ").joined(separator: " ")
    let key = SpotName.bare(name)
    guard !key.isEmpty, key.count <= 60 else {
      throw .badValue("name", typed, allowed: "a name of at most 60 letters", span: call.span(of: PreferCommand.name))
    }
    let known = try StoredPreference.all(person: person, in: store).first { $0.key == key }
    if let action = isSwapped ? typed : call[PreferCommand.action] {
      guard action == "delete" else {
        throw Diagnostic.unknownWord("action", action, among: ["delete"], span: call.span(of: PreferCommand.action))
      }
      try call.refuseKeys(
        except: [PreferCommand.person.any], of: "surf prefer NAME delete", instead: "surf prefer NAME")
      return try delete(
        try StoredPreference.one(
          name, of: person, in: store,
          span: isSwapped ? call.span(of: PreferCommand.action) : call.span(of: PreferCommand.name)),
        store)
    }
    let isChange =
      call.has(PreferCommand.spot) || call.has(PreferCommand.clear) || call.has(PreferCommand.notify)
      || PreferCommand.clauses.contains { call.has($0.1) }
    guard isChange else {
      let found = try StoredPreference.one(name, of: person, in: store, span: call.span(of: PreferCommand.name))
      return [.table(try PreferCommand.table([found], spots, profile))]
    }
    if known == nil, call.has(PreferCommand.clear) {
      _ = try StoredPreference.one(name, of: person, in: store, span: call.span(of: PreferCommand.name))
    }
    for word in call[PreferCommand.clear] ?? [] {
      guard let (clause, _) = PreferCommand.clauses.first(where: { $0.0.rawValue == word && call.has($0.1) }) else {
        continue
      }
      throw Diagnostic(
        "repeated-key", "'\(clause.rawValue)' is both set and cleared", span: call.span(of: PreferCommand.clear),
        help: "set it or clear it")
    }
    var stored = known ?? StoredPreference(person: person, key: key, name: name)
    stored.name = name
    if let words = call[PreferCommand.spot] {
      let finder = SpotFinder(spots)
      stored.spots = []
      for word in words where !word.isEmpty {
        stored.spots.append(try finder.one(word, span: call.span(of: PreferCommand.spot)).number)
      }
    }
    var reader = PreferenceText(profile, try Category.all(in: store))
    for (clause, parameter) in PreferCommand.clauses {
      guard let words = call[parameter] else { continue }
      try reader.set(clause, words, in: &stored.preference, span: call.span(of: parameter))
    }
    for word in call[PreferCommand.clear] ?? [] {
      if word == PreferCommand.spot.name {
        stored.spots = []
        continue
      }
      guard let clause = PreferenceText.Clause(rawValue: word) else {
        throw Diagnostic.unknown(
          "key", word, among: PreferenceText.Clause.allCases.map(\.rawValue) + ["spot"],
          span: call.span(of: PreferCommand.clear))
      }
      try reader.set(clause, [], in: &stored.preference, span: call.span(of: PreferCommand.clear))
    }
    if let notify = call[PreferCommand.notify] { stored.isNotified = notify == "yes" }
    try stored.store(in: store, cancellation: session.cancellation)
    var outputs: [Output] = [.table(try PreferCommand.table([stored], spots, profile))]
    outputs += reader.remarks.map(Output.note)
    let chosen = stored.spots(spots, home: profile.home)
    let withoutFacing = chosen.filter { $0.facing == nil }
    if !stored.preference.windSides.isEmpty, let first = withoutFacing.first {
      outputs.append(
        .warning("\(first.name) has no facing=, so its wind side is never known; set it with surf spot edit NAME"))
    }
    if !(stored.preference.tideLevels.isEmpty && stored.preference.tideTrends.isEmpty),
      let first = chosen.first(where: { $0.tide == nil })
    {
      outputs.append(
        .warning("\(first.name) has no tide station, so its tide is never known; set tide= with surf spot edit NAME"))
    }
    outputs += try PreferCommand.unrated(stored, chosen, store)
    outputs += PreferCommand.short(stored.preference).map { [.warning($0)] } ?? []
    return outputs
  }

  /// A note for each category with too few ratings to predict one at any of the spots.
  private static func unrated(
    _ stored: StoredPreference, _ spots: [Spot], _ store: any RecordStore
  ) throws(Diagnostic) -> [Output] {
    guard stored.preference.asksTaste else { return [] }
    let snapshots = try SessionSnapshot.all(in: store)
    let sessions = try JournalSession.all(person: stored.person, in: store)
      .filter { snapshots[$0.number]?.best != nil }
    let good = spots.map { spot in
      sessions.count { $0.spot == spot.number && $0.rating >= PredictedRatings.good }
    }
    var notes: [Output] = []
    if stored.preference.minimumLikeness != nil, let most = good.max(), most < PredictedRatings.fewest {
      notes.append(
        .note(
          "likeness= matches nothing yet: it needs \(PredictedRatings.fewest) good sessions at a spot with conditions, and there are "
            + "\(most)"))
    }
    if stored.preference.minimumChance != nil, !sessions.contains(where: { $0.rating >= PredictedRatings.good }),
      stored.preference.statedConditions.isEmpty
    {
      notes.append(.note("chance= matches nothing yet: it needs a good session with conditions, or a stated range"))
    }
    return notes
      + stored.preference.minimumRatings.keys.inCodePointOrder().compactMap { key in
        let counts = spots.map { spot in
          sessions.count { $0.spot == spot.number && (key == PredictedRatings.overall || $0.ratings[key] != nil) }
        }
        let most = counts.max() ?? 0
        guard most < PredictedRatings.fewest else { return nil }
        return .note(
          "rating=\(key) matches nothing yet: a prediction needs \(PredictedRatings.fewest) sessions at a spot with "
            + "conditions and a rating of \(key), and there are \(most)")
      }
  }

  /// Why times of day can hold no window; nil where they can.
  private static func short(_ preference: Preference) -> String? {
    guard let times = preference.times, times.from != times.to else { return nil }
    let minutes = ((times.to - times.from) % 1440 + 1440) % 1440
    let shortest = Int(SurfWindows.shortest / 60)
    return minutes < shortest
      ? "no window fits into \(times.text): a window is at least \(shortest) minutes long" : nil
  }

  private func delete(_ stored: StoredPreference, _ store: any RecordStore) throws(Diagnostic) -> [Output] {
    let key: [RecordQuery.Condition] = [
      .equals("person", .text(stored.person)), .equals("key", .text(stored.key)),
    ]
    try store.remove(all: RecordQuery(StoredPreference.kindName, where: key))
    try Notice.remove(of: stored, in: store)
    return [.note("deleted preference \(stored.name); 'undo' brings it back")]
  }

  static func table(
    _ all: [StoredPreference], _ spots: [Spot], _ profile: SurfProfile
  ) throws(Diagnostic) -> TableOutput {
    var columns = [
      Column("preference", .text(all.map(\.name))), Column("person", .text(all.map(\.person))),
      Column(
        "spots",
        .text(
          all.map { stored in
            let names = stored.spots.compactMap { number in spots.first { $0.number == number }?.name }
            return names.isEmpty ? (profile.home.isEmpty ? "all" : "home") : names.joined(separator: ", ")
          })),
    ]
    for clause in PreferenceText.Clause.allCases {
      let words = all.map { PreferenceText.words(clause, $0.preference) }
      if words.contains(where: { $0 != nil }) { columns.append(Column(clause.rawValue, .text(words))) }
    }
    columns.append(Column("notify", .boolean(all.map(\.isNotified))))
    var output = TableOutput(
      try Table(columns), title: all.count.counted("preference"),
      footer: [profile.units.isEmpty ? "limits in m, s, m/s, °C, mm and %" : "files hold limits in SI units"])
    output.lines = all.map { stored in
      var text = "\(stored.name): \(PreferenceText.summary(stored.preference, profile.screen))"
      let names = stored.spots.compactMap { number in spots.first { $0.number == number }?.name }
      if !names.isEmpty { text += "; at " + names.joined(separator: ", ") }
      return stored.isNotified ? text : text + "; without notices"
    }
    output = output.showing(columns.map(\.name).filter { !["person", "spots", "notify"].contains($0) })
    // The table of one shows its limits in SI units, which are not those of everyone.
    if all.count == 1, profile.units.isEmpty { output.lines = [] }
    return output
  }
}
