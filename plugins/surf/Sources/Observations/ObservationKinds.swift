internal import PodiumCore
internal import PodiumPlugin

/// What the plugin keeps in the workspace: stations, and one record per station and time.
///
/// There is one record per sample, not per variable: a buoy reports whole lines, and a field that was not measured is
/// missing. Values are in SI units, directions in degrees that wind and waves come from, times in UTC.
enum ObservationKinds {
  static let station = "surf.station"
  static let observation = "surf.observation"

  static let first = StoreMigration(
    1, "keep observations of buoys",
    [
      .create(
        RecordKind(
          station, fields: [RecordField("code", .text, required: true), RecordField("name", .text)], key: ["code"])),
      .create(
        RecordKind(
          observation,
          fields: [RecordField("station", .text, required: true), RecordField("time", .datetime, required: true)]
            + Variable.allCases.map { RecordField($0.column, .number) } + [RecordField("extra", .text)],
          key: ["station", "time"], label: "observation of station {station} at {time}")),
    ])

  /// The codes of all stations, sorted.
  static func stations(in store: any RecordStore) throws(Diagnostic) -> [String] {
    try store.records(RecordQuery(station)).map { $0["code"].fileText }.sorted(by: CodePointOrder.precedes)
  }

  /// The samples of a station between two times, both included, ordered by time.
  static func samples(
    of code: String, from: Moment?, through: Moment?, in store: any RecordStore
  ) throws(Diagnostic) -> [Sample] {
    var conditions: [RecordQuery.Condition] = [.equals("station", .text(code))]
    if let from { conditions.append(.isAtLeast("time", .datetime(from))) }
    if let through { conditions.append(.isAtMost("time", .datetime(through))) }
    let table = try store.table(
      RecordQuery(observation, where: conditions, order: [("time", false)]),
      fields: ["time"] + Variable.allCases.map(\.column))
    let times = try table.column("time")
    var samples: [Sample] = []
    for row in 0..<table.rowCount {
      if case .datetime(let time) = times[row] { samples.append(Sample(time)) }
    }
    guard samples.count == table.rowCount else { return [] }
    for variable in Variable.allCases {
      guard let numbers = try table.column(variable.column).numbers else { continue }
      for (row, number) in numbers.enumerated() { samples[row][variable] = number }
    }
    return samples
  }
}
