internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

/// A place where people surf.
struct Spot: Sendable, Equatable {
  /// The short number that people type; 0 before it is stored.
  var number = 0
  var name: String
  var region: String?
  var place: Coordinate
  /// The zone of the IANA database whose clocks the spot goes by.
  var zone: String
  /// Where the beach faces, in degrees.
  var facing: Double?
  /// The stations of its tides and its swell.
  var tide: String?
  var buoy: String?
  /// The forecast model that is shown first.
  var model: String?
  /// When it works.
  var window = SpotWindow()
  /// The spot whose forecasts count here; nil for its own.
  var lender: Int?

  /// The number of the spot whose issues count.
  var issues: Int { lender ?? number }

  /// The name with its region and number, since names repeat.
  var title: String { name + (region.map { " (\($0))" } ?? "") + ", spot \(number)" }
}

extension Spot {
  static let kind = "surf.spot"

  static let migration = StoreMigration(
    2, "keep surf spots",
    [
      .create(
        RecordKind(
          kind,
          fields: [
            RecordField("number", .integer, required: true), RecordField("name", .text, required: true),
            RecordField("region", .text), RecordField("latitude", .number, required: true),
            RecordField("longitude", .number, required: true), RecordField("zone", .text, required: true),
            RecordField("facing", .number), RecordField("tide", .text), RecordField("buoy", .text),
            RecordField("model", .text),
          ], key: ["number"], label: "spot {name}", numbered: "number"))
    ])

  static let windows = StoreMigration(
    5, "keep when surf spots work",
    [
      .addField(kind: kind, RecordField("swell_window", .text), existing: .missing),
      .addField(kind: kind, RecordField("tide_band", .text), existing: .missing),
    ])

  static let lenders = StoreMigration(
    6, "keep addresses of services, and the spots whose forecasts count at others",
    [
      SourceAddress.change,
      .addField(kind: kind, RecordField("forecast_spot", .integer), existing: .missing),
    ])

  /// All stored spots, by number; a damaged record is skipped.
  static func all(in store: any RecordStore) throws(Diagnostic) -> [Spot] {
    var spots = try thing.items(in: store, order: [("number", false)]).compactMap(\.checked)
    let known = Set(spots.map(\.number))
    for place in spots.indices {
      guard let lender = spots[place].lender, lender == spots[place].number || !known.contains(lender) else { continue }
      spots[place].lender = nil
    }
    return spots
  }

  /// Stores a spot under its number, or what changed of it.
  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    try Spot.store([self], in: store, cancellation: cancellation)
  }

  /// The same for several.
  static func store(_ spots: [Spot], in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    try thing.store(spots.map { Row($0) }, in: store, cancellation: cancellation)
  }
}

/// Names of spots as people type them.
enum SpotName {
  /// Letters and digits in lower case, without accents.
  static func bare(_ name: String) -> String {
    RecordName.bare(name).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }
}
