public import PodiumCore
internal import PodiumPlugin

/// The rows of a sheet below one row of headings, cells by meaning.
public struct IncomingTable: Sendable {
  /// The file and its sheet, in quotes.
  public let source: String
  private let headings: [String: (column: Int, name: String)]
  private let rows: [CellSheet.Row]
  private let sheet: IncomingSheet
  /// All headings in their order, those without a name left out; of equal ones the first counts.
  public let names: [String]
  /// The headings without a meaning that the sheet has.
  public let unknown: [String]

  /// Reads the first row with at least two headings that have a meaning, or the first row of all, and the rows below it.
  ///
  /// Unknown headings keep their names. Throws `bad-value` for a NUL character.
  public init(_ sheet: IncomingSheet, words: ColumnWords) throws(Diagnostic) {
    (source, self.sheet) = (sheet.source, sheet)
    let filled = sheet.rows.filter { $0.cells.contains { !$0.isEmpty } }
    let head = filled.firstIndex { $0.cells.count { words.meaning($0) != nil } >= 2 } ?? 0
    var headings: [String: (column: Int, name: String)] = [:]
    var (names, unknown): ([String], [String]) = ([], [])
    for (column, name) in (filled.indices.contains(head) ? filled[head].cells : []).enumerated() where !name.isEmpty {
      let meaning = words.meaning(name)
      if meaning == nil { unknown.append(name) }
      names.append(name)
      if headings[meaning ?? name] == nil { headings[meaning ?? name] = (column, name) }
    }
    (self.headings, self.names, self.unknown) = (headings, names, unknown)
    rows = Array(filled.dropFirst(head + 1))
    for (heading, place) in headings {
      try IncomingTable.refuseNUL(
        texts(heading).lazy.compactMap { $0?.text }, in: "column '\(place.name)' of \(source)")
    }
  }

  /// The number of rows.
  public var count: Int { rows.count }

  /// Whether there is such a column.
  public func has(_ name: String) -> Bool { headings[name] != nil }

  /// The heading of a column as the file has it.
  public func heading(_ name: String) -> String? { headings[name]?.name }

  /// The cells of a column, nil for empty ones; missing everywhere if the table has no such column.
  public func texts(_ name: String) -> [IncomingSheet.Cell?] {
    rows.map { row in
      guard let (column, heading) = headings[name], column < row.cells.count, !row.cells[column].isEmpty else {
        return nil
      }
      return sheet.cell(row, column, heading: heading)
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
      switch dates.reading(cell.text) {
      case .day(let day): return day
      case .moment(let moment, let offset):
        return Moment(microseconds: moment.microseconds + (offset ?? 0) * 60_000_000).date
      case .either(let one, let other):
        misfits.add(
          cell.place, "\(Abridged.quoted(cell.text)) could be \(one) or \(other); it was left unknown",
          help: "write the days as in \(one)")
      case .none: misfits.add(cell.place, "\(Abridged.quoted(cell.text)) is not a day; it was left unknown")
      }
      return nil
    }
  }

  /// Throws `bad-value` for a NUL character, which no text file can contain.
  public static func refuseNUL(_ texts: some Sequence<String>, in what: String) throws(Diagnostic) {
    guard texts.contains(where: { $0.utf8.contains(0) }) else { return }
    throw Diagnostic("bad-value", "\(what) has a NUL character, which text does not contain", help: "remove it")
  }
}
