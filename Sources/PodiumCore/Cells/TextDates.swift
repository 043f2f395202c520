/// Days in texts, read as those of a column of a file are: in ISO form, in digits, or with an English month.
///
/// All texts together decide whether the day or the month comes first in digits; a point means day first.
public struct TextDates: Sendable {
  /// The order that the texts show; nil where they leave it open.
  public let order: DateOrder?
  private let assumed: DateOrder

  /// Looks at the texts of a column; what they leave open is read in the assumed order.
  public init(_ texts: some Sequence<String>, assuming assumed: DateOrder = .dayFirst) {
    var (dayFirst, monthFirst) = (0, 0)
    for text in texts {
      guard let cell = LocalDateCell(text), TextDates.isOpen(cell) else { continue }
      if cell.value(.dayMonthYear) != .impossible { dayFirst += 1 }
      if cell.value(.monthDayYear) != .impossible { monthFirst += 1 }
    }
    order = dayFirst == monthFirst ? nil : dayFirst > monthFirst ? .dayFirst : .monthFirst
    self.assumed = assumed
  }

  private static func isOpen(_ cell: LocalDateCell) -> Bool {
    cell.form.order == .dayMonthYear && cell.form.mark != 0x2E
  }

  /// The day of a text, without its time; nil for other texts and days that do not exist.
  ///
  /// Years of two digits are 1969 to 2068.
  public func day(_ text: String) -> CalendarDate? {
    if let day = TextDates.day(ISODateCell.read(text)) { return day }
    guard let cell = LocalDateCell(text) else { return nil }
    let isMonthFirst = (order ?? assumed) == .monthFirst && TextDates.isOpen(cell)
    return TextDates.day(cell.value(isMonthFirst ? .monthDayYear : cell.form.order))
  }

  private static func day(_ cell: ISODateCell) -> CalendarDate? {
    switch cell {
    case .date(let day): day
    case .datetime(let moment, _, _): moment.date
    case .impossible, .none: nil
    }
  }
}
