internal import PodiumCore
internal import PodiumPlugin

/// A query for groups of one table in words that the table can answer itself, and the query over those groups that is left.
///
/// SQLite takes each cell by a call and sorts the rows to group them; the columns do both in one pass. What is left to SQLite
/// (expressions of the groups, HAVING, ORDER BY, LIMIT) reads a table of a row a group, and its words are the query's own.
struct GroupQuery {
  /// A figure of each group; without a column it counts the rows.
  struct Aggregate: Equatable {
    enum Function: String { case count, sum, avg, min, max, total }

    let function: Function
    let column: Int?
    /// The name of its column in the table of groups.
    var name: String { "podium " + function.rawValue + (column.map { " \($0 + 1)" } ?? "") }
  }

  static let tableName = "podium groups"

  /// Which of the tables it reads.
  let table: Int
  /// The columns it groups by; none where all rows are one group.
  let keys: [Int]
  /// Whether SQLite gives the groups from the last to the first value of each key. Where ORDER BY has as many terms as GROUP BY
  /// it takes their directions, which decides between equal rows.
  let isDescending: [Bool]
  let aggregates: [Aggregate]
  /// The query over the table of groups.
  let sql: String

  /// Words that ask for more than groups of one table, or that name something else in the table of groups.
  private static let others: Set = [
    "select", "union", "intersect", "except", "with", "values", "over", "filter", "window", "distinct", "all", "join",
    "natural",
    "exists", "indexed", "collate", "rowid", "oid", "_rowid_", "escape", "raise",
  ]
  /// What may be before a bracket apart from the figures of groups: words of the language, and functions of one row.
  private static let beforeBracket: Set = [
    "and", "or", "not", "in", "by", "where", "having", "when", "then", "else", "case", "between", "is", "like", "from",
    "on",
    "abs", "round", "coalesce", "ifnull", "nullif", "iif", "upper", "lower", "length", "substr", "substring", "trim",
    "replace",
    "cast", "sqrt", "exp", "ln", "log", "log10", "power", "pow", "floor", "ceil", "ceiling", "typeof", "printf",
    "format",
  ]

