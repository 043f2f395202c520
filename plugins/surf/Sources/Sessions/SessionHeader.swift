internal import PodiumCore
internal import PodiumPlugin

/// Which columns of a log hold what: by their names, and by what the user says with `map=`.
struct SessionHeader {
  /// What a log says of a session, beside its conditions.
  enum Part: String, CaseIterable {
    case spot, date, start, end, duration, rating, notes

    /// The names of columns that hold it, in small letters with `_` for what is no letter or digit.
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

  /// The column of the file for each part that has one.
  let columns: [Part: String]

  /// Finds the parts; `map` holds pairs `beach:spot` of a column and a part.
  ///
  /// Throws `bad-value` for a pair that is none, `unknown-column`, and `missing-column` where spot, time or rating lack.
  init(_ names: [String], map: [String], file: String) throws(Diagnostic) {
    var columns: [Part: String] = [:]
    for pair in map {
      let halves = pair.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, let part = Part(rawValue: String(halves[1])) else {
        throw .badValue(
          "map", pair, allowed: "COLUMN:PART with PART one of " + Part.allCases.map(\.rawValue).joined(separator: ", "),
          span: nil)
      }
      let name = String(halves[0])
      guard names.contains(name) else { throw Diagnostic.unknown("column", name, among: names, help: "map= names it") }
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
      if columns[part] != nil || others.contains(where: { columns[$0] != nil }) { continue }
      throw Diagnostic(
        "missing-column", "'\(file)' has no column for the \(part.rawValue) of a session",
        help: "say which it is: map=COLUMN:\(part.rawValue); its columns are " + names.joined(separator: ", "))
    }
  }

  /// Whether a line could be the names of a log: delimited, with a spot, a rating and a time among them.
  static func looksLikeSessions(_ line: some StringProtocol) -> Bool {
    let separators: Set<Character> = [",", ";", "\t"]
    let names = Set(line.split(whereSeparator: separators.contains).map { plain($0) })
    func has(_ part: Part) -> Bool { part.names.contains(where: names.contains) }
    return has(.spot) && has(.rating) && (has(.start) || has(.date))
  }

  private static func plain(_ name: some StringProtocol) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.joined(separator: "_")
  }
}
