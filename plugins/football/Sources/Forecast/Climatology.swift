internal import PodiumCore

/// How often each result had come up before a day, over the whole table.
struct Climatology {
  /// For each row the counts of H, D and A on earlier days.
  private let counts: [[Int]]

  /// Counts by the column of role time; without one by the order of the rows.
  init(_ table: Table, target: String) {
    let codes = table[target]?.categorical?.codes ?? []
    let days: [Int]
    if case .date(let dates)? = table.columns(with: .time).first?.values {
      days = dates.map { $0?.days ?? .min }
    } else {
      days = Array(0..<table.rowCount)
    }
    var counts = [[Int]](repeating: [0, 0, 0], count: table.rowCount)
    var soFar = [0, 0, 0]
    let order = days.indices.sorted { (days[$0], $0) < (days[$1], $1) }
    var start = 0
    while start < order.count {
      let end = order[start...].firstIndex { days[$0] != days[order[start]] } ?? order.count
      for row in order[start..<end] { counts[row] = soFar }
      for row in order[start..<end] where row < codes.count && (0..<3).contains(codes[row]) {
        soFar[Int(codes[row])] += 1
      }
      start = end
    }
    self.counts = counts
  }

  /// The shares of H, D and A before a row's day; a third each before the first.
  func shares(before row: Int) -> [Double] {
    let seen = counts[row]
    let all = seen.reduce(0, +)
    return seen.map { all > 0 ? Double($0) / Double(all) : 1.0 / 3 }
  }
}
