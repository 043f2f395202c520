public import PodiumCore

/// A season by its years: `2012` within one, `2018-19` over two.
public struct Season: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let start: Int
  /// Whether it ends in the year after.
  public let isSplit: Bool

  public init(start: Int, isSplit: Bool) { (self.start, self.isSplit) = (start, isSplit) }

  /// Reads `2012`, `2018-19`, `2018/19`, `2018-2019` and `2018/2019`; nil for any other form.
  public init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    func year(_ part: Substring, digits: Int) -> Int? {
      part.utf8.count == digits && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(part) : nil
    }
    guard parts.count == 1 || parts.count == 2, let start = year(parts[0], digits: 4), start > 1800 else { return nil }
    if parts.count == 2 {
      guard year(parts[1], digits: 4) == start + 1 || year(parts[1], digits: 2) == (start + 1) % 100 else { return nil }
    }
    self.init(start: start, isSplit: parts.count == 2)
  }

  /// The season of a league that plays from July to June. In 2020 the seasons interrupted by the pandemic were finished
  /// in July; Scotland started the next on 1 August.
  public init(winter date: CalendarDate, competition: String) {
    let (year, month, day) = date.civil
    let boundary = year == 2020 ? (8, competition.hasPrefix("SC") ? 1 : 3) : (7, 1)
    self.init(start: (month, day) < boundary ? year - 1 : year, isSplit: true)
  }

  /// Whether a day can be in it, by its year: seasons within one year may end in the next.
  public func allows(_ day: CalendarDate) -> Bool { (start...start + 1).contains(day.civil.year) }

  public var before: Season { Season(start: start - 1, isSplit: isSplit) }

  public var description: String {
    guard isSplit else { return String(start) }
    let end = (start + 1) % 100
    return "\(start)-\(end < 10 ? "0" : "")\(end)"
  }

  public static func < (a: Season, b: Season) -> Bool {
    a.start != b.start ? a.start < b.start : !a.isSplit && b.isSplit
  }
}
