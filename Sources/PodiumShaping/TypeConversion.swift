public import PodiumCore

/// A column's values in another type; what does not fit is missing and counted.
public struct TypeConversion: Sendable {
  public let values: ColumnValues
  /// Values that did not fit, by their text, each with how often and the first row (from 0), in the order of rows.
  public let lost: [(text: String, count: Int, first: Int)]

  /// What was left out of texts, such as a currency, or added to them: the century of a year.
  public let notes: [String]

  /// How many cells became missing.
  public var lostCount: Int { lost.reduce(0) { $0 + $1.count } }

  /// How texts are written, where the texts of the column leave it open.
  public struct Forms: Sendable {
    public var decimal: DecimalMark?
    public var dates: DateOrder?
    /// Whose clock times without an offset are of, and days; nil for UTC.
    public var zone: Zone?
    /// The day from which numbers count days; nil where they do not.
    public var origin: CalendarDate?

    public init(
      decimal: DecimalMark? = nil, dates: DateOrder? = nil, zone: Zone? = nil, origin: CalendarDate? = nil
    ) {
      (self.decimal, self.dates, self.zone, self.origin) = (decimal, dates, zone, origin)
    }
  }

  /// Converts a column; texts are read as those of a file are, in the form that most of them have.
  ///
  /// Throws `ambiguous-number` and `ambiguous-date` where two forms fit them all, with different values, and `mixed-units`
  /// where numbers have different currencies or units.
  public init(
    _ column: Column, to type: ColumnType, forms: Forms = Forms(), cancellation: Cancellation
  ) throws(Diagnostic) {
    var losses = Losses()
    if let moment = try TypeConversion.moments(column, to: type, forms, cancellation) {
      values =
        type == .date
        ? .date(
          try TypeConversion.converted(column, nil, &losses, cancellation) { moment.of($0).map { .some($0.date) } })
        : .datetime(
          try TypeConversion.converted(column, nil, &losses, cancellation) { moment.of($0).map { .some($0) } })
      (lost, notes) = (losses.list, moment.notes)
      return
    }
    let texts = try TypeConversion.isFromText(column, to: type) ? TextForms(column, type, forms, cancellation) : nil
    var repeated: String?
    values = try TypeConversion.values(column, type, texts, forms.zone, &losses, &repeated, cancellation)
    lost = losses.list
    notes = (texts?.notes ?? []) + (repeated.map { [TypeConversion.repeated(Abridged.quoted($0))] } ?? [])
  }

  /// What is reported of times that occur twice; `first` is the first of them with its place.
  public static func repeated(_ first: String) -> String {
    "times that occur twice, because the clock is put back, are the earlier ones, first \(first)"
  }

  /// Converts a column to durations or times of day, in seconds: of texts, of numbers that count seconds, and times of moments.
  public init(_ column: Column, to scale: NumberScale, cancellation: Cancellation) throws(Diagnostic) {
    var losses = Losses()
    let isTime = scale == .time
    let seconds = try TypeConversion.converted(column, Double.nan, &losses, cancellation) { value -> Double? in
      switch value {
      case .text(let text): scale.seconds(of: text)
      case .datetime(let moment):
        isTime
          ? Circle.day.normalised(Double((column.zone?.shown(at: moment) ?? moment).microseconds) / 1_000_000) : nil
      case .number, .integer:
        value.asNumber.flatMap { !isTime ? $0 : (0..<Circle.day.period).contains($0) ? $0 : nil }
      default: nil
      }
    }
    (values, lost, notes) = (.number(seconds), losses.list, [])
  }

  /// How the values of a column stand for days and moments that they do not write out; nil where they do, or are none.
  private static func moments(
    _ column: Column, to type: ColumnType, _ forms: Forms, _ cancellation: Cancellation
  ) throws(Diagnostic) -> (of: (Value) -> Moment?, notes: [String])? {
    guard type != column.type, type == .date || type == .datetime else { return nil }
    if let origin = forms.origin, column.type.isNumeric {
      let start = (forms.zone?.start(of: origin) ?? Moment(startOf: origin)).microseconds
      return ({ $0.asNumber.flatMap { days(start, $0) } }, [])
    }
    // By the clock of a zone, a day begins at another moment.
    return try PeriodForm.of(column, most: true, cancellation).map { form in
      ({ form.moment($0, in: type == .date ? nil : forms.zone) }, [form.note])
    }
  }

  /// The moment so many days after another one; nil beyond the years 1 to 9999.
  private static func days(_ start: Int, _ count: Double) -> Moment? {
    guard let after = Int(exactly: (count * 86_400_000_000).rounded()) else { return nil }
    let (sum, isTooMuch) = start.addingReportingOverflow(after)
    let moment = Moment(microseconds: sum)
    return isTooMuch || moment.microseconds != sum ? nil : moment
  }

