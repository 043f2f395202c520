internal import PodiumCore
internal import PodiumPlugin

/// A query's conditions as SQL with arguments; names are those of the kind, values are never part of the text.
struct QueryText {
  private let table: KindTable
  /// The tables of other kinds by name; nil for one that this file does not have yet, and so without records.
  private let others: (String) throws(Diagnostic) -> KindTable?
  private var clauses: [String] = []
  private(set) var arguments: [SQLValue] = []
  /// Maximum nesting depth of conditions.
  static let depthLimit = 50
  /// Maximum number of arguments of one query.
  static let argumentLimit = 30_000

  init(_ table: KindTable, others: @escaping (String) throws(Diagnostic) -> KindTable?) {
    (self.table, self.others) = (table, others)
  }

  var whereClause: String { clauses.isEmpty ? "" : " WHERE " + clauses.joined(separator: " AND ") }

  /// LIMIT, if requested.
  func limit(_ limit: Int?) -> String { limit.map { " LIMIT \(max(0, $0))" } ?? "" }

  mutating func add(_ conditions: [RecordQuery.Condition]) throws(Diagnostic) {
    for condition in conditions { clauses.append(try text(condition, depth: 0)) }
    guard arguments.count <= QueryText.argumentLimit else {
      throw Diagnostic(
        "bad-query", "a query can have at most \(QueryText.argumentLimit) values, not \(arguments.count)")
    }
  }

  /// The terms of ORDER BY; missing values come last, and the id breaks ties.
  func order(_ order: [(field: String, descending: Bool)]) throws(Diagnostic) -> String {
    var parts: [String] = []
    for (field, descending) in order {
      parts.append(try column(field).name + (descending ? " DESC NULLS LAST" : " ASC NULLS LAST"))
    }
    return (parts + ["\"id\""]).joined(separator: ", ")
  }

  private func column(_ field: String) throws(Diagnostic) -> (name: String, kind: RecordField.Kind) {
    if let own = table.kind[field] { return (SQLValue.quoted(field), own.kind) }
    if let own = RecordField.ofEveryRecord[field] { return (SQLValue.quoted(field), own) }
    throw Diagnostic.unknown("field", field, among: table.kind.fields.map(\.name))
  }

  private mutating func text(_ condition: RecordQuery.Condition, depth: Int) throws(Diagnostic) -> String {
    guard depth < QueryText.depthLimit else {
      throw Diagnostic("bad-query", "conditions are nested deeper than \(QueryText.depthLimit) levels")
    }
    switch condition {
    case .equals(let field, let value): return try compare(field, "=", value)
    case .isBefore(let field, let value): return try compare(field, "<", value)
    case .isAtMost(let field, let value): return try compare(field, "<=", value)
    case .isAtLeast(let field, let value): return try compare(field, ">=", value)
    case .isOneOf(let field, let values):
      let name = try column(field).name
      var marks: [String] = []
      for value in values {
        guard let argument = try argument(field, value) else { continue }
        arguments.append(argument)
        marks.append("?")
      }
      return marks.isEmpty ? "0" : "\(name) IN (\(marks.joined(separator: ", ")))"
    // On bytes: SQLite's text functions stop at the first zero byte, and LIKE has wildcards. Every
    // text begins and ends with the empty text, which SQLite denies for the empty text itself.
    case .hasPrefix(let field, ""), .hasSuffix(let field, ""), .contains(let field, ""):
      _ = try piece(field, "")
      return "\(try column(field).name) IS NOT NULL"
    case .hasPrefix(let field, let part):
      let (name, bytes) = try piece(field, part)
      arguments += [.integer(bytes.count), .bytes(bytes)]
      return "substr(\(name), 1, ?) = ?"
    case .hasSuffix(let field, let part):
      let (name, bytes) = try piece(field, part)
      arguments += [.integer(bytes.count), .bytes(bytes)]
      return "substr(\(name), -?) = ?"
    case .contains(let field, let part):
      let (name, bytes) = try piece(field, part)
      arguments.append(.bytes(bytes))
      return "instr(\(name), ?) > 0"
    case .isMissing(let field): return "\(try column(field).name) IS NULL"
    case .not(let inner): return "(\(try text(inner, depth: depth + 1))) IS NOT TRUE"
    case .any(let all):
      var parts: [String] = []
      for one in all { parts.append("(" + (try text(one, depth: depth + 1)) + ")") }
      return QueryText.joined(parts[...])
    case .ids(let ids):
      arguments += ids.map { SQLValue.text($0.text) }
      return ids.isEmpty ? "0" : "\"id\" IN (" + ids.map { _ in "?" }.joined(separator: ", ") + ")"
    case .follows(let place): return try after(place)
    case .linked(let field, let kind, let key, let inner): return try link(field, kind, key, inner, depth)
    case .isLinked(let key, let kind, let field, let inner): return try link(key, kind, field, inner, depth)
    }
  }

