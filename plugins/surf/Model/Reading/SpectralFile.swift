public import PodiumCore

/// Reads NDBC's spectral wave summaries (`.spec`): the sea split into swell and wind waves.
///
/// Columns are found by name. Times are UTC, heights in metres. Directions of swell and wind waves are letters of 16 points,
/// so they are known to within 11.25 degrees.
public struct SpectralFile: Sendable {
  /// A direction that is known as a sector.
  public struct Sector: Sendable, Equatable {
    /// In degrees, where waves come from.
    public let middle: Double
    /// Degrees to either side.
    public let halfWidth: Double
  }

  /// How steep the sea is in the words of NDBC.
  public enum Steepness: String, Sendable, CaseIterable {
    case swell = "SWELL"
    case average = "AVERAGE"
    case steep = "STEEP"
    case verySteep = "VERY_STEEP"
  }

  public struct Row: Sendable, Equatable {
    public let line: Int
    public let time: Moment
    /// What is known, in stored units; the middle of a sector for swell and wind waves.
    public let values: [SeaVariable: Double]
    public let swell: Sector?
    public let windWave: Sector?
    public let steepness: Steepness?

    /// Whether the buoy found no swell: its height is 0 and its period missing.
    public var hasNoSwell: Bool { values[.swellHeight] == 0 && values[.swellPeriod] == nil }
  }

  /// In the order of the file, newest first in files of NDBC.
  public private(set) var rows: [Row] = []
  public private(set) var report = ReadingReport()

  static let wanted = SurfFileKind.spectralSummary.product

  private enum Field: Equatable {
    case value(SeaVariable)
    case letters(SeaVariable)
    case steepness
  }

  private static let fields: [String: Field] = [
    "WVHT": .value(.waveHeight), "SwH": .value(.swellHeight), "SwP": .value(.swellPeriod),
    "WWH": .value(.windWaveHeight), "WWP": .value(.windWavePeriod), "SwD": .letters(.swellDirection),
    "WWD": .letters(.windWaveDirection), "STEEPNESS": .steepness, "APD": .value(.wavePeriod),
    "MWD": .value(.waveDirection),
  ]

  private var tally = SeaTally()
  private var counts: [String: Int] = [:]
  private var known: [Moment: Int] = [:]

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
      report.read += 1
      read(line, fields, cellCount: names.count)
    }
    let isRising = (rows.first?.time).flatMap { first in rows.last.map { first <= $0.time } } ?? true
    for (a, b) in zip(rows, rows.dropFirst()) where (a.time < b.time) != isRising {
      tally.add(.disorder, "line \(b.line)")
    }
    report.kept = rows.count
    for sentence in tally.sentences("row") { report.remark(sentence) }
    for (kind, count) in counts.sorted(by: { $0.key < $1.key }) { report.remark("\(count.counted("row")) \(kind)") }
    guard rows.isEmpty else { return }
    let why = report.refused.first.map { ": \($0.place): \($0.reason)" } ?? ""
    throw Diagnostic("no-rows", "'\(name)' has no rows of waves\(why)", help: "download it again")
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
      return report.refuse(place, "it has \(cells.count.counted("cell")), the header has \(cellCount)")
    }
    guard let time = SpectralFile.time(cells) else {
      return report.refuse(place, "\(Abridged.quoted(cells.prefix(5).joined(separator: " "))) is not a time")
    }
    var values: [SeaVariable: Double] = [:]
    var sectors: [SeaVariable: Sector] = [:]
    var steepness: Steepness?
    for (column, field, unit) in fields where cells[column] != "MM" {
      let cell = cells[column]
      switch field {
      case .steepness:
        steepness = Steepness(rawValue: cell)
        if steepness == nil, cell != "N/A" {
          report.refuse(place, "\(Abridged.quoted(cell)) is not a steepness")
        }
      case .letters(let variable):
        guard let middle = Compass.degrees(of: cell) else {
          report.refuse(place, "\(variable.words) is \(Abridged.quoted(cell)), not one of 16 compass points")
          continue
        }
        values[variable] = middle
        sectors[variable] = Sector(middle: middle, halfWidth: 11.25)
      case .value(let variable):
        guard let number = InstrumentNumber.read(cell) else {
          report.refuse(place, "\(variable.words) is \(Abridged.quoted(cell)), not a number")
          continue
        }
        if variable == .waveDirection, number == -99 {
          counts["with the mean direction -99, set to missing", default: 0] += 1
          continue
        }
        values[variable] = unit?.stored(number) ?? number
      }
    }
    let (refused, remarks) = SeaCheck.check(&values)
    for fault in refused { report.refuse(place, fault.reason) }
    if values.isEmpty { return tally.add(.empty, place) }
    let row = Row(
      line: line.number, time: time, values: values,
      swell: values[.swellDirection] == nil ? nil : sectors[.swellDirection],
      windWave: values[.windWaveDirection] == nil ? nil : sectors[.windWaveDirection], steepness: steepness)
    if let earlier = known[time] {
      if rows[earlier].values == values { return tally.add(.repeated, place) }
      return report.refuse(place, "\(time) occurs before with other values")
    }
    known[time] = rows.count
    if report.refused.last?.place == place { report.keep(part: place) }
    for remark in remarks { tally.add(remark, place) }
    if row.hasNoSwell { counts["without swell (height 0 without a period)", default: 0] += 1 }
    rows.append(row)
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

  /// The rows as hours of an analysis of the sea at the buoy.
  public var run: ForecastRun {
    var run = ForecastRun(model: "ndbc_spec")
    var columns: [SeaVariable: [Double]] = [:]
    for variable in Set(rows.flatMap(\.values.keys)) { columns[variable] = rows.map { $0.values[variable] ?? .nan } }
    run.set(rows.map(\.time), columns)
    return run
  }
}
