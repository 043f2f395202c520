internal import PodiumCore
internal import PodiumStatistics

/// A note about a last row that holds sums, which the figures of a table would count twice.
enum TotalRowNote {
  static func notes(_ table: Table) -> [String] {
    guard let found = TotalRow(table) else { return [] }
    let shown = found.sums.prefix(3).map { Abridged.quoted($0) } + (found.sums.count > 3 ? ["…"] : [])
    return [
      "the last row is a total (\(Abridged.quoted(found.word)) in column \(Abridged.quoted(found.column))), the sum of the others in "
        + "\(shown.joined(separator: ", ")): keep in 1..\(table.rowCount - 1)"
    ]
  }
}
