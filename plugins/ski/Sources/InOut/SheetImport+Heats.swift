internal import PodiumCore
internal import PodiumRecords
internal import SkiModel

/// The result of a heat as people write it: a side (`V`, `höger`, `left`, `rechts`), a side with its margin (`V 14`), or a tie.
struct HeatText: Equatable {
  enum Winner { case left, right, neither }

  var winner: Winner
  /// In cm; nil where only the winner was written.
  var margin: Double?

  /// Nil for a text that names no side.
  init?(_ text: String) {
    let plain = text.lowercased().filter { !$0.isWhitespace && $0 != "." }
    let isTie = Self.ties.contains(plain)
    let word = plain.prefix { $0.isLetter }
    let rest = plain.dropFirst(word.count).drop { "+:(".contains($0) }
    let (isLeft, isRight) = (
      GlideEffect.laneWords.left.contains(String(word)), GlideEffect.laneWords.right.contains(String(word))
    )
    guard isTie || isLeft || isRight else { return nil }
    winner = isTie ? .neither : isLeft ? .left : .right
    if isTie {
      margin = 0
    } else if !rest.isEmpty {
      guard let number = GlideChecks.margin(String(rest.filter { $0 != ")" })) else { return nil }
      margin = number
    }
  }

  private static let ties: Set<String> = [
    "=", "0", "-", "lika", "jämnt", "jämn", "oavgjort", "dött", "döttlopp", "likt", "jevnt", "uavgjort", "dødtløp",
    "tie",
    "tied", "draw", "equal", "deadheat", "gleich", "unentschieden", "remis", "tasan", "tasapeli",
  ]
}

/// Heats of a knockout: a pair on the left, one on the right, and which of them won.
extension SheetImport {
  /// A heat as a glide; other rows are returned as they are. One without a result is left out and named; one without a margin is a
  /// remark on the test, not a glide.
  mutating func glide(_ row: Row, of part: inout Part) -> Row? {
    guard row.cells["left"] != nil || row.cells["right"] != nil else { return row }
    guard let left = row.cells["left"], let right = row.cells["right"] else {
      workspace.misfits.add(
        row.place, "a heat needs a pair on the left and one on the right; it was left out", code: "missing-key",
        help: "fill in both cells, or remove the row")
      return nil
    }
    guard let cell = row.cells["side"] ?? row.cells["winner"] ?? row.cells["rank"] else {
      workspace.misfits.add(
        row.place,
        "the heat of '\(Abridged.text(left.text))' and '\(Abridged.text(right.text))' has no winner; it was left out",
        code: "missing-key", help: "write V or H, L or R, or the pair that won")
      return nil
    }
    // A margin of 0 in its own cell is a tie, whoever is named.
    var isLeft = cell.text == left.text
    var margin: Double?
    if !isLeft, cell.text != right.text {
      let isEnd = [left, right].map { $0.text.hasSuffix(cell.text) }
      if isEnd[0] != isEnd[1], HeatText(cell.text) == nil {
        isLeft = isEnd[0]
      } else if let result = HeatText(cell.text) {
        (isLeft, margin) = (result.winner != .right, result.margin)
      } else {
        workspace.misfits.add(
          cell.place,
          "\(Abridged.quoted(cell.text)) is neither a side nor one of the two pairs; the heat was left out; write V or H, L or R",
          code: "bad-value")
        return nil
      }
    }
    var heat = row
    (heat.cells["winner"], heat.cells["loser"]) = (isLeft ? left : right, isLeft ? right : left)
    if heat.cells["lane"] == nil {
      heat.cells["lane"] = IncomingSheet.Cell(text: isLeft ? "L" : "R", place: cell.place)
    }
    if heat.cells["difference_cm"] == nil {
      guard let margin else {
        part.heats.append(isLeft ? (left, right) : (right, left))
        return nil
      }
      heat.cells["difference_cm"] = IncomingSheet.Cell(text: NumberText.shortest(margin), place: cell.place)
    }
    return heat
  }

  /// Heats without a margin are remarks on the test; where they form a knockout and nothing else ranks the pairs, they give
  /// the ranks.
  mutating func settleHeats(of part: inout Part) {
    guard let first = part.heats.first else { return }
    let texts = part.heats.map { (winner: $0.winner.text, loser: $0.loser.text) }
    let isUnranked = part.glides.isEmpty && part.pairs.allSatisfy { $0.cells["rank"] == nil }
    let groups = isUnranked ? Self.knockout(texts) : nil
    var ranks: [String: String] = [:]
    var next = 1
    for group in groups ?? [] {
      for pair in group { ranks[pair] = "\(next)" + (group.count > 1 ? "=" : "") }
      next += group.count
    }
    for cell in part.heats.flatMap({ [$0.winner, $0.loser] })
    where !part.pairs.contains(where: { $0.cells["serial"]?.text == cell.text }) {
      part.pairs.append(Row(place: cell.place, cells: ["serial": cell]))
    }
    for row in part.pairs.indices {
      guard let cell = part.pairs[row].cells["serial"], let rank = ranks[cell.text] else { continue }
      part.pairs[row].cells["rank"] = IncomingSheet.Cell(text: rank, place: cell.place)
    }
    workspace.note(
      "\(first.winner.place.source): \(part.heats.count.counted("heat")) without a margin in cm: kept as remarks on the test, "
        + (groups == nil ? "not as glides" : "and the ranks are those of the knockout"))
  }

  /// The pairs of a knockout by how far they came, the winner first; nil if the heats, first to last, are none. All but one lose
  /// once, and none runs after a loss.
  static func knockout(_ heats: [(winner: String, loser: String)]) -> [[String]]? {
    let unbeaten = Set(heats.map(\.winner)).subtracting(heats.map(\.loser))
    guard unbeaten.count == 1 else { return nil }
    var groups: [[String]] = [Array(unbeaten)]
    // How many heats before the final the next heat of a pair is.
    var next: [String: Int] = [:]
    for heat in heats.reversed() {
      guard next[heat.loser] == nil, next[heat.winner] != nil || unbeaten.contains(heat.winner) else { return nil }
      let round = next[heat.winner].map { $0 + 1 } ?? 1
      (next[heat.winner], next[heat.loser]) = (round, round)
      while groups.count <= round { groups.append([]) }
      groups[round].append(heat.loser)
    }
    return groups
  }
}
