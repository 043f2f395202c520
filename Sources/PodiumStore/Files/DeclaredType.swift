internal import PodiumCore

/// What a column's declared type says about its cells; SQLite does not enforce it.
enum DeclaredType {
  /// The corresponding podium type; nil if the cells alone decide.
  ///
  /// Words of the declaration decide (`BIGINT UNSIGNED`, `decimal(10,2)`), as SQLite's own affinity does. Text is
  /// not among them: only all the cells show whether words are categories.
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
