import CTerminal

/// The size of the window that standard output is shown in.
public struct TerminalSize: Sendable, Equatable {
  public let columns: Int
  public let rows: Int

  /// The size now; nil where standard output is not a terminal or does not report it.
  public static var current: TerminalSize? {
    let columns = Int(ct_columns(1))
    return columns > 0 ? TerminalSize(columns: columns, rows: Int(ct_rows(1))) : nil
  }

  /// The columns of the window that a stream is shown in; nil where it is not a terminal or does not report it.
  public static func columns(of stream: Int32) -> Int? {
    let columns = Int(ct_columns(stream))
    return columns > 0 ? columns : nil
  }
}
