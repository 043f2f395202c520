internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct ReplaceCommand: Command {
  let signature = Signature(
    "replace", topic: .shaping, summary: "Change the values of a column, in all rows or where a condition is true.",
    details: """
      The expression is computed as for derive; 'if' and 'in' choose the rows that get its value. A column keeps its type and \
      role: whole numbers become numbers if a new value is not whole, and a category gets new values, but an ordered \
      column takes only its own. missing() makes cells missing, as in: replace wind = missing() if wind < 0.
      """,
    parameters: [ShapingKeys.order.any],
    exampleLines: """
      a value that cannot be right: load trips.csv; replace wind = missing() if wind > 10 -> missing
      another unit: load iris; replace petal_length_cm = petal_length_cm * 10 -> 150 cells
      some rows: load iris; replace species = upper(species) if species == 'setosa' -> 50 cells
      another type: load iris; replace species = 1 -> !wrong-type
      an unknown column: load iris; replace petal = 1 -> !unknown-column
      """, traits: [.rows, .ownGroups, .expression, .assignment, .aggregates, .shapes, .calculates],
    seeAlso: ["derive", "type", "undo"])

  /// Cells that already have the value are not counted.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let table = dataset.table
    let made = try ComputedColumn(call, in: session, example: "replace wind = wind * 3.6") {
      (name) throws(Diagnostic) in _ = try table.column(name.text, at: name.span)
    }
    let name = made.name
    let old = try table.column(name.text, at: name.span)
    let (merged, change, gaps) = try ReplaceCommand.changed(old, by: made, call, session)
    try session.cancellation.check()
    var column = old.with(values: merged)
    column.origin = made.origin?.without(name.text).joined(with: old.origin) ?? old.origin
    dataset.table = try table.setting(column)
    dataset.filter?.made.insert(name.text)
    session.state.current = dataset
    let retyped = column.type == old.type ? "" : "; its type is now \(column.typeName)"
    let report = ShapingReport(
      line: "\(Abridged.text(name.text)): \(change.changed.counted("cell")) changed"
        + (change.lost == 0
          ? ""
          : ", \(change.lost) became missing"
            + (gaps.reasons.isEmpty ? "" : " (\(gaps.reasons.joined(separator: ", ")))"))
        + retyped,
      rowsBefore: table.rowCount, rowsAfter: table.rowCount, columns: change.changed == 0 ? [] : [name.text],
      cells: change.changed, becameMissing: change.lost)
    return [report.output]
  }

  /// What a column holds after the command, and how much of it is new.
  private static func changed(
    _ old: Column, by made: ComputedColumn, _ call: Call, _ session: Session
  ) throws(Diagnostic) -> (values: ColumnValues, change: CellChange, gaps: ExpressionGaps) {
    let (threads, cancellation) = (session.state.settings.threads, session.cancellation)
    // Numbers by numbers are one pass, which compares too.
    if case .number(let numbers) = old.values, made.frame.rows == nil, call.chosen.answers != nil || call.rows == nil,
      let new = try made.bound.replacing(
        numbers, where: call.chosen.answers, threads: threads, cancellation: cancellation)
    {
      return (.number(new.values), CellChange(changed: new.changed, lost: new.lost), new.gaps)
    }
    let rows = call.rows ?? made.frame.rows
    let found = try made.values(in: session)
    let merged = try Diagnostic.located(
      at: made.expression.span, ReplaceCommand.merged(old, made, found.values, rows, threads, cancellation))
    return (merged, CellChange(old.values, merged, rows: rows), found.gaps)
  }

  /// The values of a column with new ones at some rows (nil: all); missing ones where the expression is `missing()`.
  private static func merged(
    _ old: Column, _ made: ComputedColumn, _ new: ColumnValues?, _ rows: [Int]?, _ threads: Int,
    _ cancellation: Cancellation
  ) throws(Diagnostic) -> ColumnValues {
    guard let new else { return old.values.losing(rows, threads: threads) }
    let fitting = try fitted(new, to: old, made.expression.span, cancellation)
    // Where the frame has all rows, a row is its own place.
    if made.frame.rows == nil, let plain = old.values.putting(fitting, at: rows) { return plain }
    var values = try Stacking.replaced(
      old.values, by: fitting, at: made.frame.places(of: rows, in: old.count), named: old.name, threads: threads,
      cancellation: cancellation)
    if case .category(let categories) = values { values = .category(categories.withoutUnused()) }
    return values
  }

  /// New values in the type of a column, or in one that can be joined with it.
  private static func fitted(
    _ new: ColumnValues, to old: Column, _ span: SourceSpan, _ cancellation: Cancellation
  ) throws(Diagnostic) -> ColumnValues {
    let own = Column("", new)
    switch (old.values, new) {
    case (.number, .integer), (.integer, .integer), (.number, .number), (.boolean, .boolean), (.date, .date),
      (.datetime, .datetime), (.text, .text), (.text, .category), (.text, .ordered), (.category, .category),
      (.category, .ordered):
      return new
    case (.integer, .number):
      let whole = try TypeConversion(own, to: .integer, cancellation: cancellation)
      return whole.lost.isEmpty ? whole.values : new
    case (.datetime, .date):
      return try TypeConversion(own, to: .datetime, forms: .init(zone: old.zone), cancellation: cancellation).values
    case (.category, .text): return try TypeConversion(own, to: .category, cancellation: cancellation).values
    case (.ordered(let categories), .category), (.ordered(let categories), .text), (.ordered(let categories), .ordered):
      guard case .category(let given) = try TypeConversion(own, to: .category, cancellation: cancellation).values else {
        return new
      }
      let places = Dictionary(zip(categories.levels, Int32(0)...), uniquingKeysWith: { first, _ in first })
      if let unknown = given.withoutUnused().levels.first(where: { places[$0] == nil }) {
        throw Diagnostic.unknown(
          "category", unknown, among: categories.levels, span: span,
          help: "level \(CommandText.word(old.name)) a,b,c sets which values there are, and their order")
      }
      let codes = given.levels.map { places[$0] ?? -1 }
      return .ordered(
        Categorical(levels: categories.levels, codes: given.codes.map { $0 < 0 ? -1 : codes[Int($0)] }))
    default:
      throw Diagnostic(
        "wrong-type",
        "column \(Abridged.quoted(old.name)) is of type \(old.typeName), and the expression gives \(new.type.rawValue)",
        span: span,
        help: old.scale?.name.map { "\($0)(\"12:01\") makes one of a text" }
          ?? "'derive' makes a new column; 'type' changes the type of this one")
    }
  }
}
