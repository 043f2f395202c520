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
      """, parameters: SkiSessionsCommand.keys,
    exampleLines: """
      all tests: ski import ski-thesis; ski table -> 112
      by ski type: ski import ski-thesis; ski table type=Klister as klister -> klister
      by season and temperature: ski import ski-thesis; ski table season=2017-18 air=..0 -> serial_number
      a typo: ski import ski-thesis; ski table type=Klistre -> !unknown-type
      """, traits: .namesTable, seeAlso: ["ski sessions", "ski matrix"])

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
    return [.record(record)] + TestRow.gaps(known).map(Output.note)
  }
}
