internal import PodiumCore
internal import PodiumPlugin

/// `ski table`: the stored tests as one table with a row per pair and session, ready for `label`, `cv` and `compare`.
struct SkiTableCommand: Command {
  let signature = Signature(
    "ski table", topic: .plugins, summary: "Make the stored tests the current table, as load ski does with a bundle.",
    details: """
      The columns, roles and labelling are those of load ski, so that label, encode, cv and compare work as usual. \
      Select sessions with the same keys as in ski sessions. Rows without grinding, snow or rank are kept with missing \
      values and counted.
      """,
    parameters: SkiSessionsCommand.keys,
    examples: [
      Example("ski table", after: ["ski import ski-thesis"], "all tests", prints: "112"),
      Example(
        "ski table type=Klister as klister", after: ["ski import ski-thesis"], "by ski type", prints: "klister"),
      Example(
        "ski table season=2017-18 air=..0", after: ["ski import ski-thesis"], "by season and temperature",
        prints: "serial_number"),
      Example("ski table type=Klistre", after: ["ski import ski-thesis"], "a typo", fails: "unknown-type"),
    ], traits: [.namesTable], seeAlso: ["ski sessions", "ski matrix"])

  /// Changes the current table, not the workspace.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let workspace = try SkiWorkspace(session)
    let wanted = Set(
      try workspace.store.texts(
        "session", of: SkiKinds.session, where: try SessionFilter(call, workspace).conditions))
    let records = try SkiRecords(workspace.store)
    var rows: [(session: TestSession, part: Participation)] = []
    for test in records.sessions.sorted(by: { SkiRecords.precedes($0.number, $1.number) })
    where wanted.contains(test.number) {
      for part in test.counted.participations { rows.append((test, part)) }
    }
    guard !rows.isEmpty else {
      throw Diagnostic(
        "no-rows", "no session with pairs matches these conditions", span: call.verbSpan,
        help: "use ski sessions to list them")
    }
    let names = rows.map(\.session.number)
    let areNumbers = names.allSatisfy { name in Int(name).map(String.init) == name }
    func words(_ value: ((session: TestSession, part: Participation)) -> String?) -> ColumnValues {
      .category(Categorical(rows.map(value)))
    }
    func figures(_ name: String, _ value: ((session: TestSession, part: Participation)) -> Double?) -> ColumnValues {
      Column(
        name, values: rows.map { value($0).map { x in Int(exactly: x).map(Value.integer) ?? .number(x) } ?? .missing }
      ).values
    }
    var table = try Table([
      Column(
        "session", areNumbers ? .integer(names.compactMap { Int($0) }) : words { $0.session.number }, role: .group),
      Column("serial_number", words { $0.part.serialNumber }, role: .id),
      Column("ski_type", words { records[pair: $0.part.serialNumber]?.skiType }, role: .ignored),
      Column("base", words { $0.part.base }, role: .feature),
      Column("grinding", words { $0.part.grinding }, role: .feature),
      Column("air_temperature", figures("air_temperature") { $0.session.conditions.air }, role: .feature),
      Column("new", figures("new") { $0.session.conditions.shares?.new }, role: .feature),
      Column("old", figures("old") { $0.session.conditions.shares?.old }, role: .feature),
      Column("wet", figures("wet") { $0.session.conditions.shares?.wet }, role: .feature),
      Column("rank", figures("rank") { $0.part.rank.map(Double.init) }, role: .ignored),
      Column("time", .datetime(rows.map(\.session.time)), role: .time),
      Column("season", words { $0.session.season }, role: .ignored),
    ])
    let stored = Column("stored_rank", figures("stored_rank") { $0.part.storedRank.map(Double.init) }, role: .ignored)
    for column in [stored, Column("source", words { $0.part.source }, role: .ignored)]
    where column.missingCount < column.count { table = try table.setting(column) }
    var dataset = Dataset(name: call.syntax.name?.text ?? "ski", source: "ski table", table: table)
    dataset.labelling = Labelling(
      ranks: ["rank"] + (table["stored_rank"] == nil ? [] : ["stored_rank"]), group: "session",
      cuts: .shares([0.33, 0.66]), names: SessionLabels.names)
    dataset.evaluators = ["ski.risk"]
    session.state.current = dataset
    var record = RecordOutput(dataset.name)
    record.add("rows", .integer(table.rowCount))
    record.add("sessions", .integer(Set(names).count))
    record.add("columns", list: table.names.map(Value.text))
    let gaps = ["grinding", "base", "new", "air_temperature", "rank"].compactMap { name -> Output? in
      let missing = table[name]?.missingCount ?? 0
      return missing == 0
        ? nil
        : .note(
          "kept \(missing.counted("row")) without \(name == "new" ? "snow" : name)"
        )
    }
    return [.record(record)] + gaps + workspace.remarks
  }
}
