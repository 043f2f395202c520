internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf similar N`: the sessions whose conditions were most like those of one.
struct SimilarCommand: Command {
  static let top = Parameter<Int>.int("top", in: 1...1000, default: 10, help: "Number of sessions to show.")

  let signature = Signature(
    "surf similar", topic: .plugins, summary: "List the sessions whose conditions were most like those of one.",
    details: """
      Similarity is 1 for the same conditions. Each condition counts by how much the person's good sessions agree on it, \
      against all daylight hours of the same spots and seasons; a column for each shows its loss of similarity.
      """,
    parameters: [SurfSessionCommand.number.any, top.any, SurfSessionsCommand.good.any],
    examples: SurfSamples.examples(
      """
      to one session: two; surf similar 1 -> similarity
      the most similar one: two; surf similar 1 top=1 -> similarity
      where 3 is good too: two; surf similar last good=3 -> similarity
      an unknown session: surf similar 99 -> !unknown-session
      """), traits: .readsOnly, seeAlso: ["surf session", "surf compare"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let entry = try SurfSessionCommand.entry(
      call[SurfSessionCommand.number], call.span(of: SurfSessionCommand.number), session, store)
    let spots = try Spot.all(in: store)
    let least = call[SurfSessionsCommand.good]
    let study = try TasteStudy(person: entry.person, spots: spots, good: least, in: store)
    guard let own = study.known.first(where: { $0.session.number == entry.number }) else {
      throw Diagnostic(
        "no-conditions", "the conditions of session \(entry.number) are not known",
        span: call.span(of: SurfSessionCommand.number), help: "import forecasts or observations, then: surf snapshot")
    }
    guard !study.taste.ranges.isEmpty else {
      throw Diagnostic(
        "too-few-sessions", "no good session of \(Abridged.quoted(entry.person)) has conditions to compare with",
        span: call.verbSpan, help: "log sessions rated \(least) or more, or lower good=")
    }
    var alike: [(TasteStudy.Known, Similarity)] = []
    for other in study.known where other.session.number != entry.number {
      try session.cancellation.check()
      if let found = study.taste.similarity(own.conditions, other.conditions) { alike.append((other, found)) }
    }
    let ranked = alike.sorted { ($0.1.value, $1.0.session.number) > ($1.1.value, $0.0.session.number) }.prefix(
      call[SimilarCommand.top])
    var columns = [
      Column("id", .integer(ranked.map(\.0.session.number))), Column("spot", .text(ranked.map(\.0.spot.name))),
      Column("start", .datetime(ranked.map(\.0.session.start))),
      Column("rating", .integer(ranked.map(\.0.session.rating))),
      Column("similarity", .number(ranked.map(\.1.value))),
    ]
    for range in study.taste.ranges {
      let losses = ranked.map { pair in pair.1.parts.first { $0.variable == range.variable }?.loss ?? .nan }
      columns.append(Column(range.variable.column + "_loss", .number(losses)))
    }
    columns.append(
      Column(
        "unknown",
        .text(ranked.map { pair in pair.1.unknown.isEmpty ? nil : pair.1.unknown.map(\.name).joined(separator: ", ") }))
    )
    var outputs: [Output] = [
      .table(
        TableOutput(
          try Table(columns), title: "sessions like session \(entry.number)",
          footer: ["similarity is exp(−sum of the losses)", study.footer(least)],
          decimals: Dictionary(uniqueKeysWithValues: columns.map { ($0.name, 3) })
        ).showing(["id", "start", "rating", "similarity"]))
    ]
    if study.hasFew { outputs.append(TasteStudy.few(study)) }
    return outputs + study.mixture
  }
}

extension TasteStudy {
  static func few(_ study: TasteStudy) -> Output {
    .warning(
      "too few: \(study.good.count.counted("good session")) with conditions, and \(fewest) are needed for weights that mean something"
    )
  }
}

/// `surf compare NAME`: what someone states beside what their good sessions have in common.
struct SurfCompareCommand: Command {
  static let name = Parameter<String>.required(
    "preference", allowed: "the name of a preference", help: "Name of the preference.",
    completion: .records([RecordNames(StoredPreference.kindName, "name")], words: []))
  static let person = Parameter<String?>.text(
    "person", help: "Whose preference and sessions; by default yours.", completion: People.completion)

  let signature = Signature(
    "surf compare", topic: .plugins, summary: "Compare what you state with your good sessions.",
    details: """
      Learned is the range of the middle 80 % of your good sessions at the preference's spots; for directions an \
      arc. weight is how much your good sessions agree on a condition, from 0 to 1. Of the side of the wind, the \
      tide, the time and the days the share of good sessions inside counts. A conflict is a stated limit that holds \
      less than half of what is learned.
      """,
    parameters: [name.any, SurfSessionsCommand.good.any, person.any],
    examples: SurfSamples.examples(
      """
      one preference: both; surf compare any -> height
      where 2 is good: both; surf compare any good=2 -> learned
      saved to a file: both; surf compare any to any.csv -> any.csv
      an unknown preference: surf compare nothing -> !unknown-preference
      """), traits: .readsOnly, seeAlso: ["surf prefer", "surf similar"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let store = try session.store()
    let person = try People.typed(call, SurfCompareCommand.person, in: store) ?? SurfProfile.person(in: store)
    let stored = try StoredPreference.one(
      call[SurfCompareCommand.name], of: person, in: store, span: call.span(of: SurfCompareCommand.name))
    let spots = stored.spots(try Spot.all(in: store), home: try SurfProfile(of: person, in: store).home)
    let least = call[SurfSessionsCommand.good]
    let study = try TasteStudy(person: person, spots: spots, good: least, in: store)
    let rows = ConditionVariable.allCases.compactMap { variable -> Row? in
      let stated = Row.stated(variable, stored.preference)
      let learned =
        study.taste[variable]
        ?? LearnedRange(variable, good: study.good.map { $0.conditions[variable] }, background: [0])
      return stated == nil && study.taste[variable] == nil
        ? nil : Row(variable, stated, learned, weight: study.taste.weight(variable))
    }
    let sets = try StatedSet.all(stored.preference, good: study.good) { (zone) throws(Diagnostic) in
      try session.spotClock(zone)
    }
    guard !rows.isEmpty || !sets.isEmpty else {
      throw Diagnostic(
        "too-few-sessions", "nothing is stated, and no good session has conditions", span: call.verbSpan,
        help: "log sessions rated \(least) or more")
    }
    func verdict(_ row: Row) -> String { row.verdict(beside: stored.preference) }
    let table = try Table([
      Column("condition", .text(rows.map(\.variable.column) + sets.map(\.name))),
      Column("stated", .text(rows.map { $0.statedText() } + sets.map(\.stated))),
      Column("learned", .text(rows.map { $0.learnedText() } + sets.map(\.learned))),
      Column("median", .number(rows.map { $0.learned?.median ?? .nan } + sets.map { _ in .nan })),
      Column("weight", .number(rows.map(\.weight) + sets.map { _ in .nan })),
      Column("n", .integer(rows.map { $0.learned?.count ?? 0 } + sets.map(\.count))),
      Column("overlap", .number(rows.map { $0.overlap ?? .nan } + sets.map { $0.share ?? .nan })),
      Column("verdict", .text(rows.map(verdict) + sets.map(\.verdict))),
    ])
    let isSet = sets.isEmpty ? "" : "; of words and times it is the share of good sessions inside"
    var output = TableOutput(
      table, title: "\(stored.name): stated beside learned",
      footer: ["overlap is the share of the learned range inside the stated one" + isSet, study.footer(least)],
      decimals: ["median": 2, "weight": 2, "overlap": 2]
    ).showing(["condition", "learned", "verdict"])
    let screen = ScreenTable(try SurfProfile(of: person, in: store))
    if !screen.units.isEmpty {
      let own: [Column] = [
        Column("condition", .text(rows.map { screen.name($0.variable.column) } + sets.map(\.name))),
        Column("stated", .text(rows.map { $0.statedText(on: screen) } + sets.map(\.stated))),
        Column("learned", .text(rows.map { $0.learnedText(on: screen) } + sets.map(\.learned))),
        Column(
          "median",
          .number(
            rows.map { screen.number($0.learned?.median ?? .nan, of: $0.variable.column) } + sets.map { _ in .nan })),
      ]
      output.screen = try Table(own + table.columns.dropFirst(4))
    }
    var outputs: [Output] = [.table(output)]
    if study.hasFew { outputs.append(TasteStudy.few(study)) }
    return outputs + study.mixture
  }

  /// A stated limit agrees where it holds nearly all that is learned, and conflicts where it holds less than half.
  static func verdict(_ share: Double?) -> String {
    share.map { $0 >= 0.9 ? "agrees" : $0 >= 0.5 ? "partly" : "conflict" } ?? "not learned"
  }

  /// One condition.
  private struct Row {
    enum Stated {
      case range(Bounds)
      case arc(Arc)
    }

    let variable: ConditionVariable
    let stated: Stated?
    let learned: LearnedRange?
    let weight: Double

    init(_ variable: ConditionVariable, _ stated: Stated?, _ learned: LearnedRange?, weight: Double) {
      (self.variable, self.stated, self.learned, self.weight) = (variable, stated, learned, weight)
    }

    static func stated(_ variable: ConditionVariable, _ preference: Preference) -> Stated? {
      switch variable {
      case .height: preference.height.map(Stated.range)
      case .period: preference.period.map(Stated.range)
      case .windSpeed: preference.windSpeed.map(Stated.range)
      case .swellDirection: preference.swellDirection.map(Stated.arc)
      case .windDirection: preference.windDirection.map(Stated.arc)
      default: nil
      }
    }

    func statedText(on screen: ScreenTable? = nil) -> String? {
      switch stated {
      case .range(let bounds)?: text(bounds.low, screen) + ".." + text(bounds.high, screen)
      case .arc(let arc)?: arc.isFull ? arc.text : text(arc.from, nil) + ".." + text(arc.to, nil)
      case nil: nil
      }
    }

    func learnedText(on screen: ScreenTable? = nil) -> String? {
      guard let learned, let low = learned.low, let high = learned.high else { return nil }
      return text(low, screen) + ".." + text(high, screen)
    }

    private func text(_ number: Double?, _ screen: ScreenTable?) -> String {
      number.map { NumberText.significant(screen?.number($0, of: variable.column) ?? $0, 3) } ?? ""
    }

    /// The share of the learned range that the stated one holds.
    var overlap: Double? {
      guard let learned, let low = learned.low, let high = learned.high else { return nil }
      switch stated {
      case .range(let bounds)?:
        guard high > low else { return bounds.contains(low) ? 1 : 0 }
        let shared = min(high, bounds.high ?? .infinity) - max(low, bounds.low ?? -.infinity)
        return max(0, shared) / (high - low)
      case .arc(let arc)?:
        let width = Direction.normalised(high - low)
        guard width >= 1 else { return arc.contains(low) ? 1 : 0 }
        let steps = max(1, Int(width))
        let inside = (0...steps).count { arc.contains(Direction.normalised(low + Double($0) * width / Double(steps))) }
        return Double(inside) / Double(steps + 1)
      case nil: return nil
      }
    }

    /// How both fit; wind and tide that are stated in words have a row of their own.
    func verdict(beside preference: Preference) -> String {
      guard stated == nil else { return SurfCompareCommand.verdict(overlap) }
      switch variable {
      case .windSpeed, .windDirection, .onshore, .cross:
        if !preference.windSides.isEmpty { return "see wind_side" }
      case .tideFraction: if !preference.tideLevels.isEmpty { return "see tide_level" }
      case .tideTrend: if !preference.tideTrends.isEmpty { return "see tide_stage" }
      default: break
      }
      return "not stated"
    }
  }
}
