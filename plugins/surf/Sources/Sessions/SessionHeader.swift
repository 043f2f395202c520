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
      guard let (name, meaning) = SessionHeader.pair(pair), let part = Part(rawValue: meaning) else {
        throw .badValue(
          "map", pair,
          allowed: "COLUMN:PART, where PART is one of " + Part.allCases.map(\.rawValue).joined(separator: ", "),
          span: nil)
      }
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
    let lacking = [(Part.spot, []), (.rating, []), (.start, [Part.date])].filter { part, others in
      columns[part] == nil && !given.contains(part) && !others.contains { columns[$0] != nil }
    }.map(\.0.rawValue)
    guard !lacking.isEmpty else { return }
    let list = lacking.count > 1 ? lacking.dropLast().joined(separator: ", ") + " and " : ""
    let shown = names.prefix(20).map { Abridged.text(SafeText.escape($0)) }.joined(separator: ", ")
    throw Diagnostic(
      "missing-column",
      "'\(file)' has no \(lacking.count > 1 ? "columns" : "column") for the session's \(list)\(lacking.last ?? "")",
      help: "name \(lacking.count > 1 ? "them" : "it") with map="
        + lacking.map { "COLUMN:" + $0 }.joined(separator: ",") + "; the columns are " + shown
        + (names.count > 20 ? ", …" : ""))
  }

  /// The column and the meaning of `COLUMN:MEANING`; a column may have a colon in its name.
  static func pair(_ pair: String) -> (column: String, meaning: String)? {
    guard let colon = pair.lastIndex(of: ":") else { return nil }
    return (String(pair[..<colon]), String(pair[pair.index(after: colon)...]))
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
