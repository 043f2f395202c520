internal import PodiumCore

/// In which order a picture shows the categories of a column.
enum CategoryOrder: String, CaseIterable {
  /// By code points.
  case name
  /// The most frequent first.
  case count
  /// The largest mean of what is drawn first.
  case value

  /// The table with that order in a column; `measured` is the column whose mean decides for `value`, nil for counts.
  ///
  /// Categories of equal rank, and those without a value at the end, are by their names. Throws `wrong-column-type` for a column
  /// without categories.
  func applied(to table: Table, column name: String, by measured: String?) throws(Diagnostic) -> Table {
    let column = try table.column(name)
    guard let categories = column.categorical?.withoutUnused().sortedByCodePoint() else {
      throw Diagnostic(
        "wrong-column-type", "order= is for categories, and \(Abridged.quoted(name)) is \(column.typeName)",
        help: "omit order=, or make categories of it first: type \(CommandText.word(name)) category")
    }
    let numbers =
      self == .value ? try measured.map { name throws(Diagnostic) in try table.column(name).numbers } ?? nil : nil
    var (sums, counts) = (categories.levels.map { _ in 0.0 }, categories.levels.map { _ in 0 })
    for (row, code) in categories.codes.enumerated() where code >= 0 {
      if let numbers {
        if numbers[row].isNaN { continue }
        sums[Int(code)] += numbers[row]
      }
      counts[Int(code)] += 1
    }
    let ranks = categories.levels.indices.map { place -> Double in
      guard numbers != nil else { return Double(counts[place]) }
      return counts[place] == 0 ? -.infinity : sums[place] / Double(counts[place])
    }
    let places = Array(categories.levels.indices)
    let order = self == .name ? places : places.sorted { (ranks[$1], $0) < (ranks[$0], $1) }
    return try table.setting(column.with(values: .ordered(categories.reordered(order))))
  }
}
