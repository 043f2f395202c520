/// Days in texts, read as those of a column of a file are: in ISO form, in digits, or with an English month.
///
/// All texts together decide whether the day or the month comes first in digits; a point means day first.
public struct TextDates: Sendable {
  /// The order that the texts show; nil where they leave it open.
  public let order: DateOrder?
  /// Whether some texts can only have the day first, and others only the month.
  public let isContradicted: Bool
  /// Whether the order was given, and not read from the texts.
  let isGiven: Bool
  private let assumed: DateOrder

  /// Reads texts in a given order, and no other.
  public init(order: DateOrder) { (self.order, isContradicted, isGiven, assumed) = (order, false, true, order) }

  /// Looks at the texts of a column; what they leave open is read in the assumed order.
  public init(_ texts: some Sequence<String>, assuming assumed: DateOrder = .dayFirst) {
    var (dayFirst, monthFirst) = (0, 0)
    for text in texts {
      guard let (cell, isDayFirst) = TextDates.cell(text), TextDates.isOpen(cell), !TextDates.hasOpenYear(cell)
      else { continue }
      let isMonth = !isDayFirst && cell.value(.monthDayYear) != .impossible
      let isDay = cell.value(.dayMonthYear) != .impossible
      if isDay, !isMonth { dayFirst += 1 } else if isMonth, !isDay { monthFirst += 1 }
    }
    order = dayFirst == monthFirst ? nil : dayFirst > monthFirst ? .dayFirst : .monthFirst
    (isContradicted, isGiven, self.assumed) = (dayFirst > 0 && monthFirst > 0, false, assumed)
  }

  static func isOpen(_ cell: LocalDateCell) -> Bool {
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
