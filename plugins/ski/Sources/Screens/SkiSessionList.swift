internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Sessions as a list shows them: conditions, number of pairs and the best pair; only the listed rows are read.
struct SkiSessionList {
  private(set) var sessions: [TestSession] = []
  private(set) var counts: [String: Int] = [:]
  /// The serial numbers with rank 1, by session.
  private(set) var best: [String: [String]] = [:]

  /// Reads the sessions that match some conditions, in an order, up to a limit.
  init(
    _ store: any RecordStore, _ conditions: [RecordQuery.Condition], order: [(field: String, descending: Bool)],
    limit: Int?
  ) throws(Diagnostic) {
    sessions = try SkiRecords.sessions(store, conditions, order: order, limit: limit)
    let wanted: [RecordQuery.Condition] = [.isOneOf("session", sessions.map { .text($0.number) })]
    let snow = Dictionary(grouping: try SkiRecords.snow(store, wanted), by: \.session)
    for place in sessions.indices { sessions[place].conditions.snow = snow[sessions[place].number] ?? [] }
    for row in try Participation.thing.items(in: store, where: wanted) {
      counts[row.session, default: 0] += 1
      if row.rank == 1 { best[row.session, default: []].append(row.serialNumber) }
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

  func table() throws(Diagnostic) -> Table {
    func numbers(_ value: (TestSession) -> Double?) -> ColumnValues { .number(sessions.map { value($0) ?? .nan }) }
    return try Table([
      Column("session", .text(sessions.map(\.number))),
      Column("time", .text(sessions.map { TypedMoment.text($0.time, offset: $0.utcOffsetMinutes) })),
      Column("place", .text(sessions.map(\.place))), Column("air_temperature_c", numbers(\.conditions.air)),
      Column("snow", .text(sessions.map(\.conditions.snowText))), Column("ski_type", .text(sessions.map(\.skiType))),
      Column("pairs", .integer(sessions.map { counts[$0.number] ?? 0 })),
      Column(
        "best", .text(sessions.map { best[$0.number]?.inCodePointOrder().joined(separator: "/") })),
      Column("waxer", .text(sessions.map(\.waxer))), Column("season", .text(sessions.map(\.season))),
    ])
  }
}
