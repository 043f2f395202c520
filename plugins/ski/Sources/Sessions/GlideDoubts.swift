internal import PodiumCore

/// What a new glide says against earlier ones: a repeat that went the other way, a circle of winners.
struct GlideDoubts {
  private let glides: [Glide]

  init(_ glides: [Glide]) { self.glides = glides }

  /// Sentences about a glide that was just entered.
  func about(_ winner: String, _ loser: String, _ difference: Double) -> [String] {
    var doubts: [String] = []
    let repeats = glides.filter { ($0.winner, $0.loser) == (winner, loser) || ($0.winner, $0.loser) == (loser, winner) }
    if let other = repeats.last(where: { $0.winner == loser && $0.difference > 0 }), difference > 0 {
      doubts.append(
        "glide \(other.number) went the other way by \(NumberText.shortest(other.difference)) cm: they differ by "
          + "\(NumberText.shortest(other.difference + difference)) cm, more than either margin")
    }
    // A pair against its own loser is told above; a circle has three or more.
    if difference > 0, let path = path(from: loser, to: winner), path.count > 2 {
      let circle = [winner] + path
      let steps = zip(circle, circle.dropFirst()).map { a, b in
        (a, b, a == winner && b == loser ? difference : margin(a, b))
      }
      let text = circle.joined(separator: " > ")
      let weakest = steps.min { $0.2 < $1.2 }
      doubts.append("the winners go in a circle: \(text)" + (weakest.map { "; repeat \($0.0) against \($0.1)" } ?? ""))
    }
    return doubts
  }

  private func margin(_ winner: String, _ loser: String) -> Double {
    glides.last { $0.winner == winner && $0.loser == loser && $0.difference > 0 }?.difference ?? 0
  }

  /// The shortest way from one pair to another along wins, both ends in it; nil where there is none.
  private func path(from start: String, to end: String) -> [String]? {
    var losers: [String: [String]] = [:]
    for glide in glides where glide.difference > 0 { losers[glide.winner, default: []].append(glide.loser) }
    var before: [String: String] = [:]
    var queue = [start][...]
    var seen: Set<String> = [start]
    while let pair = queue.popFirst() {
      if pair == end {
        var path = [end]
        while let last = path.last, last != start, let previous = before[last] { path.append(previous) }
        return path.reversed()
      }
      for next in losers[pair] ?? [] where seen.insert(next).inserted {
        before[next] = pair
        queue.append(next)
      }
    }
    return nil
  }
}
