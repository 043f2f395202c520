public import PodiumCore
internal import PodiumPlugin

/// The rows of a sheet below one row of headings, cells by meaning.
public struct IncomingTable: Sendable {
  /// The file and its sheet, in quotes.
  public let source: String
  private let headings: [String: (column: Int, name: String)]
  private var rows: [CellSheet.Row]
  private let head: CellSheet.Row?
  private let sheet: IncomingSheet
  /// All headings in their order, those without a name left out; of equal ones the first counts.
  public let names: [String]
  /// The headings without a meaning that the sheet has.
  public let unknown: [String]

  /// Reads the first row with at least two headings that have a meaning, or the first row of all, and the rows below it.
  ///
  /// Unknown headings keep their names. Throws `bad-value` for a NUL character.
  public init(_ sheet: IncomingSheet, words: ColumnWords) throws(Diagnostic) {
    try self.init(sheet, meaning: words.meaning)
  }

  /// The same with what a heading means; nil for one that means nothing.
  public init(_ sheet: IncomingSheet, meaning meaningOf: (String) -> String?) throws(Diagnostic) {
    (source, self.sheet) = (sheet.source, sheet)
    let filled = sheet.rows.filter { $0.cells.contains { !$0.isEmpty } }
    let head = filled.firstIndex { $0.cells.count { meaningOf($0) != nil } >= 2 } ?? 0
    var headings: [String: (column: Int, name: String)] = [:]
    var (names, unknown): ([String], [String]) = ([], [])
    for (column, name) in (filled.indices.contains(head) ? filled[head].cells : []).enumerated() where !name.isEmpty {
      let meaning = meaningOf(name)
      if meaning == nil { unknown.append(name) }
      names.append(name)
      if headings[meaning ?? name] == nil { headings[meaning ?? name] = (column, name) }
    }
    (self.headings, self.names, self.unknown) = (headings, names, unknown)
    self.head = filled.indices.contains(head) ? filled[head] : nil
    rows = Array(filled.dropFirst(head + 1))
    for row in rows {
      try Cancellation.checkWork()
      for (column, cell) in row.cells.enumerated() where cell.utf8.contains(0) {
        guard let place = headings.values.first(where: { $0.column == column }) else { continue }
        try IncomingTable.refuseNUL([cell], in: "column '\(place.name)' of \(source)")
      }
    }
  }

  /// The sheet that was named, or the first that has at least two headings with a meaning, or else the first that is not empty.
  ///
  /// Throws `unknown-sheet`, and `no-rows` where all sheets are empty.
  public init(
    first all: [IncomingSheet], of file: String, sheet: String?, at span: SourceSpan?, meaning: (String) -> String?
  ) throws(Diagnostic) {
    if let sheet {
      try self.init(IncomingSheet.choose(sheet, among: all, at: span), meaning: meaning)
      return
    }
    var first: IncomingTable?
    for sheet in all where !sheet.isHidden && !sheet.isEmpty {
      let table = try IncomingTable(sheet, meaning: meaning)
      if table.names.count - table.unknown.count >= 2 {
        self = table
        return
      }
      first = first ?? table
    }
    guard let first else { throw Diagnostic("no-rows", "'\(file)' has no rows", help: "check the file") }
    self = first
  }

  /// The number of rows.
  public var count: Int { rows.count }

  /// Whether there is such a column.
  public func has(_ name: String) -> Bool { headings[name] != nil }

  /// The heading of a column as the file has it.
  public func heading(_ name: String) -> String? { headings[name]?.name }

  /// The cells of a column, nil for empty ones; missing everywhere if the table has no such column.
  public func texts(_ name: String) -> [IncomingSheet.Cell?] {
    guard let (column, heading) = headings[name] else { return rows.map { _ in nil } }
    let title = sheet.name(ofColumn: column, heading)
    return rows.map { row in
      guard column < row.cells.count, !row.cells[column].isEmpty else { return nil }
      var place = sheet.place(row)
      place.column = title
      return IncomingSheet.Cell(text: row.cells[column], place: place)
    }
  }

