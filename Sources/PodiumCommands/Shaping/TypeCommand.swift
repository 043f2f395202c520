internal import PodiumCore
internal import PodiumPlugin
internal import PodiumShaping

struct TypeCommand: Command {
  static let words = Parameter<[String]>.words(
    "columns", required: true,
    help:
      "The columns and, last, one of number, integer, category, ordered, text, boolean, date, datetime, duration and time.",
    completion: .columns([]))

  static let decimal = Parameter<String?>.choice(
    "decimal", DecimalMark.allCases.map(\.rawValue), aliases: DecimalMark.aliases,
    help: "Decimal mark of numbers in text, where the texts do not show it.")
  static let dates = Parameter<String?>.choice(
    "dates", DateOrder.allCases.map(\.rawValue),
    help: "Whether dates in digits start with the day or the month, where the texts do not show it.")

  static let zone = Parameter<String?>.text(
    "zone",
    help:
      "Time zone, as in Europe/Stockholm or +01:00, whose clock moments show from then on; texts without an offset are its times."
  )

  static let origin = Parameter<String?>.text(
    "origin",
    help:
      "Day from which numbers count days: 1899-12-30 in Excel, 1970-01-01 in R, 1960-01-01 in Stata and SAS; decimals are times."
  )

  let signature = Signature(
    "type", topic: .shaping, summary: "Change the type of columns.",
    details: """
      A value that does not fit becomes missing, and the output names it with its row. Texts are read as 'load' reads the \
      cells of a column that you declare in types=: all of them decide whether a comma separates thousands and whether the day \
      comes first. Where two readings fit, 'type' changes nothing and asks for decimal= or dates=. A currency, a percent sign or \
      a unit after a number, as in 12 kg, is left out and named; a column that mixes several is refused, and so is one of 5k, \
      which is 5000 or 5 of a unit. A feature that becomes a text or a date is ignored from then on, since no learner takes it. \
      Months and \
      quarters, as in 2024-01, Jan 2024 and 2024Q1, become their first days; 20240131 and 202401 are read too, and numbers of \
      ten digits as seconds since 1970. A duration is held as seconds: 12:01.4 are minutes, 26:05:00 and 1h 20m hours, 45.2 \
      seconds; time is a time of day, such as 08:30 or \
      8:30 pm. zone= does not move moments: it changes the clock by which they are shown, compared with texts and taken apart \
      by hour() and day(); zone=UTC shows UTC again.
      """,
    parameters: [words.any, decimal.any, dates.any, zone.any, origin.any],
    exampleLines: """
      numbers as text: load trips.csv; type wind text -> text
      numbers as categories: load tastings; type rank category -> category
      values that do not fit: load iris; type species number -> 150 became missing
      moments on the clock of a place: load trips.csv; derive at = "2024-07-01T22:30:00Z"; type at datetime; \
      type at datetime zone=Europe/Stockholm -> clock of Europe/Stockholm
      texts as durations: load iris; derive lap = choose(sepal_length_cm > 5, "12:01.4", "9:58"); type lap duration \
      -> category to duration
      numbers of days: load iris; derive day = 45000 + n(); type day date origin=1899-12-30; head 1 columns=day -> 2023-08-12
      months: load iris; derive month = choose(sepal_length_cm > 5, "2024-01", "2024-02"); type month date \
      -> months became their first days
      an unknown type: load iris; type species colour -> !bad-value
      a misspelt column: load iris; type specis text -> !unknown-column
      """, traits: [.calculates], seeAlso: ["level", "columns", "replace"])

