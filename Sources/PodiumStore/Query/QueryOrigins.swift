internal import CSQLite
internal import PodiumCore
internal import PodiumPlugin

/// Where the columns of an answer come from, as far as SQLite tells.
///
/// A column that is shown as it is keeps its origin. One that is computed is made from the columns that its part of the SELECT names;
/// in a query of several parts, from every column that it reads beside those shown as they are. Conditions and groups choose its rows.
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
    let select = SelectWords(sql)
    let computed = shown.indices.filter { shown[$0] == nil }
    // In a summary each row is its group, so that its values are of no other row.
    let isMixed = isMixed && (select.holds("over") || !select.holds("group"))
    let choosers = reads.filter { select.choosers.contains(QueryNames.folded($0.column)) }
    func origin(_ reads: [(table: String, column: String, count: Int)]) -> ColumnOrigin? {
      var all = ColumnOrigin([], usesOtherRows: isMixed)
      for read in reads + choosers {
        guard let table = tables.first(where: { $0.name == read.table })?.table else { continue }
        let isRead = reads.contains { $0 == read }
        let found = isRead ? table.origin(from: [read.column]) : table.origin(from: [], chosenBy: [read.column])
        all = found?.joined(with: all) ?? all
      }
      return all.columns.isEmpty && all.chosenBy.isEmpty ? nil : all
    }
    var origins: [Int: ColumnOrigin] = [:]
    if let items = select.computed, items.count == computed.count {
      for (place, words) in zip(computed, items) {
        var own = reads.filter { words.contains(QueryNames.folded($0.column)) }
        // A count is that of its group.
        if own.isEmpty { own = reads.filter { select.groups.contains(QueryNames.folded($0.column)) } }
        origins[place] = origin(own)
      }
    } else {
      var left = reads
      for case let found? in shown {
        if let place = left.firstIndex(where: { $0.table == found.name && $0.column == found.column }) {
          left[place].count -= 1
        }
      }
      for place in computed { origins[place] = origin(left.filter { $0.count > 0 }) }
    }
    return names.indices.map { place in
      shown[place].map { QueryOrigins.origin(names[place], of: $0.table, $0.column) } ?? origins[place]
    }
  }

  /// The columns whose values decide which rows the answer has.
  func keptBy(_ sql: String, _ tables: [QueryTable]) -> [String] {
    let words = SelectWords(sql).conditions
    let read = Set(reads.map(\.table))
    return tables.filter { read.contains($0.name) }.flatMap(\.table.keptBy)
      + reads.filter { words.contains(QueryNames.folded($0.column)) }.map(\.column)
  }

  /// That of a column shown as it is; under another name it is made from the column.
  private static func origin(_ name: String, of table: Table, _ column: String) -> ColumnOrigin? {
    name == column ? table.fullOrigin(of: column) : table.origin(from: [column])
  }
}

/// The words of a query with one SELECT, by the columns of its answer.
struct SelectWords {
  /// For each column of the answer that is more than a name or a star its words, small; nil for a query of several parts.
  let computed: [Set<String>]?
  /// The words after GROUP BY.
  let groups: Set<String>
  /// The words of the conditions after WHERE and HAVING.
  let conditions: Set<String>
  private let all: Set<String>

  /// The words that decide over which rows a column is computed.
  var choosers: Set<String> { groups.union(conditions) }

  func holds(_ word: String) -> Bool { all.contains(word) }

  init(_ sql: String) {
    let tokens = SQLToken.tokens(sql).filter { $0.kind != .text }.map(\.folded)
    all = Set(tokens)
    guard tokens.first == "select", tokens.count(where: { $0 == "select" }) == 1 else {
      (computed, groups, conditions) = (nil, [], [])
      return
    }
    var (items, depth) = ([[String]()], 0)
    var end = tokens.count
    for (place, token) in tokens.enumerated().dropFirst() {
      if token == "(" { depth += 1 }
      if token == ")" { depth -= 1 }
      if depth == 0, token == "from" {
        end = place
        break
      }
      if depth == 0, token == "," { items.append([]) } else { items[items.count - 1].append(token) }
    }
    computed = items.compactMap { item in
      var item = item.first == "distinct" || item.first == "all" ? Array(item.dropFirst()) : item
      // An alias says nothing of what it names.
      if item.count > 2, item[item.count - 2] == "as" {
        item.removeLast(2)
      } else if item.count > 1, let last = item.last, SelectWords.isWord(last), last != "end",
        item[item.count - 2] == ")" || SelectWords.isWord(item[item.count - 2])
      {
        item.removeLast()
      }
      let isName = item.count == 1 || item.count == 3 && item[1] == "."
      if isName, item.last == "*" || SelectWords.isWord(item.last ?? ""), Double(item[0]) == nil { return nil }
      return Set(item)
    }
    let rest = tokens[end...]
    let ends: Set = ["having", "order", "limit", "window"]
    // What is only asked whether it is missing decides nothing by its values.
    func words(after start: String, before ends: Set<String>) -> Set<String> {
      let words = rest.drop { $0 != start }.prefix { !ends.contains($0) }
      return Set(zip(words, words.dropFirst() + [""]).filter { $1 != "is" }.map(\.0))
    }
    groups = words(after: "group", before: ends)
    conditions = words(after: "where", before: ends.union(["group"]))
      .union(words(after: "having", before: ["order", "limit", "window"]))
  }

  private static func isWord(_ token: String) -> Bool { token.utf8.first.map(SQLToken.isPart) ?? false }
}
