internal import PodiumCore
internal import PodiumPlugin

/// Reads one table, view or query of a foreign database.
struct SQLiteReader {
  /// Maximum number of cells of a table.
  static let mostCells = 1 << 26
  /// Maximum number of bytes of a cell.
  static let mostBytes = 16 << 20

  /// Files up to this size are checked completely before a view or a query is read.
  static let wholeCheck = 256 << 20

  private let database: ForeignDatabase
  private let context: any ImportContext
  private let types: [String: ColumnType]
  private var notes: [String]
  /// What a table or view may cost; by default it depends on the size of the file.
  var budget: ForeignBudget

  init(_ database: ForeignDatabase, context: any ImportContext, types: [String: ColumnType]) {
    self.database = database
    self.context = context
    self.types = types
    notes = database.notes
    budget = ForeignBudget(fileSize: database.size)
  }

  /// A table or view of the file.
  struct Relation {
    let own: ForeignName
    let name: String
    let isView: Bool

    init(_ own: ForeignName, isView: Bool) { (self.own, name, self.isView) = (own, own.text, isView) }
  }

  // MARK: What is in the file

  /// The tables and views in order of creation, without SQLite's own and virtual tables.
  func relations() throws(Diagnostic) -> [Relation] {
    let rows = try database.prepare("SELECT name, type, rootpage FROM sqlite_master ORDER BY rowid")
    var found: [Relation] = []
    while try rows.step() {
      guard let name = rows.foreignName(0), let type = rows.text(1), !name.text.lowercased().hasPrefix("sqlite_") else {
        continue
      }
      if type == "view" { found.append(Relation(name, isView: true)) }
      // A virtual table has no page: the file would choose the code that reads it.
      if type == "table", rows.integer(2) ?? 0 > 0 { found.append(Relation(name, isView: false)) }
    }
    return found
  }

  /// The requested table or view, or the only one.
  ///
  /// Throws `unknown-table`, `several-tables` and `no-table`.
  func choose(_ wanted: String?) throws(Diagnostic) -> Relation {
    let all = try relations()
    let own = all.filter { $0.name != ColumnDictionary.table }
    if let wanted {
      // Composed and decomposed letters are equal to Swift, and two tables to SQLite.
      if let same = all.first(where: { $0.name.utf8.elementsEqual(wanted.utf8) }) { return same }
      if let exact = all.first(where: { $0.name == wanted }) { return exact }
      if let folded = all.first(where: { $0.name.lowercased() == wanted.lowercased() }) { return folded }
      throw Diagnostic.unknown("table", wanted, among: own.map(\.name))
    }
    let tables = own.filter { !$0.isView }
    // A file with one table may have several views of it.
    if let only = tables.count == 1 ? tables.first : own.count == 1 ? own.first : nil { return only }
    guard let first = own.first else {
      throw Diagnostic("no-table", "'\(database.name)' has no tables", help: "check what kind of file it is")
    }
    let names = own.prefix(12).map { SafeText.escape($0.name) + ($0.isView ? " (view)" : "") }.joined(separator: ", ")
    throw Diagnostic(
      "several-tables", "'\(database.name)' has \(own.count) tables: \(names)" + (own.count > 12 ? ", …" : ""),
      help: "choose one: load \(CommandText.word(database.name)) table=\(CommandText.word(first.name))")
  }

  // MARK: Reading

  private func check(_ table: ForeignName?) throws(Diagnostic) {
    if table != nil || database.size <= SQLiteReader.wholeCheck { try database.check(table) }
  }

