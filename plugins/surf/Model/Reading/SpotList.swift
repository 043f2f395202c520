public import PodiumCore

/// A place in a list of surf spots, as far as the list describes it.
public struct ListedSpot: Sendable, Equatable {
  public var name: String
  public var region: String?
  public var place: Coordinate
  /// Where the beach faces, in degrees.
  public var facing: Double?
  /// The stations of its swell and its tides.
  public var buoy: String?
  public var tide: String?
  /// The name of its time zone, as the list has it.
  public var zone: String?
  /// When it works.
  public var window = SpotWindow()
  /// Where the list has it: its line, or its entry.
  public internal(set) var source = ""

  public init(
    name: String, region: String? = nil, place: Coordinate, facing: Double? = nil, buoy: String? = nil,
    tide: String? = nil, zone: String? = nil
  ) {
    (self.name, self.region, self.place, self.facing) = (name, region, place, facing)
    (self.buoy, self.tide, self.zone) = (buoy, tide, zone)
  }
}

/// Reads lists of surf spots: tables with columns for name, latitude and longitude, JSON, and points of GeoJSON.
///
/// Names repeat: only spots of one name within a kilometre are one spot.
public struct SpotList: Sendable {
  /// In the order of the file.
  public private(set) var spots: [ListedSpot] = []
  public private(set) var report = ReadingReport()

  static let wanted = "a list of surf spots"
  /// Spots of one name closer than this are one, in kilometres.
  private static let sameSpot = 1.0
  /// The most spots that are compared with each other.
  private static let limit = 20_000

  /// Spots of one name in a band of latitude, since all others are far away.
  private struct Band: Hashable {
    let name: String
    let latitude: Int
  }

  private var known: [Band: [Int]] = [:]

