internal import PodiumCore
internal import PodiumPlugin

/// Turns a grid into a table: inferred or declared types, with the report of every column.
struct TableInference: Sendable {
  var types: [String: ColumnType] = [:]
  /// The categories the user declared, by column.
  var levels: [String: [String]] = [:]
  var missing = MissingWords()
  /// How numbers and dates are written, as far as the user sets it.
  var formats = CellFormats()
  /// Whether points may separate thousands though no number of the file has a comma: cells are between semicolons.
  var mayHaveCommas = false

  /// The table of the given rows with the given names, which are distinct.
  ///
  /// Throws `unknown-column` if a declaration names another column.
  func table(
    _ grid: CellGrid, rows: Range<Int>, names: [String], cancellation: Cancellation
  ) throws(Diagnostic) -> Result {
    let known = Set(names)
    for name in types.keys.sorted() + levels.keys.sorted() where !known.contains(name) {
      throw Diagnostic.unknown("column", name, among: names)
    }
    let readings = try readings(grid, rows, names, cancellation)
    var mismatches: [Int: [ImportReport.Mismatch]] = [:]
    for (place, reading) in readings.enumerated() where reading.mismatches.count > 0 {
      mismatches[place] = reading.mismatches.firstRows.map {
        .init(line: Int(grid.lines[$0]), text: grid.string($0, place))
      }
    }
    return try assemble(readings, names: names, rowCount: rows.count, mismatches: mismatches)
  }

  /// The table of a grid, whose first row may name the columns where `names` does not, with what is said of the names.
  ///
  /// `unnamed` is said where no row names them. Throws what `table` throws.
  func table(
    _ grid: CellGrid, names given: [String]?, header: Bool?, unnamed: String, cancellation: Cancellation
  ) throws(Diagnostic) -> (Result, notes: [String]) {
    var (names, notes) = (given, [String]())
    if given == nil, grid.rowCount > 0 {
      let whole = ColumnInference(grid: grid, rows: 0..<grid.rowCount, missing: missing, cancellation: cancellation)
      let hasHeader = if let header { header } else { try CSVHeader.isPresent(grid, whole) }
      if hasHeader { names = (0..<grid.columnCount).map { grid.string(0, $0) } }
      if !hasHeader, header == nil { notes.append(unnamed) }
    }
    let first = given == nil && names != nil ? 1 : 0
    let distinct = names.map { CSVHeader.distinct($0) }
    notes += distinct?.renamed.prefix(5).map(\.sentence) ?? []
    let result = try table(
      grid, rows: first..<grid.rowCount, names: distinct?.names ?? CSVHeader.standardNames(grid.columnCount),
      cancellation: cancellation)
    return (result, notes)
  }

  typealias Result = (
    table: Table, columns: [ImportReport.Column], formats: FoundFormats, notes: [String]
  )

  /// The table of columns that were read, with their reports; `mismatches` holds the first of each column.
  func assemble(
    _ readings: [ColumnInference.Reading], names: [String], rowCount: Int,
    mismatches: [Int: [ImportReport.Mismatch]]
  ) throws(Diagnostic) -> Result {
    var found = FoundFormats()
    var columns: [Column] = []
    var reports: [ImportReport.Column] = []
    var notices = NoticeList()
    var empty: [String] = []
    for (place, name) in names.enumerated() {
      let reading = readings[place]
      let isDeclared = types[name] != nil || levels[name] != nil
      if let form = reading.numberForm { found.add(form) }
      if let form = reading.dateForm { found.add(form) }
      let column = Column(name, reading.values)
      let missing = reading.missing ?? column.missingCount
      reports.append(
        ImportReport.Column(
          name: name, type: column.type, missing: missing, mismatchCount: reading.mismatches.count,
          mismatches: mismatches[place] ?? [], offsets: reading.offsets))
      for notice in reading.notices { notices.append("column \(name.quotedInNotice): \(notice)") }
      if !isDeclared, rowCount > 0, missing == rowCount { empty.append(name) }
      columns.append(column)
    }
    if !empty.isEmpty { notices.append(TableInference.emptyNotice(empty)) }
    return (try Table(columns, rowCount: rowCount), reports, found, notices.finished)
  }

