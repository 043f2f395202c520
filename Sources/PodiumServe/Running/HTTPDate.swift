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
    // The civil date of a day number, counted in eras of 400 years from 1 March of the year 0.
    let shifted = day + 719_468
    let (era, ofEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    let date = ofYear - (153 * fromMarch + 2) / 5 + 1
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let time = [second / 3600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
    let wide = String(repeating: "0", count: max(0, 4 - String(year).utf8.count)) + String(year)
    return "\(days[day % 7]), \(two(date)) \(months[month - 1]) \(wide) \(time) GMT"
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
