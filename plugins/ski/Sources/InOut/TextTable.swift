internal import PodiumCore
internal import PodiumPlugin

/// A table whose cells are read as text, with headings by meaning.
struct TextTable {
  /// The name of the file that the user knows.
  let name: String
  private var columns: [String: [String?]]
  let count: Int
  private let firstLine: Int

  /// Wraps columns of text; `line` is the line of the first row in the file.
  init(_ name: String, columns: [String: [String?]], count: Int, line: Int = 2) {
    (self.name, self.columns, self.count, firstLine) = (name, columns, count, line)
  }

  /// Reads the one file of a context: delimited text with every cell as it is, or a workbook.
  ///
  /// `names` gives the meaning of a heading; unknown headings keep their names.
  init(_ context: any ImportContext, registry: Registry, names: (String) -> String) throws(Diagnostic) {
    let file = context.files.first ?? context.name
    let table: Table
    if try context.bytes(of: file).starts(with: [0x50, 0x4B, 3, 4]), let workbook = registry.importers["xlsx"] {
      table = try workbook.load(context, options: .none).table
    } else {
      let bare = try context.table(of: file, options: DelimitedOptions(header: true)).table
      let types = Dictionary(bare.names.map { ($0, ColumnType.category) }, uniquingKeysWith: { first, _ in first })
      // Read again with every cell as text: leading zeros and decimal commas count.
      table = try context.table(of: file, options: DelimitedOptions(header: true, types: types)).table
    }
    var columns: [String: [String?]] = [:]
    for column in table.columns {
      let meant = names(column.name)
      guard columns[meant] == nil else { continue }
      let texts = TextTable.texts(column)
      try TextTable.refuseNUL(texts.lazy.compactMap { $0 }, in: "column '\(column.name)' of '\(context.name)'")
      columns[meant] = texts
    }
    self.init(context.name, columns: columns, count: table.rowCount)
  }

  /// The texts of a column; nil where there is none.
  func column(_ name: String) -> [String?]? { columns[name] }

  /// The texts of a column; missing everywhere where there is none.
  func texts(_ name: String) -> [String?] { columns[name] ?? [String?](repeating: nil, count: count) }

  /// The headings, in code-point order.
  var headings: [String] { columns.keys.sorted(by: CodePointOrder.precedes) }

  /// A row as it appears in errors.
  func place(_ row: Int) -> String { "'\(name)' line \(row + firstLine)" }

  /// Throws `bad-value` for a NUL character, which no text file can contain.
  static func refuseNUL(_ texts: some Sequence<String>, in what: String) throws(Diagnostic) {
    guard texts.contains(where: { $0.utf8.contains(0) }) else { return }
    throw Diagnostic("bad-value", "\(what) has a NUL character, which text does not contain", help: "remove it")
  }

  private static func texts(_ column: Column) -> [String?] {
    switch column.values {
    case .text(let texts): texts
    case .category(let c), .ordered(let c): (0..<c.codes.count).map { c.name($0) }
    default: (0..<column.count).map { column[$0].isMissing ? nil : column[$0].fileText }
    }
  }
}
