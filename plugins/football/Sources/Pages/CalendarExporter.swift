internal import FootballModel
internal import PodiumCore
internal import PodiumPlugin

/// Writes matches as an iCalendar file (RFC 5545), for a table with the columns of `football matches`.
struct CalendarExporter: Exporter {
  let key = "football.ics"
  let extensions = ["ics"]

  /// Throws `no-matches` for another table.
  func write(_ table: Table) throws(Diagnostic) -> [UInt8] {
    guard let homes = table["home"], let aways = table["away"], let kickoffs = table["kickoff"],
      let moments = table["kickoff_utc"], let numbers = table["number"]
    else {
      throw Diagnostic(
        "no-matches", "a calendar needs matches", help: "write one of football matches or football upcoming")
    }
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//podium//football//EN", "CALSCALE:GREGORIAN"]
    func text(_ column: Column?, _ row: Int) -> String? {
      guard let value = column?[row], !value.isMissing else { return nil }
      return value.fileText
    }
    for row in 0..<table.rowCount {
      guard let home = text(homes, row), let away = text(aways, row) else { continue }
      let start: String
      let stamp: String
      if case .datetime(let moment) = moments[row] {
        stamp = CalendarExporter.stamp(moment)
        start = "DTSTART:" + stamp
      } else if let day = text(kickoffs, row).flatMap({ CalendarDate(iso: String($0.prefix(10))) }) {
        let digits = day.description.filter { $0 != "-" }
        (start, stamp) = ("DTSTART;VALUE=DATE:" + digits, digits + "T000000Z")
      } else {
        continue
      }
      let competition = text(table["competition"], row) ?? ""
      let state = text(table["state"], row).flatMap { MatchState(rawValue: $0) } ?? .scheduled
      var summary = "\(home) – \(away)"
      if let goals = text(table["home_goals"], row), let others = text(table["away_goals"], row) {
        summary += " \(goals)-\(others)"
      }
      lines += [
        "BEGIN:VEVENT", "UID:match-\(text(numbers, row) ?? String(row))-\(CalendarExporter.name(competition))@podium",
        "DTSTAMP:" + stamp, start,
      ]
      if start.hasPrefix("DTSTART:") { lines.append("DURATION:PT2H") }
      lines.append("SUMMARY:" + CalendarExporter.escape(summary))
      if !competition.isEmpty { lines.append("CATEGORIES:" + CalendarExporter.escape(competition)) }
      if let ground = text(table["ground"], row) { lines.append("LOCATION:" + CalendarExporter.escape(ground)) }
      switch state {
      case .cancelled: lines.append("STATUS:CANCELLED")
      case .postponed: lines.append("STATUS:TENTATIVE")
      default: lines.append("STATUS:CONFIRMED")
      }
      lines.append("END:VEVENT")
    }
    lines.append("END:VCALENDAR")
    return lines.flatMap { CalendarExporter.folded($0) }
  }

  /// `20150418T130000Z`.
  private static func stamp(_ moment: Moment) -> String {
    moment.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// A competition's code as a part of a name that must not change.
  private static func name(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
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
