internal import PodiumCore

/// How the numbers or days in a column's texts are written, found from all of them.
struct TextForms {
  private var numbers: NumberForm?
  private var days: DateForm?
  /// The first text that was read without a part of it.
  private(set) var changed: String?

  /// Throws `ambiguous-number` and `ambiguous-date`.
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
    switch try NumberForm.choice(texts, decimal: decimal, cancellation: cancellation) {
    case .none: break
    case .form(let form):
      numbers = form
      changed = texts.first { text in
        let bytes = Array(text.utf8)
        return Amount(bytes.span, NumberCell.core(bytes.span), isDeclared: true).isMarked && number(text)?.value != nil
      }
    case .either(let a, let b, let place):
      throw Diagnostic(
        "ambiguous-number",
        "column \(Abridged.quoted(column.name)): " + NumberForm.readings(texts[place], a, b),
        help: "add decimal=\(a.decimal.rawValue) for the first or decimal=\(b.decimal.rawValue) for the second")
    }
  }

  private mutating func findDays(
    _ texts: [String], _ column: Column, _ order: DateOrder?, _ cancellation: Cancellation
  ) throws(Diagnostic) {
    var evidence = DateEvidence()
    for (place, text) in texts.enumerated() {
      if place & 0xFFF == 0 { try cancellation.check() }
      guard let read = LocalDateCell(text) else { continue }
      _ = evidence.add(read, row: place, isDeclared: true)
      if read.hasShortYear, changed == nil { changed = text }
    }
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
  func number(_ text: String) -> NumberCell? { numbers?.read(text, isDeclared: true) }

  /// The moment in a text, that at which a day begins in UTC; nil for other texts.
  func moment(_ text: String) -> Moment? {
    if let moment = ISODateCell.read(text).moment { return moment }
    guard let days else { return nil }
    return LocalDateCell(text)?.value(in: days).moment
  }
}

extension ISODateCell {
  fileprivate var moment: Moment? {
    switch self {
    case .date(let day): Moment(microseconds: day.days * 86_400_000_000)
    case .datetime(let moment, _, _): moment
    case .impossible, .none: nil
    }
  }
}
