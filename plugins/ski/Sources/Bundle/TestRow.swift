internal import PodiumCore
internal import PodiumPlugin

/// A ski pair in a session, as a row of the tables that `load ski` and `ski table` make.
struct TestRow {
  var session: String
  var serialNumber: String
  var skiType: String?
  var base: String?
  var grinding: String?
  var airTemperature: Double?
  /// The percentages of new, old and wet snow.
  var shares: [Double?] = [nil, nil, nil]
  var rank: Double?

  static func columns(of rows: [TestRow]) -> [Column] {
    func names(_ value: (TestRow) -> String?) -> ColumnValues { .category(Categorical(rows.map(value))) }
    func figures(_ name: String, _ role: Role = .feature, _ value: (TestRow) -> Double?) -> Column {
      Self.figures(name, rows.map(value), role: role)
    }
    return [
      Column(
        "session", areNumbers(rows.map(\.session)) ? .integer(rows.compactMap { Int($0.session) }) : names(\.session),
        role: .group), Column("serial_number", names(\.serialNumber), role: .id),
      Column("ski_type", names(\.skiType), role: .ignored), Column("base", names(\.base), role: .feature),
      Column("grinding", names(\.grinding), role: .feature), figures("air_temperature") { $0.airTemperature },
      figures("new") { $0.shares[0] }, figures("old") { $0.shares[1] }, figures("wet") { $0.shares[2] },
      figures("rank", .ignored) { $0.rank },
    ]
  }

  static func labelling(of table: Table) -> Labelling {
    Labelling(
      ranks: table["stored_rank"] == nil ? ["rank"] : ["rank", "stored_rank"], group: "session",
      cuts: .shares([0.33, 0.66]), names: SessionLabels.names)
  }

  /// A column of numbers, whole ones as integers, so that a temperature of −15 prints without decimals.
  static func figures(_ name: String, _ values: [Double?], role: Role) -> Column {
    let narrow = values.map { $0.map { x in Int(exactly: x).map(Value.integer) ?? .number(x) } ?? .missing }
    return Column(name, values: narrow).with(role: role)
  }

  /// Whether all names are plain whole numbers: 01 and 1 are two sessions and must not become one number.
  static func areNumbers(_ names: [String]) -> Bool { names.allSatisfy { name in Int(name).map(String.init) == name } }
}

/// `ski table`: the stored tests as one table with a row per pair and session, ready for `label`, `cv` and `compare`.
struct SkiTableCommand: Command {
  let signature = Signature(
    "ski table", topic: .plugins, summary: "Make the stored tests the current table, as load ski does with a bundle.",
    details: """
      The columns, roles and labelling are those of load ski, so that label, encode, cv and compare work as usual. \
      Select sessions with the same keys as in ski sessions. Rows without grinding, snow or rank are kept with missing \
      values and counted.
      """, parameters: SkiSessionsCommand.keys,
    exampleLines: """
      all tests: ski import ski-thesis; ski table -> 112
      by ski type: ski import ski-thesis; ski table type=Klister as klister -> klister
      by season and temperature: ski import ski-thesis; ski table season=2017-18 air=..0 -> serial_number
      a typo: ski import ski-thesis; ski table type=Klistre -> !unknown-type
      """, traits: [.namesTable], seeAlso: ["ski sessions", "ski matrix"])

  /// Changes the current table, not the workspace.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let wanted = Set(
      try workspace.store.texts("session", of: SkiKinds.session, where: try SessionFilter(call, workspace).conditions))
    let records = try SkiRecords(workspace.store)
    let tests = records.sessions.filter { wanted.contains($0.number) }
      .sorted { SkiRecords.precedes($0.number, $1.number) }
    let rows = tests.flatMap { test in test.counted.participations.map { (session: test, part: $0) } }
    guard !rows.isEmpty else {
      throw Diagnostic(
        "no-rows", "no session with pairs matches these conditions", span: call.verbSpan,
        help: "use ski sessions to list them")
    }
    let known = rows.map { session, part in
      let shares = session.conditions.shares
      return TestRow(
        session: session.number, serialNumber: part.serialNumber, skiType: records[pair: part.serialNumber]?.skiType,
        base: part.base, grinding: part.grinding, airTemperature: session.conditions.air,
        shares: [shares?.new, shares?.old, shares?.wet], rank: part.rank.map(Double.init))
    }
    func words(_ name: String, _ values: [String?]) -> Column {
      Column(name, .category(Categorical(values)), role: .ignored)
    }
    var table = try Table(
      TestRow.columns(of: known) + [
        Column("time", .datetime(rows.map(\.session.time)), role: .time), words("season", rows.map(\.session.season)),
      ])
    let stored = TestRow.figures("stored_rank", rows.map { $0.part.storedRank.map(Double.init) }, role: .ignored)
    for column in [stored, words("source", rows.map(\.part.source))] where column.missingCount < column.count {
      table = try table.setting(column)
    }
    var dataset = Dataset(name: call.syntax.name?.text ?? "ski", source: "ski table", table: table)
    dataset.labelling = TestRow.labelling(of: table)
    dataset.evaluators = ["ski.risk"]
    session.state.current = dataset
    var record = RecordOutput(dataset.name)
    record.add("rows", .integer(table.rowCount))
    record.add("sessions", .integer(tests.count { !$0.participations.isEmpty }))
    record.add("columns", list: table.names.map(Value.text))
    let gaps = ["grinding", "base", "new", "air_temperature", "rank"].compactMap { name -> Output? in
      let missing = table[name]?.missingCount ?? 0
      return missing == 0 ? nil : .note("kept \(missing.counted("row")) without \(name == "new" ? "snow" : name)")
    }
    return [.record(record)] + gaps
  }
}
