internal import PodiumCore

/// Rows in pieces for several threads.
enum RowPieces {
  private static let rows = 512

  /// What `body` makes of each piece of 0 ..< count, one after another; throws `interrupted`.
  static func map<Element: Sendable>(
    _ count: Int, threads: Int, cancellation: Cancellation, _ body: @escaping @Sendable (Range<Int>) -> [Element]
  ) throws(Diagnostic) -> [Element] {
    let pieces = Parallel.map(count: (count + rows - 1) / rows, threads: threads) { piece in
      cancellation.isCancelled ? [] : body((piece * rows)..<min(count, (piece + 1) * rows))
    }
    try cancellation.check()
    return pieces.count == 1 ? pieces[0] : pieces.flatMap { $0 }
  }
}