  /// Where a row is, or a cell of it.
  public func place(_ row: Int, _ name: String? = nil) -> SourcePlace {
    guard let (column, heading) = name.flatMap({ headings[$0] }) else { return sheet.place(rows[row]) }
    return sheet.place(rows[row], column, heading: heading)
  }

  // MARK: Columns

  /// The numbers of a column, all in the one form that reads most of its cells; another cell is missing and reported.
  public func numbers(_ name: String, to misfits: inout Misfits) throws(Diagnostic) -> [Double?] {
    try Cancellation.checkWork()
    let cells = texts(name)
    let choice = try NumberForm.choice(cells.compactMap { $0?.text })
    return cells.map { cell in
      guard let cell else { return nil }
      switch choice {
      case .none: break
      case .form(let form):
        if let number = form.read(cell.text, isDeclared: true)?.value?.asNumber, number.isFinite { return number }
      case .either(let form, let other, _):
        let one = form.read(cell.text, isDeclared: true)?.value?.asNumber
        let two = other.read(cell.text, isDeclared: true)?.value?.asNumber
        if let number = one ?? two, one == nil || two == nil || one == two { return number }
        misfits.add(cell.place, NumberForm.readings(cell.text, form, other) + "; it was left unknown")
        return nil
      }
      misfits.add(cell.place, "\(Abridged.quoted(cell.text)) is not a number; it was left unknown")
      return nil
    }
  }

  /// The days of a column, which together show whether the day or the month comes first, unless `order` says so; another
  /// cell is missing and reported.
  public func days(_ name: String, order: DateOrder? = nil, to misfits: inout Misfits) -> [CalendarDate?] {
    let cells = texts(name)
    let dates = order.map { TextDates(order: $0) } ?? TextDates(cells.lazy.compactMap { $0?.text })
    return cells.map { cell in
      guard let cell else { return nil }
      let read = dates.reading(cell.text)
      switch read {
      case .day, .moment: return read.date
      case .either(let one, let other):
        misfits.add(
          cell.place, "\(Abridged.quoted(cell.text)) could be \(one) or \(other); it was left unknown",
          help: "write the days as in \(one)")
      case .none: misfits.add(cell.place, "\(Abridged.quoted(cell.text)) is not a day; it was left unknown")
      }
      return nil
    }
  }

  /// The same table with numbers and days in plain form, for readers that know no other: a column whose cells are mostly numbers
  /// of one form (`3,5`), or days of one order (`24.1.2026 8:30`), is decided as a whole; any other stays as it is, and so
  /// does a cell that is none, which costs no other. Throws `ambiguous-date` where most days of a column could be two, unless
  /// `dates` says whether the day or the month comes first.
  public func plain(dates: DateOrder? = nil) throws(Diagnostic) -> IncomingTable {
    var copy = self
    for column in (head?.cells ?? []).indices {
      try Cancellation.checkWork()
      let first = rows.lazy.compactMap { column < $0.cells.count && !$0.cells[column].isEmpty ? $0.cells[column] : nil }
        .prefix(8)
      guard IncomingTable.isOpen(first) else { continue }
      let filled = rows.indices.filter { column < rows[$0].cells.count && !rows[$0].cells[column].isEmpty }
      let texts = filled.map { rows[$0].cells[column] }
      guard let plain = try IncomingTable.plain(column: texts, dates: dates) else { continue }
      for (row, text) in zip(filled, plain) { copy.rows[row].cells[column] = text }
    }
    return copy
  }

  /// The texts of one column, none of them empty, in plain form; nil where they are so already, or are words.
  public static func plain(column texts: [String], dates: DateOrder? = nil) throws(Diagnostic) -> [String]? {
    isOpen(texts.prefix(8)) && texts.contains(where: isOdd) ? try plain(texts, dates) : nil
  }

