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
  static func periods(_ table: Table, _ cancellation: Cancellation) throws(Diagnostic) -> [String] {
    var notes: [String] = []
    for column in table.columns where [.category, .integer].contains(column.type) && notes.count < 5 {
      guard column.categorical.map({ $0.levels.count > 1 }) ?? true else { continue }
      let held: String
      switch try PeriodForm.of(column, cancellation) {
      case .month?: held = "months"
      case .quarter?: held = "quarters"
      case .digits?: held = "days without marks"
      case .monthDigits?, .seconds?, .milliseconds?, nil: continue
      }
      notes.append(
        "column \(Abridged.quoted(column.name)) holds \(held): type \(CommandText.column(column.name)) date reads them")
    }
    return notes
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
