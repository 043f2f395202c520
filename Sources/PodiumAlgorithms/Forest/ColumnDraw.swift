internal import PodiumCore

/// Draws the columns that a node may split at, without replacement.
///
/// Constant columns count among those drawn, but at least one other is looked at if there is any, as in scikit-learn.
struct ColumnDraw {
  /// The columns in the order of the draw; any order is as good a start for the next draw.
  private var columns: [Int]
  /// How many a node looks at.
  let each: Int
  private var random: RandomSource

  init(of count: Int, each: Int, _ random: RandomSource) {
    columns = Array(0..<count)
    self.each = each
    self.random = random
  }

  /// The column drawn as number `place` of a node; nil where none is left.
  mutating func draw(_ place: Int) -> Int? {
    guard place < columns.count else { return nil }
    columns.swapAt(place, place + random.below(columns.count - place))
    return columns[place]
  }
}
