/// The sizes beyond which a reader stops with `too-large` instead of filling the memory.
public struct Limits: Sendable, Equatable {
  /// The most bytes of one cell, as it stands in the file; at most 32 MB.
  public var cellBytes: Int
  /// The most columns of a table.
  public var columns: Int

  /// Makes limits; those not given are 16 MB a cell and 100,000 columns.
  public init(cellBytes: Int = 16 << 20, columns: Int = 100_000) {
    self.cellBytes = min(max(1, cellBytes), Cell.maximumLength)
    self.columns = max(1, columns)
  }

  /// The limit of a cell as the user reads it.
  var cellSizeText: String {
    cellBytes >= 1 << 20 && cellBytes % (1 << 20) == 0 ? "\(cellBytes >> 20) MB" : "\(cellBytes) bytes"
  }
}
