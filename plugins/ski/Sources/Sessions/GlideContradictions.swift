internal import PodiumCore
internal import SkiModel

/// How a new glide contradicts earlier ones: a repeat that went the other way, or a cycle of winners. A glide compares pairs with
/// their treatments. In a wax test the same pairs meet with other treatments, and that is a different comparison, not a
/// contradiction.
struct GlideContradictions {
  struct Side: Hashable, CustomStringConvertible {
    let serial: String
    let treatment: String?

    init(_ serial: String, _ treatment: String?) { (self.serial, self.treatment) = (serial, treatment) }
    init(_ serial: String, _ treatment: Value) { self.init(serial, treatment.isMissing ? nil : treatment.fileText) }

    var description: String { treatment.map { "\(serial) (\($0))" } ?? serial }
  }

  private let glides: [(number: Int, winner: Side, loser: Side, difference: Double)]

  init(_ glides: [Glide]) {
    self.glides = glides.map {
      ($0.number, Side($0.winner, $0.winnerTreatment), Side($0.loser, $0.loserTreatment), $0.difference)
    }
  }

  /// Warnings about a glide that was just entered.
  func about(_ winner: Side, _ loser: Side, _ difference: Double) -> [String] {
    var doubts: [String] = []
    let other = glides.last { $0.winner == loser && $0.loser == winner && $0.difference > 0 }
    if let other, difference > 0 {
      doubts.append(
        "glide \(other.number) went the other way by \(NumberText.shortest(other.difference)) cm: they differ by "
          + "\(NumberText.shortest(other.difference + difference)) cm, more than either margin")
    }
    // A reversed repeat is reported above; a cycle has three pairs or more.
    if difference > 0, let path = path(from: loser, to: winner), path.count > 2 {
      let circle = [winner] + path
      let steps = zip(circle, circle.dropFirst()).map { a, b in
        (a, b, a == winner && b == loser ? difference : margin(a, b))
      }
      let text = circle.map(\.description).joined(separator: " > ")
      let weakest = steps.min { $0.2 < $1.2 }
      doubts.append("the winners form a cycle: \(text)" + (weakest.map { "; repeat \($0.0) against \($0.1)" } ?? ""))
    }
    return doubts
  }

  private func margin(_ winner: Side, _ loser: Side) -> Double {
    glides.last { $0.winner == winner && $0.loser == loser && $0.difference > 0 }?.difference ?? 0
  }

  /// The shortest path of wins from one pair to another, both included; nil if there is none.
  private func path(from start: Side, to end: Side) -> [Side]? {
    var losers: [Side: [Side]] = [:]
    for glide in glides where glide.difference > 0 { losers[glide.winner, default: []].append(glide.loser) }
    var before: [Side: Side] = [:]
    var queue = [start][...]
    var seen: Set<Side> = [start]
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
