internal import Glibc

/// The time of day as headers have it (RFC 9110, 5.6.7).
public enum HTTPDate {
  /// The text of a number of seconds since 1970, as in `Sun, 06 Nov 1994 08:49:37 GMT`.
  public static func text(_ seconds: Int) -> String {
    var (seconds, parts) = (time_t(min(max(0, seconds), 253_402_300_799)), tm())
    gmtime_r(&seconds, &parts)
    // No locale is set, so the names are English.
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
