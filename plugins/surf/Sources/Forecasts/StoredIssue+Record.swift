internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

extension StoredIssue {
  static let lateFields = StoreMigration(
    7, "keep how far away the places of forecasts and tides are, and sessions of which only the day is known",
    [kindName, JournalKinds.snapshot, ObservationKinds.station].map { kind in
      .addField(kind: kind, RecordField("distance", .number), existing: .missing)
    } + [.addField(kind: JournalKinds.session, RecordField("day_only", .boolean), existing: .missing)])

  static let kindName = "surf.issue"

  static let kind = RecordKind(
    kindName,
    fields: [
      RecordField("spot", .integer, required: true), RecordField("model", .text, required: true),
      RecordField("issued", .datetime, required: true), RecordField("part", .integer, required: true),
      RecordField("known", .datetime, required: true), RecordField("first", .datetime, required: true),
      RecordField("last", .datetime, required: true), RecordField("rows", .integer, required: true),
      RecordField("source", .text, required: true), RecordField("packed", .bytes, required: true),
    ], key: ["spot", "model", "issued", "part"], indexes: [["spot", "issued"]],
    label: "forecast {model} of {issued} for spot {spot}")

  /// The issues of a spot that were made in a span of time, newest first; those of one model where it is given.
  ///
  /// With `known`, only those that were known at that moment.
  static func all(
    of spot: Int, model: String? = nil, from: Moment? = nil, through: Moment? = nil, known: Moment? = nil,
    in store: any RecordStore
  ) throws(Diagnostic) -> [StoredIssue] {
    var conditions: [RecordQuery.Condition] = [.equals("spot", .integer(spot))]
    if let model { conditions.append(.equals("model", .text(model))) }
    if let from { conditions.append(.isAtLeast("issued", .datetime(from))) }
    if let through { conditions.append(.isAtMost("issued", .datetime(through))) }
    if let known { conditions.append(.isAtMost("known", .datetime(known))) }
    var issues: [StoredIssue] = []
    for record in try store.records(RecordQuery(kindName, where: conditions, order: [("issued", true)])) {
      guard let issue = StoredIssue(record) else {
        throw Diagnostic(
          "workspace-damaged", "a forecast of \(record["issued"].fileText) for spot \(spot) cannot be read")
      }
      issues.append(issue)
    }
    // Of one moment the models come by name and the parts in their order, whatever the names of the records.
    return issues.enumerated().sorted { a, b in
      if a.element.issued != b.element.issued { return a.element.issued > b.element.issued }
      if a.element.model != b.element.model { return CodePointOrder.precedes(a.element.model, b.element.model) }
      return (a.element.part, a.offset) < (b.element.part, b.offset)
    }.map(\.element)
  }

  private init?(_ record: Record) {
    guard case .integer(let spot) = record["spot"], case .text(let model) = record["model"],
      case .datetime(let issued) = record["issued"], let part = record.integer("part", in: 1...1_000_000),
      case .datetime(let known) = record["known"], case .text(let source) = record["source"],
      case .bytes(let bytes) = record["packed"], let packed = PackedSeries(bytes)
    else { return nil }
    var values: [SeaVariable: [Double]] = [:]
    for column in packed.columns {
      if let variable = SeaVariable(rawValue: column.code) { values[variable] = column.values }
    }
    self.init(
      spot: spot, model: model, issued: issued, part: part, known: known, source: source, times: packed.times,
      values: values, distance: record["distance"].asNumber)
  }

  /// The fields of the record; nil for an issue without hours or with too many.
  var fields: [String: Value]? {
    guard let first = times.first, let last = times.last else { return nil }
    let columns = values.keys.sorted().map { variable in
      PackedSeries.Column(code: variable.rawValue, decimals: variable.decimals, values: values[variable] ?? [])
    }
    guard let packed = PackedSeries(times: times, columns: columns) else { return nil }
    var fields: [String: Value] = [
      "spot": .integer(spot), "model": .text(model), "issued": .datetime(issued), "part": .integer(part),
      "known": .datetime(known), "first": .datetime(first), "last": .datetime(last), "rows": .integer(times.count),
      "source": .text(source), "packed": .bytes(packed.bytes),
    ]
    if let distance { fields["distance"] = .number(distance) }
    return fields
  }
}
