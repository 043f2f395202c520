/// The sizes beyond which a reader stops with `too-large` instead of exhausting memory.
public struct Limits: Sendable, Equatable {
  /// Maximum number of bytes of one cell, as written in the file; at most 32 MB.
  public var cellBytes: Int
  /// Maximum number of columns.
  public var columns: Int

  /// Creates limits; the defaults are 16 MB per cell and 100,000 columns.
  public init(cellBytes: Int = 16 << 20, columns: Int = 100_000) {
    self.cellBytes = min(max(1, cellBytes), Cell.maximumLength)
    self.columns = max(1, columns)
  }

  /// The cell limit as shown to the user.
  var cellSizeText: String {
    cellBytes >= 1 << 20 && cellBytes % (1 << 20) == 0 ? "\(cellBytes >> 20) MB" : "\(cellBytes) bytes"
  }
}
