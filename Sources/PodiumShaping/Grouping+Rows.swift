package import PodiumCore

extension Grouping {
  /// The first row of each group among all rows of a table; where it groups only some of them, the others too.
  package func firstRows(of rows: [Int]?, count: Int) -> [Int] {
    guard let rows else { return firsts }
    var stays = [Bool](repeating: true, count: count)
    for row in rows { stays[row] = false }
    for place in firsts { stays[rows[place]] = true }
    return (0..<count).filter { stays[$0] }
  }
}
