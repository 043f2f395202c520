internal import PodiumCore

/// The line of football.txt that begins a round, a group or a stage: `▪ Group A`, `Matchday 3`, `(16) Round of 16`.
struct TextRound {
  /// Nil where the line names a group or a part of a league's season alone.
  var round: String?
  var group: String?
  /// Whether the line only declares: `Group A | Brazil …`, `Matchday 1 | Thu Jun 12`.
  var isDeclaration = false

  private static let marks = ["▪", "»", "::", "•"]
  private static let openings = [
    "matchday", "round", "group", "quarter-final", "semi-final", "final", "third-place", "third place", "match for",
    "play-off", "playoff", "runde", "spieltag", "omgång",
  ]
  private static let words: Set<String> = [
    "matchday", "round", "rounds", "final", "finals", "semifinal", "semifinals", "quarterfinal", "quarterfinals",
    "playoff", "playoffs", "replay", "replays", "runde", "spieltag", "omgång", "leg", "stage", "phase", "zone",
    "conference", "region", "jornada", "rodada", "fecha", "giornata", "journée", "speelronde", "kierros", "kolejka",
  ]
  /// More words are a sentence.
  private static let longest = 8

  /// Nil for other lines. A line without a mark has no score, minute or `v`.
  init?(_ text: String) {
    let isMarked = TextRound.marks.contains { text.hasPrefix($0) }
    var name = isMarked ? String(text.drop { "▪»:• ".contains($0) }).trimmed : text
    // What follows are the days: `Round of 16 // 17-18 February`.
    if let cut = name.firstRange(of: "//") { name = String(name[..<cut.lowerBound]).trimmed }
    if name.hasSuffix(":") { name = String(name.dropLast()).trimmed }
    guard isMarked || TextRound.isRound(name) else { return nil }
    isDeclaration = name.contains("|")
    if Stage.isPart(name) {
      group = name
      return
    }
    let parts = name.split { "/,".contains($0) }.map { $0.trimmed }
    let isFraction = parts.first.map { $0.count == 1 && $0.allSatisfy(\.isNumber) } ?? false
    for part in isFraction ? [name] : parts {
      if part.lowercased().hasPrefix("group") || part.lowercased().hasPrefix("gruppe") {
        // `League A, Group 1` is not that of another league.
        let league = round.flatMap { Stage.isMatchday($0) || Stage.isKnockOut($0) ? nil : $0 }
        group = league.map { $0 + ", " + part } ?? part
        if league != nil { round = nil }
      } else {
        round = round.map { $0 + ", " + part } ?? part
      }
    }
    if round == nil, group == nil { return nil }
  }

  private static func isRound(_ name: String) -> Bool {
    let words = name.split(separator: " ")
    let lower = name.lowercased()
    guard (1...longest).contains(words.count), !name.contains("\t"), !name.contains(";"),
      !words.contains(where: { TextScore.part($0) != nil || TeamText.isMinute($0) || ["v", "vs", "vs."].contains($0) })
    else { return false }
    if openings.contains(where: lower.hasPrefix) || Stage.isPart(name) { return true }
    // Two teams may be on both sides of a dash.
    let left = lower.firstRange(of: " - ").map { lower[..<$0.lowerBound] } ?? lower[...]
    return left.endIndex == lower.endIndex && Stage.isKnockOut(lower)
      || left.split { !$0.isLetter }.contains { TextRound.words.contains(String($0)) }
  }
}
