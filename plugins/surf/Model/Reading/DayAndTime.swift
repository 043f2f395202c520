internal import PodiumCore

/// Tables with the day in one column and the time of day in another: `Datum;Uhrzeit;Höhe (cm)`.
public struct DayAndTime {
  /// The rows with the time of day after the day; the heading of the time is then empty, and that of the day has both names.
  private(set) var rows: [(line: Int, cells: [String])]
  /// The place of the column that holds both; nil where no two columns are such.
  private(set) var place: Int?

  static let days = ["date", "day", "fecha", "dia", "día", "datum", "tag", "data", "dato", "dag", "jour"]
  private static let times = [
    "time", "hour", "time of day", "clock", "hora", "uhrzeit", "zeit", "heure", "klokkeslett", "klokken", "tid", "tijd",
    "ora", "hora utc", "hora gmt",
  ]

  /// Whether a heading names a day or a time of day.
  static func isHeading(_ name: String) -> Bool {
    let bare = bare(name)
    return days.contains(bare) || times.contains(bare)
  }

  /// Without a zone at the end: `Time (UTC)`.
  private static func bare(_ name: String) -> String {
    var words = name.nameWords
    if words.count > 1, let last = words.last, ["utc", "gmt", "local"].contains(last) || ObservationTable.isZone(last) {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// Finds the columns by their headings and cells; `mapped` headings mean something else.
  init(_ rows: [(line: Int, cells: [String])], mapped: Set<String> = []) {
    self.rows = rows
    let header = (rows.first?.cells ?? []).map(\.trimmed)
    func column(_ names: [String], _ isSuch: (String) -> Bool) -> Int? {
      header.indices.first { place in
        guard !mapped.contains(header[place]), names.contains(DayAndTime.bare(header[place])) else { return false }
        let cells = rows.dropFirst().lazy.compactMap { row in
          row.cells.indices.contains(place) && !row.cells[place].trimmed.isEmpty ? row.cells[place].trimmed : nil
        }.prefix(40)
        return !cells.isEmpty && 2 * cells.count(where: isSuch) > cells.count
      }
    }
    guard let day = column(DayAndTime.days, { CalendarDate(iso: $0) != nil }),
      let time = column(DayAndTime.times, { DayAndTime.time($0) != nil }), day != time
    else { return }
    place = day
    for row in rows.indices where rows[row].cells.indices.contains(day) && rows[row].cells.indices.contains(time) {
      let cell = rows[row].cells[time].trimmed
      self.rows[row].cells[day] =
        rows[row].cells[day].trimmed + " " + (row == rows.startIndex ? cell : DayAndTime.time(cell) ?? cell)
      self.rows[row].cells[time] = ""
    }
  }

  /// A time of day in the form `06:00` or `06:00:30`, of `6:00`, `05:12 PM`, `05.12 Uhr`, `6h30`, `6h`, `0600` and `6`; nil for any
  /// other text.
  public static func time(_ text: String) -> String? {
    var words = text.lowercased().replacing(".", with: ":").split(separator: " ").map(String.init)
    var half: String?
    if words.count == 1, let last = words.first, last.hasSuffix("am") || last.hasSuffix("pm") {
      words = [String(last.dropLast(2)), String(last.suffix(2))]
    } else if words.count == 1, let hours = words.first, hours.dropFirst().contains("h") {
      words = [hours.hasSuffix("h") ? String(hours.dropLast()) : hours.replacing("h", with: ":")]
    }
    if words.count == 2 {
      switch words[1].filter({ $0 != ":" }) {
      case "am", "pm": half = words[1].filter { $0 != ":" }
      case "uhr", "h", "hrs", "utc", "gmt": break
      default: return nil
      }
      words.removeLast()
    }
    guard words.count == 1, var parts = words.first?.split(separator: ":", omittingEmptySubsequences: false) else {
      return nil
    }
    if parts.count == 1, parts[0].utf8.count == 4 { parts = [parts[0].prefix(2), parts[0].suffix(2)] }
    guard (1...3).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    var numbers = parts.compactMap { Int($0) }
    guard var hour = numbers.first else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "pm" ? 12 : 0)
    }
    numbers[0] = hour
    if numbers.count == 1 { numbers.append(0) }
    guard hour < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }

  /// A day and an hour in words of digits, `2026 05 01 00` or `2026 05 01 00 30`, as a time on a clock; nil for any other text.
  static func spaced(_ text: String) -> Moment? {
    let words = text.split(separator: " ")
    guard words.count == 4 || words.count == 5, words[0].utf8.count == 4,
      words.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      words.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return nil }
    let day = words.prefix(3).joined(separator: "-")
    return Moment(iso: day + "T" + (words.dropFirst(3) + (words.count == 4 ? ["00"] : [])).joined(separator: ":"))
  }
}
