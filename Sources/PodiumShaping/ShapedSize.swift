public import PodiumCore

/// Whether a table that is about to be made has a size that podium makes, and that fits into the free memory.
public enum ShapedSize {
  /// The most cells of a table that a shaping verb makes.
  public static let cellLimit = 400_000_000
  /// How many times as many cells as the tables it is made from a large table may have.
  private static let mostGrowth = 256

  /// Throws `too-many-rows`, with the size, for a table beyond the limit, beyond 7/8 of the free memory, or far beyond the tables
  /// it is made from, which have `given` cells together.
  ///
  /// A cell counts as eight bytes, the least that most types take.
  public static func check(
    _ what: String, rows: Int, columns: Int, from given: Int = cellLimit, help: String? = nil,
    room: () -> MemoryRoom = MemoryRoom.now
  ) throws(Diagnostic) {
    let cells = rows.multipliedReportingOverflow(by: max(1, columns))
    let size = "\(what) would have \(rows == .max ? "too many" : String(rows)) rows of \(columns.counted("column"))"
    let growth = max(MemoryLimits.least / 8, MemoryLimits.bytes(given, each: mostGrowth))
    guard !cells.overflow, cells.partialValue <= min(cellLimit, growth) else {
      throw Diagnostic("too-many-rows", size, help: help)
    }
    // Asking the system takes longer than making a small table.
    let bytes = 8 * cells.partialValue
    guard bytes > 32 << 20 else { return }
    let free = room()
    guard bytes <= free.bytes / 8 * 7 else {
      throw Diagnostic(
        "too-many-rows", "\(size): more than the \(free.bytes >> 20) MB that \(free.source) leaves",
        help: help ?? "free memory, or keep fewer rows and columns first")
    }
  }
}
