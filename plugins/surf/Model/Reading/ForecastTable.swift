public import PodiumCore

/// Reads a table of forecasts: a row for each issue and valid time, and columns whose names end in a unit.
///
/// Columns are found by the words of their names (`issued_at`, `valid_local`, `hs_m`, `wind_mph`, `swell2_dir_deg`) or by
/// pairs COLUMN:NAME. Each issue of each model is a run. Times have a UTC offset, or are those of a clock.
public struct ForecastTable: Sendable {
  /// By model, then by issue.
  public private(set) var runs: [ForecastRun] = []
  public private(set) var report = ReadingReport()

  /// Cells that mean a missing value.
  private static let missing: Set<String> = [
    "", "na", "n/a", "nan", "null", "none", "mm", "-", "--", "?",
  ]

  private let name: String
  private let header: [String]
  private let clock: WallClock?
  /// The columns that are read, without those that repeat another.
  private let used: [(place: Int, meaning: ForecastColumn)]
  /// The columns of the place that rows are for; nil in a table of measurements, whose stations say where they are.
  private let coordinates: (latitude: Int, longitude: Int)?
  /// Numbers that mean a missing value, and how many cells have one.
  private let codes: Set<Double>
  private(set) var coded = 0
  /// Whether every row has to name its station, as others of the table do.
  private var needsStation = false

  /// Reads rows of cells with their lines; the first row is the header.
  ///
  /// `map` holds pairs such as `hs:wave_height_m`, `clock` is that of times without an offset, `model` names runs of a table
  /// without a column for it. Throws `unknown-column` and `bad-value` for a pair, `missing-column` without a valid time or
  /// without a value, `no-rows`, and `missing-argument` for times without an offset where no clock is given.
  public init(
    _ rows: [(line: Int, cells: [String])], name: String, map: [String] = [], clock: WallClock? = nil,
    model: String = "table"
  ) throws(Diagnostic) {
    let joined = DayAndTime(rows, mapped: ForecastTable.mapped(map))
    try self.init(
      joined.rows, name: name, map: map, clock: clock, model: model, known: joined.place.map { [$0: .valid] } ?? [:],
      codes: [])
  }

  /// The headings that pairs of `map` name.
  static func mapped(_ map: [String]) -> Set<String> {
    Set(map.compactMap { $0.mappedColumn?.column.trimmed })
  }

  /// The last heading whose cells are mostly numbers, which a message can suggest; nil without one.
  static func numeric(_ rows: [(line: Int, cells: [String])]) -> String? {
    let header = (rows.first?.cells ?? []).map(\.trimmed)
    return header.indices.last { place in
      let cells = rows.dropFirst().prefix(40).compactMap { row in
        row.cells.indices.contains(place) ? row.cells[place].trimmed : nil
      }
      return !header[place].isEmpty
        && 2 * cells.count { InstrumentNumber.read($0.replacing(",", with: ".")) != nil } > cells.count
    }.map { header[$0] }
  }

  /// The same for a reader that knows some columns by their places, and `codes` that mean a missing value.
  init(
    _ rows: [(line: Int, cells: [String])], name: String, map: [String], clock: WallClock?, model: String,
    known: [Int: ForecastColumn], codes: Set<Double>
  ) throws(Diagnostic) {
    (self.name, self.clock, self.codes) = (name, clock, codes)
    let header = (rows.first?.cells ?? []).map(\.trimmed)
    self.header = header
    let columns = try ForecastTable.columns(
      header, map: map, known: known, name: name, numeric: ForecastTable.numeric(rows),
      directions: ForecastTable.directions(rows))
    func place(_ words: [String]) -> Int? {
      header.indices.first { place in
        !columns.contains { $0.place == place } && words.contains(header[place].nameWords.first ?? "")
      }
    }
    if !model.isEmpty, let latitude = place(["latitude", "lat"]), let longitude = place(["longitude", "lon", "lng"]) {
      coordinates = (latitude, longitude)
    } else {
      coordinates = nil
    }
    used = columns.enumerated().filter { number, column in
      !columns[..<number].contains { $0.column.isSame(as: column.column) }
    }.map { ($0.element.place, $0.element.column) }
    guard rows.count > 1 else { throw Diagnostic("no-rows", "'\(name)' has no rows", help: "check the file") }
    noteColumns(columns)
    try read(rows.dropFirst(), model: model)
    guard !runs.isEmpty else {
      throw Diagnostic(
        "no-rows", "no row of '\(name)' can be read\(report.why)", help: "correct the file, or use map= and zone=")
    }
  }

