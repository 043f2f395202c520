package import PodiumCore

/// Tables in the protocol's form: `{"rows":n,"columns":[{"name","type","role","levels","period","values"}]}`.
///
/// Null is a missing value, dates are ISO 8601, categories are given by name; `levels` gives their order.
package enum TableWriting {
  /// Appends a table, its columns in binary (`PackedColumn`) for a program that asks for it.
  package static func write(_ table: Table, isPacked: Bool = false, to out: inout [UInt8]) {
    write(rows: table.rowCount, table.columns, isPacked: isPacked, to: &out)
  }

  /// Appends a table of columns with this number of rows.
  package static func write(rows: Int, _ columns: [Column], isPacked: Bool = false, to out: inout [UInt8]) {
    out.append("{\"rows\":")
    out.appendJSON(rows)
    out.appendMember("columns") { out in
      out.appendJSON(list: columns) { column, out in write(column, isPacked, to: &out) }
    }
    out.append(0x7D)
  }

  private static func write(_ column: Column, _ isPacked: Bool, to out: inout [UInt8]) {
    out.append("{\"name\":")
    out.appendJSON(column.name)
    out.appendMember("type", text: column.type.rawValue)
    out.appendMember("role", text: column.role.rawValue)
    if let levels = column.categorical?.levels {
      out.appendMember("levels") { $0.appendJSON(list: levels) { level, out in out.appendJSON(level) } }
    }
    if let period = column.circle?.period { out.appendMember("period") { $0.appendJSON(period) } }
    if let name = column.scale?.name { out.appendMember("scale", text: name) }
    if isPacked {
      PackedColumn.write(column.values, to: &out)
    } else {
      out.appendMember("values") { write(column.values, to: &$0) }
    }
    out.append(0x7D)
  }

  private static func write(_ values: ColumnValues, to out: inout [UInt8]) {
    func some<Item>(_ item: Item?, _ out: inout [UInt8], _ write: (Item, inout [UInt8]) -> Void) {
      if let item { write(item, &out) } else { out.append("null") }
    }
    switch values {
    case .number(let list): out.appendJSON(list: list) { $1.appendJSON($0) }
    case .integer(let list):
      out.appendJSON(list: list) { value, out in
        some(value == ColumnValues.missingInteger ? nil : value, &out) { $1.appendJSON($0) }
      }
    case .category(let list), .ordered(let list):
      // Each name is encoded once and then copied.
      let names = list.levels.map { level in
        var bytes: [UInt8] = []
        bytes.appendJSON(level)
        return bytes
      }
      out.appendJSON(list: list.codes) { code, out in
        some(code < 0 ? nil : names[Int(code)], &out) { $1 += $0 }
      }
    case .text(let list): out.appendJSON(list: list) { value, out in some(value, &out) { $1.appendJSON($0) } }
    case .boolean(let list):
      out.appendJSON(list: list) { value, out in some(value, &out) { $1.append($0 ? "true" : "false") } }
    case .date(let list):
      out.appendJSON(list: list) { value, out in some(value?.description, &out) { $1.appendJSON($0) } }
    case .datetime(let list):
      out.appendJSON(list: list) { value, out in some(value?.description, &out) { $1.appendJSON($0) } }
    }
  }
}
