internal import PodiumCore
internal import PodiumPlugin

/// Comparisons with a value that a column does not have: it is usually misspelt, and the empty result would not show it.
enum UnmatchedValues {
  /// A message for each category that a condition compares with == or != and that no row has.
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
    let near = Suggestion.nearest(to: text, among: levels).map { "; did you mean \(Abridged.quoted($0))?" }
    let known = levels.count <= 12 ? "; its values: " + levels.map { Abridged.text($0) }.joined(separator: ", ") : ""
    return "\(Abridged.quoted(name)) is never \(Abridged.quoted(text))" + (near ?? known)
  }
}
