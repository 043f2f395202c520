internal import PodiumCore
internal import PodiumPlugin

/// How the rows of a table become records of a thing.
public struct ThingTable: Sendable {
  /// The word after `format=`: what people call one.
  let format: String
  /// What people call several.
  let plural: String
  /// A small made table for the examples.
  let sample: String
  /// The headings of each field.
  let words: @Sendable () -> [String: [String]]
  /// The field that every table has, which names a record.
  let key: String
  /// Adds the rows.
  let take: @Sendable (IncomingTable, inout RecordWork, _ replaces: Bool) throws(Diagnostic) -> [Output]
}

extension Field {
  /// The same field with other headings in tables, such as those of other languages; its name and its key are known anyway.
  public func headed(_ headings: String...) -> Field {
    var copy = self
    copy.headings += headings
    return copy
  }

  /// What is read from a table: what is typed when a record is added.
  var incoming: TypedField? { positional ?? key }
}

extension Thing {
  /// How a table becomes its records; `sample` is a small made table for the examples, of a heading line and a row that is new.
  public func table(sample: String) -> ThingTable {
    ThingTable(
      format: word, plural: plural, sample: sample, words: { headings }, key: key,
      take: { (table, work, replaces) throws(Diagnostic) in try take(table, &work, replaces) })
  }

  /// The headings of the fields that a table may have.
  private var headings: [String: [String]] {
    var headings: [String: [String]] = [:]
    for field in fields where field.incoming != nil || field.column.name == key {
      let own = field.column.name == key ? [noun, word] : []
      headings[field.column.name] =
        [field.column.name, field.incoming?.name ?? field.column.name] + own + field.headings
    }
    return headings
  }

  /// Adds the rows of a table: one of a name that is there fills what its record lacks, and changes it only if the file `replaces`
  /// it. A cell that cannot be read is left out and named.
  private func take(_ table: IncomingTable, _ work: inout RecordWork, _ replaces: Bool) throws(Diagnostic) -> [Output] {
    var outcome = ImportOutcome(
      "\(plural) from \(table.source)", format: word, [.read, .new, .changed, .same, .conflicts, .refused])
    var misfits = Misfits()
    let columns = try columns(of: table, &outcome, &misfits)
    var known: [Value: Record] = [:]
    let needed = fields.filter { $0.column.isRequired && $0.column.name != key }.map(\.column.name)
    if hooks.check != nil || !needed.isEmpty {
      for record in try work.store.records(RecordQuery(kind)) { known[record[key]] = record }
    }
    var seen: Set<Value> = []
    let names = table.texts(key)
    var kept: [(row: Int, values: [String: Value])] = []
    for row in 0..<table.count {
      try work.session.cancellation.check()
      var values: [String: Value] = [:]
      for (field, typed, cells) in columns {
        guard let cell = cells[row] else { continue }
        do throws(Diagnostic) { values[field] = try read(cell.text, as: typed, &work) } catch {
          misfits.add(cell.place, error, "it was left unknown")
        }
      }
      do throws(Diagnostic) {
        let name = try name(in: names[row], of: table)
        guard seen.insert(name).inserted else {
          throw Diagnostic("repeated-row", "\(noun) \(Abridged.quoted(name.fileText)) is in the table twice")
        }
        if known[name] == nil, let lacking = needed.first(where: { values[$0] == nil }) {
          throw Diagnostic("missing-key", "\(lacking) is missing")
        }
        values[key] = name
        try hooks.check?(&values, known[name], &work)
        kept.append((row, values))
      } catch {
        misfits.add(table.place(row, key), error, "the row was left out")
      }
    }
    if kept.isEmpty, let first = misfits.first { throw first }
    let fields = fields.map(\.column).filter { field in kept.contains { $0.values[field.name] != nil } }
    let report = try work.store.fill(
      Table(
        fields.map { field in
          Column(field.name, field.kind.column(kept.map { $0.values[field.name] ?? .missing }))
        }, rowCount: kept.count), into: kind, replaces: replaces, cancellation: work.session.cancellation)
    (outcome.read, outcome.refused) = (table.count, table.count - kept.count)
    (outcome.new, outcome.changed, outcome.same, outcome.conflicts) = (
      report.new, report.changed, report.same, report.kept
    )
    let differences = report.differences.filter { !$0.stored.isMissing }
    let most = 20
    for difference in differences.prefix(most) {
      outcome.warnings.append(
        ImportOutcome.difference(
          table.place(kept[difference.row].row, difference.field).text, difference.field, stored: difference.stored,
          given: difference.given, replaces: replaces))
    }
    if differences.count > most {
      outcome.warnings.append((differences.count - most).counted("further difference") + " not shown")
    }
    outcome.warnings = misfits.warnings + outcome.warnings
    if !table.unknown.isEmpty {
      outcome.notes.append(
        "ignored columns: " + table.unknown.prefix(20).map { Abridged.quoted($0) }.joined(separator: ", "))
    }
    return outcome.outputs + work.remarks
  }

