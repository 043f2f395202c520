internal import PodiumCore
internal import PodiumPlugin

/// Comparisons with a value that a column does not have: most often it is misspelt, and no row would say so.
enum UnmatchedValues {
  /// A sentence for each category that a condition asks for with == or != and no row of the table has.
  static func warnings(in condition: Expression, of table: Table) -> [String] {
    switch condition.kind {
    case .literal, .column, .reference: []
    case .unary(_, let part): warnings(in: part, of: table)
    case .call(_, let parts): parts.flatMap { warnings(in: $0, of: table) }
    case .binary(let operation, let left, let right):
      ([.equal, .notEqual].contains(operation) ? [warning(left, right, table), warning(right, left, table)] : [])
        .compactMap { $0 } + warnings(in: left, of: table) + warnings(in: right, of: table)
    }
  }

  private static func warning(_ name: Expression, _ value: Expression, _ table: Table) -> String? {
    guard case .column(let name) = name.kind, case .literal(.text(let text)) = value.kind,
      let levels = table[name]?.categorical?.levels, !levels.contains(text)
    else { return nil }
    let near = Suggestion.nearest(to: text, among: levels).map { "; did you mean '\($0)'?" }
    let known = levels.count <= 12 ? "; its values: " + levels.joined(separator: ", ") : ""
    return "no row of '\(name)' is '\(text)'" + (near ?? known)
  }
}
