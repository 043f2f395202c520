internal import PodiumCore

/// The time of day as headers have it (RFC 9110, 5.6.7).
public enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The text of a number of seconds since 1970, as in `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static func text(_ seconds: Int) -> String {
    let seconds = min(max(0, seconds), 253_402_300_799)
    let (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (year, month, date) = CalendarDate(days: day).civil
    let time = [second / 3600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
    let wide = String(repeating: "0", count: max(0, 4 - String(year).utf8.count)) + String(year)
    return "\(days[day % 7]), \(two(date)) \(months[month - 1]) \(wide) \(time) GMT"
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
