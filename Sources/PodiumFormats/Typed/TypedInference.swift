internal import PodiumCore
internal import PodiumPlugin

/// Turns typed cells into a table, by the rules of this target's README, except that a text is never a number.
struct TypedInference: Sendable {
  var types: [String: ColumnType] = [:]
  var levels: [String: [String]] = [:]
  /// What the numbers of columns stand for, where the file says so.
  var scales: [String: NumberScale] = [:]
  /// What columns were made from, where the file says so.
  var origins: [String: ColumnOrigin] = [:]
  /// The columns whose cells the file shows as durations or times of day; they are such columns where each cell is one.
  var clocks: [String: NumberScale] = [:]
  /// The texts for missing values, if the format has no marker of its own.
  var missing: [String] = []
  /// Whether texts in ISO form are days and moments.
  var findsDates = true
  var numbersOption = "types=COLUMN:number"

  /// The table of the cells.
  ///
  /// Throws `unknown-column` if a declaration names an unknown column, and `too-large`.
  func table(_ given: TypedCells, cancellation: Cancellation) throws(Diagnostic) -> ReadTable {
    var cells = given
    try cells.finish()
    let known = Set(cells.names)
    for name in types.keys.sorted() + levels.keys.sorted() where !known.contains(name) {
      throw Diagnostic.unknown("column", name, among: cells.names)
    }
    var columns: [Column] = []
    var reports: [ImportReport.Column] = []
    var notices = NoticeList()
    var empty: [String] = []
    for (place, name) in cells.names.enumerated() {
      try cancellation.check()
      var reading: TypedColumn
      var scale = scales[name]
      if types[name] == nil || types[name] == .number, levels[name] == nil, let clock = clocks[name],
        let seconds = TypedInference.seconds(blanked(cells, place), clock)
      {
        reading = TypedColumn()
        reading.set(.number(seconds))
        scale = types[name] == nil ? clock : nil
        if scale == .time {
          notices.append(
            "column \(name.quotedInNotice): read as times of day, as the file shows it; 'type \(CommandText.word(name)) duration' makes durations of it"
          )
        }
      } else if let levels = levels[name] {
        reading = TypedColumn(blanked(cells, place), as: types[name] ?? .ordered, levels: levels)
      } else if let type = types[name] {
        reading = try TypedColumn(
          declared: type, blanked(cells, place), lines: cells.lines, cancellation: cancellation)
      } else {
        reading = TypedColumn(
          blanked(cells, place), findsDates: findsDates && cells.literals[place] == nil, numbersBy: numbersOption)
      }
      let column = Column(name, reading.values, scale: scale, origin: origins[name])
      reports.append(
        ImportReport.Column(
          name: name, type: column.type, missing: column.missingCount, mismatchCount: reading.mismatchCount,
          mismatches: reading.mismatches.map {
            .init(line: Int(cells.lines[$0.row]), text: $0.text)
          }, offsets: reading.offsets))
      for notice in reading.notices { notices.append("column \(name.quotedInNotice): \(notice)") }
      if types[name] == nil, cells.rowCount > 0, column.missingCount == cells.rowCount { empty.append(name) }
      columns.append(column)
    }
    if !empty.isEmpty { notices.append(TableInference.emptyNotice(empty)) }
    return ReadTable(
      table: try Table(columns, rowCount: cells.rowCount), columns: reports, notes: notices.finished)
  }

  /// The seconds of texts with colons, NaN where missing; nil where a cell is something else.
  private static func seconds(_ cells: [Value], _ scale: NumberScale) -> [Double]? {
    var seconds: [Double] = []
    seconds.reserveCapacity(cells.count)
    for cell in cells {
      switch cell {
      case .missing: seconds.append(.nan)
      case .text(let text):
        guard let read = scale == .time ? DurationCell.time(text) : DurationCell.seconds(text) else { return nil }
        seconds.append(read)
      default: return nil
      }
    }
    return seconds
  }

  private func blanked(_ cells: TypedCells, _ place: Int) -> [Value] {
    let values = cells.columns[place]
    if missing.isEmpty || !values.contains(where: { if case .text = $0 { true } else { false } }) { return values }
    let words = Set(missing)
    let literals = cells.literals[place] ?? []
    return values.enumerated().map { row, value in
      if case .text(let text) = value, words.contains(text), !literals.contains(row) { .missing } else { value }
    }
  }
}

extension String {
  /// What is reported of a zone that a file has for a column.
  static func unknownZone(_ zone: String, of column: String) -> String {
    "column \(column.quotedInNotice): the zone \(zone.quotedInNotice) is not known here, so its moments are shown in UTC"
  }
}

/// The result of reading a file: the table, what was decided, and what was changed.
struct ReadTable: Sendable {
  var table: Table
  /// What was decided about the file as a whole.
  var facts: [ImportReport.Fact] = []
  var columns: [ImportReport.Column]
  var rejected = ImportReport.Rejected()
  var notes: [String]

  /// The report that `load` shows.
  var report: ImportReport { ImportReport(facts: facts, columns: columns, rejected: rejected, notes: notes) }

  var imported: ImportedTable { ImportedTable(table, report: report) }
}
