public import PodiumCore

/// The name of a record: a UUID of version 7, so that records made on two machines can be merged later.
public struct RecordID: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
  /// Eight, four, four, four and twelve hexadecimal digits in lower case.
  public let text: String

  /// Takes the text of a UUID as it is.
  public init(_ text: String) { self.text = text }

  public var description: String { text }

  /// In the order of their making, to the millisecond.
  public static func < (a: RecordID, b: RecordID) -> Bool { a.text < b.text }
}

/// One thing a plugin keeps in the workspace, with who changed it last and when.
public struct Record: Sendable, Equatable {
  public let id: RecordID
  /// Its kind (`football.match`).
  public let kind: String
  /// How often it was written, from 1.
  public let revision: Int
  /// When it was made and by whom.
  public let created: Stamp
  /// When it was changed last and by whom.
  public let changed: Stamp
  /// The values by field; a reference is the id's text, and what is missing is left out.
  public let fields: [String: Value]

  /// A moment and a person.
  public struct Stamp: Sendable, Equatable {
    /// When, in UTC.
    public let at: Moment
    /// Who, as the workspace knows them.
    public let by: String

    /// Joins both.
    public init(at: Moment, by: String) {
      self.at = at
      self.by = by
    }
  }

  /// Makes a record as a store hands it out.
  public init(
    id: RecordID, kind: String, revision: Int, created: Stamp, changed: Stamp, fields: [String: Value]
  ) {
    self.id = id
    self.kind = kind
    self.revision = revision
    self.created = created
    self.changed = changed
    self.fields = fields
  }

  /// The value of a field; missing when it has none.
  public subscript(field: String) -> Value { fields[field] ?? .missing }

  /// A whole number within a range; nil where it is missing or outside, as only another program can have stored it.
  public func integer(_ field: String, in range: ClosedRange<Int>) -> Int? {
    if case .integer(let number) = self[field], range.contains(number) { number } else { nil }
  }
}

/// Which records are wanted, in which order.
public struct RecordQuery: Sendable {
  /// What must hold for a record; a missing value fulfils only `isMissing` and `not`.
  public indirect enum Condition: Sendable, Equatable {
    /// The field has this value.
    case equals(String, Value)
    /// The field has one of these values.
    case isOneOf(String, [Value])
    /// The field's value comes before this one.
    case isBefore(String, Value)
    /// The field's value is this one or comes before it.
    case isAtMost(String, Value)
    /// The field's value is this one or comes after it.
    case isAtLeast(String, Value)
    /// The field's text begins so; lower-case and upper-case letters of ASCII count as the same.
    case hasPrefix(String, String)
    /// The field's text ends so; lower-case and upper-case letters of ASCII count as the same.
    case hasSuffix(String, String)
    /// The field's text holds this; lower-case and upper-case letters of ASCII count as the same.
    case contains(String, String)
    /// The field has no value.
    case isMissing(String)
    /// The condition does not hold.
    case not(Condition)
    /// At least one holds.
    case any([Condition])
    /// The record has one of these ids.
    case ids([RecordID])
    /// The record comes after a place in an order; the query has the same order.
    case follows(Place)
    /// The field has the value that a record of another kind has in its field `key` (a natural key, or `id`), and that
    /// record fulfils all conditions: pairs whose owner is of a team.
    case linked(String, to: String, key: String, [Condition])
    /// The field `key` has the value that a record of another kind has in a field, and that record fulfils all
    /// conditions: sessions in which a pair took part.
    case isLinked(key: String, from: String, field: String, [Condition])
  }

  /// A place in the order of a query: the values and the id of the last record seen (a keyset), so that pages miss and
  /// repeat nothing while others write.
  public struct Place: Sendable, Equatable {
    /// A field of the order and the value that the record has in it.
    public struct Step: Sendable, Equatable {
      public let field: String
      public let descending: Bool
      public let value: Value
    }

    public let steps: [Step]
    public let id: RecordID

    /// The place of a record in an order; the id breaks ties.
    public init(_ order: [(field: String, descending: Bool)], values: [Value], id: RecordID) {
      steps = zip(order, values).map { Step(field: $0.field, descending: $0.descending, value: $1) }
      self.id = id
    }
  }

  public var kind: String
  /// What must hold, all of it.
  public var conditions: [Condition]
  /// The fields to order by; after them always the id.
  public var order: [(field: String, descending: Bool)]
  /// The maximum number of records that are wanted.
  public var limit: Int?

  /// All records of a kind that fulfil some conditions.
  public init(
    _ kind: String, where conditions: [Condition] = [], order: [(field: String, descending: Bool)] = [],
    limit: Int? = nil
  ) {
    self.kind = kind
    self.conditions = conditions
    self.order = order
    self.limit = limit
  }

  /// The kinds whose records it looks at: its own, and those that conditions follow links to.
  public var kinds: Set<String> {
    var found: Set<String> = [kind]
    var open = conditions
    while let condition = open.popLast() {
      switch condition {
      case .not(let inner): open.append(inner)
      case .any(let all): open += all
      case .linked(_, let other, _, let inner), .isLinked(_, let other, _, let inner):
        found.insert(other)
        open += inner
      case .equals, .isOneOf, .isBefore, .isAtMost, .isAtLeast, .hasPrefix, .hasSuffix, .contains, .isMissing, .ids,
        .follows:
        break
      }
    }
    return found
  }
}

/// What became of rows that were merged into the records of a kind.
public struct MergeReport: Sendable, Equatable {
  /// A row that differs from the existing record.
  public struct Difference: Sendable, Equatable {
    /// The row of the table, from 0.
    public let row: Int
    public let field: String
    /// What the record holds (held, where it was changed).
    public let stored: Value
    /// The value in the row.
    public let given: Value

    /// Notes a difference.
    public init(row: Int, field: String, stored: Value, given: Value) {
      self.row = row
      self.field = field
      self.stored = stored
      self.given = given
    }
  }

  /// Rows of the table.
  public var read = 0
  /// Rows that became records.
  public var new = 0
  /// Rows that changed a record.
  public var changed = 0
  /// Rows that equal the existing record.
  public var same = 0
  /// Rows that differ and were skipped, because the rule keeps the existing record.
  public var kept = 0
  /// The differences of changed and kept rows, the first thousand.
  public var differences: [Difference] = []

  /// A report about no rows.
  public init() {}
}

/// What happens to a row that differs from the existing record.
public enum MergeRule: Sendable {
  /// The record is changed; a missing value in the row changes nothing.
  case update
  /// The record stays as it is, and the difference is reported.
  case keep
}
