/// A table of typed columns of equal length with distinct names; a value, cheap to copy.
public struct Table: Sendable, Equatable {
  /// The columns in order.
  public private(set) var columns: [Column]
  /// The number of rows; kept apart, since a table without columns may still have rows.
  public let rowCount: Int
  /// The columns whose values decided which rows are left; they count among the origins of what is made of the table.
  public private(set) var keptBy: [String] = []
  private var places: [String: Int]

  /// Makes a table.
  ///
  /// Throws `unequal-columns` when lengths differ and `duplicate-column` when two names are the same.
  public init(_ columns: [Column], rowCount: Int? = nil) throws(Diagnostic) {
    let rows = rowCount ?? columns.first?.count ?? 0
    var places: [String: Int] = [:]
    for (place, column) in columns.enumerated() {
      guard column.count == rows else {
        throw Diagnostic(
          "unequal-columns",
          "column \(Abridged.quoted(column.name)) has \(column.count) rows where the table has \(rows)")
      }
      guard places.updateValue(place, forKey: column.name) == nil else {
        throw Diagnostic("duplicate-column", "two columns are named " + Abridged.quoted(column.name))
      }
    }
    self.columns = columns
    self.rowCount = rows
    self.places = places
  }

  private init(checked columns: [Column], rowCount: Int, places: [String: Int]) {
    self.columns = columns
    self.rowCount = rowCount
    self.places = places
  }

  /// A table without columns and rows.
  public static let empty = Table(checked: [], rowCount: 0, places: [:])

  /// The names of the columns in order.
  public var names: [String] { columns.map(\.name) }

  /// The place of a column.
  public func index(of name: String) -> Int? { places[name] }

  /// A column by its name.
  public subscript(name: String) -> Column? { places[name].map { columns[$0] } }

  /// A column by its name.
  ///
  /// Throws `unknown-column` with the nearest name.
  public func column(_ name: String, at span: SourceSpan? = nil) throws(Diagnostic) -> Column {
    if let column = self[name] { return column }
    throw Diagnostic.unknown("column", name, among: names, span: span, help: "'columns' lists them")
  }

  /// The columns with a role, in order.
  public func columns(with role: Role) -> [Column] { columns.filter { $0.role == role } }

  /// The same columns with other values, all of one length.
  func replacing(columns: [Column], rowCount: Int) -> Table {
    keeping(Table(checked: columns, rowCount: rowCount, places: places))
  }

  /// A table with the rows of this one.
  private func keeping(_ other: Table) -> Table {
    var other = other
    other.keptBy = keptBy
    return other
  }

  /// The same table, whose rows were chosen by the values of some columns.
  public func kept(by names: [String]) -> Table {
    var copy = self
    for name in names where !copy.keptBy.contains(name) { copy.keptBy.append(name) }
    return copy
  }

  /// The table with only the named columns, in that order.
  public func selecting(columns names: [String]) throws(Diagnostic) -> Table {
    var chosen: [Column] = []
    let gone = Set(self.names).subtracting(names)
    for name in names { chosen.append(tracing(try column(name), without: gone)) }
    return keeping(try Table(chosen, rowCount: rowCount))
  }

  /// The table with a column added at the end, or in the place of the one of that name.
  public func setting(_ column: Column) throws(Diagnostic) -> Table {
    var columns = self.columns
    if let place = places[column.name] { columns[place] = column } else { columns.append(column) }
    return keeping(try Table(columns, rowCount: self.columns.isEmpty && rowCount == 0 ? nil : rowCount))
  }

  /// The table without some columns.
  public func dropping(columns names: Set<String>) throws(Diagnostic) -> Table {
    keeping(
      try Table(columns.filter { !names.contains($0.name) }.map { tracing($0, without: names) }, rowCount: rowCount))
  }

  /// The table with a column under another name; what was made from it knows the new one.
  public func renaming(_ old: String, to new: String) throws(Diagnostic) -> Table {
    // A summary may have the name of the column that it was made from, which is in another table and keeps its name.
    let isOwnSource = self[old]?.origin?.columns.contains(old) ?? false
    var renamed = try Table(
      columns.map { column in
        var column = column
        if column.name == old { column.name = new }
        if let origin = column.origin {
          column.origin?.columns = origin.columns.flatMap { $0 == old ? isOwnSource ? [new, old] : [new] : [$0] }
          column.origin?.chosenBy = origin.chosenBy.map { $0 == old ? new : $0 }
        }
        return column
      }, rowCount: rowCount)
    renamed.keptBy = keptBy.map { $0 == old ? new : $0 }
    return renamed
  }

