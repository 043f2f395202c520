internal import PodiumCore
internal import PodiumShell

extension Engine {
  func table(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    let plan = try plan.get()
    guard let shape = plan.tables[query.kind] else {
      throw Diagnostic.unknown("kind", query.kind, among: plan.kinds.map(\.name))
    }
    let names = fields ?? shape.kind.fields.map(\.name)
    for name in names where shape.kind[name] == nil && RecordField.ofEveryRecord[name] == nil {
      throw Diagnostic.unknown("field", name, among: shape.kind.fields.map(\.name))
    }
    let rows = try reading([]) { (connection) throws(Diagnostic) in
      try self.rows(query, try table(query.kind), connection)
    }
    var columns: [Column] = []
    for name in names { columns.append(Column(name, shape.values(of: name, in: rows))) }
    return try Table(columns, rowCount: rows.count)
  }
}

extension KindTable {
  /// A field of every row, or what every record has, as the values of a column.
  fileprivate func values(of name: String, in rows: [StoredRecord]) -> ColumnValues {
    guard let place = place(of: name) else {
      switch name {
      case "id": return .text(rows.map(\.id))
      case "revision": return .integer(rows.map(\.revision))
      case "created_at": return .datetime(rows.map(\.created.at))
      case "created_by": return .text(rows.map(\.created.by))
      case "changed_at": return .datetime(rows.map(\.changed.at))
      default: return .text(rows.map(\.changed.by))
      }
    }
    func each<Cell>(_ take: (Value) -> Cell) -> [Cell] { rows.map { take($0.values[place]) } }
    switch kind.fields[place].kind {
    case .text, .reference: return .text(each { if case .text(let text) = $0 { text } else { nil } })
    case .integer: return .integer(each { if case .integer(let i) = $0 { i } else { ColumnValues.missingInteger } })
    case .number: return .number(each { if case .number(let x) = $0 { x } else { .nan } })
    case .boolean: return .boolean(each { if case .boolean(let b) = $0 { b } else { nil } })
    case .date: return .date(each { if case .date(let day) = $0 { day } else { nil } })
    case .datetime: return .datetime(each { if case .datetime(let moment) = $0 { moment } else { nil } })
    }
  }
}
