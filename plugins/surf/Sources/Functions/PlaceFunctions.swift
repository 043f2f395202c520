internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Sun and tide as functions for expressions; spots and stations are those of the workspace.
enum PlaceFunctions {
  static let all: [FunctionDefinition] =
    [
      tide(
        "surf.tide_at", use: "surf.tide_at(\"9413450\", time)", summary: "height of the tide at a station, in metres",
        gives: .number
      ) { tide, moment in tide.height(at: moment).map(Value.number) },
      tide(
        "surf.tide_stage", use: "surf.tide_stage(\"9413450\", time)",
        summary: "level and trend of the tide at a station, as in \"mid rising\"", gives: .text
      ) { tide, moment in tide.stage(at: moment).map { .text($0.level.rawValue + " " + $0.trend.rawValue) } },
      sun("surf.dawn", summary: "beginning of civil twilight of a day at a spot") { $0.civil.rise },
      sun("surf.sunrise", summary: "sunrise of a day at a spot") { $0.sun.rise },
      sun("surf.sunset", summary: "sunset of a day at a spot") { $0.sun.set },
      sun("surf.dusk", summary: "end of civil twilight of a day at a spot") { $0.civil.set },
      daylight,
    ] + JournalFunctions.all

  /// A function of a station and a moment.
  private static func tide(
    _ name: String, use: String, summary: String, gives: BoundExpression.Kind,
    _ value: @escaping @Sendable (TideSource, Moment) -> Value?
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, use: use, summary: summary, takes: [.text, .datetime], gives: gives, of: { LastTide($0) }
    ) { days, values in
      guard case .text(let station) = values[0], case .datetime(let moment) = values[1] else { return nil }
      return days.tide(of: station.uppercased(), on: moment.date).flatMap { value($0, moment) }
    }
  }

  /// A function of a spot and a day.
  private static func sun(
    _ name: String, summary: String, _ event: @escaping @Sendable (SolarDay) -> Moment?
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, use: name + "(\"spot\", date)", summary: summary, takes: [.text, .date], gives: .datetime,
      of: { SpotLookup($0) }
    ) { spots, values in
      guard case .text(let text) = values[0], case .date(let date) = values[1],
        let (spot, clock) = spots.spot(text), let day = SurfTime.sun(spot, on: date, clock)
      else { return nil }
      return event(day).map(Value.datetime)
    }
  }

  private static let daylight = FunctionDefinition(
    "surf.daylight", use: "surf.daylight(\"spot\", time)",
    summary: "whether a moment at a spot is between dawn and dusk (civil twilight)", takes: [.text, .datetime],
    gives: .boolean, of: { SpotLookup($0) }
  ) { spots, values in
    guard case .text(let text) = values[0], case .datetime(let moment) = values[1], let (spot, _) = spots.spot(text)
    else { return nil }
    return SolarDay.isLight(moment, at: spot.place).map(Value.boolean)
  }
}

extension FunctionDefinition {
  /// A function of something that each expression makes once of its session; missing where `value` gives nil.
  init<Source: Sendable>(
    _ name: String, use: String, summary: String, takes: [BoundExpression.Kind], optional: Int = 0,
    gives: BoundExpression.Kind, of make: @escaping @Sendable (Session) -> Source,
    _ value: @escaping @Sendable (Source, [Value]) -> Value?
  ) {
    self.init(name, use: use, summary: summary) { session in
      let source = make(session)
      return ExpressionFunction(name, use: use, summary: summary, takes: takes, optional: optional, gives: gives) {
        values in value(source, values) ?? .missing
      }
    }
  }
}
