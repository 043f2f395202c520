internal import PodiumCore

/// How often each result occurred before a day, over the whole table.
struct Climatology {
  /// The counts of H, D and A on earlier days, for each row.
  private let counts: [[Int]]

  /// Orders rows by the column with the role time, or as they are when there is none.
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

  /// The shares of H, D and A before a row's day; one third each on the first day.
  func shares(before row: Int) -> [Double] {
    let seen = counts[row]
    let all = seen.reduce(0, +)
    return seen.map { all > 0 ? Double($0) / Double(all) : 1.0 / 3 }
  }
}
