public import PodiumCore

/// A calendar as plugins write it: an iCalendar file (RFC 5545).
public struct Calendar: Sendable {
  /// When an event is.
  public enum Time: Sendable, Equatable {
    /// A moment, with the minutes that it takes.
    case moment(Moment, minutes: Int)
    /// A whole day.
    case day(CalendarDate)
  }

  /// Something that happens.
  public struct Event: Sendable {
    /// A name that stays the same when the event changes.
    public var uid: String
    /// When it is.
    public var time: Time
    /// What it is.
    public var summary: String
    /// More about it.
    public var description: String?
    /// What kind of event it is.
    public var category: String?
    /// Where it is.
    public var location: String?
    /// When what is known of it changed last; by default its beginning.
    public var stamp: Moment?
    /// CONFIRMED, TENTATIVE or CANCELLED.
    public var status: String

    /// An event that is confirmed.
    public init(uid: String, time: Time, summary: String, status: String = "CONFIRMED") {
      (self.uid, self.time, self.summary, self.status) = (uid, time, summary, status)
    }
  }

  /// The plugin that writes it.
  public let author: String
  /// In the order in which they are written.
  public var events: [Event] = []

  /// A calendar without events.
  public init(author: String) { self.author = author }

  /// The bytes of the file; an event without a stamp has its beginning as one, so that the same events give the same bytes.
  public var bytes: [UInt8] {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//podium//\(author)//EN", "CALSCALE:GREGORIAN"]
    for event in events {
      lines += ["BEGIN:VEVENT", "UID:" + Calendar.name(event.uid) + "@podium"]
      switch event.time {
      case .moment(let start, let minutes):
        lines += ["DTSTAMP:" + Calendar.stamp(event.stamp ?? start), "DTSTART:" + Calendar.stamp(start)]
        lines += ["DURATION:" + Calendar.duration(minutes)]
      case .day(let day):
        let digits = day.description.filter { $0 != "-" }
        lines += [
          "DTSTAMP:" + (event.stamp.map { Calendar.stamp($0) } ?? digits + "T000000Z"), "DTSTART;VALUE=DATE:" + digits,
        ]
      }
      lines.append("SUMMARY:" + Calendar.escape(event.summary))
      if let text = event.category, !text.isEmpty { lines.append("CATEGORIES:" + Calendar.escape(text)) }
      if let text = event.location { lines.append("LOCATION:" + Calendar.escape(text)) }
      if let text = event.description { lines.append("DESCRIPTION:" + Calendar.escape(text)) }
      lines += ["STATUS:" + event.status, "END:VEVENT"]
    }
    lines.append("END:VCALENDAR")
    return lines.flatMap { Calendar.folded($0) }
  }

  /// `PT2H`, `PT90M`.
  private static func duration(_ minutes: Int) -> String {
    let whole = max(0, minutes)
    return whole % 60 == 0 ? "PT\(whole / 60)H" : "PT\(whole)M"
  }

  /// `20150418T130000Z`.
  private static func stamp(_ moment: Moment) -> String {
    moment.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// Letters, digits and hyphens, as a part of a name that must not change; other letters and digits as their code
  /// points, so that names in other scripts differ.
  private static func name(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let character = Character(scalar)
        name.append(character.isLetter || character.isNumber ? character : "-")
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        name += "u" + String(scalar.value, radix: 16)
      } else {
        name.append("-")
      }
    }
    return name
  }

  private static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\", ",", ";": escaped += "\\" + String(character)
      case "\n", "\r\n", "\r": escaped += "\\n"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// The bytes of a line of at most 75 bytes, continued on lines that begin with a space.
  private static func folded(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var length = 0
    for scalar in line.unicodeScalars {
      let encoded = Array(String(scalar).utf8)
      if length + encoded.count > 75 {
        bytes += [0x0D, 0x0A, 0x20]
        length = 1
      }
      bytes += encoded
      length += encoded.count
    }
    return bytes + [0x0D, 0x0A]
  }
}
