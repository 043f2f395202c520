internal import PodiumCore
internal import PodiumPlugin

/// A file of a bundle as a table of fields, with line numbers for messages.
struct IncomingFile {
  let layout: BundleLayout.File
  /// The name of the file that the user knows.
  let name: String
  /// Columns are fields.
  var table: Table
  /// Unknown columns.
  let unknown: [String]
  /// Notes from reading the file.
  let notes: [String]

  /// Reads a file of a folder; text stays text whatever it looks like.
  init(_ layout: BundleLayout.File, _ context: any ImportContext) throws(Diagnostic) {
    self.layout = layout
    name = context.isFolder ? FilePath.join(context.name, layout.name) : context.name
    let file = context.isFolder ? layout.name : context.files.first ?? layout.name
    let header = IncomingFile.header(try context.bytes(of: file))
    var types: [String: ColumnType] = [:]
    for (column, field) in layout.columns where header.contains(column) { types[column] = field.kind.columnType }
    if header.contains("tied") { types["tied"] = .boolean }
    let read = try context.table(of: file, options: DelimitedOptions(header: true, types: types))
    let fileName = name
    notes = read.notes.map { "in '\(fileName)': " + $0 }
    var columns: [Column] = []
    for (column, field) in layout.columns {
      guard let found = read.table[column] else { continue }
      columns.append(Column(field.name, found.values))
    }
    for (field, value) in layout.fixed {
      columns.append(Column(field, .text([String?](repeating: value, count: read.table.rowCount))))
    }
    if let tied = read.table["tied"] { columns.append(tied) }
    let known = Set(layout.columns.map(\.column)).union(layout.ignored)
    unknown = read.table.names.filter { !known.contains($0) }
    let present = Set(columns.map(\.name))
    for field in layout.recordKind?.fields ?? [] where field.isRequired && !present.contains(field.name) {
      // A glide gets its number here; every other key must be in the file.
      if layout.kind == SkiKinds.glide, field.name == "number" { continue }
      throw Diagnostic(
        "missing-column", "'\(name)' has no column '\(layout.column(of: field.name))'",
        help: "its columns are " + read.table.names.joined(separator: ", "))
    }
    table = try Table(columns, rowCount: read.table.rowCount)
  }

  /// A file made from another format; columns are fields.
  init(_ layout: BundleLayout.File, name: String, table: Table) {
    (self.layout, self.name, self.table, unknown, notes) = (layout, name, table, [], [])
  }

  /// The names in the first line of a file, as far as they are plain.
  static func header(_ bytes: [UInt8]) -> Set<String> {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(100_000)
    let start = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    let names = start.split { [0x2C, 0x3B, 0x09, 0x7C].contains($0) }
    return Set(names.map { Terms.trimmed(String(decoding: $0.filter { $0 != 0x22 }, as: UTF8.self)) })
  }

  /// A text; nil where it is missing.
  func texts(_ field: String) -> [String?] {
    guard let column = table[field] else { return [String?](repeating: nil, count: table.rowCount) }
    switch column.values {
    case .text(let texts): return texts
    case .category(let c), .ordered(let c): return (0..<c.codes.count).map { c.name($0) }
    default: return (0..<table.rowCount).map { column[$0].isMissing ? nil : column[$0].fileText }
    }
  }

  /// The code of a missing cell.
  static let missingCode = Int.min

  /// A number for each row, equal for equal values: faster than text for a hundred thousand comparisons.
  func codes(_ field: String) -> [Int] {
    switch table[field]?.values {
    case .category(let c)?, .ordered(let c)?: return c.codes.map { $0 < 0 ? IncomingFile.missingCode : Int($0) }
    case .integer(let numbers)?: return numbers
    case .datetime(let moments)?: return moments.map { $0?.microseconds ?? IncomingFile.missingCode }
    case .date(let dates)?: return dates.map { $0?.days ?? IncomingFile.missingCode }
    default:
      var places: [String: Int] = [:]
      return texts(field).map { text in
        guard let text else { return IncomingFile.missingCode }
        if let known = places[text] { return known }
        let next = places.count
        places[text] = next
        return next
      }
    }
  }

  /// The texts of a column, each once.
  func distinct(_ field: String) -> [String] {
    guard let column = table[field] else { return [] }
    switch column.values {
    // A level without a row would be a name that is not in the file.
    case .category(let c), .ordered(let c):
      var isUsed = [Bool](repeating: false, count: c.levels.count)
      for code in c.codes where code >= 0 { isUsed[Int(code)] = true }
      return zip(c.levels, isUsed).filter(\.1).map(\.0)
    default: return Array(Set(texts(field).compactMap { $0 }))
    }
  }

  /// Numbers; nil where they are missing.
  func numbers(_ field: String) -> [Double?] {
    table[field]?.numbers?.map { $0.isNaN ? nil : $0 } ?? [Double?](repeating: nil, count: table.rowCount)
  }

  /// The line of a row in the file, the header being line 1 and every record one line.
  func place(_ row: Int) -> String { "'\(name)' row \(row + 1)" }
}
