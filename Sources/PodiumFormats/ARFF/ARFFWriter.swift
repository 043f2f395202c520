internal import PodiumCore

/// Writes tables as ARFF; reading them back gives the same values and types.
///
/// What ARFF cannot express is in a comment after the declaration (`% ordered`), which other programs ignore.
enum ARFFWriter {
  /// Begins the comment with the zone of moments, which are written in UTC all the same.
  static let zoneMark = "zone "

  /// The bytes of a table in UTF-8.
  static func write(_ table: Table, relation: String = "table") -> [UInt8] {
    var out = "@RELATION " + quoted(relation) + "\n\n"
    var patterns: [Int] = []
    for column in table.columns {
      let digits = ARFFWriter.fractionDigits(column)
      patterns.append(digits)
      out += "@ATTRIBUTE " + quoted(column.name) + " " + declaration(column, digits) + "\n"
    }
    out += "\n@DATA\n"
    for row in 0..<table.rowCount {
      if Cancellation.stopsWork(at: row) { break }
      for (place, column) in table.columns.enumerated() {
        if place > 0 { out += "," }
        out += cell(column[row], patterns[place])
      }
      out += "\n"
    }
    return Array(out.utf8)
  }

  private static func declaration(_ column: Column, _ digits: Int) -> String {
    switch column.values {
    case .number: return "NUMERIC"
    case .integer: return "INTEGER"
    case .text: return "STRING"
    case .boolean: return "{false,true}"
    case .date: return "DATE 'yyyy-MM-dd'"
    case .datetime:
      let fraction = digits == 0 ? "" : "." + String(repeating: "S", count: digits)
      let zone = column.zone.map { Zone.isName($0.name) ? " % " + zoneMark + $0.name : "" } ?? ""
      return "DATE \"yyyy-MM-dd'T'HH:mm:ss\(fraction)\"" + zone
    case .category(let values), .ordered(let values):
      let list = "{" + values.levels.map(quoted).joined(separator: ",") + "}"
      if column.type == .ordered { return list + " % ordered" }
      return Set(values.levels.map { $0.lowercased() }) == ["true", "false"] ? list + " % category" : list
    }
  }

  /// Java reads three letters as milliseconds, podium six as microseconds, so no more are written than needed.
  private static func fractionDigits(_ column: Column) -> Int {
    guard case .datetime(let moments) = column.values else { return 0 }
    let present = moments.lazy.compactMap { $0?.microseconds }
    if present.allSatisfy({ $0 % 1_000_000 == 0 }) { return 0 }
    return present.allSatisfy { $0 % 1000 == 0 } ? 3 : 6
  }

  private static func cell(_ value: Value, _ digits: Int) -> String {
    switch value {
    case .missing: return "?"
    case .text(let text): return quoted(text)
    case .datetime(let moment):
      // The description ends in Z and has a fraction only if it is not zero.
      var text = String(moment.description.dropLast())
      if digits == 0 { return text }
      if !text.contains(".") { text += "." }
      let given = text.utf8.count - 20
      return text + String(repeating: "0", count: max(0, digits - given))
    default: return value.fileText
    }
  }

  /// A text as it is if it cannot be misread, otherwise in quotes.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text != "?"
      && text.utf8.allSatisfy {
        ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x5F
          || $0 == 0x2D
          || $0 == 0x2E
      }
    if isPlain { return text }
    var out = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "'", "\"", "\\", "%": out += "\\" + String(scalar)
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "'"
  }
}
