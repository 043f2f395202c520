internal import PodiumCore

/// What the type a column was declared with says of its cells, which SQLite does not hold it to.
enum DeclaredType {
  /// The type of podium that is meant; nil where the cells alone decide.
  ///
  /// Words of the declaration decide (`BIGINT UNSIGNED`, `decimal(10,2)`), as SQLite's own affinity does. Text is
  /// not among them: whether words are categories is seen from them all.
  static func meaning(_ declaration: String?) -> ColumnType? {
    guard let declaration else { return nil }
    let type = declaration.uppercased().prefix { $0 != "(" }
    if type.contains("BOOL") { return .boolean }
    if type.contains("DATETIME") || type.contains("TIMESTAMP") { return .datetime }
    if type.split(separator: " ").contains("DATE") { return .date }
    if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") { return nil }
    if type.contains("INT") { return .integer }
    if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") { return .number }
    return nil
  }
}
