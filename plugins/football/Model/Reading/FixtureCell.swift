internal import PodiumCore

/// What single cells of a table of fixtures say.
enum FixtureCell {
  /// Takes what a column says beside the score: `Postponed`, `4-3 pens`, `Home Win`; false for other words.
  static func take(_ status: String, beside result: String, into match: inout SourceMatch) -> Bool {
    if let word = FixtureWord(status) {
      word.apply(to: &match)
      return true
    }
    let mark = FixtureWord.marked(status)
    // `B won on penalties` of a level match
    if match.score.map({ $0.home == $0.away }) ?? false, match.penalties == nil, mark.contains("pen") {
      for (team, side) in [(match.home, StoredMatch.Winner.home), (match.away, .away)]
      where status.hasPrefix(team + " ") && !status.dropFirst(team.count).contains(where: \.isNumber) {
        match.winner = side
        return true
      }
    }
    // The score has what the word alone says.
    if match.penalties != nil, ["pen", "pens", "penalties"].contains(mark) { return true }
    let score = isOpen(result) ? match.fullTime.map { "\($0) " + mark } : result + " " + mark
    guard let score, let whole = scored(score, match), let read = whole else { return false }
    match = read
    return true
  }

  /// Whether a cell is a time rather than a score: `15:30`, but not `0:10`.
  static func isClock(_ cell: String) -> Bool {
    let parts = cell.split(separator: ":")
    guard parts.count == 2, SourceDates.time(cell) != nil, let hour = Int(parts[0]), let minute = Int(parts[1]) else {
      return false
    }
    return hour > 9 || minute > 19 || parts[1].hasPrefix("0")
  }

  /// The score of a cell, also with words for extra time and shoot-outs; nil where it is none.
  static func score(_ cell: String) -> TextScore? { TextScore(cell: FixtureWord.marked(cell)) }

  /// A match with the score of a cell, `2 - 1`, `2:1 n.V.`; nil where the cell is none, and a nil match where it contradicts itself.
  static func scored(_ cell: String, _ match: SourceMatch) -> SourceMatch?? {
    guard let score = score(cell) else { return nil }
    var read = match
    // A shoot-out does not end level.
    guard score.apply(to: &read), read.penalties.map({ $0.home != $0.away }) ?? true else { return .some(nil) }
    read.state = .fullTime
    return read
  }

  /// The score of a cell, and the word before or after it: `2:0` and `Urteil`; nil for others.
  static func split(_ cell: String) -> (score: String, word: FixtureWord, text: String)? {
    let words = cell.split(separator: " ")
    for place in words.indices.dropFirst() {
      for (score, rest) in [(words[..<place], words[place...]), (words[place...], words[..<place])] {
        let (text, bare) = (inner(score.joined(separator: " ")), inner(rest.joined(separator: " ")))
        if let word = FixtureWord(bare) ?? FixtureWord(besideScore: bare) { return (text, word, bare) }
      }
    }
    return nil
  }

  /// A text without the parentheses around it.
  private static func inner(_ text: String) -> String {
    text.hasPrefix("(") && text.hasSuffix(")") ? String(text.dropFirst().dropLast()) : text
  }

  /// Whether a cell says that there is nothing, or nothing yet.
  static func isOpen(_ text: String) -> Bool {
    text.isEmpty || nothing.contains(text.lowercased().filter { $0 != "." })
      || text.allSatisfy { "-–—−:. ".contains($0) }
  }

  private static let nothing: Set<String> = [
    "", "?", "na", "n/a", "null", "tba", "tbc", "tbd", "vs", "v",
  ]

  /// Whether a cell is a day: `02-Jan`, `2025-01-02`, `2.1.`.
  static func isDay(_ text: String) -> Bool {
    [text, text.replacing("-", with: " "), text + "2000"].contains { SourceDates.written($0) != nil }
  }

  /// A name without the number of the match that older files add: `Arsenal (1)`.
  static func name(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      text[text.index(after: open)...].dropLast().allSatisfy(\.isNumber)
    else { return text }
    return String(text[..<open]).trimmed
  }

  /// The names around ` - `, also with a longer dash, or else around ` v `; a dash without spaces belongs to a name.
  static func separated(_ text: String) -> [String] {
    let parts = separated(text, by: ["-", "–", "—"])
    return parts.count > 1 ? parts : separated(text, by: ["v", "vs", "vs.", "v.", "V", "VS"])
  }

  private static func separated(_ text: String, by signs: Set<Substring>) -> [String] {
    var parts: [String] = [""]
    for word in text.split(separator: " ") {
      if signs.contains(word) {
        parts.append("")
      } else {
        parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return parts
  }

  /// The number of the match in a link: `?scr=result&fmid=2600000`.
  static func number(_ link: String) -> String? {
    guard let place = link.firstRange(of: "fmid=") else { return nil }
    let digits = link[place.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty || digits.count > 18 ? nil : String(digits)
  }
}