  /// The columns' values; the other columns decide what a column leaves open.
  private func readings(
    _ grid: CellGrid, _ rows: Range<Int>, _ names: [String], _ cancellation: Cancellation
  ) throws(Diagnostic) -> [ColumnInference.Reading] {
    let inference = ColumnInference(
      grid: grid, rows: rows, missing: missing, formats: formats, cancellation: cancellation)
    var readings: [ColumnInference.Reading] = []
    readings.reserveCapacity(names.count)
    for (place, name) in names.enumerated() {
      try cancellation.check()
      if let declared = types[name] ?? levels[name].map({ _ in .ordered }) {
        readings.append(try inference.read(place, as: declared, levels: levels[name]))
      } else {
        readings.append(try inference.infer(place))
      }
    }
    var decimals: Set<DecimalMark> = []
    var points: [Int] = []
    for (place, reading) in readings.enumerated() {
      if let form = reading.numberForm { decimals.insert(form.decimal) }
      if case .number = reading.values, reading.numberForm == nil { points.append(place) }
    }
    // In a file with decimal commas 1.234 is a thousand, unless some point cannot be a separator: 3.14.
    if formats.decimal == nil, decimals == [.comma], !points.isEmpty {
      let declared = points.contains { types[names[$0]] != nil }
      if !declared, points.allSatisfy({ inference.firstPointOfThousands($0) != nil }) {
        let form = NumberForm(decimal: .comma, thousands: .point)
        for place in points {
          if let reading = try inference.numbers(place, declared: nil, form: form) { readings[place] = reading }
        }
      } else {
        decimals.insert(.point)
      }
    } else if !points.isEmpty {
      decimals.insert(.point)
    }
    if mayHaveCommas, formats.decimal == nil, decimals == [.point] {
      let rows = points.compactMap(inference.firstPointOfThousands)
      if rows.count == points.count {
        for (place, row) in zip(points, rows) where inference.grid.string(row, place).utf8.contains(0x2E) {
          readings[place].notices.append(
            "read its points as decimal marks, first \(inference.quoted(row, place)); "
              + "decimal=comma reads them as separators of thousands")
        }
      }
    }
    for (place, reading) in readings.enumerated() {
      guard let question = reading.question else { continue }
      var again = inference
      switch question {
      case .decimal:
        guard decimals.count == 1, let decimal = decimals.first else { continue }
        again.formats.decimal = decimal
      case .dates(let mark):
        let forms = readings.compactMap(\.dateForm).filter { $0.mark == mark }
        let isDayFirst = forms.contains { $0.order == .dayMonthYear }
        guard isDayFirst != forms.contains(where: { $0.order == .monthDayYear }) else { continue }
        again.formats.dates = isDayFirst ? .dayFirst : .monthFirst
      }
      readings[place] = try again.infer(place)
    }
    return readings
  }

  static func emptyNotice(_ names: [String]) -> String {
    if names.count == 1, let name = names.first {
      return "column \(name.quotedInNotice) has no values; it became a category without levels"
    }
    let first = names.prefix(5).map(\.quotedInNotice).joined(separator: ", ")
    return "\(names.count) columns have no values and became categories without levels: "
      + first + (names.count > 5 ? ", …" : "")
  }
}

/// Notices up to a readable number; the omitted ones are counted.
struct NoticeList {
  private var notices: [String] = []
  private var leftOut = 0

  mutating func append(_ notice: String) {
    if notices.count < 100 { notices.append(notice) } else { leftOut += 1 }
  }

  var finished: [String] {
    leftOut == 0 ? notices : notices + ["omitted \(leftOut.counted("more notice")) about columns"]
  }
}
