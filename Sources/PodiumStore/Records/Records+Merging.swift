internal import PodiumCore
internal import PodiumPlugin

extension Records {
  /// Maximum number of differences in a report.
  static let reportedDifferences = 1000

  func merge(
    _ table: Table, into kind: String, rule: MergeRule, cancellation: Cancellation
  ) throws(Diagnostic) -> MergeReport {
    try transactions.writing { (connection) throws(Diagnostic) in
      let target = try database.writableTable(kind, connection)
      let places = try Records.places(of: table, in: target.kind)
      var report = MergeReport()
      var wasNew = true
      var run = FreshRun()
      for row in 0..<table.rowCount {
        if row & 255 == 0 { try cancellation.check() }
        let new = report.new
        do throws(Diagnostic) {
          try merge(row, of: table, places, into: target, rule, &report, &run, isExpected: wasNew, connection)
          wasNew = report.new > new
        } catch {
          guard ["bad-record", "taken-key"].contains(error.code) else { throw error }
          throw Diagnostic(error.code, "row \(row + 1): \(error.message)", help: error.help, cause: error.cause)
        }
      }
      try log.append(&run, of: target.kind, connection)
      report.read = table.rowCount
      return report
    }
  }

  /// The field index of each column; throws `unknown-field`, `no-key`, and `bad-record` if the table
  /// does not identify its records.
  private static func places(of table: Table, in kind: RecordKind) throws(Diagnostic) -> [Int] {
    guard !kind.key.isEmpty else {
      throw Diagnostic(
        "no-key", "only its id identifies a record of '\(kind.name)', so rows cannot be merged into it")
    }
    var places: [Int] = []
    for name in table.names {
      guard let place = kind.fields.firstIndex(where: { $0.name == name }) else {
        throw Diagnostic.unknown("field", name, among: kind.fields.map(\.name))
      }
      places.append(place)
    }
    for key in kind.key where table[key] == nil {
      throw Diagnostic(
        "bad-record", "the table has no column '\(key)', which identifies a record of '\(kind.name)'",
        help: "a record is identified by " + kind.key.joined(separator: ", "))
    }
    return places
  }

  private func merge(
    _ row: Int, of table: Table, _ places: [Int], into target: KindTable, _ rule: MergeRule,
    _ report: inout MergeReport, _ run: inout FreshRun, isExpected: Bool, _ connection: Connection
  ) throws(Diagnostic) {
    let kind = target.kind
    var given = [Value](repeating: .missing, count: kind.fields.count)
    for (column, place) in zip(table.columns, places) {
      let value = column[row]
      guard let fitting = kind.fields[place].kind.fitting(value) else {
        throw Diagnostic(
          "bad-record",
          "field '\(kind.fields[place].name)' of '\(kind.name)' must be \(kind.fields[place].kind.words), not "
            + "\(value.kindName) '\(String(value.fileText.unicodeScalars.prefix(80)))'")
      }
      given[place] = fitting
    }
    for place in target.keyPlaces where given[place].isMissing { throw Records.lacking(place, kind) }
    let gap = kind.fields.indices.first { kind.fields[$0].isRequired && given[$0].isMissing }
    // After a new row the next one is likely new too: inserting lets the unique index decide, with one search.
    if isExpected, gap == nil {
      do throws(Diagnostic) {
        run.add(try make(given, in: target, connection).id)
        report.new += 1
        return
      } catch {
        guard error.code == "taken-key" else { throw error }
      }
    }
    guard let old = try find(key: given, target, connection) else {
      if let gap { throw Records.lacking(gap, kind) }
      run.add(try make(given, in: target, connection).id)
      report.new += 1
      return
    }
    var values = old.values
    var differs = false
    for place in places where !given[place].isMissing && !given[place].isSame(as: old.values[place]) {
      differs = true
      values[place] = given[place]
      guard report.differences.count < Records.reportedDifferences else { continue }
      report.differences.append(
        .init(row: row, field: kind.fields[place].name, stored: old.values[place], given: given[place]))
    }
    switch (differs, rule) {
    case (false, _): report.same += 1
    case (true, .keep): report.kept += 1
    case (true, .update):
      // Log lines are in chronological order.
      try log.append(&run, of: kind, connection)
      _ = try update(old, to: values, target, connection)
      report.changed += 1
    }
  }

  private static func lacking(_ place: Int, _ kind: RecordKind) -> Diagnostic {
    Diagnostic("bad-record", "a record of '\(kind.name)' must have a value for '\(kind.fields[place].name)'")
  }
}
