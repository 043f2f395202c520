internal import PodiumCore
internal import PodiumPlugin

/// Which column of a log holds which part, by column names and by `map=`.
struct SessionHeader {
  /// What a log records about a session, besides the conditions.
  enum Part: String, CaseIterable {
    case spot, date, start, end, duration, rating, notes

    /// Column names for this part, in lower case, with `_` for anything but letters and digits.
    var names: [String] {
      switch self {
      case .spot: ["spot", "spot_slug", "spot_name", "beach", "break", "location"]
      case .date: ["date", "session_date", "day"]
      case .start: ["start", "start_time", "time", "started_at", "start_utc"]
      case .end: ["end", "end_time", "finish", "ended_at", "end_utc"]
      case .duration: ["duration", "duration_minutes", "duration_min", "minutes"]
      case .rating: ["rating", "overall", "overall_rating", "stars", "score"]
      case .notes: ["notes", "note", "comment", "comments", "remarks"]
      }
    }
  }

  /// The column of each part that has one.
  let columns: [Part: String]

  /// Finds the parts; `map` holds pairs of column and part, such as `beach:spot`.
  ///
  /// Throws `bad-value` for a malformed pair, `unknown-column`, and `missing-column` without a spot, time or rating.
  ///
  /// A part that is `given` elsewhere need not be a column.
  init(_ names: [String], map: [String], file: String, given: Set<Part> = []) throws(Diagnostic) {
    var columns: [Part: String] = [:]
    for pair in map {
      let halves = pair.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, let part = Part(rawValue: String(halves[1])) else {
        throw .badValue(
          "map", pair,
          allowed: "COLUMN:PART, where PART is one of " + Part.allCases.map(\.rawValue).joined(separator: ", "),
          span: nil)
      }
      let name = String(halves[0])
      guard names.contains(name) else { throw Diagnostic.unknown("column", name, among: names, help: "correct map=") }
      columns[part] = name
    }
    let taken = Set(columns.values)
    for part in Part.allCases where columns[part] == nil {
      columns[part] =
        part.names.lazy.compactMap { wanted in
          names.first { SessionHeader.plain($0) == wanted && !taken.contains($0) }
        }.first
    }
    self.columns = columns
    for (part, others) in [(Part.spot, []), (.rating, []), (.start, [Part.date])] {
      if columns[part] != nil || given.contains(part) || others.contains(where: { columns[$0] != nil }) { continue }
      throw Diagnostic(
        "missing-column", "'\(file)' has no column for the session's \(part.rawValue)",
        help: "name it with map=COLUMN:\(part.rawValue); the columns are " + names.joined(separator: ", "))
    }
  }

  /// Whether a line could be the header of a log: delimited, with a spot, a rating and a time.
  static func looksLikeSessions(_ line: some StringProtocol) -> Bool {
    let separators: Set<Character> = [",", ";", "\t"]
    let names = Set(line.split(whereSeparator: separators.contains).map { plain($0) })
    func has(_ part: Part) -> Bool { part.names.contains(where: names.contains) }
    return has(.spot) && has(.rating) && (has(.start) || has(.date))
  }

  static func plain(_ name: some StringProtocol) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.joined(separator: "_")
  }
}
