internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// A table cell that is not as recorded.
public struct ChangedCell: Sendable, Equatable {
  /// The row, from 1.
  public var row: Int
  /// The name of the row: its cell in the first column.
  public var key: String
  /// The heading of the column.
  public var column: String
  /// The recorded text.
  public var recorded: String
  /// The new text.
  public var fresh: String
  /// The relative difference of the numbers, if nothing else differs.
  public var drift: Double?

  private init(_ table: TextTable, row: Int, column: Int, recorded: String, fresh: String) {
    self.row = row + 1
    key = column == 0 || !table.keys.indices.contains(row) ? "" : table.keys[row]
    self.column = table.columns[column].heading
    self.recorded = recorded
    self.fresh = fresh
    drift = OutputComparison.drift(recorded, fresh)
  }

  /// Whether only the format changed, as when `1.5` becomes `1.50` because of the cells around it.
  private var isForm: Bool { drift == 0 }

  /// The differences of a text, with the changed table cells if they are known.
  ///
  /// Lines whose format alone changed are omitted if any cells changed. `recorded` and `fresh` are the two texts.
  static func found(
    in differences: [OutputComparison.Difference], recorded: String, fresh: String, _ tables: [TextTable]
  ) -> [(OutputComparison.Difference, [ChangedCell])] {
    let recorded = TextLines.split(recorded).map { String(TextLines.bare($0)) }
    let fresh = TextLines.split(fresh).map { String(TextLines.bare($0)) }
    let all = differences.map { ($0, cells($0, in: recorded, fresh, tables)) }
    let real = all.map { ($0.0, $0.1.filter { !$0.isForm }) }
    guard real.contains(where: { !$0.1.isEmpty }) else { return all }
    return zip(all, real).compactMap { whole, real in !whole.1.isEmpty && real.1.isEmpty ? nil : real }
  }

  private static func cells(
    _ difference: OutputComparison.Difference, in recorded: [String], _ fresh: [String], _ tables: [TextTable]
  ) -> [ChangedCell] {
    guard let old = difference.recorded, let new = difference.fresh, let line = difference.freshLine else { return [] }
    for table in tables {
      guard let place = table.places.first(where: { $0.line == line - 1 }) else { continue }
      if let column = place.column {
        let (before, after) = (table.cell(of: old, column: column), table.cell(of: new, column: column))
        guard old.hasPrefix(table.columns[column].heading), before != after else { return [] }
        return [ChangedCell(table, row: place.row, column: column, recorded: before, fresh: after)]
      }
      // The headings as recorded: the nearest line above with the same words, perhaps in other places.
      let headings = table.columns.map(\.heading)
      let above = recorded[..<min(recorded.count, difference.line - 1)]
      guard let first = above.last(where: { table.cells(of: $0, beneath: $0) == headings }),
        let second = table.header, fresh.indices.contains(second),
        let before = table.cells(of: old, beneath: first), let after = table.cells(of: new, beneath: fresh[second])
      else { return [] }
      return table.columns.indices.filter { before[$0] != after[$0] }.map {
        ChangedCell(table, row: place.row, column: $0, recorded: before[$0], fresh: after[$0])
      }
    }
    return []
  }

  var json: JSONValue {
    .object([
      ("row", .integer(row)), ("key", .string(key)), ("column", .string(column)), ("recorded", .string(recorded)),
      ("fresh", .string(fresh)), ("drift", drift.flatMap { $0.isFinite ? .number($0) : nil } ?? .null),
    ])
  }

  init?(json: JSONValue) {
    guard let row = json["row"]?.integer, let key = json["key"]?.string, let column = json["column"]?.string,
      let recorded = json["recorded"]?.string, let fresh = json["fresh"]?.string
    else { return nil }
    (self.row, self.key, self.column, self.recorded, self.fresh) = (row, key, column, recorded, fresh)
    drift = json["drift"]?.number
  }
}
