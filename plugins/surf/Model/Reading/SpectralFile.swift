public import PodiumCore

/// Reads NDBC's spectral wave summaries (`.spec`): the sea split into swell and wind waves.
///
/// Columns are found by name. Times are UTC, heights in metres. Directions of swell and wind waves are letters of 16 points,
/// so they are known to within 11.25 degrees.
public struct SpectralFile: Sendable {
  /// The sea by hours, in order of time; the middle of a sector for swell and wind waves.
  public private(set) var run = ForecastRun(model: "ndbc_spec")
  public private(set) var report = ReadingReport()

  static let wanted = SurfFileKind.spectralSummary.product

  private enum Field: Equatable {
    case value(SeaVariable)
    case letters(SeaVariable)
    /// How steep the sea is, in the words of NDBC.
    case steepness
  }

  private static let steepness: Set<String> = ["SWELL", "AVERAGE", "STEEP", "VERY_STEEP", "N/A"]

  private static let fields: [String: Field] = [
    "WVHT": .value(.waveHeight), "SwH": .value(.swellHeight), "SwP": .value(.swellPeriod),
    "WWH": .value(.windWaveHeight), "WWP": .value(.windWavePeriod), "SwD": .letters(.swellDirection),
    "WWD": .letters(.windWaveDirection), "STEEPNESS": .steepness, "APD": .value(.wavePeriod),
    "MWD": .value(.waveDirection),
  ]

  private var rows = HourRows()
  /// The line of each time.
  private var places: [Moment: Int] = [:]
  private var withoutMean = 0

  /// Reads the bytes of a file; `name` is for messages.
  ///
  /// Throws `other-format`, `unknown-unit`, `repeated-column`, and `no-rows` where no row can be read.
  public init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    guard SurfFileKind.detect(bytes) == .spectralSummary else {
      try SurfFileKind.require([.spectralSummary], bytes, name: name, wanted: SpectralFile.wanted)
      throw SurfFileKind.unknown(name, wanted: SpectralFile.wanted)
    }
    let lines = SurfText(bytes).lines
    let names = (lines.first?.text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    let units = lines.dropFirst().first.map { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) } ?? []
    let hasUnits = units.first?.hasPrefix("#") == true
    let fields = try SpectralFile.fields(names, units: hasUnits ? units : [], name: name)
    for line in lines.dropFirst(hasUnits ? 2 : 1) {
      // Joined files have their headers again.
      if line.text.hasPrefix("#") {
        let words = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words == names || words == units else {
          throw Diagnostic(
            "not-ndbc", "line \(line.number) of '\(name)' names other columns than its first line",
            help: "split the file there, and import each part")
        }
        continue
      }
      read(line, fields, cellCount: names.count)
    }
    var tally = SeaTally()
    run = rows.filled(run, report: &report, tally: &tally)
    for sentence in tally.sentences("row") { report.remark(sentence) }
    if withoutMean > 0 { report.remark("\(withoutMean.counted("row")) with the mean direction -99, set to missing") }
    let flat = run.times.indices.count { run[.swellHeight, $0] == 0 && run[.swellPeriod, $0].isNaN }
    if flat > 0 { report.remark("\(flat.counted("row")) without swell (height 0 without a period)") }
    guard run.times.isEmpty else { return }
    throw Diagnostic("no-rows", "'\(name)' has no rows of waves\(report.why)", help: "download it again")
  }

  /// The rows as samples of the buoy, with the width of the sectors.
  public var samples: [Sample] {
    run.samples.map { sample in
      var sample = sample
      sample.line = places[sample.time] ?? 0
      if sample.has(.swellDirection) || sample.has(.windWaveDirection) { sample[.directionWidth] = 11.25 }
      return sample
    }
  }

  private static func fields(
    _ names: [String], units: [String], name: String
  ) throws(Diagnostic) -> [(place: Int, field: Field, unit: SurfUnit?)] {
    var found: [(place: Int, field: Field, unit: SurfUnit?)] = []
    for (place, title) in names.enumerated().dropFirst(5) {
      guard let field = fields[title] else { continue }
      guard !found.contains(where: { $0.field == field }) else {
        throw Diagnostic("repeated-column", "'\(name)' has the column \(Abridged.quoted(title)) twice")
      }
      var unit: SurfUnit?
      // The unit of letters is given as degT or as '-'.
      if case .value(let variable) = field, units.indices.contains(place) {
        unit = SurfUnit(units[place])
        guard unit?.quantity == variable.quantity else {
          throw Diagnostic(
            "unknown-unit", "'\(name)' gives \(title) in the unknown unit \(Abridged.quoted(units[place]))",
            place: .init(file: name, line: 2))
        }
      }
      found.append((place, field, unit))
    }
    return found
  }

  private mutating func read(
    _ line: SurfText.Line, _ fields: [(place: Int, field: Field, unit: SurfUnit?)], cellCount: Int
  ) {
    let place = "line \(line.number)"
    let cells = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard cells.count == cellCount else {
      report.read += 1
      return report.refuse(place, "it has \(cells.count.counted("cell")), the header has \(cellCount)")
    }
    guard let time = SpectralFile.time(cells) else {
      report.read += 1
      return report.refuse(place, "\(Abridged.quoted(cells.prefix(5).joined(separator: " "))) is not a time")
    }
    var values: [SeaVariable: Double] = [:]
    for (column, field, unit) in fields where cells[column] != "MM" {
      let cell = cells[column]
      switch field {
      case .steepness:
        if !SpectralFile.steepness.contains(cell) {
          report.refuse(place, "\(Abridged.quoted(cell)) is not a steepness")
        }
      case .letters(let variable):
        values[variable] = Compass.degrees(of: cell)
        if values[variable] == nil {
          report.refuse(place, "\(variable.words) is \(Abridged.quoted(cell)), not one of 16 compass points")
        }
      case .value(let variable):
        guard let number = InstrumentNumber.read(cell) else {
          report.refuse(place, "\(variable.words) is \(Abridged.quoted(cell)), not a number")
          continue
        }
        if variable == .waveDirection, number == -99 {
          withoutMean += 1
          continue
        }
        values[variable] = unit?.stored(number) ?? number
      }
    }
    rows.add(time, at: place, values)
    places[time] = places[time] ?? line.number
  }

  /// The moment in the first five cells; years of two digits are those of the last century.
  private static func time(_ cells: [String]) -> Moment? {
    let numbers = cells.prefix(5).map { cell in cell.utf8.count <= 4 ? Int(cell) ?? -1 : -1 }
    guard numbers.count == 5, numbers[0] >= 0, (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]),
      let date = CalendarDate(
        year: numbers[0] < 100 ? numbers[0] + 1900 : numbers[0], month: numbers[1], day: numbers[2])
    else { return nil }
    return Moment(microseconds: ((date.days * 24 + numbers[3]) * 60 + numbers[4]) * 60_000_000)
  }
}