  /// What a column was made from, directly or through others, in order of appearance; nothing for a loaded column.
  public func sources(of name: String) -> ColumnOrigin {
    var (found, usesOtherRows, open, chosen) = ([String](), false, [name], [String]())
    var seen: Set<String> = [name]
    while let next = open.popLast() {
      guard let origin = self[next]?.origin else { continue }
      usesOtherRows = usesOtherRows || origin.usesOtherRows
      chosen += origin.chosenBy
      for source in origin.columns where seen.insert(source).inserted {
        found.append(source)
        open.append(source)
      }
    }
    // What chose the rows counts with all that it was made from.
    var (all, known) = ([String](), Set<String>())
    while let next = chosen.popLast() {
      guard known.insert(next).inserted else { continue }
      all.append(next)
      if let origin = self[next]?.origin { chosen += origin.columns + origin.chosenBy }
    }
    return ColumnOrigin(found, chosenBy: all, usesOtherRows: usesOtherRows)
  }

  /// The time zone whose clock the moments of a column show; in tables saved before columns had zones, also of those that
  /// it was made from (`ColumnOrigin.clock(of:)`).
  public func zone(shownBy name: String) -> String? {
    if let zone = self[name]?.zone { return zone.name }
    let mark = ColumnOrigin.clock(of: "")
    return sources(of: name).columns.first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }

  /// What a column was made from with all that this was made from, as another table needs it; nil for a loaded column of
  /// rows that no column chose.
  public func fullOrigin(of name: String) -> ColumnOrigin? {
    guard self[name]?.origin != nil || !keptBy.isEmpty else { return nil }
    let found = sources(of: name)
    return ColumnOrigin(found.columns, chosenBy: found.chosenBy + keptBy, usesOtherRows: found.usesOtherRows)
  }

  /// What was made from some columns of this table, and over rows that others chose, as another table needs it; nil for none.
  public func origin(
    from names: [String], chosenBy choosers: [String] = [], usesOtherRows: Bool = false
  ) -> ColumnOrigin? {
    var (all, chosen, mixed) = ([String](), keptBy, usesOtherRows)
    for name in names {
      let found = sources(of: name)
      mixed = mixed || found.usesOtherRows
      chosen += found.chosenBy
      for source in [name] + found.columns where !all.contains(source) { all.append(source) }
    }
    for name in choosers {
      let found = sources(of: name)
      chosen += [name] + found.columns + found.chosenBy
    }
    let origin = ColumnOrigin(all, chosenBy: chosen, usesOtherRows: mixed)
    return origin == ColumnOrigin([]) ? nil : origin
  }

  /// A column that knows the sources of those it was made from, where these leave the table.
  private func tracing(_ column: Column, without gone: Set<String>) -> Column {
    guard let origin = column.origin, (origin.columns + origin.chosenBy).contains(where: gone.contains) else {
      return column
    }
    var column = column
    column.origin = fullOrigin(of: column.name)
    return column
  }

  /// The same table with other roles; names without a column are skipped.
  public func setting(roles: [String: Role]) -> Table {
    var copy = self
    for (name, role) in roles {
      guard let place = places[name] else { continue }
      copy.columns[place] = copy.columns[place].with(role: role)
    }
    return copy
  }
}

extension Diagnostic {
  /// The error for a name that is not among the known ones: it offers the nearest, else lists a few.
  public static func unknown(
    _ kind: String, named title: String? = nil, _ name: String, among known: [String], span: SourceSpan? = nil,
    help: String? = nil
  ) -> Diagnostic {
    // A path of usual length stays whole: the message itself abridges what is longer.
    let shown = kind == "file" ? "'\(name)'" : Abridged.quoted(name)
    var error = Diagnostic(
      "unknown-" + kind.split(separator: " ").joined(separator: "-"), "unknown \(title ?? kind) " + shown, span: span,
      help: help)
    if let near = Suggestion.nearest(to: name, among: known) { return error.offering(near) }
    if !known.isEmpty, known.count <= 12 {
      error.help = "known: " + known.map(Abridged.text).joined(separator: ", ") + (help.map { "; " + $0 } ?? "")
    } else if help == nil, !known.isEmpty {
      error.help =
        "known: " + known.prefix(8).map(Abridged.text).joined(separator: ", ") + " and \(known.count - 8) more"
    }
    return error
  }
}
