internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

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
      let found = TextBlanks.found(in: column)
      guard let example = found.example else { continue }
      cells += found.count
      columns.append((column.name, example))
    }
    let names = table.names.filter(TextBlanks.areAround)
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
    var taken = Set(table.names.filter { !TextBlanks.areAround($0) })
    var columns: [Column] = []
    var changed = 0
    for column in table.columns {
      try cancellation.check()
      var name = column.name
      if TextBlanks.areAround(name) {
        name = BlanksAroundCells.free(TextBlanks.removed(from: name), at: columns.count, taken)
        taken.insert(name)
      }
      let trimmed = TextBlanks.removed(from: column)
      changed += trimmed?.count ?? 0
      columns.append(
        Column(name, trimmed?.values ?? column.values, role: column.role, scale: column.scale, origin: column.origin))
    }
    let names = zip(columns, table.columns).count { $0.name != $1.name }
    guard changed + names > 0 else { return (table, nil) }
    let parts = [
      changed > 0 ? changed.counted("cell") : nil, names > 0 ? names.counted("name") : nil,
    ].compactMap(\.self)
    let trimmed = try Table(columns, rowCount: table.rowCount)
    return (trimmed, "trim=yes removed spaces around " + parts.joined(separator: " and "))
  }

  /// A name that no other column has.
  private static func free(_ name: String, at place: Int, _ taken: Set<String>) -> String {
    let wanted = name.isEmpty ? "column_\(place + 1)" : name
    if !taken.contains(wanted) { return wanted }
    var number = 2
    while taken.contains("\(wanted)_\(number)") { number += 1 }
    return "\(wanted)_\(number)"
  }
}
