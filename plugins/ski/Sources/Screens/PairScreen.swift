internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The outputs about one pair: its record, its tests, its grindings and treatments.
struct PairScreen {
  let workspace: SkiWorkspace

  init(_ workspace: SkiWorkspace) { self.workspace = workspace }

  /// All fields of a pair, with its latest grinding and its number of tests.
  func details(_ pair: SkiPair) throws(Diagnostic) -> [Output] {
    var record = try record(of: try SkiPair.thing.record(.text(pair.serialNumber), in: workspace.store))
    let name: [RecordQuery.Condition] = [.equals("serial_number", .text(pair.serialNumber))]
    record.add("tests", .integer(try workspace.store.count(RecordQuery(SkiKinds.participation, where: name))))
    return [.record(record)]
  }

  func record(of record: Record) throws(Diagnostic) -> RecordOutput {
    let serial = record["serial_number"].fileText
    let names = try workspace.athleteNames()
    var output = RecordOutput("ski pair \(serial)")
    guard let pair = SkiPair.thing.item(record.fields) else { return output }
    output.add(["serial_number", "nickname"], of: record)
    if let owner = pair.owner { output.add("owner", .text(names[owner] ?? "athlete " + owner)) }
    output.add(["ski_type", "ski_base", "brand"], of: record)
    if let name = try workspace.currentGrindings(of: [serial])[serial] { output.add("grinding", .text(name)) }
    if let last = try SkiRecords.grinds(workspace.store, where: [.equals("serial_number", .text(serial))]).last {
      output.add("ground_on", .date(last.moment.date))
      output.add("tests_since", .integer(try times(of: pair).count { $0 > last.moment }))
      if let now = workspace.now {
        output.add("days_since", .integer(Self.days(from: last.moment, to: now)), volatile: true)
      }
    }
    if !pair.tags.isEmpty { output.add("tags", list: pair.tags.map(Value.text)) }
    output.add(["acquired", "weight_for_measure_kg"], of: record)
    if let full = pair.camber.full { output.add("height_full_weight_mm", .number(full)) }
    if let half = pair.camber.half { output.add("height_half_weight_mm", .number(half)) }
    output.add(["weight_for_pushdown_kg"], of: record)
    if let stiffness = pair.camber.stiffness { output.add("stiffness_n_per_mm", .number(stiffness)) }
    output.add(
      ["height_full_left_mm", "height_full_right_mm", "height_half_left_mm", "height_half_right_mm", "comment"],
      of: record)
    if pair.isArchived { output.add("archived", .boolean(true)) }
    output.add(["source"], of: record)
    output.stamp(record)
    return output
  }

  /// The sessions of a pair, newest first, with its rank and the conditions: a page after one of them.
  func tests(_ pair: SkiPair, limit: Int, after: String?, at span: SourceSpan?) throws(Diagnostic) -> [Output] {
    let only: [RecordQuery.Condition] = [.equals("serial_number", .text(pair.serialNumber))]
    let known = try Participation.thing.items(in: workspace.store, where: only)
    var conditions: [RecordQuery.Condition] = [.isOneOf("session", known.map { .text($0.session) })]
    let left = try workspace.left(&conditions, after: after, at: span)
    let list = try SkiSessionList(workspace.store, conditions, order: Paging.newestFirst, limit: limit)
    let part = Dictionary(known.map { ($0.session, $0) }, uniquingKeysWith: { a, _ in a })
    let grinds = try SkiRecords.grinds(workspace.store, where: only)
    let sessions = list.sessions
    let table = try Table([
      Column("session", .text(sessions.map(\.number))), Column("day", .date(sessions.map(\.day))),
      Column("rank", .integer(sessions.map { part[$0.number]?.rank ?? ColumnValues.missingInteger })),
      Column("of", .integer(sessions.map { list.counts[$0.number] ?? 0 })),
      Column("air_temperature_c", .number(sessions.map { $0.conditions.air ?? .nan })),
      Column("snow", .text(sessions.map(\.conditions.snowText))), Column("place", .text(sessions.map(\.place))),
      Column(
        "grinding",
        .text(sessions.map { session in session.time.flatMap { time in grinds.last { $0.moment < time }?.grinding } })),
      Column("comment", .text(sessions.map { part[$0.number]?.comment })),
    ])
    var output = TableOutput(table, title: "tests of \(pair.serialNumber)", totalRows: known.count)
    output.footer = Paging.footer(shown: sessions.count, left: left, total: known.count, last: sessions.last?.number)
    output = output.showing(["session", "day", "rank", "air_temperature_c"], narrow: list.narrow)
    return [.table(output)]
  }