  /// Whether the first texts of a column are other than words, and days in plain form.
  private static func isOpen(_ first: some Sequence<String>) -> Bool {
    first.contains { text in
      text.utf8.first.map { !(0x3A...0x7F).contains($0) } == true && ISODateCell.read(text) == .none
    }
  }

  /// Whether a text has a sign that a plain number has not: a comma, an apostrophe, a blank, a slash, a minus of print, two points.
  private static func isOdd(_ text: String) -> Bool {
    var points = 0
    for byte in text.utf8 {
      switch byte {
      case 0x2C, 0x27, 0x20, 0x2F, 0xC2, 0xE2: return true
      case 0x2E: points += 1
      default: continue
      }
    }
    return points > 1
  }

  /// The texts of a column in plain form, those that are none as they are; nil where fewer than half are numbers or days.
  private static func plain(_ texts: [String], _ order: DateOrder?) throws(Diagnostic) -> [String]? {
    if case .form(let form) = try NumberForm.choice(texts), form != .standard {
      let numbers = texts.map { form.read($0)?.value?.fileText }
      if let plain = mostly(numbers, of: texts) { return plain }
    }
    let dates = order.map { TextDates(order: $0) } ?? TextDates(texts)
    var (open, fault): (Int, Diagnostic?) = (0, nil)
    let days = texts.map { text -> String? in
      switch dates.reading(text) {
      case .day(let day): return day.description
      // Without an offset it is the time on a clock.
      case .moment(let moment, let offset):
        return offset == nil ? String(moment.description.dropLast()) : moment.description
      case .either(let one, let other):
        open += 1
        fault =
          fault
          ?? Diagnostic(
            "ambiguous-date",
            "\(Abridged.quoted(text)) could be \(one) or \(other), and no other day of its column shows which",
            help: "say what comes first, the day or the month: dates=dmy or dates=mdy")
        return nil
      case .none: return nil
      }
    }
    if let fault, 2 * open > texts.count { throw fault }
    return mostly(days, of: texts)
  }

  /// What was read with the texts in place of what was not; nil where less than half was.
  private static func mostly(_ read: [String?], of texts: [String]) -> [String]? {
    guard 2 * read.count(where: { $0 != nil }) >= texts.count else { return nil }
    return zip(read, texts).map { $0 ?? $1 }
  }

  /// The headings and rows with their lines; the last cells of a row may be missing.
  public var lines: [(line: Int, cells: [String])] {
    ((head.map { [$0] } ?? []) + rows).map { ($0.line, $0.cells) }
  }

  /// The same with the headings that `map=` names as what they mean, for a reader that knows them by name.
  public func lines(renamed words: ColumnWords) -> [(line: Int, cells: [String])] {
    var lines = lines
    if let head { lines[0].cells = words.renamed(head.cells) }
    return lines
  }

  /// The cells as columns of texts under their headings.
  public func table() throws(Diagnostic) -> Table {
    var taken: Set<String> = []
    return try Table(
      (head?.cells ?? []).enumerated().filter { !$1.isEmpty && taken.insert($1).inserted }.map {
        (column, name) throws(Diagnostic) in
        try Cancellation.checkWork()
        return Column(
          name, .text(rows.map { column < $0.cells.count && !$0.cells[column].isEmpty ? $0.cells[column] : nil }))
      }, rowCount: rows.count)
  }

  /// How many filled cells of a row are beyond the last heading.
  public func surplus(_ row: Int) -> Int { rows[row].cells.dropFirst(head?.cells.count ?? 0).count { !$0.isEmpty } }

  /// Throws `bad-value` for a NUL character, which no text file can contain.
  public static func refuseNUL(_ texts: some Sequence<String>, in what: String) throws(Diagnostic) {
    guard texts.contains(where: { $0.utf8.contains(0) }) else { return }
    throw Diagnostic("bad-value", "\(what) has a NUL character, which text does not contain", help: "remove it")
  }
}
