internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// `surf spots`: the stored spots, by name or near a place.
struct SpotsCommand: Command {
  static let name = Parameter<String?>.text(
    "name", positional: true, help: "Name, or the beginning of one of its words.",
    completion: .spots())
  static let near = Parameter<[String]?>.list("near", help: "Place to measure distances from, as in 36.95,-122.02.")
  static let reach = Parameter<Double?>.number(
    "km", in: 0...20_100, help: "Greatest distance in kilometres, with near=.")

  let signature = Signature(
    "surf spots", topic: .plugins, summary: "List surf spots, by name or near a place.",
    details: "Case and accents of a name do not matter. With near= the nearest comes first, at most km= away.",
    parameters: [name.any, near.any, reach.any],
    examples: SurfSamples.examples(
      """
      all spots: spots; surf spots -> 2 spots
      by name, without its accent: spots; surf spots pantin -> Pantín
      near a place: spots; surf spots near=36.95,-122.02 km=30 -> distance_km
      half a place: surf spots near=36.95 -> !bad-value
      """), traits: .readsOnly, seeAlso: ["surf spot add", "surf sun"])

  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let finder = try SpotFinder(in: session.store())
    var spots = call[SpotsCommand.name].map { finder.matching($0) } ?? finder.spots
    var distances: [Int: Double] = [:]
    if let text = call[SpotsCommand.near]?.joined(separator: ",") {
      guard let place = Coordinate(text) else {
        throw .badValue(
          "near", text, allowed: "latitude and longitude, as in 36.95,-122.02",
          span: call.span(of: SpotsCommand.near))
      }
      for spot in spots { distances[spot.number] = place.distance(to: spot.place) }
      let reach = call[SpotsCommand.reach] ?? .infinity
      spots = spots.filter { (distances[$0.number] ?? .infinity) <= reach }
        .sorted { (distances[$0.number] ?? 0, $0.number) < (distances[$1.number] ?? 0, $1.number) }
    } else if call[SpotsCommand.reach] != nil {
      throw Diagnostic(
        "missing-argument", "km= needs a place to measure from", span: call.span(of: SpotsCommand.reach),
        help: "add it, as in near=36.95,-122.02")
    } else {
      let bare = Dictionary(spots.map { ($0.number, SpotName.bare($0.name)) }, uniquingKeysWith: { first, _ in first })
      spots.sort { (bare[$0.number] ?? "", $0.number) < (bare[$1.number] ?? "", $1.number) }
    }
    var columns = [
      Column("id", .integer(spots.map(\.number))), Column("name", .text(spots.map(\.name))),
      Column("region", .text(spots.map(\.region))), Column("latitude", .number(spots.map(\.place.latitude))),
      Column("longitude", .number(spots.map(\.place.longitude))),
    ]
    columns.append(Column("distance_km", .number(spots.map { distances[$0.number] ?? .nan })))
    var outputs: [Output] = [
      .table(
        TableOutput(
          try Table(columns), title: spots.count.counted("spot"),
          decimals: ["latitude": 4, "longitude": 4, "distance_km": 1]))
    ]
    if let name = call[SpotsCommand.name], finder.matching(name).isEmpty {
      let near = finder.nearest(name).map { "; did you mean \(Abridged.quoted($0))?" } ?? ""
      outputs.append(.note("no spot has the name \(Abridged.quoted(name))\(near)"))
    }
    return outputs
  }
}
