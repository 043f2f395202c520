internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// What the plugin keeps of measurements in the workspace: stations, and packed days of their samples.
///
/// Values are in SI units, directions in degrees that wind and waves come from, times in UTC.
enum ObservationKinds {
  static let station = "surf.station"
  /// One record a line, as the first version kept them; they are still read.
  static let observation = "surf.observation"
  /// A day of a station, or what an import added to it.
  static let chunk = "surf.chunk"

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
            + Variable.recorded.map { RecordField($0.column, .number) } + [RecordField("extra", .text)],
          key: ["station", "time"], label: "observation of station {station} at {time}")),
    ])

  /// A record of its own for each line costs 240 bytes beside its values, and ten times the time.
  static let packed = StoreMigration(
    3, "pack observations by days, and issues of forecasts",
    [
      .addField(kind: station, RecordField("units", .text), existing: .missing),
      .addField(kind: station, RecordField("datum", .text), existing: .missing),
      .addField(kind: station, RecordField("zone", .text), existing: .missing),
      .create(
        RecordKind(
          chunk,
          fields: [
            RecordField("station", .text, required: true), RecordField("series", .text, required: true),
            RecordField("day", .date, required: true), RecordField("part", .integer, required: true),
            RecordField("rows", .integer, required: true), RecordField("checked", .boolean, required: true),
            RecordField("resolution", .text), RecordField("extra", .text),
            RecordField("packed", .bytes, required: true),
          ], key: ["station", "series", "day", "part"], label: "observations of station {station} on {day}")),
      .create(StoredIssue.kind),
    ])

  /// The codes of all stations, sorted.
  static func stations(in store: any RecordStore) throws(Diagnostic) -> [String] {
    try store.records(RecordQuery(station)).map { $0["code"].fileText }.inCodePointOrder()
  }

  /// Adds a station that is not there yet.
  static func add(_ code: String, to store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    let stations = try Table([Column("code", .text([code]))])
    _ = try store.merge(stations, into: station, rule: .keep, cancellation: cancellation)
  }
}
