internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The parts of a spot as they are typed.
enum SpotEntry {
  /// A spot of the same name this near is the same spot.
  static let samePlace = 1.0

  /// The name of a spot; throws `bad-value`.
  static func name(_ typed: String, span: SourceSpan?) throws(Diagnostic) -> String {
    let name = typed.split(separator: " ").joined(separator: " ")
    // Digits alone would mean the number of another spot.
    guard !SpotName.bare(name).isEmpty, name.count <= 60, Int(name) == nil else {
      throw .badValue(
        "name", name, allowed: "a name of at most 60 characters, with letters, that is not a number", span: span)
    }
    // These mean something else where a spot is named.
    guard !["none", "all", "last", "nearest"].contains(name.lowercased()) else {
      throw .badValue("name", name, allowed: "another name, since this word has a meaning of its own", span: span)
    }
    return name
  }

  /// A typed place; throws `bad-value`.
  static func place(_ words: [String], _ key: String, span: SourceSpan?) throws(Diagnostic) -> Coordinate {
    let typed = words.joined(separator: ",")
    guard let place = Coordinate(typed) else {
      throw .badValue(key, typed, allowed: "latitude and longitude, as in 36.97,-121.96", span: span)
    }
    return place
  }

  static func record(_ spot: Spot, _ finder: SpotFinder) -> Output {
    var record = RecordOutput("spot \(spot.name)")
    record.add("id", .integer(spot.number))
    record.add("name", .text(spot.name))
    if let region = spot.region { record.add("region", .text(region)) }
    record.add("latitude", .number(spot.place.latitude))
    record.add("longitude", .number(spot.place.longitude))
    record.add("zone", .text(spot.zone))
    if let facing = spot.facing { record.add("facing", .number(facing)) }
    for (name, value) in [
      ("tide", spot.tide), ("buoy", spot.buoy), ("model", spot.model), ("swell_window", spot.window.swellText),
      ("tide_band", spot.window.tideText),
    ] {
      if let value { record.add(name, .text(value)) }
    }
    if let lender = spot.lender, let other = finder.spots.first(where: { $0.number == lender }) {
      record.add("forecast", .text(other.name))
      record.add("forecast_km", .number(other.place.distance(to: spot.place)))
    }
    return .record(record)
  }
}
