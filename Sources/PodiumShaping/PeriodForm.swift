public import PodiumCore

/// What the values of a column say instead of days and moments: months, quarters, digits without marks, or seconds that count from
/// 1970.
public enum PeriodForm: Sendable {
  /// `2024-01`, `2024/1`, `01/2024`, `2024M1`, `Jan 2024`.
  case month
  /// `2024Q1`, `2024-Q1`, `Q1 2024`.
  case quarter
  /// `20240131` and `202401`.
  case digits, monthDigits
  /// Seconds since 1970 in UTC, and thousandths of them.
  case seconds, milliseconds

  /// The form that fits all values of a column, or more than half of them with `most`, of categories each once; nil if no form
  /// does, or the column is empty.
  public static func of(
    _ column: Column, most: Bool = false, _ cancellation: Cancellation
  ) throws(Diagnostic) -> PeriodForm? {
    switch column.values {
    case .category(let x), .ordered(let x):
      try common(x.levels.lazy.map { Value.text($0) }, [.month, .quarter], most, cancellation)
    case .text(let x):
      try common(x.lazy.compactMap { $0 }.map { Value.text($0) }, [.month, .quarter], most, cancellation)
    case .integer(let x):
      try common(
        x.lazy.filter { $0 != ColumnValues.missingInteger }.map { Value.integer($0) },
        [.digits, .monthDigits, .seconds, .milliseconds], most, cancellation)
    case .number(let x) where column.scale == nil:
      try common(
        x.lazy.filter { !$0.isNaN }.map { Value.number($0) }, [.seconds, .milliseconds], most, cancellation)
    default: nil
    }
  }

  /// No value is of two forms.
  private static func common(
    _ values: some Sequence<Value>, _ forms: [PeriodForm], _ most: Bool, _ cancellation: Cancellation
  ) throws(Diagnostic) -> PeriodForm? {
    var (counts, total) = ([Int](repeating: 0, count: forms.count), 0)
    for value in values {
      if total & 0xFFF == 0 { try cancellation.check() }
      let place = forms.firstIndex { $0.moment(value) != nil }
      if let place { counts[place] += 1 }
      if !most, place.map({ counts[$0] <= total }) ?? true { return nil }
      total += 1
    }
    return counts.firstIndex { $0 * 2 > total }.map { forms[$0] }
  }

  /// What `type` did with the values.
  public var note: String {
    switch self {
    case .month, .monthDigits: "months became their first days"
    case .quarter: "quarters became their first days"
    case .digits: "read as year, month and day"
    case .seconds: "read as seconds since 1970-01-01 in UTC"
    case .milliseconds: "read as thousandths of seconds since 1970-01-01 in UTC"
    }
  }

  /// Whether the values stand for days, and not for moments.
  private var isDay: Bool { self != .seconds && self != .milliseconds }

  /// The moment that a value stands for: the beginning of a day, by the clock of a zone (nil: UTC); nil for other values.
  func moment(_ value: Value, in zone: Zone? = nil) -> Moment? {
    if isDay { return day(value).map { zone?.start(of: $0) ?? Moment(startOf: $0) } }
    // From 1973 to 2100: shorter numbers may be anything.
    guard let number = value.asNumber, case let seconds = self == .seconds ? number : number / 1000,
      (100_000_000...4_102_444_800).contains(seconds)
    else { return nil }
    return Moment(microseconds: Int((seconds * 1_000_000).rounded()))
  }

  private func day(_ value: Value) -> CalendarDate? {
    switch (self, value) {
    case (.month, .text(let text)): PeriodForm.month(text)
    case (.quarter, .text(let text)): PeriodForm.quarter(text)
    case (.digits, .integer(let whole)) where (19_000_101...21_001_231).contains(whole):
      CalendarDate(year: whole / 10_000, month: whole / 100 % 100, day: whole % 100)
    case (.monthDigits, .integer(let whole)) where (190_001...210_012).contains(whole):
      CalendarDate(year: whole / 100, month: whole % 100, day: 1)
    default: nil
    }
  }

  private static func month(_ text: String) -> CalendarDate? {
    guard text.utf8.count <= 20 else { return nil }
    if let named = LocalDateCell("1 " + text.replacing("-", with: " ")),
      case .date(let day) = named.value(.dayMonthYear),
      !named.hasShortYear, text.utf8.first.map({ ($0 | 0x20) &- 0x61 < 26 }) == true
    {
      return day
    }
    let parts = text.split(omittingEmptySubsequences: false) { "-/Mm ".contains($0) }
    guard parts.count == 2 else { return nil }
    let isYearFirst = parts[0].utf8.count == 4
    guard let year = digits(parts[isYearFirst ? 0 : 1], 4...4), let month = digits(parts[isYearFirst ? 1 : 0], 1...2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: 1)
  }

  private static func quarter(_ text: String) -> CalendarDate? {
    guard text.utf8.count <= 20 else { return nil }
    let plain = text.uppercased().replacing("-", with: "").replacing(" ", with: "")
    let parts = plain.split(separator: "Q", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let isYearFirst = !parts[0].isEmpty
    let (year, number) = isYearFirst ? (parts[0], parts[1]) : (parts[1].dropFirst(), parts[1].prefix(1))
    guard let year = digits(year, 4...4), let quarter = digits(number, 1...1), (1...4).contains(quarter) else {
      return nil
    }
    return CalendarDate(year: year, month: quarter * 3 - 2, day: 1)
  }

  private static func digits(_ text: Substring, _ lengths: ClosedRange<Int>) -> Int? {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) ? Int(text) : nil
  }
}
