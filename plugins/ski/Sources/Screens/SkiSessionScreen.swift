internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// The outputs about one session: its conditions, and the pairs in order of rank.
struct SkiSessionScreen {
  let workspace: SkiWorkspace

  init(_ workspace: SkiWorkspace) { self.workspace = workspace }

  func show(_ session: TestSession) throws(Diagnostic) -> [Output] {
    var outputs: [Output] = [.record(try record(session))]
    if !session.participations.isEmpty { outputs.append(.table(try pairs(session.counted, byHand: session))) }
    return outputs + (session.calculatedNote.map { [.note($0)] } ?? [])
  }

  func record(_ session: TestSession) throws(Diagnostic) -> RecordOutput {
    let record = try TestSession.thing.record(.text(session.number), in: workspace.store)
    var output = RecordOutput(session.heading)
    output.add("session", .text(session.number))
    if let time = TypedMoment.text(session.time, offset: session.utcOffsetMinutes) { output.add("time", .text(time)) }
    if let season = session.season { output.add("season", .text(season)) }
    output.add(
      [
        "place", "latitude", "longitude", "ski_type", "air_temperature_c", "snow_temperature_c", "humidity_pct",
        "snow_humidity_pct",
      ], of: record)
    output.add("snow", .text(session.conditions.snowText ?? "unknown"))
    output.add(["waxer", "team"], of: record)
    output.add("rank", .text(session.usesManualRank ? "manual" : "calculated"))
    output.add("pairs", .integer(session.participations.count))
    output.add("glides", .integer(session.glides.count))
    output.add(["comment"], of: record)
    if session.isArchived { output.add("archived", .boolean(true)) }
    output.add(["source"], of: record)
    output.stamp(record)
    return output
  }

  /// The pairs in order of rank, unranked ones last; `byHand` has the manual ranks if calculated ones are in force.
  func pairs(_ session: TestSession, byHand: TestSession? = nil) throws(Diagnostic) -> TableOutput {
    let order = session.order
    let pairs = Dictionary(
      try SkiRecords.pairs(workspace.store, where: [.isOneOf("serial_number", order.map { .text($0.serialNumber) })])
        .map { ($0.serialNumber, $0) }, uniquingKeysWith: { first, _ in first })
    let names = try workspace.athleteNames(of: pairs.values.compactMap(\.owner))
    func words(_ value: (Participation) -> String?) -> ColumnValues { .text(order.map(value)) }
    func whole(_ value: (Participation) -> Int?) -> ColumnValues {
      .integer(order.map { value($0) ?? ColumnValues.missingInteger })
    }
    var columns = [
      Column("rank", whole(\.rank)), Column("serial_number", words(\.serialNumber)),
      Column("owner", words { pairs[$0.serialNumber]?.owner.map { names[$0] ?? "athlete " + $0 } }),
      Column("ski_base", words(\.base)), Column("grinding", words(\.grinding)),
    ]
    if let byHand, !byHand.usesManualRank, byHand.participations.contains(where: { $0.rank != nil }) {
      let ranks = RankPart.all.ranks(byHand.participations)
      columns.insert(Column("manual_rank", whole { ranks[$0.serialNumber] }), at: 1)
    }
    for part in RankPart.allCases where part != .all && order.contains(where: { part.rank($0) != nil }) {
      columns.append(Column(part.field, whole(part.rank)))
    }
    columns += [Column("nickname", words { pairs[$0.serialNumber]?.nickname }), Column("comment", words(\.comment))]
    let unranked = order.count { $0.rank == nil }
    let unground = order.count { $0.grinding == nil }
    var footer: [String] = []
    if unranked > 0, unranked < order.count { footer.append("\(unranked.counted("pair")) without a rank") }
    if unground > 0 { footer.append("\(unground.counted("pair")) with grinding unknown") }
    return TableOutput(try Table(columns), title: session.heading + ": " + order.count.counted("pair"), footer: footer)
      .showing(["rank", "serial_number", "grinding"])
  }
}