  /// All rows of a table or view.
  mutating func read(_ relation: Relation) throws(Diagnostic) -> ImportedTable {
    database.limit(to: budget)
    try check(relation.isView ? nil : relation.own)
    var rows = try database.prepare(Array("SELECT * FROM ".utf8) + relation.own.quoted)
    let names = (0..<rows.columnCount).map { rows.name($0) }
    // Row numbers make mismatches easy to find, if the table has them under a name that is not a column's.
    let taken = Set(names.map { $0.lowercased() })
    var hasNumbers = false
    if !relation.isView, let alias = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains($0) }),
      let numbered = try? database.prepare(Array("SELECT \(alias), * FROM ".utf8) + relation.own.quoted)
    {
      rows = numbered
      hasNumbers = true
    }
    let dictionary = try ColumnDictionary(of: relation.name, in: database)
    return try read(
      rows, names: names, hasNumbers: hasNumbers, dictionary: dictionary.entries,
      budget: budget,
      fact: .init(relation.isView ? "view" : "table", .text(relation.name)))
  }

  /// All rows of a query.
  mutating func read(query: String) throws(Diagnostic) -> ImportedTable {
    let rows = try database.prepare(query)
    database.limit(to: budget)
    try check(nil)
    database.limit(to: nil)
    return try read(
      rows, names: (0..<rows.columnCount).map { rows.name($0) }, hasNumbers: false, dictionary: [:],
      budget: nil, fact: .init("query", .text(query)))
  }

  private mutating func read(
    _ rows: ForeignRows, names: [String], hasNumbers: Bool, dictionary: [String: ColumnDictionary.Entry],
    budget: ForeignBudget?, fact: ImportReport.Fact
  ) throws(Diagnostic) -> ImportedTable {
    var gathered = names.indices.map { ForeignCells(rows.declaration($0 + (hasNumbers ? 1 : 0))) }
    var lines: [Int] = []
    var count = 0
    var bytes = 0
    var pending = 0
    while try rows.step() {
      if hasNumbers { lines.append(rows.integer(0) ?? count + 1) }
      for place in gathered.indices {
        let size = try gathered[place].append(rows, Int32(clamping: place + (hasNumbers ? 1 : 0)), row: count)
        bytes += size
        pending += size + 2 * MemoryLayout<Value>.stride
        guard size <= SQLiteReader.mostBytes else {
          throw Diagnostic(
            "too-large", "row \(count + 1) has a text of \(size >> 20) MB, but a cell holds at most 16 MB",
            help: "leave its column out with query=")
        }
      }
      count += 1
      if pending > 1 << 20 {
        try context.budget.use(pending)
        pending = 0
      }
      if let excess = budget?.excess(cells: count * gathered.count, bytes: bytes) {
        throw Diagnostic("too-large", "'\(database.name)' \(excess)", help: "read less with query=")
      }
      guard count <= SQLiteReader.mostCells / max(1, gathered.count), bytes <= 4 << 30 else {
        throw Diagnostic(
          "too-large",
          "'\(database.name)' has more than \(bytes > 4 << 30 ? "4 GB of text" : "\(SQLiteReader.mostCells) cells")",
          help: "read less with query=")
      }
    }
    return try table(gathered, names: names, lines: lines, rowCount: count, dictionary: dictionary, fact: fact)
  }

  private mutating func table(
    _ gathered: [ForeignCells], names: [String], lines: [Int], rowCount: Int,
    dictionary: [String: ColumnDictionary.Entry], fact: ImportReport.Fact
  ) throws(Diagnostic) -> ImportedTable {
    let named = distinct(names.map { dictionary[$0]?.name ?? $0 }, areGiven: !dictionary.isEmpty)
    for name in types.keys.inCodePointOrder() where !named.contains(name) {
      throw Diagnostic.unknown("column", name, among: named)
    }
    var columns: [Column] = []
    var reports: [ImportReport.Column] = []
    var empty: [String] = []
    for (place, cells) in gathered.enumerated() {
      try context.cancellation.check()
      let name = named[place]
      if cells.byteCells > 0, cells.isNothingElse {
        notes.append(
          "column \(ImportReport.quoted(name)) holds binary data (\(cells.byteCells.counted("cell"))) and was left out")
        continue
      }
      let entry = dictionary[names[place]]
      var read = context.column(
        CellColumn(
          name, cells.values, lines: lines, declared: types[name],
          expected: entry?.type ?? DeclaredType.meaning(cells.declaration), levels: entry?.levels ?? []))
      read.report.mismatchCount += cells.byteCells
      read.report.mismatches += cells.firstBytes.prefix(max(0, ImportReport.shown - read.report.mismatches.count)).map {
        .init(line: $0.row < lines.count ? lines[$0.row] : $0.row + 1, text: $0.text)
      }
      if cells.repaired > 0 {
        notes.append(
          "column \(ImportReport.quoted(name)): \(cells.repaired.counted("text")) "
            + "\(cells.repaired == 1 ? "is" : "are") not UTF-8; unreadable bytes became \u{FFFD}")
      }
      if rowCount > 0, read.column.missingCount == rowCount, cells.byteCells == 0 { empty.append(name) }
      notes += read.notes
      columns.append(read.column)
      reports.append(read.report)
    }
    guard !columns.isEmpty else {
      throw Diagnostic(
        "no-columns", "every column of the table holds binary data, which podium does not read",
        help: "compute values from it with query=")
    }
    if !empty.isEmpty {
      notes.append(
        empty.prefix(5).map(ImportReport.quoted).joined(separator: ", ") + (empty.count > 5 ? ", …" : "")
          + (empty.count == 1 ? " has no values" : " have no values"))
    }
    return ImportedTable(
      try Table(columns, rowCount: rowCount),
      report: ImportReport(facts: [fact], columns: reports, notes: notes))
  }

  /// Names made distinct and, unless podium itself gave them, non-empty: the second `x` becomes `x_2`.
  private mutating func distinct(_ names: [String], areGiven: Bool) -> [String] {
    var taken = Set(names)
    var met: Set<String> = []
    var out: [String] = []
    for (place, name) in names.enumerated() {
      var unique = name
      if name.isEmpty, !areGiven { unique = "column_\(place + 1)" }
      if !met.insert(name).inserted || (unique != name && taken.contains(unique)) {
        let stem = unique
        var number = 2
        while taken.contains("\(stem)_\(number)") { number += 1 }
        unique = "\(stem)_\(number)"
      }
      taken.insert(unique)
      out.append(unique)
      if unique != name {
        notes.append("column \(place + 1) \(ImportReport.quoted(name)) was renamed \(ImportReport.quoted(unique))")
      }
    }
    return out
  }
}

/// The cells of one column, in order.
private struct ForeignCells {
  let declaration: String?
  private(set) var values: [Value] = []
  /// Number of cells with binary data, and the first of them.
  private(set) var byteCells = 0
  private(set) var firstBytes: [(row: Int, text: String)] = []
  /// Number of texts that were not UTF-8.
  private(set) var repaired = 0
  /// Whether all values are binary data.
  private(set) var isNothingElse = true

  init(_ declaration: String?) { self.declaration = declaration }

  /// Adds the cell of a row; returns the number of bytes of its text.
  mutating func append(_ rows: ForeignRows, _ place: Int32, row: Int) throws(Diagnostic) -> Int {
    switch rows.cell(place) {
    case .value(let value):
      values.append(value)
      if case .missing = value { return 0 }
      isNothingElse = false
      if case .text(let text) = value { return text.utf8.count }
      return 0
    case .repaired(let text):
      values.append(.text(text))
      repaired += 1
      isNothingElse = false
      return text.utf8.count
    case .bytes:
      values.append(.missing)
      byteCells += 1
      if firstBytes.count < ImportReport.shown { firstBytes.append((row, rows.bytesText(place))) }
      return 0
    }
  }
}