  private static func columns(
    _ header: [String], map: [String], known: [Int: ForecastColumn], name: String, numeric: String?,
    directions: Set<Int>
  ) throws(Diagnostic) -> [(place: Int, column: ForecastColumn)] {
    var found = known
    for pair in map {
      guard let (heading, meaning) = pair.mappedColumn else { throw badPair(pair) }
      let column = heading.trimmed
      guard let place = header.firstIndex(of: column) else {
        throw Diagnostic.unknown("column", column, among: header, help: "correct map=")
      }
      guard let read = ForecastColumn(meaning, unitOf: column) else { throw badPair(pair) }
      found[place] = read
    }
    let mapped = Array(found.values)
    for (place, title) in header.enumerated() where found[place] == nil {
      let own = ForecastColumn(title) ?? (directions.contains(place) ? ForecastColumn(direction: title) : nil)
      guard let read = own, !mapped.contains(where: { $0.isSame(as: read) }) else { continue }
      found[place] = read
    }
    // A direction of nothing in particular is that of the waves, or of the wind where the table has no waves.
    if let place = header.indices.first(where: { place in
      found[place] == nil && ForecastColumn.isDirection(header[place], hasDirections: directions.contains(place))
    }) {
      let hasWaves = found.values.contains { $0.group == .waves }
      let direction = ForecastColumn.value(hasWaves ? .waveDirection : .windDirection, SurfUnit("deg"))
      if !found.values.contains(where: { $0.isSame(as: direction) }) { found[place] = direction }
    }
    let columns = found.ordered { $0.key < $1.key }.map { (place: $0.key, column: $0.value) }
    let titles = header.prefix(40).map(Abridged.text).joined(separator: ", ")
    guard columns.contains(where: { $0.column == .valid }) else {
      throw Diagnostic(
        "missing-column", "'\(name)' has no column for the valid time",
        help: "name it with map=COLUMN:valid; the columns are \(titles)")
    }
    guard columns.contains(where: { $0.column.isValue }) else {
      throw Diagnostic(
        "missing-column",
        "'\(name)' has no column of a forecast: a name must end in a unit, as in wave_height_m, wind_speed_kn",
        help:
          "name columns with map=COLUMN:NAME, as in map=\((numeric ?? header.last).map(Abridged.text) ?? "hs"):wave_height_m; "
          + "the columns are \(titles)")
    }
    return columns
  }

  /// The columns whose first cells are mostly points of the compass or degrees from 0 to 360.
  private static func directions(_ rows: [(line: Int, cells: [String])]) -> Set<Int> {
    var found: Set<Int> = []
    for place in (rows.first?.cells ?? []).indices {
      var (known, read) = (0, 0)
      for row in rows.dropFirst() where read < 40 && place < row.cells.count {
        let cell = row.cells[place].trimmed
        if missing.contains(cell.lowercased()) { continue }
        read += 1
        if Compass.degrees(of: cell) != nil || InstrumentNumber.read(cell).map({ (0...360).contains($0) }) == true {
          known += 1
        }
      }
      if 2 * known > read { found.insert(place) }
    }
    return found
  }

  /// Whether a heading means something to a forecast.
  public static func isHeading(_ name: String) -> Bool { ForecastColumn(name) != nil || DayAndTime.isHeading(name) }

  private static func badPair(_ pair: String) -> Diagnostic {
    Diagnostic(
      "bad-value", "'map' must be COLUMN:NAME, not \(Abridged.quoted(pair))",
      help: "a NAME is issued, valid, model, score, or a name with a unit, as in wave_height_ft or wind_speed_kn")
  }