  /// Nil for any other query.
  init?(_ sql: String, _ tables: [QueryTable]) {
    guard !sql.contains("--"), !sql.contains("/*"), let parts = SelectParts(sql) else { return nil }
    let (tokens, bytes) = (parts.tokens, Array(sql.utf8))
    guard !tokens.dropFirst().contains(where: { $0.kind == .word && GroupQuery.others.contains($0.folded) }),
      let from = parts["from"], from.count == 1, tokens[from.lowerBound].isName,
      let number = try? QueryNames(tables.map(\.name)).number(of: tokens[from.lowerBound].text)
    else { return nil }
    let names = SharedTable.names(tables[number].table).map(QueryNames.folded)
    let columns = tables[number].table.columns
    guard !names.contains(where: { $0.hasPrefix("podium ") }) else { return nil }

    func column(_ part: ArraySlice<SQLToken>) -> Int? {
      guard let last = part.last, last.isName else { return nil }
      let isPlain = part.count == 1
      let isOfTable =
        part.count == 3 && part.dropFirst().first?.isSign(".") == true
        && part.first?.folded == tokens[from.lowerBound].folded
      return isPlain || isOfTable ? names.firstIndex(of: last.folded) : nil
    }
    var aggregates: [Aggregate] = []
    func aggregate(_ function: Aggregate.Function, _ part: ArraySlice<SQLToken>) -> Aggregate? {
      if function == .count, part.count == 1, part.first?.isSign("*") == true {
        return Aggregate(function: function, column: nil)
      }
      guard let place = column(part) else { return nil }
      // Texts are numbers for SQLite where they look like some.
      guard function == .count || [.number, .integer].contains(columns[place].type) else { return nil }
      return Aggregate(function: function, column: place)
    }
    /// The words of a part, figures of groups as columns of the table of groups; nil where a function is not known.
    func words(_ part: Range<Int>) -> String? {
      var (out, place) = ("", part.lowerBound)
      var at = tokens[part.lowerBound].range.lowerBound
      while place < part.upperBound {
        defer { place += 1 }
        guard tokens[place].isName, place + 1 < part.upperBound, tokens[place + 1].isSign("(") else { continue }
        if let function = Aggregate.Function(rawValue: tokens[place].folded) {
          guard let close = tokens[place..<part.upperBound].firstIndex(where: { $0.isSign(")") }),
            let found = aggregate(function, tokens[(place + 2)..<close])
          else { return nil }
          if !aggregates.contains(found) { aggregates.append(found) }
          out +=
            String(decoding: bytes[at..<tokens[place].range.lowerBound], as: UTF8.self) + SQLValue.quoted(found.name)
          at = tokens[close].range.upperBound
          place = close
        } else if !GroupQuery.beforeBracket.contains(tokens[place].folded) {
          return nil
        }
      }
      return out + String(decoding: bytes[at..<tokens[part.upperBound - 1].range.upperBound], as: UTF8.self)
    }

    var keys: [Int] = []
    for part in parts["group"].map({ parts.items($0) }) ?? [] {
      var part = tokens[part]
      // A number is that of a column of the answer.
      if part.count == 1, let first = part.first, first.kind == .word, let ordinal = Int(first.text) {
        let items = parts["select"].map { parts.items($0) } ?? []
        guard items.indices.contains(ordinal - 1) else { return nil }
        part = tokens[items[ordinal - 1]]
        if part.count > 2, part[part.endIndex - 2].isWord("as") { part = part.dropLast(2) }
      }
      guard let key = column(part), columns[key].type != .text else { return nil }
      keys.append(key)
    }
    guard let select = parts["select"], var left = words(select) else { return nil }
    guard !keys.isEmpty || !aggregates.isEmpty && parts["having"] == nil else { return nil }
    let shown = SQLValue.quoted(tokens[from.lowerBound].text)
    let rows = parts["where"].flatMap { words($0) }
    if parts["where"] != nil, rows == nil { return nil }
    let having = parts["having"].flatMap { words($0) }
    if parts["having"] != nil, having == nil { return nil }
    let order = parts["order"].flatMap { words($0) }
    if parts["order"] != nil, order == nil { return nil }
    let directions = parts["order"].map { parts.items($0).map { tokens[$0].contains { $0.isWord("desc") } } } ?? []
    let condition = rows.map { " WHERE " + $0 } ?? ""
    let groups = SQLValue.quoted(GroupQuery.tableName)
    if let having {
      // A name of a column means the column, though an answer's column has the same name, and only the keys are inside.
      let named = SQLToken.tokens(having + " " + (order ?? "")).filter(\.isName)
      guard named.allSatisfy({ names.firstIndex(of: $0.folded).map(keys.contains) ?? true }) else { return nil }
      // Which rows count is decided before any group is left out: LIMIT keeps SQLite from joining the two conditions.
      let inside =
        Set(keys).sorted().map { SQLValue.quoted(SharedTable.names(tables[number].table)[$0]) }
        + aggregates.map { SQLValue.quoted($0.name) }
      left +=
        " FROM (SELECT \(inside.joined(separator: ", ")) FROM \(groups) AS \(shown)\(condition) LIMIT -1) AS \(shown) WHERE "
        + having
    } else {
      left += " FROM \(groups) AS \(shown)\(condition)"
    }
    if let order { left += " ORDER " + order }
    if let limit = parts["limit"] { left += " LIMIT " + (words(limit) ?? "") }
    isDescending = directions.count == keys.count ? directions : keys.map { _ in false }
    (table, self.keys, self.aggregates, self.sql) = (number, keys, aggregates, "SELECT " + left)
  }
}

/// The parts of one SELECT, by the word each begins with.
private struct SelectParts {
  let tokens: [SQLToken]
  private var parts: [String: Range<Int>] = [:]

  /// The tokens of a part without its first word; nil where it is absent.
  subscript(_ word: String) -> Range<Int>? { parts[word] }

  init?(_ sql: String) {
    var tokens = SQLToken.tokens(sql)
    while tokens.last?.isSign(";") == true { tokens.removeLast() }
    self.tokens = tokens
    guard tokens.first?.isWord("select") == true, !tokens.contains(where: { $0.isSign(";") }) else { return nil }
    let order = ["select", "from", "where", "group", "having", "order", "limit"]
    var (depth, last, start) = (0, 0, 1)
    func end(_ place: Int) -> Bool {
      // A part without words makes no query.
      guard place > start, depth == 0 else { return false }
      parts[order[last]] = start..<place
      return true
    }
    for (place, token) in tokens.enumerated().dropFirst() {
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      guard depth == 0, token.kind == .word, let next = order.firstIndex(of: token.folded) else { continue }
      guard next > last, end(place) else { return nil }
      (last, start) = (next, place + 1)
    }
    guard end(tokens.count), parts["from"] != nil else { return nil }
    if let group = parts["group"] {
      guard tokens[group.lowerBound].isWord("by"), group.count > 1 else { return nil }
      parts["group"] = (group.lowerBound + 1)..<group.upperBound
    }
  }

  /// The items of a list, by the commas outside of brackets.
  func items(_ part: Range<Int>) -> [Range<Int>] {
    var (items, depth, start) = ([Range<Int>](), 0, part.lowerBound)
    for place in part {
      if tokens[place].isSign("(") { depth += 1 }
      if tokens[place].isSign(")") { depth -= 1 }
      guard depth == 0, tokens[place].isSign(",") else { continue }
      items.append(start..<place)
      start = place + 1
    }
    return items + [start..<part.upperBound]
  }
}
