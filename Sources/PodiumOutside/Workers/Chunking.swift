/// Orders grouped into chunks of about the same time.
package enum Chunking {
  /// The largest number of tasks in an array; sites allow 1001 unless they say otherwise.
  package static let most = 1000

  /// The orders of each chunk, the longest first, into the chunk that has least to do; `seconds` tells the time of an order.
  ///
  /// A chunk takes about `size` seconds; less where that gives 50 chunks, but then at least 60.
  package static func chunks(
    of orders: [Int], size: Double, most: Int = most, seconds: (Int) -> Double
  ) -> [[Int]] {
    let times = orders.map { max(0, seconds($0)) }
    let total = times.reduce(0, +)
    let wanted = (total / max(1e-3, min(size, max(60, total / 50)))).rounded(.up)
    let count = min(orders.count, max(1, Int(min(wanted, Double(most)))))
    var chunks = [[Int]](repeating: [], count: count)
    // In order of what they have to do: the longest orders come first, so a chunk that gets one has its place near the end.
    var loads = (0..<count).map { (load: 0.0, chunk: $0) }
    for place in orders.indices.sorted(by: { (-times[$0], $0) < (-times[$1], $1) }) {
      var least = loads.removeFirst()
      chunks[least.chunk].append(orders[place])
      least.load += times[place]
      loads.insert(least, at: (loads.lastIndex { $0 < least } ?? -1) + 1)
    }
    return chunks
  }
}
