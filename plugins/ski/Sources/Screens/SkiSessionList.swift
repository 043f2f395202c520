internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Sessions as a list shows them: conditions, number of pairs and the best pair; only the listed rows are read.
struct SkiSessionList {
  private(set) var sessions: [TestSession] = []
  /// Number of pairs, by session.
  private(set) var counts: [String: Int] = [:]
  /// The serial numbers with rank 1, by session.
  private(set) var best: [String: [String]] = [:]

  /// Reads the sessions that match some conditions, in an order, up to a limit.
  init(
    _ store: any RecordStore, _ conditions: [RecordQuery.Condition], order: [(field: String, descending: Bool)],
    limit: Int?
  ) throws(Diagnostic) {
    let query = RecordQuery(SkiKinds.session, where: conditions, order: order, limit: limit)
    let numbers = try RecordRows(query, ["session"], in: store).texts("session").compactMap { $0 }
    let wanted: [RecordQuery.Condition] = [.isOneOf("session", numbers.map(Value.text))]
    let read = try SkiRecords.sessions(store, wanted)
    var byNumber = Dictionary(read.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let classes = try SkiRecords.snowClasses(store)
    let snow = try RecordRows(
      RecordQuery(SkiKinds.snow, where: wanted), ["session", "snow_type", "share_pct"], in: store)
    let (snowSessions, types, shares) = (snow.texts("session"), snow.texts("snow_type"), snow.numbers("share_pct"))
    for row in 0..<snow.count {
      guard let number = snowSessions[row], let type = types[row], let share = shares[row] else { continue }
      byNumber[number]?.conditions.snow.append(SnowPart(snowType: type, share: share, countsAs: classes[type]))
    }
    sessions = numbers.compactMap { byNumber[$0] }
    let rows = try RecordRows(
      RecordQuery(SkiKinds.participation, where: wanted), ["session", "serial_number", "rank"], in: store)
    let (of, serials, ranks) = (rows.texts("session"), rows.texts("serial_number"), rows.integers("rank"))
    for row in 0..<rows.count {
      guard let number = of[row], let serial = serials[row] else { continue }
      counts[number, default: 0] += 1
      if ranks[row] == 1 { best[number, default: []].append(serial) }
    }
  }

  /// What a narrow screen shows of the list: the day, the air and the best pair.
  static let essential = ["session", "time", "air_temperature_c", "best"]
  var narrow: [String: Column] {
    [
      "time": Column("day", .date(sessions.map(\.day))),
      "air_temperature_c": Column("air", .number(sessions.map { $0.conditions.air ?? .nan })),
    ]
  }

  /// The list as a table.
  func table() throws(Diagnostic) -> Table {
    func numbers(_ value: (TestSession) -> Double?) -> ColumnValues { .number(sessions.map { value($0) ?? .nan }) }
    return try Table([
      Column("session", .text(sessions.map(\.number))),
      Column("time", .text(sessions.map { TypedMoment.text($0.time, offset: $0.utcOffsetMinutes) })),
      Column("place", .text(sessions.map(\.place))),
      Column("air_temperature_c", numbers(\.conditions.air)),
      Column("snow", .text(sessions.map(\.conditions.snowText))),
      Column("ski_type", .text(sessions.map(\.skiType))),
      Column("pairs", .integer(sessions.map { counts[$0.number] ?? 0 })),
      Column(
        "best", .text(sessions.map { best[$0.number]?.sorted(by: CodePointOrder.precedes).joined(separator: "/") })),
      Column("waxer", .text(sessions.map(\.waxer))),
      Column("season", .text(sessions.map(\.season))),
    ])
  }
}
