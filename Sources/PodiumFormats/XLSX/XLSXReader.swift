internal import PodiumCore
internal import PodiumPlugin

/// How to read a workbook; what is nil is detected.
struct XLSXOptions: Sendable {
  /// The sheet's name, or its number from 1.
  var sheet: String?
  /// The range of cells to read, as in `A1:D20`.
  var range: String?
  /// Whether the first row names the columns.
  var header: Bool?
  var hasTwoHeaders = false
  var missing: [String]?
  var types: [String: ColumnType] = [:]
  var levels: [String: [String]] = [:]
  /// The zone of a name that the format of a column's cells has.
  var zone: @Sendable (String) -> Zone? = { Zone(offset: $0) }
}

/// Reads a sheet of a workbook of Excel (ECMA-376) or OpenDocument as a table.
///
/// Formulas count by the values stored with them. What a cell displays is not read, only what it holds; its
/// format matters only as far as it shows days, times, decimals or currencies.
struct XLSXReader {
  private let name: String
  private let options: XLSXOptions
  private let cancellation: Cancellation
  private var notes: [String] = []
  private var budget: ReadBudget?
  /// The columns of the sheet whose cells are shown as durations or times of day.
  private var clocks: [Int: NumberScale] = [:]
  /// The currencies in which cells are shown, which have their places from 1.
  private var currencies: [String] = []
  /// The zones whose clocks the moments of columns show.
  private var zones: [Int: String] = [:]

  /// Maximum number of bytes of all column names.
  private static let mostNames = 16 << 20

  /// Reads a whole file.
  ///
  /// Throws `not-zip`, `not-a-workbook`, `damaged-file`, `encrypted-file`, `malformed-xml`, `unknown-sheet`,
  /// `bad-range`, `empty-sheet`, `too-large`, `unknown-column` and `interrupted`.
  static func read(
    _ bytes: [UInt8], name: String, options: XLSXOptions = XLSXOptions(),
    cancellation: Cancellation,
    budget: ReadBudget? = nil
  ) throws(Diagnostic) -> ReadTable {
    var reader = XLSXReader(name: name, options: options, cancellation: cancellation)
    reader.budget = budget ?? ReadBudget(name, opened: bytes.count)
    return try reader.read(bytes)
  }

  private init(name: String, options: XLSXOptions, cancellation: Cancellation) {
    self.name = name
    self.options = options
    self.cancellation = cancellation
  }

  /// The cells of the first visible sheet, as texts: a row of the sheet is a row here, and the first column
  /// is the first nonempty one. Merged cells count for each row they cover.
  ///
  /// Throws what `read` throws.
  static func cells(
    _ bytes: [UInt8], name: String, cancellation: Cancellation
  ) throws(Diagnostic) -> [[String]] {
    var reader = XLSXReader(name: name, options: XLSXOptions(), cancellation: cancellation)
    let rows = try reader.rows(of: bytes).rows
    let first = reader.used(rows)?.lowerBound ?? 0
    var all: [[String]] = []
    var count = 0
    for row in rows {
      guard let last = row.cells.last?.column else { continue }
      count += last - first + 1
      try CellRows.check(count, name: name)
      while all.count < row.number { all.append([]) }
      var texts = [String](repeating: "", count: last - first + 1)
      for cell in row.cells { texts[cell.column - first] = cell.value.fileText }
      all.append(texts)
    }
    return all
  }

  /// The cells of all sheets, with what they show.
  ///
  /// Throws what `read` throws, `empty-sheet` only where no sheet has cells.
  static func sheets(
    _ bytes: [UInt8], name: String, cancellation: Cancellation, budget: ReadBudget
  ) throws(Diagnostic) -> [CellSheet] {
    var book = try CellBook(bytes, name: name, cancellation: cancellation)
    var (all, count): ([CellSheet], Int) = ([], 0)
    for source in book.sheets {
      var reader = XLSXReader(name: name, options: XLSXOptions(), cancellation: cancellation)
      let sheet = try book.cells(of: source, range: .all, asShown: true, budget: budget, cancellation: cancellation)
      let rows = try reader.rows(sheet)
      let first = reader.used(rows)?.lowerBound ?? 0
      var read: [CellSheet.Row] = []
      for row in rows {
        guard let last = row.cells.last?.column else { continue }
        count += last - first + 1
        try CellRows.check(count, name: name)
        if let above = read.last?.line, above < row.number { read.append(CellSheet.Row(line: row.number, cells: [])) }
        var texts = [String](repeating: "", count: last - first + 1)
        for cell in row.cells { texts[cell.column - first] = cell.value.fileText }
        read.append(CellSheet.Row(line: row.number + 1, cells: texts))
      }
      try budget.use(CellRows.rowBytes(rows: read.count, cells: read.reduce(0) { $0 + $1.cells.count }))
      all.append(CellSheet(source.name, isHidden: source.isHidden, firstColumn: first, rows: read))
    }
    guard all.contains(where: { !$0.rows.isEmpty }) else {
      throw Diagnostic("empty-sheet", "'\(name)' has no sheets with cells", help: "check what kind of file it is")
    }
    return all
  }

