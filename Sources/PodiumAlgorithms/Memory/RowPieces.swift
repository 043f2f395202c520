internal import PodiumCore

/// Rows in pieces for several threads.
enum RowPieces {
  private static let rows = 512

  /// What `body` makes of each piece of 0 ..< count, one after another.
  static func map<Element: Sendable>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Range<Int>) -> [Element]
  ) -> [Element] {
    let pieces = (count + rows - 1) / rows
    if threads <= 1 || pieces <= 1 { return body(0..<count) }
    return Parallel.map(count: pieces, threads: threads) { piece in
      body((piece * rows)..<min(count, (piece + 1) * rows))
    }.flatMap { $0 }
  }
}
