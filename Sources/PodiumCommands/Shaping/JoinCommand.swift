internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct JoinCommand: Command {
  static let other = Parameter<String>.required(
    "table", allowed: "a table in memory", help: "The table to join; 'datasets' lists those in memory.",
    completion: .tables)
  static let on = Parameter<[String]?>.list(
    "on", help: "The key columns; a=b if the names differ: a in this table, b in the other.", completion: .columns([]))
  static let how = Parameter<String>.choice(
    "how", JoinPlan.Kind.allCases.map(\.rawValue), default: "left",
    help: "left keeps every row, inner those with a partner, semi and anti choose rows with or without one.")
  static let asOf = Parameter<String?>.text(
    "asof", help: "A column of times: joins the latest row at or before it; a=b for two names.",
    completion: .columns([]))
  static let within = Parameter<String?>.text(
    "within", help: "The longest time back for asof=: 90s, 30m, 2h, 1d, or a number for columns of numbers.")
  static let many = Parameter<Bool>.flag(
    "many", default: false, help: "Whether a row may have several partners; it is then repeated for each.")

  let signature = Signature(
    "join", topic: .shaping, summary: "Add the columns of another table by equal keys or by time.",
    details: """
      Rows stay in their order. The output counts the rows that matched and those left over on either side. A key that occurs \
      twice in the other table would repeat rows: that is an error unless many=yes. A missing key matches nothing. A \
      name that already exists gets the other table's name as a suffix. how=semi and how=anti add no columns. With asof=time, a \
      row gets the latest row of the other table at or before its time (of several at that time, the last), within \
      the keys of on= and not farther back than within=. While a filter hides rows, the result has only those that pass. \
      'as NAME' makes a new table and leaves this one as it is.
      """,
    parameters: [other.any, on.any, how.any, asOf.any, within.any, many.any],
    exampleLines: """
      a summary beside its rows: load iris; by species: summarize longest = max(petal_length_cm) as best; use iris; \
      join best on=species -> 150 matched
      rows without a partner: load iris; by species: summarize n = n() as best; keep if species == 'setosa'; \
      use iris; join best on=species how=anti -> 100 rows
      the latest row that is not after: load tastings; by session: summarize day = min(rank) as b; use tastings; \
      rename rank day; join b asof=day within=2 -> matched
      a key that is not unique: load iris; join iris on=species -> !double-key
      a table that is not in memory: load iris; join best -> !unknown-table
      """, traits: [.rows, .shapes, .namesTable, .calculates], seeAlso: ["bind", "summarize", "datasets"])

  /// The other table stays as it is.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let other = try Tables.named(call[JoinCommand.other], span: call.span(of: JoinCommand.other), session)
    let kind = JoinPlan.Kind(rawValue: call[JoinCommand.how]) ?? .left
    let pairs = try pairs(call, dataset.table, other.table)
    let time = try time(call, dataset.table, other.table)
    guard !pairs.isEmpty || time != nil else {
      let shared = dataset.table.names.filter { other.table[$0] != nil }
      throw Diagnostic(
        "missing-argument", "'join' needs on= or asof=", span: call.verbSpan,
        help: shared.isEmpty
          ? "no column has the same name in both tables; write on=a=b"
          : "both tables have " + shared.prefix(5).map(CommandText.word).joined(separator: ", "))
    }
    if let time, pairs.contains(where: { $0.left.name == time.left.name || $0.right.name == time.right.name }) {
      throw Diagnostic(
        "conflicting-keys",
        "\(Abridged.quoted(time.left.name)) is in on= and in asof=, so only equal times would match",
        span: call.span(of: JoinCommand.on), help: "leave it out of on=")
    }
    let within = try within(call, time)
    let keyNames = Set(pairs.map(\.right.name) + (time.map { [$0.right.name] } ?? []))
    let added = kind == .left || kind == .inner ? other.table.columns.filter { !keyNames.contains($0.name) } : []
    let (table, rows) = (dataset.chosenTable(call), call.rows)
    let (count, many, cancellation) = (rows?.count ?? table.rowCount, call[JoinCommand.many], session.cancellation)
    let threads = session.state.settings.threads
    let begun = max(dataset.begun.cells, other.begun.cells)
    let plan: JoinPlan
    let joined: Table
    var renamed: [String] = []
    plan = try Diagnostic.located(
      at: call.span(of: JoinCommand.on) ?? call.span(of: JoinCommand.asOf) ?? call.verbSpan,
      cancellation.detached { () throws(Diagnostic) in
        if let time {
          return try JoinPlan(
            asOf: time, within: within, pairs, leftRows: rows, leftCount: count, rightCount: other.table.rowCount,
            kind: kind, threads: threads, cancellation: cancellation)
        }
        return try JoinPlan(
          pairs, leftRows: rows, leftCount: count, rightCount: other.table.rowCount, kind: kind, many: many,
          columns: table.columns.count + added.count, from: begun, cancellation: cancellation)
      })
    (joined, renamed) = try cancellation.detached { () throws(Diagnostic) in
      let keys = ColumnOrigin([], chosenBy: pairs.map(\.left.name) + (time.map { [$0.left.name] } ?? []))
      return try JoinCommand.joined(
        table, plan, added.map { other.table.detached($0, matchedBy: keys) }, other.name, threads)
    }
    let filter = dataset.filter
    if let name = call.syntax.name?.text {
      dataset = Dataset(name: name, source: "join of \(dataset.name) and \(other.name)", table: joined)
    } else {
      dataset.table = joined
      dataset.filter = nil
    }
    dataset.begun.cells = begun
    session.state.current = dataset
    return outputs(call, plan, joined, added, renamed, before: table, other, isHidden: filter != nil)
  }

  private func outputs(
    _ call: Call, _ plan: JoinPlan, _ joined: Table, _ added: [Column], _ renamed: [String], before: Table,
    _ other: Dataset, isHidden: Bool
  ) -> [Output] {
    let missing = added.isEmpty ? 0 : plan.rowsWithout * added.count
    var report = ShapingReport(
      line: "\(joined.rowCount.counted("row")): \(plan.matched) matched, \(plan.leftOnly) only here, "
        + "\(plan.rightOnly) only in \(Abridged.text(other.name))"
        + (plan.duplicated > 0 ? ", \(plan.duplicated) with several partners" : "")
        + (added.isEmpty ? "" : "; \(added.count.counted("column")) added"),
      rowsBefore: before.rowCount, rowsAfter: joined.rowCount,
      columns: joined.columns.suffix(added.count).map(\.name),
      cells: joined.rowCount * added.count, becameMissing: missing)
    report.more = [
      ("matched", .integer(plan.matched)), ("left_only", .integer(plan.leftOnly)),
      ("right_only", .integer(plan.rightOnly)), ("duplicated", .integer(plan.duplicated)),
    ]
    var outputs = [report.output]
    let (left, right) = plan.missingKeys
    if left + right > 0 {
      outputs.append(
        .note(
          "a missing key matches nothing: \(left.counted("row")) here, \(right) in \(Abridged.quoted(other.name))"))
    }
    if !renamed.isEmpty { outputs.append(.note("renamed " + renamed.joined(separator: "; "))) }
    if isHidden { outputs.append(.warning("rows that the filter hid are not in the result; 'undo' brings them back")) }
    return outputs
  }

  private static func joined(
    _ table: Table, _ plan: JoinPlan, _ added: [Column], _ other: String, _ threads: Int
  ) throws(Diagnostic) -> (Table, renamed: [String]) {
    var columns = plan.left.map { rows in table.columns.map { $0.selecting(rows, threads: threads) } } ?? table.columns
    var names = Set(table.names)
    var renamed: [String] = []
    for var column in added {
      // A summary of these rows, joined to them, has other rows in each of its values.
      if let origin = column.origin, origin.columns.contains(where: { table[$0] != nil }), plan.repeatsRows {
        column.origin?.usesOtherRows = true
      }
      var name = column.name
      if names.contains(name) {
        name += "_" + other
        while names.contains(name) { name += "_2" }
        renamed.append(
          "\(Abridged.quoted(column.name)) to \(Abridged.quoted(name)): \(Abridged.quoted(column.name)) already exists")
      }
      names.insert(name)
      columns.append(
        Column(
          name, column.values.gathering(plan.right, threads: threads),
          role: column.role == .target ? .ignored : column.role,
          scale: column.scale, origin: column.origin))
    }
    return (try Table(columns, rowCount: plan.left?.count ?? table.rowCount).kept(by: table.keptBy), renamed)
  }

  private func pairs(
    _ call: Call, _ table: Table, _ other: Table
  ) throws(Diagnostic) -> [(left: Column, right: Column)] {
    let span = call.span(of: JoinCommand.on)
    var pairs: [(left: Column, right: Column)] = []
    for text in call[JoinCommand.on] ?? [] { pairs.append(try Tables.pair(text, table, other, span: span)) }
    return pairs
  }

  private func time(
    _ call: Call, _ table: Table, _ other: Table
  ) throws(Diagnostic) -> (left: Column, right: Column)? {
    guard let text = call[JoinCommand.asOf] else { return nil }
    if call.has(JoinCommand.many) {
      throw Diagnostic(
        "conflicting-keys", "asof= joins one row at most, so many= has no meaning",
        span: call.span(of: JoinCommand.many))
    }
    return try Tables.pair(text, table, other, span: call.span(of: JoinCommand.asOf))
  }

  private func within(_ call: Call, _ time: (left: Column, right: Column)?) throws(Diagnostic) -> Double? {
    guard let text = call[JoinCommand.within] else { return nil }
    let span = call.span(of: JoinCommand.within)
    guard let time else { throw Diagnostic("unused-key", "within= requires asof=", span: span) }
    let isClock = time.left.scale?.name != nil
    let seconds =
      isClock ? AsOf.distance(text, ofTimes: true).map { $0 / 1_000_000 } ?? DurationCell.duration(text) : nil
    guard
      let distance = seconds.flatMap({ $0 >= 0 ? $0 : nil }) ?? AsOf.distance(text, ofTimes: !time.left.type.isNumeric)
    else {
      throw Diagnostic(
        "bad-value", "\(Abridged.quoted(text)) is not a distance in time", span: span,
        help: isClock
          ? "as in: within=10:00, which are minutes, or within=2h"
          : time.left.type.isNumeric ? "write a number, as in: within=5" : "as in: within=2h; units are s, m, h and d"
      )
    }
    return distance
  }
}
