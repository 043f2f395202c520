internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords
internal import SurfModel

extension Spot {
  /// A spot as it is kept: its place in two fields, its windows as texts.
  struct Row: Sendable {
    var spot = Spot(name: "", place: .origin, zone: "")
    var latitude = 0.0
    var longitude = 0.0
    var swell: String?
    var band: String?

    init() {}

    init(_ spot: Spot) {
      self.spot = spot
      (latitude, longitude) = (spot.place.latitude, spot.place.longitude)
      (swell, band) = (spot.window.swellText, spot.window.tideText)
    }

    /// The spot; nil for a place that does not exist or a number that no one types.
    var checked: Spot? {
      guard (1...1_000_000_000).contains(spot.number), let place = Coordinate(latitude: latitude, longitude: longitude)
      else { return nil }
      var spot = spot
      (spot.place, spot.window) = (place, SpotWindow())
      spot.window.swell = swell.flatMap { Arc($0) }
      if let band { _ = spot.window.takeTide(band) }
      return spot
    }
  }

  static let thing = Thing<Row>(Spot.kind, verb: "surf spot", key: "number", blank: Row()) {
    Field(naming: "number", \.spot.number)
    Field("name", \.spot.name, .spotName, positional: true, help: "Name of the spot.")
    Field("region", \.spot.region, .shortText(), help: "Region, since names repeat.")
    Field("latitude", \.latitude)
    Field("longitude", \.longitude)
    Field(
      "zone", \.spot.zone, .text(60),
      help: "Time zone of the spot, as in America/Los_Angeles or -08:00; by default that of the nearest coast.")
    Field(
      "facing", \.spot.facing, .direction,
      help: "Direction the beach faces, as in 150 or SSE; without it the side of the wind is unknown.")
    Field("tide", \.spot.tide, .shortText(isCode: true), help: "Station of its tides.")
    Field("buoy", \.spot.buoy, .shortText(isCode: true), help: "Buoy of its swell.")
    Field("model", \.spot.model, .shortText(), help: "Forecast model to show first.")
    Field(
      "swell_window", \.swell, .swellWindow, key: "swell",
      help: "Directions of swell that reach the spot, clockwise, as in 290..20 or W..N.")
    Field(
      "tide_band", \.band, .tideBand, key: "tide-band",
      help: "Stages of the tide at which the spot works: low, mid, high, rising, falling, slack.")
    Field("forecast_spot", \.spot.lender, link: .init(to: Spot.kind, role: "spot with its forecasts"))
  }
  .actions(SpotCommand.actions, shown: ("name", nil), lister: "surf spots")
}

extension FieldForm where Content == String {
  /// The name of a spot.
  static var spotName: FieldForm {
    .read(allowed: "a name", clearsIfEmpty: false) { (text, span, _) throws(Diagnostic) in
      .text(try SpotEntry.name(text, span: span))
    }
  }

  /// A text of at most 60 characters, or none for none; a code is kept in capitals.
  static func shortText(isCode: Bool = false) -> FieldForm {
    .read(clearsIfEmpty: false) { (typed, span, _) throws(Diagnostic) in
      let text = typed.split(separator: " ").joined(separator: " ")
      guard !text.isEmpty, text.count <= 60 else {
        throw Diagnostic(
          "bad-value", "a text has 1 to 60 characters, not \(Abridged.quoted(typed))", span: span,
          help: "write none for none")
      }
      return text == "none" ? .missing : .text(isCode ? text.uppercased() : text)
    }
  }

  /// Directions from which swell arrives, or none.
  static var swellWindow: FieldForm {
    .read(clearsIfEmpty: false) { (typed, span, _) throws(Diagnostic) in
      guard typed != "none" else { return .missing }
      guard let arc = Arc(typed) else {
        throw .badValue("swell", typed, allowed: "two directions, as in 290..20 or W..N", span: span)
      }
      return .text(arc.text)
    }
  }

  /// Stages of the tide, or none.
  static var tideBand: FieldForm {
    FieldForm { name, _, help in
      let parameter = Parameter<[String]?>.list(name, help: help)
      return TypedField(parameter.any) { (work) throws(Diagnostic) in
        guard let words = work.call[parameter] else { return nil }
        var window = SpotWindow()
        let typed = words.joined(separator: ",")
        guard window.takeTide(typed) || words == ["none"] else {
          throw .badValue(name, typed, allowed: SpotWindow.tideForm, span: work.call.span(of: parameter))
        }
        return window.tideText.map(Value.text) ?? .missing
      }
    }
  }
}

extension FieldForm where Content == Double {
  /// A direction in degrees or as a point of the compass, or none.
  static var direction: FieldForm {
    .read(clearsIfEmpty: false) { (text, span, _) throws(Diagnostic) in
      if text == "none" { return .missing }
      guard let number = Compass.direction(text) else {
        throw .badValue(
          "facing", text, allowed: "a direction from 0 to 360 or a compass point", span: span)
      }
      return .number(Direction.normalised(number))
    }
  }
}