  /// Reports columns that are not used, and those whose meaning an earlier column has.
  private mutating func noteColumns(_ columns: [(place: Int, column: ForecastColumn)]) {
    let used = Set(columns.map(\.place) + (coordinates.map { [$0.latitude, $0.longitude] } ?? []))
    let unused = header.indices.filter { !used.contains($0) && !header[$0].isEmpty }.map { header[$0] }
    if !unused.isEmpty {
      report.remark("skipped the columns " + unused.prefix(20).map(Abridged.text).joined(separator: ", "))
    }
    for (number, (place, column)) in columns.enumerated() {
      guard let earlier = columns[..<number].first(where: { $0.column.isSame(as: column) }) else { continue }
      report.remark(
        "skipped the column \(Abridged.quoted(header[place])), which means the same as "
          + Abridged.quoted(header[earlier.place]))
    }
  }

  private struct Key: Hashable {
    let model: String
    let issued: Moment?
    let place: Coordinate?
  }

  /// A row before its valid time is settled: a time that the clock showed twice depends on other rows.
  private struct Record {
    let place: String
    let key: Key
    let valid: WallClock.Reading
    let values: [SeaVariable: Double]
  }

  private mutating func read(_ rows: ArraySlice<(line: Int, cells: [String])>, model: String) throws(Diagnostic) {
    let station = model.isEmpty ? used.first { $0.meaning == .model }?.place : nil
    needsStation = station.map { place in rows.contains { ForecastTable.isCode($0.cells, place) } } ?? false
    var records: [Record] = []
    for (line, cells) in rows where !cells.allSatisfy({ $0.trimmed.isEmpty }) {
      if let record = try record(cells.map(\.trimmed), "line \(line)", model: model) {
        records.append(record)
      } else {
        report.read += 1
      }
    }
    var pairs: [Key: [Moment: Int]] = [:]
    for record in records {
      if case .twice(let summer, _) = record.valid { pairs[record.key, default: [:]][summer, default: 0] += 1 }
    }
    var issues: [Key: HourRows] = [:]
    var order: [Key] = []
    var seen: [Key: Set<Moment>] = [:]
    var single = 0
    for record in records {
      let valid: Moment
      switch record.valid {
      case .once(let moment): valid = moment
      case .twice(let summer, let standard):
        let isPair = pairs[record.key]?[summer] == 2
        if !isPair { single += 1 }
        valid = isPair && seen[record.key, default: []].insert(summer).inserted ? summer : standard
      case .never: continue
      }
      if issues[record.key] == nil { order.append(record.key) }
      issues[record.key, default: HourRows()].add(valid, at: record.place, record.values)
    }
    if single > 0 {
      report.remark(
        single.counted("time") + " that the clock showed twice " + (single == 1 ? "was" : "were")
          + " read as standard time")
    }
    var tally = SeaTally()
    for key in order {
      guard let hours = issues[key] else { continue }
      let run = hours.filled(
        ForecastRun(model: key.model, place: key.place, issued: key.issued), report: &report, tally: &tally)
      if !run.times.isEmpty { runs.append(run) }
    }
    runs.sort { ($0.model, $0.issued?.microseconds ?? .min) < ($1.model, $1.issued?.microseconds ?? .min) }
    for sentence in tally.sentences("row") { report.remark(sentence) }
  }

