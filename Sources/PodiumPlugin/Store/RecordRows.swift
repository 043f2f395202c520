public import PodiumCore

/// Rows of a kind by column, for reading many records quickly.
public struct RecordRows: Sendable {
  public let table: Table

  public init(_ table: Table) { self.table = table }

  /// The rows of a query with some fields; `coded` if texts are only looked up (`places`).
  public init(
    _ query: RecordQuery, _ fields: [String]? = nil, coded: Bool = false, in store: any RecordStore
  ) throws(Diagnostic) {
    table = coded ? try store.coded(query, fields: fields) : try store.table(query, fields: fields)
  }

  /// The rows of several queries in one snapshot, in their order; large tables are read in parallel.
  public static func all(_ requests: [TableRequest], in store: any RecordStore) throws(Diagnostic) -> [RecordRows] {
    try store.tables(requests).map { RecordRows($0) }
  }

  public var count: Int { table.rowCount }

  /// A text field; nil where it is missing.
  public func texts(_ name: String) -> [String?] {
    switch table[name]?.values {
    case .text(let texts)?: return texts
    case .category(let texts)?: return (0..<count).map { texts.name($0) }
    default: return [String?](repeating: nil, count: count)
    }
  }

  /// For each row the index of a text field in a list, −1 for texts outside the list and missing ones.
  public func places(_ name: String, in list: [String: Int]) -> [Int] {
    let texts: Categorical
    if case .category(let coded)? = table[name]?.values { texts = coded } else { texts = Categorical(self.texts(name)) }
    let places = texts.levels.map { list[$0] ?? -1 }
    return texts.codes.map { $0 < 0 ? -1 : places[Int($0)] }
  }

  /// A number field; nil where it is missing.
  public func numbers(_ name: String) -> [Double?] {
    table[name]?.numbers?.map { $0.isNaN ? nil : $0 } ?? [Double?](repeating: nil, count: count)
  }

  /// An integer field; nil where it is missing.
  public func integers(_ name: String) -> [Int?] {
    guard case .integer(let numbers)? = table[name]?.values else { return [Int?](repeating: nil, count: count) }
    return numbers.map { $0 == ColumnValues.missingInteger ? nil : $0 }
  }

  /// An integer field within a range; nil where it is missing or outside, as only another program can have stored it.
  public func integers(_ name: String, in range: ClosedRange<Int>) -> [Int?] {
    integers(name).map { $0.flatMap { range.contains($0) ? $0 : nil } }
  }

  /// A moment field; nil where it is missing.
  public func moments(_ name: String) -> [Moment?] {
    if case .datetime(let moments)? = table[name]?.values { return moments }
    return [Moment?](repeating: nil, count: count)
  }

  /// A date field; nil where it is missing.
  public func dates(_ name: String) -> [CalendarDate?] {
    if case .date(let dates)? = table[name]?.values { return dates }
    return [CalendarDate?](repeating: nil, count: count)
  }

  /// A yes/no field; missing counts as no.
  public func flags(_ name: String) -> [Bool] {
    if case .boolean(let flags)? = table[name]?.values { return flags.map { $0 == true } }
    return [Bool](repeating: false, count: count)
  }
}
