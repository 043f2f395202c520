internal import PodiumCore
internal import PodiumShell

/// Makes a table of a grid: types by inference or as declared, with the report of every column.
struct TableInference: Sendable {
  /// The types the user declared, by column.
  var types: [String: ColumnType] = [:]
  /// The categories the user declared, by column.
  var levels: [String: [String]] = [:]
  /// What stands for a missing value.
  var missing = MissingWords()

  /// The table of the given rows under the given names, which are distinct.
  ///
  /// Throws `unknown-column` when a declaration names none of them.
  func table(
    _ grid: CellGrid, rows: Range<Int>, names: [String], cancellation: Cancellation
  ) throws(Diagnostic) -> (table: Table, columns: [ImportReport.Column], notes: [String]) {
    let known = Set(names)
    for name in types.keys.sorted() + levels.keys.sorted() where !known.contains(name) {
      throw Diagnostic.unknown("column", name, among: names)
    }
    let inference = ColumnInference(grid: grid, rows: rows, missing: missing, cancellation: cancellation)
    var columns: [Column] = []
    var reports: [ImportReport.Column] = []
    var notices = NoticeList()
    var empty: [String] = []
    for (place, name) in names.enumerated() {
      try cancellation.check()
      let declared = types[name] ?? levels[name].map { _ in .ordered }
      let reading =
        if let declared {
          try inference.read(place, as: declared, levels: levels[name])
        } else {
          try inference.infer(place)
        }
      let column = Column(name, reading.values)
      let report = ImportReport.Column(
        name: name, type: column.type, missing: column.missingCount, misfitCount: reading.misfits.count,
        misfits: reading.misfits.firstRows.map {
          .init(line: Int(grid.lines[$0]), text: String(grid.string($0, place).prefix(80)))
        })
      for notice in reading.notices { notices.append("column \(name.quotedInNotice): \(notice)") }
      if declared == nil, !rows.isEmpty, report.missing == rows.count { empty.append(name) }
      columns.append(column)
      reports.append(report)
    }
    if !empty.isEmpty { notices.append(TableInference.emptyNotice(empty)) }
    return (try Table(columns, rowCount: rows.count), reports, notices.finished)
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

/// Notices up to a number that can still be read; what is left out is counted.
struct NoticeList {
  private var notices: [String] = []
  private var leftOut = 0

  mutating func append(_ notice: String) {
    if notices.count < 100 { notices.append(notice) } else { leftOut += 1 }
  }

  var finished: [String] {
    leftOut == 0 ? notices : notices + ["\(leftOut) more notices about columns are left out"]
  }
}