  /// Whether a cell has something that a code of a station can be made of.
  private static func isCode(_ cells: [String], _ place: Int) -> Bool {
    cells.indices.contains(place) && cells[place].contains { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// The place of a row; nil where it is refused, a nil inside where it has none.
  private mutating func coordinate(_ cells: [String], _ place: String) -> Coordinate?? {
    guard let coordinates else { return .some(nil) }
    let words = [cells[coordinates.latitude], cells[coordinates.longitude]]
    if words.allSatisfy({ ForecastTable.missing.contains($0.lowercased()) }) { return .some(nil) }
    let numbers = words.compactMap { InstrumentNumber.read($0) }
    if numbers.count == 2, let read = Coordinate(latitude: numbers[0], longitude: numbers[1]) { return read }
    report.refuse(
      place, words.map { Abridged.quoted($0) }.joined(separator: ", ") + " is not a latitude and a longitude")
    return nil
  }

  /// A row, or nil where it is refused.
  private mutating func record(_ cells: [String], _ place: String, model: String) throws(Diagnostic) -> Record? {
    guard cells.count == header.count else {
      report.refuse(place, "it has \(cells.count.counted("cell")), the header has \(header.count)")
      return nil
    }
    guard let coordinate = coordinate(cells, place) else { return nil }
    var (valid, issued, model): (WallClock.Reading?, Moment?, String) = (nil, nil, model)
    var values: [SeaVariable: Double] = [:]
    for (column, meaning) in used {
      let cell = cells[column]
      switch meaning {
      case .model:
        guard !needsStation || ForecastTable.isCode(cells, column) else {
          report.refuse(
            place, "\(Abridged.text(header[column])) is \(Abridged.quoted(cell)), not the code of a station")
          return nil
        }
        model = cell.isEmpty ? model : cell
      case .issued:
        guard let reading = try time(cell, in: header[column], place) else { return nil }
        if case .twice(_, let standard) = reading { issued = standard }
        if case .once(let moment) = reading { issued = moment }
      case .valid:
        guard let reading = try time(cell, in: header[column], place) else { return nil }
        valid = reading
      case .value(let variable, let unit):
        guard let number = number(cell, header[column], place, isDirection: variable.isDirection) else { continue }
        values[variable] = unit?.stored(number) ?? number
      case .verdict(let low, let high):
        guard let number = number(cell, header[column], place) else { continue }
        guard (low...high).contains(number) else {
          let limits = NumberText.shortest(low) + " to " + NumberText.shortest(high)
          report.refuse(place, "\(header[column]) is \(NumberText.significant(number, 6)), outside \(limits)")
          continue
        }
        values[.sourceRating] = number
        values[.score] = (number - low) / (high - low)
      }
    }
    guard let valid else { return nil }
    return Record(place: place, key: Key(model: model, issued: issued, place: coordinate), valid: valid, values: values)
  }

  /// The number in a cell; nil for a missing value, and for one that is refused.
  private mutating func number(
    _ cell: String, _ title: String, _ place: String, isDirection: Bool = false
  ) -> Double? {
    if isDirection, let point = Compass.degrees(of: cell) { return point }
    if ForecastTable.missing.contains(cell.lowercased()) { return nil }
    if let number = InstrumentNumber.read(cell) {
      guard codes.contains(number) else { return number }
      coded += 1
      return nil
    }
    report.refuse(place, "\(Abridged.text(title)) is \(Abridged.quoted(cell)), not a number")
    return nil
  }

  /// The moments a cell means; nil where it is refused. Throws `missing-argument` where a clock is needed.
  private mutating func time(_ cell: String, in title: String, _ place: String) throws(Diagnostic) -> WallClock.Reading?
  {
    if WallClock.hasOffset(cell), let moment = Moment(iso: cell) { return .once(moment) }
    let isDigits = (9...11).contains(cell.utf8.count) && cell.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    if isDigits, let seconds = Int(cell) { return .once(Moment(microseconds: seconds * 1_000_000)) }
    guard let wall = WallClock.wall(cell) ?? DayAndTime.spaced(cell) else {
      report.refuse(place, "\(Abridged.text(title)) is \(Abridged.quoted(cell)), not a time as in 2026-02-13T06:00")
      return nil
    }
    if let last = title.nameWords.last, ["utc", "gmt", "z"].contains(last) { return .once(wall) }
    guard let clock else {
      throw Diagnostic(
        "missing-argument", "'\(name)' has times without a UTC offset in \(Abridged.quoted(title))",
        help: "name their time zone, as in zone=America/Los_Angeles or zone=UTC")
    }
    let reading = clock.reading(wall)
    guard reading != .never else {
      report.refuse(place, "the clock was put forward and never showed \(wall.onClock)")
      return nil
    }
    return reading
  }
}
