internal import PodiumCore

/// What a command says of the rows that its figures leave out.
enum RowsLeftOut {
  /// `of 240 rows, 12 left out: missing in snow`; nil where all were used.
  static func sentence(of columns: [Column], used: Int) -> String? {
    guard let all = columns.first?.count, used < all else { return nil }
    return "of \(all.counted("row")), \(all - used) left out: missing in \(names(columns))"
  }

  /// The columns in which something is missing, the first few by name.
  static func names(_ columns: [Column], limit: Int = 6) -> String {
    let gappy = columns.filter { $0.missingCount > 0 }.map(\.name)
    return gappy.prefix(limit).joined(separator: ", ") + (gappy.count > limit ? ", …" : "")
  }
}