  private mutating func read(_ bytes: [UInt8]) throws(Diagnostic) -> ReadTable {
    var (sheet, rows) = try rows(of: bytes)
    dropTitles(&rows)
    var read = try table(rows)
    read.facts = [.init("sheet", .text(sheet))]
    read.notes = notes + read.notes
    return read
  }

  /// The name of the sheet, and its nonempty rows.
  private mutating func rows(of bytes: [UInt8]) throws(Diagnostic) -> (sheet: String, rows: [Row]) {
    var range = CellRange.all
    if let typed = options.range {
      guard let read = CellRange(typed) else {
        throw Diagnostic(
          "bad-range", "'\(SafeText.escape(typed))' is not a range of cells",
          help: "write it as in range=A1:D20 or range=A:D")
      }
      range = read
    }
    var book = try CellBook(bytes, name: name, cancellation: cancellation)
    let chosen = try choose(book.sheets)
    let sheet = try book.cells(
      of: chosen, range: range, budget: budget ?? ReadBudget(name, opened: bytes.count), cancellation: cancellation)
    report(sheet)
    (clocks, zones, currencies) = (sheet.clocks, sheet.zones, sheet.currencies)
    let rows = try self.rows(sheet)
    guard !rows.isEmpty else {
      throw Diagnostic(
        "empty-sheet",
        "the sheet \(chosen.name.quotedInNotice) has no cells" + (options.range == nil ? "" : " in that range"),
        help: list(book.sheets))
    }
    return (chosen.name, rows)
  }

  // MARK: Sheets

  private mutating func choose(_ sheets: [Workbook.Sheet]) throws(Diagnostic) -> Workbook.Sheet {
    guard !sheets.isEmpty else {
      throw Diagnostic("empty-sheet", "'\(name)' has no sheets of cells", help: "check what kind of file it is")
    }
    if let wanted = options.sheet {
      if let named = sheets.first(where: { $0.name == wanted }) { return named }
      if let folded = sheets.first(where: { $0.name.lowercased() == wanted.lowercased() }) { return folded }
      if let number = Int(wanted), number >= 1, number <= sheets.count { return sheets[number - 1] }
      throw Diagnostic.unknown("sheet", wanted, among: sheets.map(\.name), help: list(sheets))
    }
    let first = sheets.first { !$0.isHidden } ?? sheets[0]
    let others = sheets.filter { $0.path != first.path }
    if !others.isEmpty {
      notes.append(
        "the sheet \(first.name.quotedInNotice) was read; others: "
          + others.prefix(8).map { $0.name.quotedInNotice + ($0.isHidden ? " (hidden)" : "") }.joined(separator: ", ")
          + (others.count > 8 ? ", …" : ""))
    }
    return first
  }

  private func list(_ sheets: [Workbook.Sheet]) -> String {
    "its sheets are " + sheets.prefix(8).map { $0.name.quotedInNotice }.joined(separator: ", ")
      + "; choose one with sheet="
  }

  private mutating func report(_ sheet: Sheet) {
    if sheet.errors > 0 {
      notes.append("\(sheet.errors.counted("cell")) with a spreadsheet error became missing")
    }
    if sheet.badDates > 0 {
      notes.append("\(sheet.badDates.counted("nonexistent date")) became missing")
    }
    if sheet.uncomputed > 0 {
      notes.append(
        "\(sheet.uncomputed.counted("formula")) without a stored value became missing; "
          + "save the file again in a spreadsheet program"
      )
    }
  }

  // MARK: Rows

