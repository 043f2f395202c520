package import PodiumCore

extension Table {
  /// The numbers of all rows, in order.
  package var allRows: [Int] { Array(0..<rowCount) }

  /// The rows that stay, in order, when some of the visible ones are kept or dropped; hidden rows stay.
  package func rowsStaying(_ taken: [Int], visible: [Int]?, keepsChosen: Bool) -> [Int] {
    var stays = [Bool](repeating: visible != nil || !keepsChosen, count: rowCount)
    if keepsChosen {
      // Without a filter nothing but the chosen rows stays, and they are in their order already.
      guard let visible else { return taken }
      for row in visible { stays[row] = false }
    }
    for row in taken { stays[row] = keepsChosen }
    return (0..<rowCount).filter { stays[$0] }
  }
}