  /// Reads JSON: a list of objects, one below a key, or a collection of GeoJSON.
  ///
  /// Throws `other-format`, `malformed-json`, `no-rows` where no spot can be read, and `too-large`.
  public init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    let value = try SurfJSON.value(bytes, name: name, of: [.spots, .geoJSON], wanted: SpotList.wanted)
    guard let list = value.array ?? value.members?.lazy.compactMap({ $0.1.array }).first else {
      throw SurfFileKind.unknown(name, wanted: SpotList.wanted)
    }
    try check(list.count, name)
    for (number, entry) in list.enumerated() {
      let place = "entry \(number + 1)"
      report.read += 1
      guard entry.members != nil else {
        report.refuse(place, "it is \(entry.kindName), not an object")
        continue
      }
      read(entry, place)
    }
    try finish(name)
  }

  /// The headings of each part.
  public static var headings: [String: [String]] {
    Dictionary(SpotColumns.Part.allCases.map { ($0.rawValue, $0.names) }, uniquingKeysWith: { $1 })
  }

  /// Reads rows of cells with their lines; the first row is the header.
  ///
  /// Throws `missing-column` without a name, latitude or longitude, `no-rows` and `too-large`.
  public init(_ rows: [(line: Int, cells: [String])], name: String) throws(Diagnostic) {
    let header = rows.first?.cells ?? []
    let columns = SpotColumns(header: header.map { $0.nameWords.joined(separator: "_") })
    guard columns.isComplete else {
      let titles = header.prefix(40).map(Abridged.text).joined(separator: ", ")
      throw Diagnostic(
        "missing-column", "'\(name)' has no columns for the name, the latitude and the longitude of spots",
        help: "call them name, latitude and longitude; the columns are \(titles)")
    }
    try check(rows.count, name)
    for (line, cells) in rows.dropFirst() where !cells.allSatisfy({ $0.trimmed.isEmpty }) {
      report.read += 1
      take("line \(line)") { part in
        columns.places[part].flatMap { cells.indices.contains($0) ? cells[$0].trimmed : nil }.flatMap {
          $0.isEmpty ? nil : $0
        }
      }
    }
    try finish(name)
  }

  private func check(_ count: Int, _ name: String) throws(Diagnostic) {
    guard count > SpotList.limit else { return }
    throw Diagnostic("too-large", "'\(name)' has \(count) spots, more than \(SpotList.limit)")
  }

  private mutating func finish(_ name: String) throws(Diagnostic) {
    guard spots.isEmpty else { return }
    throw Diagnostic("no-rows", "'\(name)' has no spots\(report.why)", help: "check the file")
  }

  private mutating func read(_ entry: JSONValue, _ place: String) {
    // GeoJSON has longitude before latitude, and the rest among properties.
    var members = entry["properties"]?.dictionary ?? entry.dictionary
    if let geometry = entry["geometry"] {
      guard geometry["type"]?.words == "Point", let pair = geometry["coordinates"]?.array, pair.count >= 2 else {
        return report.refuse(place, "it is not a point")
      }
      members = members.filter { !["lat", "latitude", "lon", "lng", "long", "longitude"].contains($0.key) }
      (members["longitude"], members["latitude"]) = (pair[0], pair[1])
    } else if let nested = ["location", "coordinates", "position"].lazy.compactMap({ entry[$0] }).first(where: {
      $0.members != nil
    }) {
      members.merge(nested.dictionary) { first, _ in first }
    }
    let keys = members.keys.sorted()
    let columns = SpotColumns(header: keys.map { $0.nameWords.joined(separator: "_") })
    for key in columns.places.values.sorted().map({ keys[$0] }) {
      guard let value = members[key], value != .null, value.string == nil, value.number == nil else { continue }
      report.remark("\(place): \(Abridged.text(key)) is \(value.kindName), not a text or a number; it was left out")
    }
    take(place) { part in
      columns.places[part].flatMap { members[keys[$0]] }.flatMap { value in
        value.words ?? value.number.map(NumberText.shortest)
      }
    }
  }

  /// Takes a spot by the texts of its parts; one without a name or a valid place is refused.
  private mutating func take(_ line: String, _ text: (SpotColumns.Part) -> String?) {
    guard let name = text(.name), name.utf8.count <= 200 else {
      return report.refuse(line, "it has no name of at most 200 characters")
    }
    guard let latitude = text(.latitude), let longitude = text(.longitude) else {
      return report.refuse(line, "\(Abridged.quoted(name)) has no latitude or no longitude")
    }
    guard let north = InstrumentNumber.read(latitude), let east = InstrumentNumber.read(longitude),
      let place = Coordinate(latitude: north, longitude: east)
    else {
      return report.refuse(
        line,
        "\(Abridged.quoted(latitude)), \(Abridged.quoted(longitude)) is not a latitude and a longitude in degrees")
    }
    if north == 0, east == 0 { report.remark("\(line): the place is 0,0, which is often a missing value") }
    var spot = ListedSpot(
      name: name, region: text(.region), place: place, buoy: text(.buoy), tide: text(.tide), zone: text(.zone))
    if let facing = text(.facing) {
      spot.facing = Compass.direction(facing).map(Direction.normalised)
      if spot.facing == nil { report.remark("\(line): \(Abridged.quoted(facing)) is not a direction; it was left out") }
    }
    if let swell = text(.swell) {
      spot.window.swell = Arc(swell)
      if spot.window.swell == nil {
        report.remark("\(line): \(Abridged.quoted(swell)) is not a swell window as in 290..20; it was left out")
      }
    }
    if let band = text(.band), !spot.window.takeTide(band) {
      report.remark("\(line): \(Abridged.quoted(band)) is not a tide band as in low,mid; it was left out")
    }
    // A hundredth of a degree of latitude is more than a kilometre.
    let band = Int((north * 100).rounded(.down))
    let near = (band - 1...band + 1).flatMap { known[Band(name: name, latitude: $0)] ?? [] }
    if near.contains(where: { spots[$0].place.distance(to: place) < SpotList.sameSpot }) {
      return report.remark(
        "\(line): \(Abridged.quoted(name)) is in the list already, less than 1 km away, and counts once")
    }
    known[Band(name: name, latitude: band), default: []].append(spots.count)
    report.kept += 1
    spot.source = line
    spots.append(spot)
  }
}

/// The columns, or keys, that describe a spot.
struct SpotColumns {
  enum Part: String, CaseIterable {
    case name, region, latitude, longitude, facing, buoy, tide, zone, swell, band

    /// Names in lower case with `_` between words, best first.
    var names: [String] {
      switch self {
      case .name: ["name", "spot_name", "spot", "beach", "beach_name", "break", "title", "nombre", "nom"]
      case .region: ["region", "county", "area", "state", "subregion", "country"]
      case .latitude: ["latitude", "lat", "spot_lat", "wind_lat", "latitud", "breite", "breitengrad"]
      case .longitude:
        ["longitude", "lon", "lng", "long", "spot_lon", "wind_long", "wind_lon", "longitud", "länge", "längengrad"]
      case .facing:
        ["facing", "orientation", "breaking_wave_angle", "beach_angle", "beach_facing", "aspect", "facing_deg"]
      case .buoy: ["buoy", "swell_buoy_id", "buoy_id", "swell_buoy", "buoy_station", "station_id"]
      case .tide: ["tide", "tide_station_id", "tide_station", "tide_id"]
      case .zone: ["zone", "timezone", "time_zone", "tz"]
      case .swell: ["swell_window", "swell_arc", "swell_directions"]
      case .band: ["tide_band", "tide_window", "best_tide"]
      }
    }
  }

  /// The place of each part in the header.
  let places: [Part: Int]

  init(header: [String]) {
    var places: [Part: Int] = [:]
    for part in Part.allCases {
      places[part] = part.names.lazy.compactMap { header.firstIndex(of: $0) }.first
    }
    self.places = places
  }

  var isComplete: Bool { places[.name] != nil && places[.latitude] != nil && places[.longitude] != nil }
}
