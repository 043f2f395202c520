internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The spot whose forecasts count at another one.
enum SpotLender {
  /// Beyond this the forecast of another spot deserves a warning, in kilometres.
  static let near = 25.0

  /// That the forecasts of a spot are for a place far away, as it is shown wherever they are; nil where they are near.
  static func remark(_ spot: Spot, _ distance: Double?, among spots: [Spot]) -> String? {
    var parts: [String] = []
    if let lender = spot.lender, let other = spots.first(where: { $0.number == lender }),
      other.place.distance(to: spot.place) > near
    {
      parts.append("that of \(other.name), \(NumberText.fixed(other.place.distance(to: spot.place), 0)) km away")
    }
    if let distance { parts.append("for a place \(NumberText.fixed(distance, 0)) km away") }
    return parts.isEmpty ? nil : "the forecast of \(spot.name) is " + parts.joined(separator: ", and ")
  }

  /// The nearest other spot within 25 km that has issues of a span of time.
  static func nearest(
    to spot: Spot, among spots: [Spot], from: Moment? = nil, through: Moment? = nil, in store: any RecordStore
  ) throws(Diagnostic) -> Spot? {
    let others = spots.filter { $0.number != spot.number && $0.lender == nil }
      .map { ($0, $0.place.distance(to: spot.place)) }.filter { $0.1 <= near }.sorted { $0.1 < $1.1 }
    for (other, _) in others {
      var conditions: [RecordQuery.Condition] = [.equals("spot", .integer(other.number))]
      if let from { conditions.append(.isAtLeast("issued", .datetime(from))) }
      if let through { conditions.append(.isAtMost("issued", .datetime(through))) }
      if try store.count(RecordQuery(StoredIssue.kindName, where: conditions)) > 0 { return other }
    }
    return nil
  }

  /// Takes what `forecast=` says; the outputs warn of a spot that is far away.
  ///
  /// Throws `unknown-spot`, `which-spot`, `bad-value` for the spot itself, and `no-forecast` where none is near.
  static func take(
    _ call: Call, _ parameter: Parameter<String?>, _ spot: inout Spot, _ finder: SpotFinder, _ store: any RecordStore
  ) throws(Diagnostic) -> [Output] {
    guard let typed = call[parameter] else { return [] }
    let span = call.span(of: parameter)
    if typed == "none" {
      spot.lender = nil
      return []
    }
    if typed == "nearest" {
      guard let found = try nearest(to: spot, among: finder.spots, in: store) else {
        throw Diagnostic(
          "no-forecast", "no spot within 25 km of \(Abridged.quoted(spot.name)) has a stored forecast", span: span,
          help: "name a spot, as in forecast=NAME, or fetch its own: surf fetch \(Session.quote(spot.name))")
      }
      spot.lender = found.number
      return []
    }
    let other = try finder.one(typed, span: span)
    // Of a spot that has those of a third one, the third one counts.
    let lender = other.issues
    guard lender != spot.number, other.number != spot.number else {
      throw Diagnostic(
        "bad-value", "'\(parameter.name)' must be another spot than \(Abridged.quoted(spot.name))", span: span,
        help: "write none for its own forecasts")
    }
    spot.lender = lender
    let place = finder.spots.first { $0.number == lender }?.place ?? other.place
    let distance = place.distance(to: spot.place)
    guard distance > near else { return [] }
    return [.warning("the forecasts are those of a place \(NumberText.fixed(distance, 0)) km away")]
  }
}
