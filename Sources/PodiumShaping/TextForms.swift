internal import PodiumCore

/// How the numbers or days in a column's texts are written, found from all of them.
struct TextForms {
  private var numbers: NumberForm?
  private var days: DateForm?
  /// What was left out of texts, or added to them.
  private(set) var notes: [String] = []

  /// Throws `ambiguous-number`, `mixed-units` and `ambiguous-date`.
  init(
    _ column: Column, _ type: ColumnType, _ forms: TypeConversion.Forms, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    let texts: [String] =
      switch column.values {
      case .text(let x): x.compactMap { $0 }
      case .category(let x), .ordered(let x): x.levels
      default: []
      }
    if type == .number || type == .integer {
      try findNumbers(texts, column, forms.decimal, cancellation)
    } else {
      try findDays(texts, column, forms.dates, cancellation)
    }
  }

  private mutating func findNumbers(
    _ texts: [String], _ column: Column, _ decimal: DecimalMark?, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    switch try NumberForm.choice(texts, decimal: decimal, hasUnit: true, cancellation: cancellation) {
    case .none: break
    case .form(let form):
      numbers = form
      try findMarks(column, cancellation)
    case .either(let a, let b, let place):
      throw Diagnostic(
        "ambiguous-number",
        "column \(Abridged.quoted(column.name)): " + NumberForm.readings(texts[place], a, b),
        help: "add decimal=\(a.decimal.rawValue) for the first or decimal=\(b.decimal.rawValue) for the second")
    }
  }

  /// Notes the currencies, percent signs and units of the numbers.
  private mutating func findMarks(_ column: Column, _ cancellation: Cancellation) throws(Diagnostic) {
    var marks = AmountMarks()
    func add(_ text: String, _ row: Int, _ count: Int) {
      guard number(text)?.value != nil else { return }
      let bytes = Array(text.utf8)
      marks.add(bytes.span, NumberCell.core(bytes.span), row: row, count: count)
    }
    switch column.values {
    case .text(let texts):
      for (row, text) in texts.enumerated() {
        if row & 0xFFF == 0 { try cancellation.check() }
        if let text { add(text, row, 1) }
      }
    case .category(let x), .ordered(let x):
      var counts = [(count: Int, first: Int)](repeating: (0, 0), count: x.levels.count)
      for (row, code) in x.codes.enumerated() where code >= 0 {
        if counts[Int(code)].count == 0 { counts[Int(code)].first = row }
        counts[Int(code)].count += 1
      }
      for level in counts.indices.sorted(by: { counts[$0].first < counts[$1].first }) where counts[level].count > 0 {
        add(x.levels[level], counts[level].first, counts[level].count)
      }
    default: break
    }
    let cell: (Int) -> String = { "\(Abridged.quoted(column.fileText(of: column[$0]))) in row \($0 + 1)" }
    if let refusal = marks.refusal(column.name, cell) { throw refusal }
    notes = marks.notes(cell)
  }

  private mutating func findDays(
    _ texts: [String], _ column: Column, _ order: DateOrder?, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    var evidence = DateEvidence()
    var short: String?
    for (place, text) in texts.enumerated() {
      if place & 0xFFF == 0 { try cancellation.check() }
      guard let read = LocalDateCell(text) else { continue }
      _ = evidence.add(read, row: place, isDeclared: true)
      if read.hasShortYear, short == nil { short = text }
    }
    if let short { notes = ["read years of two digits as 1969 to 2068, first \(Abridged.quoted(short))"] }
    switch evidence.choice(order) {
    case nil: break
    case .form(let form): days = form
    case .either(_, let place):
      throw Diagnostic(
        "ambiguous-date",
        "column \(Abridged.quoted(column.name)): \(Abridged.quoted(texts[place])) could be day first or month first",
        help: "add dates=dmy or dates=mdy")
    }
  }

  /// The number in a text; nil for other texts.
  func number(_ text: String) -> NumberCell? { numbers?.read(text, isDeclared: true, hasUnit: true) }

  /// The moment in a text, by the clock of a zone (nil: in UTC) where it has no offset; of a day that at which it begins.
  ///
  /// The earlier one where the clock shows it twice; nil for other texts, and where the clock does not show it.
  func moment(_ text: String, in zone: Zone? = nil) -> (moment: Moment, isRepeated: Bool)? {
    if let found = ISODateCell.read(text).moment(in: zone) { return found }
    guard let days else { return nil }
    return LocalDateCell(text)?.value(in: days).moment(in: zone)
  }
}

extension ISODateCell {
  fileprivate func moment(in zone: Zone?) -> (moment: Moment, isRepeated: Bool)? {
    switch self {
    case .date(let day): return (zone?.start(of: day) ?? Moment(startOf: day), false)
    case .datetime(let moment, let hasZone, _):
      guard let zone, !hasZone else { return (moment, false) }
      let found = zone.moments(showing: moment)
      return found.first.map { ($0, found.count > 1) }
    case .impossible, .none: return nil
    }
  }
}
