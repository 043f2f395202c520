internal import PodiumCore

/// What no name of a team holds: text that a reader did not understand must not become one.
public enum TeamText {
  /// Why a text is not the name of a team; nil for a name. A cell of a table is a name whole, whatever signs it holds.
  public static func fault(in name: String, isCell: Bool = false) -> String? {
    stranger(in: name, isCell).map { "'\(name.abridged)' holds \($0), so it is not the name of a team" }
  }

  /// Why two texts are not the sides of a match, and whether it is the home side's fault; nil for two teams.
  public static func fault(home: String, away: String) -> (isHome: Bool, reason: String)? {
    if home.isEmpty || away.isEmpty { return (home.isEmpty, "a team has no name") }
    if let absence = absence(home) { return (true, absence) }
    if let absence = absence(away) { return (false, absence) }
    if home == away { return (false, "'\(home.abridged)' is on both sides") }
    if let fault = fault(in: home) { return (true, fault) }
    return fault(in: away).map { (false, $0) }
  }

  /// Why a name is that of no opponent: one that is not known yet, or a bye; nil for a team.
  static func absence(_ name: String) -> String? {
    if placeholders.contains(name.lowercased()) {
      return "'\(name)' is not a team; import the file again when it is known"
    }
    return isBye(name) ? "'\(name)' means that the other team does not play" : nil
  }

  private static let placeholders: Set<String> = [
    "to be announced", "to be confirmed", "to be determined", "to be decided", "tba", "tbc", "tbd",
  ]

  /// Whether a name stands for no opponent.
  static func isBye(_ name: some StringProtocol) -> Bool { byes.contains(name.lowercased()) }

  private static let byes: Set<String> = [
    "bye", "spielfrei", "spelfri", "spilfri", "oversidder", "står over", "vapaavuoro", "vapaa vuoro", "lepovuoro",
    "vrij",
    "exempt", "descansa", "riposa",
  ]

  /// Whether a name is that of a place in a draw, until its team is known: `1A`, `3A/B/C/D/F`, `W74`, `Winner Group B`.
  public static func isPlace(_ name: String) -> Bool {
    let lower = name.lowercased()
    if ["winner ", "loser ", "runner-up "].contains(where: lower.hasPrefix) { return true }
    guard let first = lower.first, (2...24).contains(lower.utf8.count) else { return false }
    let rest = lower.dropFirst()
    if first == "w" || first == "l" { return rest.allSatisfy { "0123456789".contains($0) } }
    return "1234".contains(first)
      && rest.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        $0.count == 1 && $0 >= "a" && $0 <= "l"
      }
  }

  private static func stranger(in name: String, _ isCell: Bool) -> String? {
    // Most names have letters, spaces, points and dashes alone, and are done here.
    func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    if name.utf8.contains(where: isLetter),
      name.utf8.allSatisfy({ isLetter($0) || [0x20, 0x26, 0x27, 0x2D, 0x2E].contains($0) })
    {
      return nil
    }
    if !isCell, let sign = name.first(where: { "\t@|;[]{}<>".contains($0) }) {
      return sign == "\t" ? "a tab" : "'\(sign)'"
    }
    // Own tables may number the teams.
    if !name.contains(where: \.isLetter), !name.allSatisfy(\.isNumber) { return "no letter" }
    guard name.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x28 }) else { return nil }
    let words = name.split(separator: " ")
    for (place, word) in words.enumerated() {
      let bare = word.drop { $0 == "(" }.prefix { $0 != ")" && $0 != "," }
      if isScore(word, isCell) { return "a score" }
      if SourceDates.time(bare) != nil { return "a time" }
      if isMinute(bare) { return "a minute" }
      if SourceDates.opening(words[place...]) != nil { return "a day" }
    }
    for part in name.split(separator: "(").dropFirst() where TextScore.group(part.prefix { $0 != ")" }) != nil {
      return "the note '(\(part.prefix { $0 != ")" }))'"
    }
    return nil
  }

  /// Whether a word has a dash or a colon between digits; in a cell, those of `U19-2` belong to the name.
  private static func isScore(_ word: Substring, _ isCell: Bool) -> Bool {
    let signs = Array(word)
    return signs.indices.dropFirst().dropLast().contains { place in
      guard "-–:−".contains(signs[place]), signs[place - 1].isNumber, signs[place + 1].isNumber else { return false }
      return !isCell || signs[..<place].last { !$0.isNumber }?.isLetter != true
    }
  }

  /// `33'`, `90+2'`.
  static func isMinute(_ word: Substring) -> Bool {
    word.first?.isNumber == true && word.contains { "'’".contains($0) }
      && MatchMinute(String(word.filter { $0 != "," })) != nil
  }
}
