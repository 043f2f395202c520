internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// Waves, wind and directions as functions for expressions.
enum SeaFunctions {
  static let all: [FunctionDefinition] = [
    .init(
      .numbers(
        "surf.hs_total", use: "surf.hs_total(height, height, …)",
        summary: "height of a sea of several partitions, whose energies add up", count: 1, repeatsLast: true
      ) { Waves.total($0) }),
    .init(
      .numbers(
        "surf.power", use: "surf.power(height, period)",
        summary: "power of waves in kW per metre, by their energy period",
        count: 2
      ) { Waves.power(height: $0[0], energyPeriod: $0[1]) }),
    .init(
      .numbers(
        "surf.steepness", use: "surf.steepness(height, period)", summary: "height over length in deep water", count: 2
      ) { Waves.steepness(height: $0[0], period: $0[1]) }),
    .init(
      .numbers(
        "surf.breaking", use: "surf.breaking(height, period, slope)",
        summary: """
          estimated height in metres at which waves break (Komar and Gaughan); with the slope of the bottom, up to \
          0.1, by Weggel's breaker index
          """, count: 3, optional: 1
      ) {
        $0.count > 2
          ? Waves.breaking(height: $0[0], period: $0[1], slope: $0[2]) : Waves.breaking(height: $0[0], period: $0[1])
      }),
    .init(
      ExpressionFunction(
        "surf.arc", use: "surf.arc(direction, from, to)",
        summary: "whether a direction is on the way clockwise from one to another", takes: [.number, .number, .number],
        gives: .boolean
      ) { values in
        let numbers = values.compactMap(\.asNumber)
        guard numbers.count == 3, numbers.allSatisfy({ (0...360).contains($0) }) else { return .missing }
        return .boolean(Arc(from: numbers[1], to: numbers[2]).contains(numbers[0]))
      }),
    .init(
      .numbers(
        "surf.dirdiff", use: "surf.dirdiff(a, b)", summary: "degrees from b clockwise to a, from -180 up to 180",
        count: 2
      ) { Direction.difference($0[0], $0[1]) }),
    .init(
      .aggregate(
        "surf.cmean", use: "surf.cmean(direction, weight)",
        summary: "circular mean of directions; missing where they cancel out", count: 2, optional: 1
      ) { CircularMean($0[0], weights: $0.count > 1 ? $0[1] : nil)?.direction }),
    .init(
      .aggregate(
        "surf.cspread", use: "surf.cspread(direction)", summary: "circular standard deviation of directions in degrees",
        count: 1
      ) { CircularMean($0[0])?.deviation }),
    .init(
      ExpressionFunction(
        "surf.compass", use: "surf.compass(direction)", summary: "one of 16 compass points", takes: [.number],
        gives: .text
      ) { values in
        guard let degrees = values[0].asNumber, (0...360).contains(degrees) else { return .missing }
        return .text(Compass.name(of: degrees))
      }),
    .init(
      ExpressionFunction(
        "surf.wind_class", use: "surf.wind_class(direction, speed, facing)",
        summary: "glassy, onshore, cross or offshore; speed in m/s, and the direction the beach faces",
        takes: [.number, .number, .number], gives: .text
      ) { values in
        let numbers = values.compactMap(\.asNumber)
        guard numbers.count == 3, let side = WindSide(from: numbers[0], speed: numbers[1], facing: numbers[2]) else {
          return .missing
        }
        return .text(side.rawValue)
      }),
    .init(
      .numbers(
        "surf.onshore", use: "surf.onshore(direction, speed, facing)",
        summary: "part of the wind that blows onto the beach, negative offshore", count: 3
      ) { $0[1] >= 0 ? WindSide.onshore(from: $0[0], speed: $0[1], facing: $0[2]) : nil }),
    .init(convert),
  ]

  /// From a unit, or the stored one, to another of the same quantity.
  private static let convert = ExpressionFunction(
    "surf.convert", use: "surf.convert(x, \"ft\", \"m\")",
    summary: "x in another unit; with one unit, from m, m/s, °C, s, hPa or mm to that unit",
    takes: [.number, .text, .text], optional: 1, gives: .number,
    check: { (values) throws(Diagnostic) in
      var quantities: [SurfUnit.Quantity] = []
      for value in values.dropFirst() {
        guard case .text(let name)? = value else { continue }
        guard let unit = SurfUnit(name) else {
          throw Diagnostic(
            "unknown-unit", "\(Abridged.quoted(name)) is not a unit of waves, wind or weather",
            help: "use m, ft, m/s, kn, km/h, mph, C, F, s, hPa, inHg, mm or in")
        }
        quantities.append(unit.quantity)
      }
      if quantities.count == 2, quantities[0] != quantities[1] {
        throw Diagnostic(
          "unknown-unit", "one unit is of \(quantities[0].rawValue), the other of \(quantities[1].rawValue)",
          help: "convert between units of one quantity")
      }
    },
    compute: { values in
      guard let number = values[0].asNumber else { return .missing }
      let units = values.dropFirst().compactMap { value -> SurfUnit? in
        if case .text(let name) = value { SurfUnit(name) } else { nil }
      }
      guard units.count == values.count - 1, let last = units.last, units.allSatisfy({ $0.quantity == last.quantity })
      else { return .missing }
      let stored = units.count == 2 ? units[0].stored(number) : number
      return .real(last.shown(stored))
    })
}
