internal import PodiumCore
internal import PodiumPlugin

/// Spaces around texts and column names: where they are, and how to remove them.
struct BlanksAroundCells {
  private let table: Table
  private let cancellation: Cancellation

  init(_ table: Table, _ cancellation: Cancellation) {
    self.table = table
    self.cancellation = cancellation
  }

  /// A note that there are spaces and how to remove them; nil if there are none.
  func note() throws(Diagnostic) -> String? {
    var columns: [(name: String, example: String)] = []
    var cells = 0
    for column in table.columns {
      try cancellation.check()
      let found = BlanksAroundCells.found(column)
      guard let example = found.example else { continue }
      cells += found.count
      columns.append((column.name, example))
    }
    let names = table.names.filter(BlanksAroundCells.hasBlanks)
    var parts: [String] = []
    if let first = columns.first {
      let others = columns.count > 1 ? " and \((columns.count - 1).counted("other column"))" : ""
      parts.append(
        "\(cells.counted("cell")) \(cells == 1 ? "begins or ends" : "begin or end") with a space, as "
          + "\(ImportReport.quoted(first.example)) in column \(ImportReport.quoted(first.name))" + others)
    }
    if let name = names.first {
      let verb = names.count == 1 ? "begins or ends" : "begin or end"
      parts.append("\(names.count.counted("name")) \(verb) with a space, as \(ImportReport.quoted(name))")
    }
    let them = cells + names.count == 1 ? "it" : "them"
    return parts.isEmpty ? nil : parts.joined(separator: "; ") + "; trim=yes removes " + them
  }

  /// The table without spaces around its texts and names, and what changed; a text of only spaces becomes missing.
  func removed() throws(Diagnostic) -> (table: Table, note: String?) {
    var taken = Set(table.names.filter { !BlanksAroundCells.hasBlanks($0) })
    var columns: [Column] = []
    var changed = 0
    for column in table.columns {
      try cancellation.check()
      var name = column.name
      if BlanksAroundCells.hasBlanks(name) {
        name = BlanksAroundCells.free(name.withoutBlanksAround, at: columns.count, taken)
        taken.insert(name)
      }
      let (values, count) = BlanksAroundCells.trimmed(column)
      changed += count
      columns.append(
        Column(name, values ?? column.values, role: column.role, scale: column.scale, origin: column.origin))
    }
    let names = zip(columns, table.columns).count { $0.name != $1.name }
    guard changed + names > 0 else { return (table, nil) }
    let parts = [
      changed > 0 ? changed.counted("cell") : nil, names > 0 ? names.counted("name") : nil,
    ].compactMap(\.self)
    let trimmed = try Table(columns, rowCount: table.rowCount)
    return (trimmed, "trim=yes removed spaces around " + parts.joined(separator: " and "))
  }

  /// The number of cells in a column with spaces around the text, and the first such text.
  private static func found(_ column: Column) -> (count: Int, example: String?) {
    if let values = column.categorical {
      let places = values.levels.map(hasBlanks)
      guard let first = places.firstIndex(of: true) else { return (0, nil) }
      return (values.codes.count { $0 >= 0 && places[Int($0)] }, values.levels[first])
    }
    guard case .text(let texts) = column.values else { return (0, nil) }
    var found: (count: Int, example: String?) = (0, nil)
    for case .some(let text) in texts where hasBlanks(text) {
      found.count += 1
      found.example = found.example ?? text
    }
    return found
  }

  /// A name that no other column has.
  private static func free(_ name: String, at place: Int, _ taken: Set<String>) -> String {
    let wanted = name.isEmpty ? "column_\(place + 1)" : name
    if !taken.contains(wanted) { return wanted }
    var number = 2
    while taken.contains("\(wanted)_\(number)") { number += 1 }
    return "\(wanted)_\(number)"
  }

  /// The values without spaces around them, and how many cells changed; nil if nothing changes.
  private static func trimmed(_ column: Column) -> (ColumnValues?, Int) {
    switch column.values {
    case .category(let values):
      guard let (trimmed, count) = trimmed(values) else { return (nil, 0) }
      return (.category(trimmed.sortedByCodePoint()), count)
    case .ordered(let values):
      guard let (trimmed, count) = trimmed(values) else { return (nil, 0) }
      return (.ordered(trimmed), count)
    case .text(let texts):
      var count = 0
      let trimmed = texts.map { text -> String? in
        guard let text, hasBlanks(text) else { return text }
        count += 1
        let rest = text.withoutBlanksAround
        return rest.isEmpty ? nil : rest
      }
      return count == 0 ? (nil, 0) : (.text(trimmed), count)
    default: return (nil, 0)
    }
  }

  /// Categories that differ only in spaces become one, at the place of the first.
  private static func trimmed(_ values: Categorical) -> (Categorical, Int)? {
    let changed = values.levels.map(hasBlanks)
    guard changed.contains(true) else { return nil }
    var places: [String: Int32] = [:]
    var levels: [String] = []
    let codes = values.levels.map { level -> Int32 in
      let name = level.withoutBlanksAround
      if name.isEmpty { return -1 }
      if let place = places[name] { return place }
      places[name] = Int32(clamping: levels.count)
      levels.append(name)
      return Int32(clamping: levels.count - 1)
    }
    let count = values.codes.count { $0 >= 0 && changed[Int($0)] }
    return (Categorical(levels: levels, codes: values.codes.map { $0 < 0 ? -1 : codes[Int($0)] }), count)
  }

  private static func hasBlanks(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return false }
    return first.properties.isWhitespace || last.properties.isWhitespace
  }
}

extension String {
  fileprivate var withoutBlanksAround: String {
    var rest = unicodeScalars[...]
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
