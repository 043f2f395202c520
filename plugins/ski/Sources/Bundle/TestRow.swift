internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

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

  /// What the rows lack, a note for each kind of value with the first of them.
  static func gaps(_ rows: [TestRow]) -> [String] {
    let kinds: [(name: String, isMissing: (TestRow) -> Bool)] = [
      ("grinding", { $0.grinding == nil }), ("base", { $0.base == nil }), ("snow", { $0.shares[0] == nil }),
      ("air temperature", { $0.airTemperature == nil }), ("rank", { $0.rank == nil }),
    ]
    return kinds.compactMap { name, isMissing in
      let places = rows.filter(isMissing).map { "\($0.serialNumber) in session \($0.session)" }
      return places.isEmpty ? nil : "kept \(places.count.counted("row")) without \(name): \(places.listed(3))"
    }
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
