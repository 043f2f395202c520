/// How the days of a column in a local form are written, from all its cells.
///
/// The order of day and month is the one that makes the most cells a day. A point always means day first.
package struct DateEvidence {
  /// What the cells show.
  package enum Choice {
    /// All cells are days in this form.
    case form(DateForm)
    /// The order of day and month is ambiguous: `03/04/2024`.
    case either(mark: UInt8, row: Int)
  }

  private var form: DateForm?
  private var hasTime = false
  private var hasShortYear = false
  private var fits = 0
  private var dayFirst = 0
  private var monthFirst = 0
  private var firstOpen: Int?

  package init() {}

  /// Adds a cell; false, and nothing is changed, if it has another form than those before and is not `declared` alike.
  package mutating func add(_ read: LocalDateCell, row: Int, isDeclared: Bool) -> Bool {
    if fits == 0 {
      (form, hasTime, hasShortYear) = (read.form, read.time != nil, read.hasShortYear)
    } else if !isDeclared, form != read.form || hasTime != (read.time != nil) || hasShortYear != read.hasShortYear {
      return false
    }
    fits += 1
    if read.value(.dayMonthYear) != .impossible { dayFirst += 1 }
    if read.value(.monthDayYear) != .impossible { monthFirst += 1 }
    if firstOpen == nil, read.parts.0 != read.parts.1 { firstOpen = row }
    return true
  }

  /// The form of the cells, with the order where one is given; nil without cells.
  package func choice(_ order: DateOrder?) -> Choice? {
    guard fits > 0, let form else { return nil }
    guard form.order == .dayMonthYear, form.mark != 0x2E else { return .form(form) }
    switch order {
    case .dayFirst: return .form(form)
    case .monthFirst: return .form(DateForm(order: .monthDayYear, mark: form.mark))
    case nil: break
    }
    if dayFirst == monthFirst, let firstOpen { return .either(mark: form.mark, row: firstOpen) }
    return .form(dayFirst >= monthFirst ? form : DateForm(order: .monthDayYear, mark: form.mark))
  }
}

extension LocalDateCell {
  /// Reads a text.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span, NumberCell.core(bytes.span))
  }

  /// The day or moment of a cell of a column in this form; `none` for a cell in another one.
  package func value(in form: DateForm) -> ISODateCell {
    guard self.form.mark == form.mark else { return .none }
    let isNumeric = self.form.order == .dayMonthYear
    guard self.form.order == form.order || (isNumeric && form.order == .monthDayYear) else { return .none }
    return value(form.order)
  }
}