  /// Each column keeps its name and place.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let (words, span) = (call[TypeCommand.words], call.span(of: TypeCommand.words))
    let names = ColumnType.allCases.map(\.rawValue) + NumberScale.names
    let scale = words.last.flatMap(NumberScale.init(name:))
    guard let last = words.last, let type = scale == nil ? ColumnType(rawValue: last) : .number else {
      throw Diagnostic.unknownWord("type", words.last ?? "", among: names, span: span)
    }
    guard words.count > 1 else {
      throw Diagnostic(
        "missing-argument", "'type' needs at least one column before '\(last)'", span: span,
        help: "as in: type wind \(last)")
    }
    let forms = TypeConversion.Forms(
      decimal: call[TypeCommand.decimal].flatMap(DecimalMark.init),
      dates: call[TypeCommand.dates].flatMap(DateOrder.init), zone: try TypeCommand.zone(type, call, in: session),
      origin: try TypeCommand.origin(type, call))
    let isZoned = call.has(TypeCommand.zone)
    var outputs: [Output] = []
    var report = ShapingReport(
      line: "", rowsBefore: dataset.table.rowCount, rowsAfter: dataset.table.rowCount)
    var lines: [String] = []
    for name in words.dropLast() {
      let column = try dataset.table.column(name, at: span)
      if column.role == .target, [.text, .date, .datetime].contains(type) {
        throw Diagnostic(
          "needed-column", "column \(Abridged.quoted(name)) is the target, which cannot be of type \(last)", span: span,
          help: "label another column first")
      }
      if call.has(TypeCommand.origin), !column.type.isNumeric {
        throw Diagnostic(
          "unused-key",
          "origin= is for numbers of days, and column \(Abridged.quoted(name)) is of type \(column.typeName)",
          span: call.span(of: TypeCommand.origin), help: "leave origin= out; texts of days are read as they are")
      }
      if isZoned { try TypeCommand.requireUTC(column, of: dataset.table, at: call.span(of: TypeCommand.zone)) }
      let cancellation = session.cancellation
      let conversion: TypeConversion = try Diagnostic.located(
        at: span,
        cancellation.detached { () throws(Diagnostic) in
          if let scale, column.scale != scale {
            return try TypeConversion(column, to: scale, cancellation: cancellation)
          }
          return try TypeConversion(column, to: type, forms: forms, cancellation: cancellation)
        })
      var role = column.role
      if role == .feature, Column.defaultRole(type) != .feature { role = .ignored }
      if role == .ignored, Column.defaultRole(column.type) != .feature, column.type != type {
        role = Column.defaultRole(type)
      }
      dataset.table = try dataset.table.setting(
        Column(
          name, conversion.values, role: role,
          scale: scale
            ?? (isZoned ? forms.zone.map(NumberScale.zone) : column.scale?.name == nil ? column.scale : nil),
          origin: column.origin))
      let lost = conversion.lostCount
      let isClocked = isZoned && column.type == .datetime && forms.zone != column.zone
      lines.append(
        (isClocked
          ? "\(Abridged.quoted(name)) stays datetime and shows another clock"
          : column.typeName == last
            ? "\(Abridged.quoted(name)) is already \(last)"
            : "\(Abridged.text(name)): \(column.typeName) to \(last)")
          + (lost == 0 ? "" : ", \(lost) became missing (\(TypeCommand.named(conversion.lost)))"))
      if lost > 0, lost == column.count - column.missingCount, column.type.isNumeric, [.date, .datetime].contains(type)
      {
        outputs.append(.note("\(Abridged.quoted(name)): \(TypeCommand.originHelp)"))
      }
      outputs += conversion.notes.map { .note("\(Abridged.quoted(name)): \($0)") }
      if isZoned {
        outputs.append(
          .note(
            "\(Abridged.quoted(name)) shows the clock of \(forms.zone?.name ?? "UTC"); "
              + (column.type == .datetime
                ? "its moments stay the same"
                : column.type == .date ? "its days begin at midnight" : "texts without an offset were its times")))
      }
      if role != column.role {
        outputs.append(.note("\(Abridged.quoted(name)) now has the role '\(role.rawValue)'"))
      }
      report.columns.append(name)
      report.cells += column.typeName == last && !isClocked ? 0 : column.count - column.missingCount
      report.becameMissing += lost
    }
    session.state.current = dataset
    report.line = lines.joined(separator: "; ")
    return [report.output] + outputs
  }

  /// Refuses moments of a table saved before columns had zones, which were moved to the clock of one.
  private static func requireUTC(_ column: Column, of table: Table, at span: SourceSpan?) throws(Diagnostic) {
    guard column.zone == nil, let zone = table.zone(shownBy: column.name) else { return }
    throw Diagnostic(
      "bad-value", "the moments of \(Abridged.quoted(column.name)) were moved to the clock of \(zone) already",
      span: span, help: "to choose another zone, load the moments again")
  }

  /// The zone of `zone=`, nil for UTC; throws `unused-key` for other types than moments, and `unknown-time-zone`.
  private static func zone(_ type: ColumnType, _ call: Call, in session: Session) throws(Diagnostic) -> Zone? {
    guard let name = call[zone] else { return nil }
    let span = call.span(of: zone)
    guard type == .datetime else {
      throw Diagnostic(
        "unused-key", "zone= is for moments", span: span, help: "as in: type at datetime zone=\(CommandText.word(name))"
      )
    }
    return try Diagnostic.located(at: span, session.zone(name))
  }

  private static let originHelp =
    "numbers may count days from a day that they do not show: add origin=1899-12-30 for those of Excel, 1970-01-01 for R, "
    + "1960-01-01 for Stata and SAS"

  /// The day of `origin=`; throws `unused-key` for a type without days, and `bad-value`.
  private static func origin(_ type: ColumnType, _ call: Call) throws(Diagnostic) -> CalendarDate? {
    guard let text = call[origin] else { return nil }
    let span = call.span(of: origin)
    guard type == .date || type == .datetime else {
      throw Diagnostic(
        "unused-key", "origin= is for days and moments", span: span, help: "as in: type day date origin=1899-12-30")
    }
    guard case .date(let day) = ISODateCell.read(text) else {
      throw Diagnostic("bad-value", "origin= must be a day, as in 1899-12-30, not \(Abridged.quoted(text))", span: span)
    }
    return day
  }

  /// The first values that did not fit, each with how often and where.
  private static func named(_ lost: [(text: String, count: Int, first: Int)]) -> String {
    let shown = lost.prefix(5).map { item in
      Abridged.quoted(item.text) + (item.count > 1 ? " \(item.count) times, first" : "") + " in row \(item.first + 1)"
    }
    return shown.joined(separator: ", ") + (lost.count > 5 ? " and \(lost.count - 5) other values" : "")
  }
}
