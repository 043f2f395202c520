internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

/// Notes about a table that was read as it is, and may be meant otherwise.
enum LoadRemarks {
  /// Of each of the first five columns with categories that differ in case alone, which are counted as several.
  static func cases(_ table: Table) -> [String] {
    var notes: [String] = []
    for column in table.columns where column.type == .category && notes.count < 5 {
      // Columns of hundreds of names are seldom counted.
      guard let levels = column.categorical?.levels, levels.count <= 200 else { continue }
      var known: [String: String] = [:]
      for level in levels {
        guard let other = known.updateValue(level, forKey: level.lowercased()) else { continue }
        let name = CommandText.column(column.name)
        notes.append(
          "\(Abridged.quoted(other)) and \(Abridged.quoted(level)) in column \(Abridged.quoted(column.name)) differ only in "
            + "case and are two categories: replace \(name) = lower(\(name))")
        break
      }
    }
    return notes
  }

  /// Of each of the first five columns that hold months, quarters or days without marks, which stay categories and numbers.
  static func periods(_ table: Table) -> [String] {
    table.columns.lazy.filter { [.category, .integer].contains($0.type) }.compactMap { column -> String? in
      guard column.categorical.map({ $0.levels.count > 1 }) ?? true, let form = PeriodForm.of(column), form != .seconds,
        form != .milliseconds, form != .monthDigits
      else { return nil }
      let held =
        switch form {
        case .month: "months"
        case .quarter: "quarters"
        default: "days without marks"
        }
      return
        "column \(Abridged.quoted(column.name)) holds \(held): type \(CommandText.column(column.name)) date reads them"
    }.prefix(5).map { $0 }
  }

  /// That the first cell below the names is a word in every column of numbers: a second line of names.
  static func secondHeader(_ imported: ImportedTable) -> String? {
    let columns = zip(imported.table.columns, imported.report.columns).filter { $0.0.type.isNumeric }
    guard columns.count > 1, let first = columns[0].1.mismatches.first,
      columns.allSatisfy({ $0.1.mismatchCount == 1 && $0.1.mismatches.first?.line == first.line }),
      first.line == 2 || columns.allSatisfy({ $0.0.numbers?.first?.isNaN == true })
    else { return nil }
    return
      "line \(first.line) has words in all \(columns.count) columns of numbers, first \(Abridged.quoted(first.text)): "
      + "header=2 reads it as names"
  }
}