  private static func isFromText(_ column: Column, to type: ColumnType) -> Bool {
    switch (column.values, type) {
    case (.text, .number), (.text, .integer), (.text, .date), (.text, .datetime): true
    case (.category, .number), (.category, .integer), (.category, .date), (.category, .datetime): true
    case (.ordered, .number), (.ordered, .integer), (.ordered, .date), (.ordered, .datetime): true
    default: false
    }
  }

  private struct Losses {
    var list: [(text: String, count: Int, first: Int)] = []
    private var places: [String: Int] = [:]

    mutating func add(_ text: String, _ row: Int) {
      if let place = places[text] {
        list[place].count += 1
      } else {
        places[text] = list.count
        list.append((text, 1, row))
      }
    }
  }

  private static func values(
    _ column: Column, _ type: ColumnType, _ texts: TextForms?, _ zone: Zone?, _ losses: inout Losses,
    _ repeated: inout String?, _ cancellation: Cancellation
  ) throws(Diagnostic) -> ColumnValues {
    if column.type == type { return column.values }
    func converted<Element>(_ missing: Element, _ convert: (Value) -> Element?) throws(Diagnostic) -> [Element] {
      try TypeConversion.converted(column, missing, &losses, cancellation, convert)
    }
    func text(_ value: Value) -> String? { column.fileText(of: value) }
    switch type {
    case .number: return .number(try converted(.nan) { number($0, texts) })
    case .integer: return .integer(try converted(ColumnValues.missingInteger) { whole($0, texts) })
    case .boolean: return .boolean(try converted(Bool?.none) { truth($0).map(Optional.some) })
    case .date:
      return .date(
        try converted(CalendarDate?.none) { value in
          switch value {
          case .datetime(let moment): .some((column.zone?.shown(at: moment) ?? moment).date)
          case .text(let text): (texts?.moment(text)?.moment.date).map(Optional.some)
          default: nil
          }
        })
    case .datetime:
      return .datetime(
        try converted(Moment?.none) { value in
          switch value {
          case .date(let day): return .some(zone?.start(of: day) ?? Moment(startOf: day))
          case .text(let text):
            guard let found = texts?.moment(text, in: zone) else { return nil }
            if found.isRepeated { repeated = repeated ?? text }
            return .some(found.moment)
          default: return nil
          }
        })
    case .text: return .text(try converted(String?.none) { .some(text($0)) })
    case .category:
      if let categories = column.categorical { return .category(categories.sortedByCodePoint()) }
      return .category(Categorical(try converted(String?.none) { .some(text($0)) }))
    case .ordered:
      if let categories = column.categorical { return .ordered(categories) }
      return .ordered(Categorical(try converted(String?.none) { .some(text($0)) }))
    }
  }

  /// Each value converted; categories once for each name.
  private static func converted<Element>(
    _ column: Column, _ missing: Element, _ losses: inout Losses, _ cancellation: Cancellation,
    _ convert: (Value) -> Element?
  ) throws(Diagnostic) -> [Element] {
    if let categories = column.categorical {
      let known = categories.levels.map { convert(.text($0)) }
      var out: [Element] = []
      out.reserveCapacity(categories.codes.count)
      for (row, code) in categories.codes.enumerated() {
        if row & 0xFFFF == 0 { try cancellation.check() }
        guard code >= 0 else {
          out.append(missing)
          continue
        }
        if known[Int(code)] == nil { losses.add(categories.levels[Int(code)], row) }
        out.append(known[Int(code)] ?? missing)
      }
      return out
    }
    var out: [Element] = []
    out.reserveCapacity(column.count)
    for row in 0..<column.count {
      if row & 0xFFFF == 0 { try cancellation.check() }
      let value = column[row]
      let new = value.isMissing ? missing : convert(value)
      if new == nil { losses.add(column.fileText(of: value), row) }
      out.append(new ?? missing)
    }
    return out
  }

  private static func number(_ value: Value, _ texts: TextForms?) -> Double? {
    switch value {
    case .text(let text):
      switch texts?.number(text) {
      case .integer(let whole): NumberCell.exactDouble(whole)
      case .real(let real): real.isFinite ? real : nil
      case .word, .other, nil: nil
      }
    case .integer(let whole): NumberCell.exactDouble(whole)
    default: value.asNumber
    }
  }

  private static func whole(_ value: Value, _ texts: TextForms?) -> Int? {
    if case .integer(let whole) = value { return whole }
    if case .text(let text) = value, case .integer(let whole)? = texts?.number(text) { return whole }
    // Beyond 2⁵³ a double stands for several whole numbers.
    guard let x = number(value, texts), x.magnitude <= 0x1p53, let whole = Int(exactly: x) else { return nil }
    return whole
  }

  private static func truth(_ value: Value) -> Bool? {
    switch value {
    case .boolean(let x): x
    case .integer(0), .number(0): false
    case .integer(1), .number(1): true
    case .text(let text): BooleanCell.read(text)
    default: nil
    }
  }
}
