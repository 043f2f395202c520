package import PodiumCore

/// Reads tables that a program sends; nothing in them can be relied on.
package enum TableReading {
  private static let columnLimit = 100_000

  /// Reads a table.
  ///
  /// Throws `bad-reply` with the column, the row and the value found.
  package static func table(_ value: JSONValue?, from name: String) throws(Diagnostic) -> Table {
    guard let value, let list = value["columns"]?.array else {
      throw .badReply(name, "a table must be an object with 'columns'")
    }
    guard list.count <= columnLimit else {
      throw .badReply(name, "a table can have at most \(columnLimit) columns, not \(list.count)")
    }
    var columns: [Column] = []
    for item in list { columns.append(try column(item, from: name)) }
    var rows: Int?
    if let given = value["rows"] {
      guard let count = given.integer, count >= 0 else { throw .badReply(name, "'rows' is not a count") }
      rows = count
    }
    // Without columns, a table could claim any number of rows.
    if columns.isEmpty { rows = nil }
    do throws(Diagnostic) { return try Table(columns, rowCount: rows) } catch {
      throw .badReply(name, error.message)
    }
  }

  private static func column(_ value: JSONValue, from program: String) throws(Diagnostic) -> Column {
    guard let name = value["name"]?.string, !name.isEmpty else {
      throw .badReply(program, "a column has no name")
    }
    let data = value["data"]?.string
    guard let items = value["values"]?.array ?? data.map({ _ in [] }) else {
      throw .badReply(program, "column '\(name)' has no values")
    }
    var role: Role?
    if let text = value["role"]?.string {
      guard let known = Role(rawValue: text) else {
        throw .badReply(program, "column '\(name)' has the unknown role '\(text)'", Role.allCases.map(\.rawValue))
      }
      role = known
    }
    let type: ColumnType
    if let text = value["type"]?.string {
      guard let known = ColumnType(rawValue: text) else {
        throw .badReply(
          program, "column '\(name)' has the unknown type '\(text)'", ColumnType.allCases.map(\.rawValue))
      }
      type = known
    } else {
      type = guess(items)
    }
    let cells = Cells(items: items, column: name, program: program)
    if let period = value["period"] {
      guard type.isNumeric, period.number.flatMap(Circle.init(period:)) != nil else {
        throw .badReply(program, "the period of column '\(name)' is not a positive number of a numeric column")
      }
    }
    let scale = NumberScale(period: value["period"]?.number, name: value["scale"]?.string)
    guard let data else {
      return Column(name, try values(cells, type, levels: value["levels"]), role: role, scale: scale)
    }
    let levels = try levelNames(value["levels"], cells) ?? []
    guard value["type"] != nil, let bytes = Base64.bytes(data),
      let packed = PackedColumn.values(
        type, bytes, utf8: value["utf8"]?.string.flatMap { Base64.bytes($0) }, levels: levels)
    else { throw cells.bad("has 'data' that are not values of its type") }
    return Column(name, merged(packed, levels), role: role, scale: scale)
  }

  /// A text of a program, at most 2000 characters of it.
  package static func cut(_ text: String) -> String {
    let limit = 2000
    return text.unicodeScalars.count <= limit ? text : String(text.unicodeScalars.prefix(limit)) + "…"
  }

  /// The type of values that were sent without one.
  private static func guess(_ items: [JSONValue]) -> ColumnType {
    var type: ColumnType?
    for item in items {
      switch (item, type) {
      case (.null, _): break
      case (.integer, nil), (.integer, .integer): type = .integer
      case (.integer, .number), (.number, nil), (.number, .integer), (.number, .number): type = .number
      case (.bool, nil), (.bool, .boolean): type = .boolean
      default: return .category
      }
    }
    return type ?? .number
  }

  private static func values(
    _ cells: Cells, _ type: ColumnType, levels: JSONValue?
  ) throws(Diagnostic) -> ColumnValues {
    switch type {
    case .number: return .number(try cells.map("a number", missing: .nan) { $0.number })
    case .integer:
      return .integer(
        try cells.map("a whole number", missing: ColumnValues.missingInteger) {
          $0.integer.flatMap { $0 == ColumnValues.missingInteger ? nil : $0 }
        })
    case .boolean: return .boolean(try cells.map("true or false", missing: nil) { $0.bool.map { .some($0) } })
    case .text: return .text(try cells.map("a string", missing: nil) { $0.string.map { .some($0) } })
    case .date:
      return .date(
        try cells.map("a date such as 2018-01-08", missing: nil) {
          $0.string.flatMap { CalendarDate(iso: $0) }.map { .some($0) }
        })
    case .datetime:
      return .datetime(
        try cells.map("a datetime such as 2018-01-08T09:00:00Z", missing: nil) {
          $0.string.flatMap { Moment(iso: $0) }.map { .some($0) }
        })
    case .category, .ordered:
      guard let names = try levelNames(levels, cells) else {
        if type == .ordered { throw cells.bad("is ordered, so it needs 'levels'") }
        return .category(Categorical(try cells.map("a string", missing: nil) { $0.string.map { .some($0) } }))
      }
      let places = Dictionary(names.enumerated().map { ($1, Int32(clamping: $0)) }) { first, _ in first }
      let codes = try cells.map("one of its levels", missing: -1) { $0.string.flatMap { places[$0] } }
      let values = Categorical(levels: names, codes: codes)
      return merged(type == .ordered ? .ordered(values) : .category(values), names)
    }
  }

  /// The values with levels that are one text in two ways of writing `é` as the first of them.
  private static func merged(_ values: ColumnValues, _ levels: [String]) -> ColumnValues {
    var (places, names): ([String: Int32], [String]) = ([:], [])
    let new = levels.map { level -> Int32 in
      if let place = places[level] { return place }
      let place = Int32(clamping: names.count)
      places[level] = place
      names.append(level)
      return place
    }
    guard names.count < levels.count else { return values }
    func merged(_ old: Categorical) -> Categorical {
      Categorical(levels: names, codes: old.codes.map { $0 < 0 ? -1 : new[Int($0)] })
    }
    return switch values {
    case .category(let old): .category(merged(old))
    case .ordered(let old): .ordered(merged(old))
    default: values
    }
  }

  /// The categories in order; nil for none.
  private static func levelNames(_ levels: JSONValue?, _ cells: Cells) throws(Diagnostic) -> [String]? {
    guard let levels, levels != .null else { return nil }
    let names = (levels.array ?? []).compactMap(\.string)
    guard let count = levels.array?.count, names.count == count,
      Set(names.map { Array($0.utf8) }).count == count
    else {
      throw cells.bad("has 'levels' that are not a list of distinct names")
    }
    return names
  }

  /// The values of one column while they are read.
  private struct Cells {
    let items: [JSONValue]
    let column: String
    let program: String

    func map<Item>(
      _ allowed: String, missing: Item, _ read: (JSONValue) -> Item?
    ) throws(Diagnostic) -> [Item] {
      var out: [Item] = []
      out.reserveCapacity(items.count)
      for (row, item) in items.enumerated() {
        if case .null = item {
          out.append(missing)
        } else if let value = read(item) {
          out.append(value)
        } else {
          let found = TableReading.cut(String(item.text.prefix(60)))
          throw bad("has \(found) in row \(row + 1) instead of \(allowed)")
        }
      }
      return out
    }

    func bad(_ what: String) -> Diagnostic { .badReply(program, "column '\(column)' \(what)") }
  }
}

extension Diagnostic {
  /// The error for an answer that violates the protocol.
  package static func badReply(_ name: String, _ what: String, _ allowed: [String] = []) -> Diagnostic {
    Diagnostic(
      "bad-reply", "'\(name)' sent an invalid answer: \(what)",
      help: allowed.isEmpty ? nil : "use one of: " + allowed.joined(separator: ", "))
  }
}
