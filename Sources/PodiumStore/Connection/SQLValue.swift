/// An argument of a statement.
enum SQLValue {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

extension SQLValue {
  /// A text, or NULL.
  static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }

  /// A name quoted for SQL.
  static func quoted(_ name: String) -> String {
    var out = "\""
    for scalar in name.unicodeScalars {
      out.unicodeScalars.append(scalar)
      if scalar == "\"" { out += "\"" }
    }
    return out + "\""
  }
}
