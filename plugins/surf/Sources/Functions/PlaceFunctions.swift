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
    FunctionDefinition(name, use: use, summary: summary) { session in
      let store = session.services.store
      let days = LastTide()
      return ExpressionFunction(name, use: use, summary: summary, takes: [.text, .datetime], gives: gives) { values in
        guard case .text(let station) = values[0], case .datetime(let moment) = values[1], let store else {
          return .missing
        }
        return days.tide(of: station.uppercased(), on: moment.date, in: store).flatMap { value($0, moment) } ?? .missing
      }
    }
  }

  /// A function of a spot and a day.
  private static func sun(
    _ name: String, summary: String, _ event: @escaping @Sendable (SolarDay) -> Moment?
  ) -> FunctionDefinition {
    let use = name + "(\"spot\", date)"
    return FunctionDefinition(name, use: use, summary: summary) { session in
      let spots = SpotLookup(session)
      return ExpressionFunction(name, use: use, summary: summary, takes: [.text, .date], gives: .datetime) { values in
        guard case .text(let text) = values[0], case .date(let date) = values[1],
          let (spot, clock) = spots.spot(text),
          let day = SolarDay(nearest: SurfTime.start(of: date, clock).later(SessionTimes.day / 2), at: spot.place)
        else { return .missing }
        return event(day).map(Value.datetime) ?? .missing
      }
    }
  }

  private static let daylight = FunctionDefinition(
    "surf.daylight", use: "surf.daylight(\"spot\", time)",
    summary: "whether a moment at a spot is between dawn and dusk (civil twilight)"
  ) { session in
    let spots = SpotLookup(session)
    return ExpressionFunction(
      "surf.daylight", use: "surf.daylight(\"spot\", time)",
      summary: "whether a moment at a spot is between dawn and dusk (civil twilight)", takes: [.text, .datetime],
      gives: .boolean
    ) { values in
      guard case .text(let text) = values[0], case .datetime(let moment) = values[1], let (spot, _) = spots.spot(text),
        let light = SolarDay.isLight(moment, at: spot.place)
      else { return .missing }
      return .boolean(light)
    }
  }
}
