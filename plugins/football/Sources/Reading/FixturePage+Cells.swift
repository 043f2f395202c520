internal import FootballModel
internal import PodiumCore

/// What single cells of a table of fixtures say.
extension FixturePage {
  /// Takes what a column of its own says beside the score: `Postponed`, `4-3 pens`, `Home Win`; false for other words.
  static func take(_ status: String, beside result: String, into match: inout SourceMatch) -> Bool {
    let lower = status.lowercased()
    if ["played", "result", "full time", "full-time", "ft", "scheduled", "fixture"].contains(lower) { return true }
    if let state = state(status) {
      (match.state, match.fullTime, match.halfTime, match.extraTime, match.penalties) = (state, nil, nil, nil, nil)
      return true
    }
    if TextScore.isWalkover(status) {
      match.state = .awarded
      return true
    }
    let words = lower.split { " -".contains($0) }
    let winners: [String: StoredMatch.Winner] = ["home": .home, "away": .away]
    if words.count == 2, ["win", "walkover", "w.o.", "wo"].contains(String(words[1])),
      let winner = winners[String(words[0])]
    {
      // Beside a score it says what the score does.
      if match.score == nil { (match.state, match.winner) = (.awarded, winner) }
      return true
    }
    var whole = match
    let score =
      isOpen(result)
      ? match.fullTime.map { "\($0.home)-\($0.away) " + status } : result + " " + status
    guard let score, TextScore(cell: score)?.apply(to: &whole) == true else { return false }
    whole.state = .fullTime
    match = whole
    return true
  }

  /// Whether a cell says that there is nothing, or nothing yet.
  static func isOpen(_ text: String) -> Bool {
    ["", "-", "–", "—", "?", "na", "n/a", "null", "tba", "tbc", "tbd", "vs", "v"].contains(
      text.lowercased().filter { $0 != "." })
  }

  /// A name without the number of the match that older files add: `Arsenal (1)`.
  static func name(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      text[text.index(after: open)...].dropLast().allSatisfy(\.isNumber)
    else { return text }
    return String(text[..<open]).trimmed
  }

  /// A whole number of goals, also one that a workbook writes as `2.0`.
  static func goals(_ text: String) -> Int? {
    let bare = text.hasSuffix(".0") ? text.dropLast(2) : text[...]
    return (1...2).contains(bare.utf8.count) && bare.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(bare) : nil
  }

  /// The names around ` - `, also with a longer dash; a dash without spaces belongs to a name.
  static func separated(_ text: String) -> [String] {
    var parts: [String] = [""]
    for word in text.split(separator: " ") {
      if word == "-" || word == "–" || word == "—" {
        parts.append("")
      } else {
        parts[parts.count - 1] += (parts[parts.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return parts
  }

  /// What became of a match without a score, in English and Swedish.
  static func state(_ text: String) -> MatchState? {
    switch text.lowercased() {
    case "postponed", "uppskjuten": .postponed
    case "cancelled", "canceled", "inställd": .cancelled
    case "abandoned", "avbruten": .abandoned
    default: nil
    }
  }

  /// The number of the match in a link: `?scr=result&fmid=2600000`.
  static func number(_ link: String) -> String? {
    guard let place = link.firstRange(of: "fmid=") else { return nil }
    let digits = link[place.upperBound...].prefix { $0.isASCII && $0.isNumber }
    return digits.isEmpty || digits.count > 18 ? nil : String(digits)
  }
}