  private typealias IncomingColumn = (field: String, typed: TypedField, cells: [IncomingSheet.Cell?])

  /// The columns of fields; numbers and days are decided by all cells of a column and given on in plain form.
  private func columns(
    of table: IncomingTable, _ outcome: inout ImportOutcome, _ misfits: inout Misfits
  ) throws(Diagnostic) -> [IncomingColumn] {
    var columns: [IncomingColumn] = []
    for field in fields where field.column.name != key {
      guard let typed = field.incoming, let heading = table.heading(field.column.name) else { continue }
      if let given = ColumnWords.unit(of: heading), let unit = field.unit, given.lowercased() != unit.lowercased() {
        outcome.warnings.append(
          "\(table.source): left out the column \(Abridged.quoted(heading)): \(field.column.name) is in \(unit)")
        continue
      }
      let cells = table.texts(field.column.name)
      var plain: [String?]?
      switch field.column.kind {
      case .number, .integer:
        plain = try table.numbers(field.column.name, to: &misfits).map { $0.map { NumberText.shortest($0) } }
      case .date: plain = table.days(field.column.name, to: &misfits).map { $0?.description }
      default: break
      }
      columns.append(
        (
          field.column.name, typed,
          plain.map { plain in
            zip(cells, plain).map { cell, text in
              cell.flatMap { cell in text.map { IncomingSheet.Cell(text: $0, place: cell.place) } }
            }
          } ?? cells
        ))
    }
    return columns
  }

  /// The name of the record of a row.
  private func name(in cell: IncomingSheet.Cell?, of table: IncomingTable) throws(Diagnostic) -> Value {
    guard let cell else {
      throw Diagnostic(
        "missing-key", "the row has no name", help: "fill in the column '\(table.heading(key) ?? key)' in every row")
    }
    return .text(try RecordName.checked(cell.text, noun))
  }

  /// What a cell says, read as if it had been typed when a record is added.
  private func read(_ text: String, as typed: TypedField, _ work: inout RecordWork) throws(Diagnostic) -> Value? {
    let isKey = typed.parameter.description.form == .key
    let span = SourceSpan(0, 0)
    var syntax = CommandSyntax(verb: Word(verb, span))
    syntax.arguments = [
      Argument(
        key: isKey ? Word(typed.name, span) : nil,
        value: ArgumentValue(items: [ArgumentValue.Item(kind: .quoted(text), span: span)], span: span))
    ]
    let signature = Signature(verb, topic: .plugins, summary: "", parameters: [typed.parameter], examples: [])
    let call = try Call(
      syntax, by: [], signature: signature, scope: work.session.parsingScope, rows: nil, missingRows: 0)
    var own = work
    own.call = call
    let value = try typed.read(&own)
    own.call = work.call
    work = own
    return value
  }
}