  /// A nonempty row, its cells by column.
  private struct Row {
    var number: Int
    var cells: [(column: Int, value: Value, isLiteral: Bool, currency: UInt8)]
  }

  /// The rows in order, with merged cells filled: the first cell's value is repeated in each existing row.
  private mutating func rows(_ sheet: Sheet) throws(Diagnostic) -> [Row] {
    var rows: [Row] = []
    for (place, value, isLiteral, currency) in sheet.cells {
      if rows.last?.number != place.row { rows.append(Row(number: place.row, cells: [])) }
      let last = rows.count - 1
      if rows[last].cells.last?.column == place.column {
        rows[last].cells[rows[last].cells.count - 1] = (place.column, value, isLiteral, currency)
      } else {
        rows[last].cells.append((place.column, value, isLiteral, currency))
      }
    }
    guard !sheet.merged.isEmpty, let used = used(rows) else { return rows }
    var filled = 0
    var work = 0
    for range in sheet.merged {
      let columns = range.columns.clamped(to: used)
      guard range.columns.overlaps(used), let first = index(of: range.rows.lowerBound, rows) else { continue }
      work += rows[first].cells.count
      guard let cell = rows[first].cells.first(where: { $0.column == range.columns.lowerBound }) else { continue }
      var row = first
      while row < rows.count, range.rows.contains(rows[row].number) {
        // Ranges may contain the same cells a hundred thousand times.
        work += columns.count + rows[row].cells.count
        guard work <= 1 << 24 else {
          throw Diagnostic(
            "too-large", "the merged cells of the sheet cover more than a table can hold",
            help: "load part of it with range=")
        }
        let present = Set(rows[row].cells.lazy.filter { columns.contains($0.column) }.map(\.column))
        if present.count < columns.count {
          filled += columns.count - present.count
          rows[row].cells += columns.filter { !present.contains($0) }.map {
            ($0, cell.value, cell.isLiteral, cell.currency)
          }
          rows[row].cells.sort { $0.column < $1.column }
        }
        row += 1
      }
    }
    if filled > 0 {
      notes.append("the values of merged cells were repeated in the \(filled.counted("cell")) they cover")
    }
    return rows
  }

  private func used(_ rows: [Row]) -> ClosedRange<Int>? {
    guard let first = rows.lazy.compactMap({ $0.cells.first?.column }).min(),
      let last = rows.lazy.compactMap({ $0.cells.last?.column }).max()
    else { return nil }
    return first...last
  }