  /// A field that has the value of a field of records of another kind that fulfil conditions.
  private mutating func link(
    _ field: String, _ kind: String, _ key: String, _ conditions: [RecordQuery.Condition], _ depth: Int
  ) throws(Diagnostic) -> String {
    let own = try column(field)
    guard let other = try others(kind) else { return "0" }
    var inner = QueryText(other, others: others)
    let far = try inner.column(key)
    guard own.kind.isComparable(with: far.kind) else {
      throw Diagnostic(
        "bad-query",
        "field '\(field)' is \(own.kind.words), and '\(key)' of '\(kind)' is \(far.kind.words), so they link nothing")
    }
    var parts: [String] = []
    for condition in conditions { parts.append("(" + (try inner.text(condition, depth: depth + 1)) + ")") }
    arguments += inner.arguments
    let condition = parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
    return "\(own.name) IN (SELECT \(far.name) FROM \(other.name)\(condition))"
  }

  /// Records after a place in an order, in which missing values come last and the id breaks ties.
  private mutating func after(_ place: RecordQuery.Place) throws(Diagnostic) -> String {
    var ways: [String] = []
    var equal: [(text: String, argument: SQLValue?)] = []
    func add(_ text: String, _ arguments: [SQLValue]) {
      ways.append("(" + (equal.map(\.text) + [text]).joined(separator: " AND ") + ")")
      self.arguments += equal.compactMap(\.argument) + arguments
    }
    for step in place.steps {
      let name = try column(step.field).name
      if let value = try argument(step.field, step.value) {
        add("(\(name) \(step.descending ? "<" : ">") ? OR \(name) IS NULL)", [value])
        equal.append(("\(name) = ?", value))
      } else {
        equal.append(("\(name) IS NULL", nil))
      }
    }
    add("\"id\" > ?", [.text(place.id.text)])
    return "(" + ways.joined(separator: " OR ") + ")"
  }

  /// Alternatives as a balanced tree: SQLite limits the depth of an expression.
  private static func joined(_ parts: ArraySlice<String>) -> String {
    guard let first = parts.first else { return "0" }
    guard parts.count > 1 else { return first }
    let half = parts.startIndex + parts.count / 2
    return "(\(joined(parts[..<half])) OR \(joined(parts[half...])))"
  }

  private mutating func compare(_ field: String, _ sign: String, _ value: Value) throws(Diagnostic) -> String {
    let name = try column(field).name
    guard let argument = try argument(field, value) else { return "0" }
    arguments.append(argument)
    return "\(name) \(sign) ?"
  }

  /// The value as the column stores it; nil for a missing one, which matches nothing.
  private func argument(_ field: String, _ value: Value) throws(Diagnostic) -> SQLValue? {
    switch (try column(field).kind, value) {
    case (_, .missing): return nil
    case (.text, .text), (.reference, .text), (.boolean, .boolean), (.date, .date), (.datetime, .datetime): break
    case (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .number): break
    case (let kind, _):
      throw Diagnostic(
        "bad-query", "field '\(field)' is \(kind.words), but is compared with \(value.kindName) '\(value.fileText)'")
    }
    return value.stored
  }

  /// A text field's bytes in lower case, and those of the searched text.
  private func piece(_ field: String, _ part: String) throws(Diagnostic) -> (String, [UInt8]) {
    let (name, kind) = try column(field)
    switch kind {
    case .text, .reference: break
    default: throw Diagnostic("bad-query", "field '\(field)' is \(kind.words), which has no text to search")
    }
    return ("CAST(lower(\(name)) AS BLOB)", part.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 })
  }
}

extension RecordField {
  /// What every record has besides its fields.
  static let ofEveryRecord: [String: Kind] = [
    "id": .text, "revision": .integer, "created_at": .datetime, "created_by": .text, "changed_at": .datetime,
    "changed_by": .text,
  ]
}

extension RecordField.Kind {
  /// Whether values of two fields can be the same one: texts and ids are stored alike.
  fileprivate func isComparable(with other: RecordField.Kind) -> Bool {
    switch (self, other) {
    case (.text, .text), (.text, .reference), (.reference, .text), (.reference, .reference): true
    default: self == other
    }
  }
}
