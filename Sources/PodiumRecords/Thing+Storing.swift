public import PodiumCore
public import PodiumPlugin

extension Thing {
  /// Items as a table, a column for each field that a property has.
  public func table(of items: [Item]) throws(Diagnostic) -> Table {
    let kept = fields.compactMap { field in field.property.map { (field.column, $0) } }
    return try Table(
      kept.map { (column, property) throws(Diagnostic) in
        try Cancellation.checkWork()
        return Column(column.name, column.kind.column(items.map(property.value)))
      })
  }

  /// Stores items by their natural key, so that each record is as its item: a value that the item lacks is removed.
  ///
  /// `merge` alone keeps the values that a row lacks, since files often lack columns.
  public func store(_ items: [Item], in store: any RecordStore, cancellation: Cancellation) throws(Diagnostic) {
    guard !items.isEmpty, let key = try store.kinds().first(where: { $0.name == kind })?.key else { return }
    try store.replace(try table(of: items), in: kind, key: key, cancellation: cancellation)
  }

  /// The fields of an item as a record has them.
  public func values(of item: Item) -> [String: Value] {
    var values: [String: Value] = [:]
    for field in fields { values[field.column.name] = field.property?.value(item) }
    return values
  }

  /// The item that values of fields make; nil where one that it must have is missing.
  public func item(_ values: [String: Value]) -> Item? {
    var (items, isWhole) = ([blank()], [true])
    for field in fields {
      field.property?.load(Column(field.column.name, values: [values[field.column.name] ?? .missing]), &items, &isWhole)
    }
    return isWhole[0] ? items[0] : nil
  }
}

extension RecordField.Kind {
  /// Values of fields of this kind as a column.
  public func column(_ values: [Value]) -> ColumnValues {
    switch self {
    case .bytes: .text(values.map { $0.isMissing ? nil : $0.fileText })
    case .text, .reference: .text(values.map { if case .text(let text) = $0 { text } else { nil } })
    case .integer:
      .integer(values.map { if case .integer(let number) = $0 { number } else { ColumnValues.missingInteger } })
    case .number: .number(values.map { $0.asNumber ?? .nan })
    case .boolean: .boolean(values.map { if case .boolean(let flag) = $0 { flag } else { nil } })
    case .date: .date(values.map { if case .date(let date) = $0 { date } else { nil } })
    case .datetime: .datetime(values.map { if case .datetime(let moment) = $0 { moment } else { nil } })
    }
  }
}

extension RecordStore {
  /// Merges rows by their natural key so that each record is as its row: a value that the row lacks is removed.
  public func replace(
    _ table: Table, in kind: String, key: [String], cancellation: Cancellation
  ) throws(Diagnostic) {
    let report = try merge(table, into: kind, rule: .update, cancellation: cancellation)
    // New records lack nothing that their row has.
    guard report.new < report.read else { return }
    let keys = key.compactMap { table[$0] }
    var rows: [[Value]: Int] = [:]
    for row in 0..<table.rowCount { rows[keys.map { $0[row] }] = row }
    let isOne = table.rowCount == 1
    let query = RecordQuery(kind, where: isOne ? keys.map { .equals($0.name, $0[0]) } : [])
    for record in try records(query) {
      guard let row = rows[key.map { record[$0] }] else { continue }
      let gone = table.columns.filter { $0[row].isMissing && !record[$0.name].isMissing }.map(\.name)
      guard !gone.isEmpty else { continue }
      try cancellation.check()
      try update(record, Dictionary(gone.map { ($0, Value.missing) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  /// Adds rows: what a record lacks is filled, and what differs stays unless the rows replace it.
  public func fill(
    _ table: Table, into kind: String, replaces: Bool, cancellation: Cancellation
  ) throws(Diagnostic) -> MergeReport {
    if replaces { return try merge(table, into: kind, rule: .update, cancellation: cancellation) }
    var report = try merge(table, into: kind, rule: .keep, cancellation: cancellation)
    // Only the first thousand differences are listed; a file with more is another version altogether.
    guard report.differences.count < 1000 else { return report }
    let gaps = report.differences.filter(\.stored.isMissing)
    guard !gaps.isEmpty, let shape = try kinds().first(where: { $0.name == kind }) else { return report }
    let rows = Set(gaps.map(\.row)).sorted()
    var filling: [Column] = []
    for column in table.columns {
      if shape.key.contains(column.name) {
        filling.append(column.selecting(rows))
      } else if let field = shape[column.name] {
        let places = Set(gaps.filter { $0.field == column.name }.map(\.row))
        guard !places.isEmpty else { continue }
        filling.append(
          Column(column.name, field.kind.column(rows.map { places.contains($0) ? column[$0] : .missing })))
      }
    }
    report.changed = try merge(
      try Table(filling, rowCount: rows.count), into: kind, rule: .update, cancellation: cancellation
    ).changed
    report.differences.removeAll { $0.stored.isMissing }
    report.kept = Set(report.differences.map(\.row)).count
    return report
  }
}
