internal import PodiumCore
internal import PodiumPlugin
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
    let rows = try RecordRows(RecordQuery(kind, order: [("number", false)]), in: store)
    let (numbers, names, regions, zones) = (
      rows.integers("number", in: 1...1_000_000_000), rows.texts("name"), rows.texts("region"), rows.texts("zone")
    )
    let (latitudes, longitudes, facings) = (
      rows.numbers("latitude"), rows.numbers("longitude"), rows.numbers("facing")
    )
    let (tides, buoys, models) = (rows.texts("tide"), rows.texts("buoy"), rows.texts("model"))
    let (swells, bands) = (rows.texts("swell_window"), rows.texts("tide_band"))
    let lenders = rows.integers("forecast_spot")
    let known = Set(numbers.compactMap { $0 })
    var found: [Spot] = []
    for row in 0..<rows.count {
      guard let number = numbers[row], let name = names[row], let zone = zones[row], let latitude = latitudes[row],
        let longitude = longitudes[row], let place = Coordinate(latitude: latitude, longitude: longitude)
      else { continue }
      var spot = Spot(
        number: number, name: name, region: regions[row], place: place, zone: zone, facing: facings[row],
        tide: tides[row], buoy: buoys[row], model: models[row])
      spot.window.swell = swells[row].flatMap { Arc($0) }
      if let band = bands[row] { _ = spot.window.takeTide(band) }
      if let lender = lenders[row], lender != number, known.contains(lender) { spot.lender = lender }
      found.append(spot)
    }
    return found
  }

  /// Stores a spot under its number, or what changed of it.
  func store(in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    try Spot.store([self], in: store, cancellation: cancellation)
  }

  /// The same for several.
  static func store(_ spots: [Spot], in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    func text(_ name: String, _ value: (Spot) -> String?) -> Column { Column(name, .text(spots.map(value))) }
    func number(_ name: String, _ value: (Spot) -> Double?) -> Column {
      Column(name, .number(spots.map { value($0) ?? .nan }))
    }
    guard !spots.isEmpty else { return }
    let table = try Table([
      Column("number", .integer(spots.map(\.number))), text("name") { $0.name }, text("region") { $0.region },
      number("latitude") { $0.place.latitude }, number("longitude") { $0.place.longitude }, text("zone") { $0.zone },
      number("facing") { $0.facing }, text("tide") { $0.tide }, text("buoy") { $0.buoy }, text("model") { $0.model },
      text("swell_window") { $0.window.swellText }, text("tide_band") { $0.window.tideText },
      Column("forecast_spot", .integer(spots.map { $0.lender ?? ColumnValues.missingInteger })),
    ])
    try store.replace(table, in: Spot.kind, key: ["number"], cancellation: cancellation)
  }
}

/// Names of spots as people type them.
enum SpotName {
  /// Letters and digits in lower case, without accents.
  static func bare(_ name: String) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in name.lowercased().unicodeScalars {
      if scalar.properties.isDiacritic { continue }
      letters.append(base(of: scalar))
    }
    return String(letters).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  /// The letter below the marks of a Latin one: the name of `é` is LATIN SMALL LETTER E WITH ACUTE.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar.value >= 0x80, let name = scalar.properties.name, name.hasPrefix("LATIN SMALL LETTER "),
      let with = name.firstRange(of: " WITH "), let letter = name[..<with.lowerBound].unicodeScalars.last,
      name[..<with.lowerBound].dropLast().last == " "
    else { return scalar }
    return Unicode.Scalar(letter.value + 32) ?? scalar
  }
}
