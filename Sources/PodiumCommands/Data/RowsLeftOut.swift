internal import PodiumCore
internal import PodiumPlugin

/// How a command reports rows it skipped because values are missing.
enum RowsLeftOut {
  /// `skipped 12 of 240 rows with missing values in snow`; nil if all were used.
  static func sentence(of columns: [Column], used: Int) -> String? {
    guard let all = columns.first?.count, used < all else { return nil }
    return "skipped \(all - used) of \(all.counted("row")) with missing values in \(names(columns))"
  }

  /// The names of columns with missing values, at most `limit`.
  static func names(_ columns: [Column], limit: Int = 6) -> String {
    let gappy = columns.filter { $0.missingCount > 0 }.map(\.name)
    return gappy.prefix(limit).joined(separator: ", ") + (gappy.count > limit ? ", …" : "")
  }
}

extension Call {
  /// Whether 'if', 'in' or a group of 'by' chooses rows, and not only the filter.
  func choosesRows(in session: Session) -> Bool { rows != nil && rows != session.state.current?.visibleRows }
}
