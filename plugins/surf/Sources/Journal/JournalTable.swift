internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// A journal as one flat table, for files: a row a session with its ratings and all its conditions.
///
/// Columns are `person`, `spot`, `region`, `latitude`, `longitude`, `start`, `end`, `zone`, `rating`, `rating.KEY.LOW.HIGH`
/// for each category, `board`, `crowd`, `waves`, `size_m`, `note`, and for each source of conditions `SOURCE.at` and the
/// like. Values are in SI units and UTC, so that the file read again is the same journal.
enum JournalTable {
  static func table(
    _ sessions: [JournalSession], spots: [Spot], categories: [Category], snapshots: [Int: [SessionSnapshot]]
  ) throws(Diagnostic) -> Table {
    let places = Dictionary(spots.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    func texts(_ name: String, _ value: (JournalSession) -> String?) -> Column {
      Column(name, .text(sessions.map(value)))
    }
    func numbers(_ name: String, _ value: (JournalSession) -> Double?) -> Column {
      Column(name, .number(sessions.map { value($0) ?? .nan }))
    }
    func integers(_ name: String, _ value: (JournalSession) -> Int?) -> Column {
      Column(name, .integer(sessions.map { value($0) ?? ColumnValues.missingInteger }))
    }
    var columns = [
      texts("person") { $0.person }, texts("spot") { places[$0.spot]?.name },
      texts("region") { places[$0.spot]?.region }, numbers("latitude") { places[$0.spot]?.place.latitude },
      numbers("longitude") { places[$0.spot]?.place.longitude },
      Column("start", .datetime(sessions.map(\.start))), Column("end", .datetime(sessions.map(\.end))),
      texts("zone") { $0.zone }, integers("rating") { $0.rating },
    ]
    for category in categories where sessions.contains(where: { $0.ratings[category.key] != nil }) {
      columns.append(
        integers("rating.\(category.key).\(category.scale.lowerBound).\(category.scale.upperBound)") {
          $0.ratings[category.key]
        })
    }
    columns += [
      texts("board") { $0.board }, texts("crowd") { $0.crowd }, integers("waves") { $0.waves },
      numbers("size_m") { $0.size }, texts("note") { $0.note },
      Column("day_only", .boolean(sessions.map { $0.isDayOnly ? true : nil })),
    ]
    for source in SessionSnapshot.Source.allCases {
      let found = sessions.map { snapshots[$0.number]?[source]?.found }
      guard found.contains(where: { $0 != nil }) else { continue }
      let prefix = source.rawValue + "."
      columns += [
        Column(prefix + "at", .datetime(found.map { $0?.state.at })),
        Column(prefix + "issued", .datetime(found.map { $0?.issued })),
        Column(prefix + "model", .text(found.map { $0?.model })),
        Column(prefix + "lead_h", .number(found.map { $0?.lead ?? .nan })),
        Column(prefix + "distance_km", .number(found.map { $0?.distance ?? .nan })),
        Column(prefix + "coverage", .number(found.map { $0?.coverage ?? .nan })),
        Column(prefix + "analysis", .boolean(found.map { $0?.isAnalysis })),
        Column(prefix + "tide_fraction", .number(found.map { $0?.state.tide?.fraction ?? .nan })),
        Column(prefix + "tide_trend", .text(found.map { $0?.state.tide?.trend.rawValue })),
      ]
      for variable in Set(found.flatMap { $0.map { Array($0.state.values.keys) } ?? [] }).sorted() {
        columns.append(Column(prefix + variable.column, .number(found.map { $0?.state[variable] ?? .nan })))
      }
    }
    return try Table(
      columns.filter { column in
        ["person", "spot", "start", "end", "rating"].contains(column.name)
          || (0..<column.count).contains { !column[$0].isMissing }
      })
  }

  /// The same table as JSON: a list of objects without the missing values.
  static func json(_ table: Table) -> JSONValue {
    .array(
      (0..<table.rowCount).prefix { !Cancellation.stopsWork(at: $0) }.map { row in
        .object(
          table.columns.compactMap { column in
            let value = column[row]
            switch value {
            case .missing: return nil
            case .integer(let number): return (column.name, .integer(number))
            case .number(let number): return (column.name, .number(number))
            case .boolean(let flag): return (column.name, .bool(flag))
            default: return (column.name, .string(value.fileText))
            }
          })
      })
  }

  /// The category of a column `rating.KEY.LOW.HIGH`; nil for any other name.
  static func category(_ column: String) -> Category? {
    let parts = column.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "rating", Category.key(String(parts[1])) == String(parts[1]),
      let low = Int(parts[2]), let high = Int(parts[3]), (-1000...1000).contains(low), low < high, high <= 1000
    else { return nil }
    return Category(key: String(parts[1]), name: String(parts[1]), scale: low...high)
  }

  /// The conditions of a session from the columns of a source; nil where the row has none.
  static func snapshot(
    _ source: SessionSnapshot.Source, session: Int, text: (String) -> String?
  ) -> SessionSnapshot? {
    let prefix = source.rawValue + "."
    guard let at = text(prefix + "at").flatMap({ Moment(iso: $0) }),
      let coverage = text(prefix + "coverage").flatMap({ InstrumentNumber.read($0) }), (0...1).contains(coverage)
    else { return nil }
    var values: [SeaVariable: Double] = [:]
    for variable in SeaVariable.allCases {
      guard let number = text(prefix + variable.column).flatMap({ InstrumentNumber.read($0) }),
        SeaCheck.allowed(variable)?.contains(number) ?? true
      else { continue }
      values[variable] = number
    }
    var stage: TideStage?
    if let fraction = text(prefix + "tide_fraction").flatMap({ InstrumentNumber.read($0) }), (0...1).contains(fraction),
      let trend = text(prefix + "tide_trend").flatMap({ TideStage.Trend(rawValue: $0) })
    {
      stage = TideStage(fraction: fraction, trend: trend)
    }
    var found = SpotConditions.Found(state: SeaState(at: at, values: values, tide: stage), coverage: coverage)
    found.issued = text(prefix + "issued").flatMap { Moment(iso: $0) }
    found.model = text(prefix + "model")
    found.lead = text(prefix + "lead_h").flatMap { InstrumentNumber.read($0) }
    found.distance = text(prefix + "distance_km").flatMap { InstrumentNumber.read($0) }
    found.isAnalysis = text(prefix + "analysis") == "true"
    // Files of earlier versions have an analysis under observed.
    return SessionSnapshot(session: session, source: found.isAnalysis ? .analysis : source, found: found)
  }
}
