internal import PodiumCore

/// Writes tables as JSON: a list of objects, or one object per line.
///
/// Missing is null, days and moments are ISO texts, a whole number in a column of numbers ends in `.0`, so that types
/// are restored. What JSON cannot express: text as against category, the order of categories, infinities (null).
enum JSONTableWriter {
  /// The rows, each on a separate line; they are enclosed in a list unless `isLines`.
  static func write(_ table: Table, isLines: Bool) -> [UInt8] {
    var out = ""
    let keys = table.columns.map { JSONValue.string($0.name).text + ":" }
    if !isLines { out += "[" }
    for row in 0..<table.rowCount {
      if Cancellation.stopsWork(at: row) { break }
      if !isLines { out += row == 0 ? "\n" : ",\n" }
      out += "{"
      for (place, column) in table.columns.enumerated() {
        if place > 0 { out += "," }
        out += keys[place] + text(column[row])
      }
      out += isLines ? "}\n" : "}"
    }
    if !isLines { out += "\n]\n" }
    return Array(out.utf8)
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .missing: return "null"
    case .number(let x):
      guard x.isFinite else { return "null" }
      let text = NumberText.shortest(x)
      return text.utf8.contains { $0 == 0x2E || $0 == 0x65 } ? text : text + ".0"
    case .integer(let whole): return String(whole)
    case .boolean(let truth): return truth ? "true" : "false"
    case .text(let text): return JSONValue.string(text).text
    case .bytes: return JSONValue.string(value.fileText).text
    case .date(let day): return "\"\(day.description)\""
    case .datetime(let moment): return "\"\(moment.description)\""
    }
  }
}
