internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
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
    let row = Spot.Row(spot)
    for name in Spot.thing.fields.map(\.column.name) where name != "forecast_spot" {
      let value = Spot.thing.value(of: row, name)
      if !value.isMissing { record.add(name == "number" ? "id" : name, value) }
    }
    if let lender = spot.lender, let other = finder.spots.first(where: { $0.number == lender }) {
      record.add("forecast", .text(other.name))
      record.add("forecast_km", .number(other.place.distance(to: spot.place)))
    }
    return .record(record)
  }
}