  /// The index of a row among the nonempty ones.
  private func index(of number: Int, _ rows: [Row]) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].number == number ? low : nil
  }

  /// The names of two rows as one; a gap in the upper one continues the name before it, as over joined cells.
  private static func join(_ texts: inout [Int: String], with row: Row, _ columns: [Int]) {
    var upper = ""
    let lower = Dictionary(row.cells.map { ($0.column, $0.value.fileText) }, uniquingKeysWith: { a, _ in a })
    for column in columns {
      if let own = texts[column], !own.isEmpty { upper = own }
      texts[column] = [upper, lower[column] ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Leaves out rows at the top with one text above a wider table: its title.
  private mutating func dropTitles(_ rows: inout [Row]) {
    guard options.range == nil, options.header == nil, let used = used(rows), used.count > 2 else { return }
    var count = 0
    while count < min(rows.count - 1, 10) {
      let distinct = Set(rows[count].cells.map(\.value))
      guard distinct.count == 1, case .text? = distinct.first else { break }
      count += 1
    }
    guard count > 0 else { return }
    notes.append(
      count == 1
        ? "row \(rows[0].number + 1) is a title and was left out"
        : "rows \(rows[0].number + 1) to \(rows[count - 1].number + 1) are titles and were left out")
    rows.removeFirst(count)
  }

  // MARK: Table

  private static func isNumber(_ value: Value) -> Bool {
    switch value {
    case .integer, .number: true
    default: false
    }
  }

  /// The columns with numbers in several currencies, which become words as in a file of text; those with one beside numbers
  /// without any are reported.
  private mutating func mixed(_ rows: ArraySlice<Row>, names: [Int: String]) -> Set<Int> {
    if currencies.isEmpty { return [] }
    var found: [Int: [UInt8: (count: Int, line: Int)]] = [:]
    for row in rows {
      for cell in row.cells where XLSXReader.isNumber(cell.value) {
        found[cell.column, default: [:]][cell.currency, default: (0, row.number + 1)].count += 1
      }
    }
    for (column, marks) in found.sorted(by: { $0.key < $1.key }) {
      guard marks.count == 2, let bare = marks[0], let own = marks.first(where: { $0.key != 0 }) else { continue }
      notes.append(
        "column \((names[column] ?? "").quotedInNotice): the currency \(currencies[Int(own.key) - 1].quotedInNotice) is on "
          + "\(own.value.count) of \(own.value.count + bare.count) numbers, first in row \(own.value.line); the others have none, "
          + "first in row \(bare.line)")
    }
    return Set(found.filter { $0.value.count { $0.key != 0 } > 1 }.keys)
  }

  private mutating func table(_ rows: [Row]) throws(Diagnostic) -> ReadTable {
    let hasHeader =
      options.header ?? TypedHeader.isPresent(rows.prefix(1001).map { $0.cells.map { ($0.column, $0.value) } })
    let hasTwoHeaders = options.hasTwoHeaders && rows.count > 1
    var columns: [Int] = []
    var seen: Set<Int> = []
    for row in rows { for cell in row.cells where seen.insert(cell.column).inserted { columns.append(cell.column) } }
    columns.sort()
    var names = CSVHeader.standardNames(columns.count)
    if hasHeader, let first = rows.first {
      var texts = Dictionary(first.cells.map { ($0.column, $0.value.fileText) }, uniquingKeysWith: { a, _ in a })
      if hasTwoHeaders { XLSXReader.join(&texts, with: rows[1], columns) }
      guard texts.values.reduce(0, { $0 + $1.utf8.count }) <= XLSXReader.mostNames else {
        throw Diagnostic(
          "too-large", "the names of the columns have more than \(XLSXReader.mostNames >> 20) MB",
          help: "header=no reads the first row as data")
      }
      let distinct = CSVHeader.distinct(columns.map { texts[$0] ?? "" })
      names = distinct.names
      notes += distinct.renamed.prefix(5).map {
        $0.sentence(of: "column \(CellPlace.letters(columns[$0.column]))")
      }
    } else if options.header == nil {
      notes.append(
        "the first row is data, so the columns are named column_1, column_2, …; header=yes reads it as names")
    }
    let place = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
    var scales: [String: NumberScale] = [:]
    for (name, column) in zip(names, columns) {
      guard let zone = zones[column], !zone.isEmpty else { continue }
      scales[name] = options.zone(zone).map(NumberScale.zone)
      if scales[name] == nil { notes.append(.unknownZone(zone, of: name)) }
    }
    let body = rows.dropFirst(hasTwoHeaders ? 2 : hasHeader ? 1 : 0)
    let mixed = self.mixed(body, names: Dictionary(uniqueKeysWithValues: zip(columns, names)))
    var skipped = 0
    let clocked = columns.indices.map { scales[names[$0]]?.zone }
    var cells = TypedCells(names: names, budget: budget)
    for row in body {
      cells.beginRow(line: row.number + 1)
      for cell in row.cells {
        guard let column = place[cell.column] else { continue }
        var value = cell.value
        if let zone = clocked[column], case .datetime(let time) = value {
          value = zone.moments(showing: time).first.map(Value.datetime) ?? .missing
          if value.isMissing { skipped += 1 }
        }
        if mixed.contains(cell.column), XLSXReader.isNumber(value) {
          value = .text(value.fileText + (cell.currency == 0 ? "" : " " + currencies[Int(cell.currency) - 1]))
        }
        cells.set(value, column, isLiteral: cell.isLiteral)
      }
      if cells.isCheckDue {
        try cells.check()
        try cancellation.check()
      }
    }
    if skipped > 0 {
      notes.append(
        "\(skipped.counted("time")) that the clock of a zone is put forward over became missing")
    }
    if hasHeader, body.isEmpty { notes.append("the sheet has column names but no rows") }
    let inference = TypedInference(
      types: options.types, levels: options.levels, scales: scales,
      clocks: Dictionary(
        uniqueKeysWithValues: zip(names, columns).compactMap { name, column in clocks[column].map { (name, $0) } }),
      missing: options.missing ?? MissingWords.standard)
    return try inference.table(cells, cancellation: cancellation)
  }
}
