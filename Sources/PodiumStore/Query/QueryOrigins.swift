internal import CSQLite
internal import PodiumCore
internal import PodiumPlugin

/// Where the columns of an answer come from, as far as SQLite tells.
///
/// A column that is shown as it is keeps its origin. One that is computed may be made from every column that the query reads
/// beside those shown as they are; columns that only a condition reads choose rows and do not count.
struct QueryOrigins {
  /// How often each column was read while the query was prepared, in the order of the first time.
  private var reads: [(table: String, column: String, count: Int)] = []
  private var isMixed = false

  /// SQLite's functions of many rows.
  private static let aggregates: Set = [
    "avg", "sum", "total", "count", "group_concat", "string_agg", "row_number", "rank", "dense_rank", "percent_rank",
    "cume_dist", "ntile", "lag", "lead", "first_value", "last_value", "nth_value", "json_group_array",
    "json_group_object",
  ]

  mutating func note(table: String, column: String) {
    if let place = reads.firstIndex(where: { $0.table == table && $0.column == column }) {
      reads[place].count += 1
    } else {
      reads.append((table, column, 1))
    }
  }

  mutating func note(function: String) {
    isMixed = isMixed || QueryOrigins.aggregates.contains(QueryNames.folded(function))
  }

  /// The origin of each column of the answer, whose names are `names`.
  func origins(_ statement: OpaquePointer, _ names: [String], _ sql: String, _ tables: [QueryTable]) -> [ColumnOrigin?]
  {
    let shown = names.indices.map { place -> (table: Table, name: String, column: String)? in
      guard let table = sqlite3_column_table_name(statement, Int32(place)).map({ String(cString: $0) }),
        let column = sqlite3_column_origin_name(statement, Int32(place)).map({ String(cString: $0) }),
        let known = tables.first(where: { $0.name == table })
      else { return nil }
      return (known.table, table, column)
    }
    guard shown.contains(where: { $0 == nil }) else {
      return zip(names, shown).map { name, found in found.flatMap { QueryOrigins.origin(name, of: $0.table, $0.column) }
      }
    }
    var left = reads
    for case let found? in shown {
      if let place = left.firstIndex(where: { $0.table == found.name && $0.column == found.column }) {
        left[place].count -= 1
      }
    }
    let words = QueryNames.words(sql).map(QueryNames.folded)
    for word in QueryOrigins.condition(words) {
      if let place = left.firstIndex(where: { QueryNames.folded($0.column) == word }) { left[place].count -= 1 }
    }
    var all: [String] = []
    // In a summary each row is its group, so that its values are of no other row.
    var usesOtherRows = isMixed && (words.contains("over") || !words.contains("group"))
    for read in left where read.count > 0 {
      guard let table = tables.first(where: { $0.name == read.table })?.table else { continue }
      let found = table.origin(from: [read.column])
      usesOtherRows = usesOtherRows || found?.usesOtherRows ?? false
      for name in found?.columns ?? [] where !all.contains(name) { all.append(name) }
    }
    let computed = all.isEmpty ? nil : ColumnOrigin(all, usesOtherRows: usesOtherRows)
    return zip(names, shown).map { name, found in
      found.map { QueryOrigins.origin(name, of: $0.table, $0.column) } ?? computed
    }
  }

  /// That of a column shown as it is; under another name it is made from the column.
  private static func origin(_ name: String, of table: Table, _ column: String) -> ColumnOrigin? {
    name == column ? table.fullOrigin(of: column) : table.origin(from: [column])
  }

  /// The words of the only condition of a query; none where it has several parts.
  private static func condition(_ words: [String]) -> ArraySlice<String> {
    let ends: Set = ["group", "order", "having", "limit", "window"]
    guard words.count(where: { $0 == "select" }) == 1, let start = words.firstIndex(of: "where") else { return [] }
    let rest = words[(start + 1)...]
    return rest.prefix { !ends.contains($0) }
  }
}