  /// The known times of a pair's tests.
  private func times(of pair: SkiPair) throws(Diagnostic) -> [Moment] {
    let numbers = try workspace.store.texts(
      "session", of: SkiKinds.participation, where: [.equals("serial_number", .text(pair.serialNumber))]
    ).map(Value.text)
    return try RecordRows(
      RecordQuery(SkiKinds.session, where: [.isOneOf("session", numbers)]), ["time_of_test"], in: workspace.store
    ).moments("time_of_test").compactMap { $0 }
  }

  private static func days(from first: Moment, to last: Moment) -> Int { max(0, last.date.days - first.date.days) }

  /// The grindings and treatments of a pair in order of time, each with its days and tests.
  func grinds(_ pair: SkiPair) throws(Diagnostic) -> [Output] {
    let only: [RecordQuery.Condition] = [.equals("serial_number", .text(pair.serialNumber))]
    let grinds = try SkiRecords.grinds(workspace.store, where: only)
    let treatments = try Treatment.thing.items(in: workspace.store, where: only)
    let rows =
      grinds.map {
        (moment: $0.moment, kind: "grinding", recipe: Optional($0.grinding), until: Moment?.none, comment: $0.comment)
      }
      + treatments.map {
        (
          moment: $0.moment, kind: $0.kind.rawValue, recipe: $0.recipe,
          until: SkiRecords.end(of: $0, grinds: grinds), comment: $0.comment
        )
      }
    let sorted = rows.sorted { ($0.moment, $0.kind) < ($1.moment, $1.kind) }
    let tests = try times(of: pair)
    // A grinding lasts until the next one; the current one lasts until now.
    let ends = sorted.map { row in row.kind == "grinding" ? grinds.first { $0.moment > row.moment }?.moment : row.until
    }
    let table = try Table([
      Column("moment", .datetime(sorted.map(\.moment))), Column("what", .text(sorted.map(\.kind))),
      Column("recipe", .text(sorted.map(\.recipe))), Column("until", .datetime(sorted.map(\.until))),
      Column(
        "days",
        .integer(
          zip(sorted, ends).map { row, end in
            (end ?? workspace.now).map { Self.days(from: row.moment, to: $0) } ?? ColumnValues.missingInteger
          })),
      Column(
        "tests",
        .integer(
          zip(sorted, ends).map { row, end in
            tests.count { test in test > row.moment && (end.map { test <= $0 } ?? true) }
          })), Column("comment", .text(sorted.map(\.comment))),
    ])
    var output = TableOutput(table, title: "grindings and treatments of \(pair.serialNumber)", footer: ["times in UTC"])
    output.essential = ["moment", "what", "recipe"]
    return [.table(output)]
  }
}

extension SkiRecords {
  /// The end of a treatment: as entered, and for hand structure and powder at the latest the next grinding, which removes them.
  static func end(of treatment: Treatment, grinds: [GrindingMoment]) -> Moment? {
    let ground = grinds.first { $0.serialNumber == treatment.serialNumber && $0.moment > treatment.moment }?.moment
    return [treatment.until, ground].compactMap { $0 }.min()
  }
}

extension SkiConditions {
  /// The snow in brief (`new 50 old 50`); nil if unknown.
  var snowText: String? {
    let parts = snow.filter { $0.share > 0 }.sorted { ($1.share, $0.snowType) < ($0.share, $1.snowType) }
    guard !parts.isEmpty else { return nil }
    return parts.map { ($0.countsAs?.rawValue ?? $0.snowType) + " " + NumberText.significant($0.share, 4) }
      .joined(separator: " ")
  }
}
