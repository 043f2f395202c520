internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import PodiumShaping

/// What a verb did to a table: one line for people, a record for programs.
struct ShapingReport {
  /// What it did, without the verb.
  var line: String
  var rowsBefore: Int
  var rowsAfter: Int
  /// The columns that are new or have other values.
  var columns: [String] = []
  /// Cells whose value is another one than before.
  var cells = 0
  /// Cells that are missing where there was, or could have been, a value.
  var becameMissing = 0
  /// Further counts, as those of a join.
  var more: [(name: String, value: Value)] = []

  /// The record, of which people see the line.
  var output: Output {
    var record = RecordOutput(line)
    record.isBrief = true
    record.add("rows_before", .integer(rowsBefore))
    record.add("rows_after", .integer(rowsAfter))
    record.add("columns_changed", list: columns.map(Value.text))
    record.add("cells_changed", .integer(cells))
    record.add("became_missing", .integer(becameMissing))
    for (name, value) in more { record.add(name, value) }
    return .record(record)
  }

  /// That a new table is the current one now, and the way back to the old one.
  static func current(_ name: String, before old: String) -> String {
    ". The current table is now \(Abridged.quoted(name)); 'use \(CommandText.word(old))' returns to the old one"
  }

  /// `3 missing (2 divisions by zero)`, or nothing.
  static func missing(_ count: Int, _ reasons: [String]) -> String {
    guard count > 0 else { return "" }
    return ", \(count) missing" + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
  }
}

extension Dataset {
  /// The rows in another order, or only some of them; the filter follows.
  mutating func take(rows: [Int], threads: Int) {
    if let filter {
      self.filter?.rows = FilteredRows.places(of: filter.rows, in: rows, rowCount: table.rowCount)
    }
    table = table.selecting(rows: rows, threads: threads)
  }

  /// Another filter, or none. What was computed under the one before has other values, or none, in the rows that it hid, so
  /// that the columns of its condition show in it.
  mutating func set(filter new: RowFilter?) throws(Diagnostic) {
    if let old = filter, !old.columns.isEmpty {
      for name in old.made.sorted() {
        guard var column = table[name] else { continue }
        column.origin = ColumnOrigin([], chosenBy: old.columns).without(name).joined(with: column.origin)
        table = try table.setting(column)
      }
    }
    filter = new
  }

  /// The table as commands see it that make another one of some of its rows.
  func chosenTable(_ call: Call) -> Table { table.kept(by: (filter?.columns ?? []) + call.choosingColumns) }

  /// Another name for a column, wherever the dataset names it.
  mutating func rename(_ old: String, to new: String) throws(Diagnostic) {
    func renamed(_ name: String) -> String { name == old ? new : name }
    if let own = filter {
      filter?.columns = own.columns.map(renamed)
      filter?.made = Set(own.made.map(renamed))
    }
    table = try table.renaming(old, to: new)
    if var own = labelling {
      own.ranks = own.ranks.map(renamed)
      own.group = own.group.map(renamed)
      own.column = own.column.map(renamed)
      labelling = own
    }
    if var own = labelled {
      own.roles = Dictionary(own.roles.map { (renamed($0), $1) }, uniquingKeysWith: { first, _ in first })
      own.made = own.made.map(renamed)
      labelled = own
    }
    for place in recipe.steps.indices {
      recipe.steps[place].columns = recipe.steps[place].columns.map { $0.map(renamed) }
    }
  }

  /// Why a column cannot be dropped, and the way out; nil where it can.
  func need(of name: String) -> (why: String, way: String)? {
    if target?.name == name { return ("is the target", "label another column first") }
    if let labelled, labelled.made != nil, labelled.roles[name] != nil, labelled.roles[name] != .target {
      return ("is what the target was made from", "label another column first")
    }
    if recipe.steps.contains(where: { $0.columns?.contains(name) ?? false }) {
      return ("is named by a step of the recipe", "'recipe' shows the steps and clears them")
    }
    return nil
  }

  /// The name of a new table made from this one that no table has.
  func freeName(_ suffix: String, in session: Session) -> String {
    let base = name + "_" + suffix
    guard session.state.tables[base] != nil else { return base }
    var number = 2
    while session.state.tables["\(base)_\(number)"] != nil { number += 1 }
    return "\(base)_\(number)"
  }
}

extension Session {
  /// The rows that a command works on, in groups and in an order; `rows` are those that the filter lets through.
  func frame(of dataset: Dataset, _ call: Call, order: [String] = []) throws(Diagnostic) -> RowFrame {
    let (table, rows) = (dataset.table, dataset.visibleRows)
    let groups = call.groups
    guard !order.isEmpty || !groups.isEmpty else { return RowFrame(of: table, rows: rows) }
    let (cancellation, threads) = (cancellation, state.settings.threads)
    return try cancellation.detached { () throws(Diagnostic) in
      var keys: [RowOrder.Key] = []
      for name in order { keys.append(RowOrder.Key(try table.column(name))) }
      let places =
        keys.isEmpty
        ? nil
        : try RowOrder.sorted(
          by: keys, rows: rows, count: rows?.count ?? table.rowCount, threads: threads, cancellation: cancellation)
      return try RowFrame(of: table, rows: rows, by: groups, order: places)
    }
  }

  /// An expression bound to the rows of a frame.
  func bound(_ expression: Expression, to table: Table, over frame: RowFrame) throws(Diagnostic) -> BoundExpression {
    let session = self
    do throws(Diagnostic) {
      return try expression.bound(
        to: table, over: frame, functions: functions(), threads: state.settings.threads, cancellation: cancellation,
        references: { (reference, span) throws(Diagnostic) in try session.value(of: reference, at: span) })
    } catch {
      throw error.namingResultField(of: expression, table, session)
    }
  }

  /// Adds a new table and makes it the current one; returns what to say of its name.
  mutating func adopt(
    _ table: Table, from dataset: Dataset, _ call: Call, suffix: String
  ) -> (name: String, notes: [Output]) {
    let name = call.syntax.name?.text ?? dataset.freeName(suffix, in: self)
    let isReplaced = state.tables[name] != nil
    state.current = Dataset(name: name, source: "\(call.verb) of \(dataset.name)", table: table)
    var notes: [Output] = []
    if isReplaced { notes.append(.note("replaced the earlier table \(Abridged.quoted(name))")) }
    return (name, notes)
  }
}

extension Table {
  /// A column of this table, or one with its name, for another table: it knows all that it was made from.
  func detached(_ column: Column, matchedBy keys: ColumnOrigin = ColumnOrigin([])) -> Column {
    var column = column
    column.origin = keys.joined(with: fullOrigin(of: column.name))
    return column
  }
}

/// Keys that several verbs share.
enum ShapingKeys {
  static let order = Parameter<[String]?>.list(
    "order", help: "Columns by which rows are ordered for lag, lead, cumsum, rolling, first and last; missing last.",
    completion: .columns([]))

  /// The columns of `order=`, checked.
  static func order(_ call: Call, _ table: Table) throws(Diagnostic) -> [String] {
    let names = call[order] ?? []
    for name in names { _ = try table.column(name, at: call.span(of: order)) }
    return names
  }
}
