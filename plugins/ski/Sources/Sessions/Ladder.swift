internal import PodiumCore
internal import SkiModel

/// A knockout bracket as on the waxers' protocol: pairs run two at a time, and the winners advance until one is left. Seeds are
/// placed so that the best two can only meet in the final; with fewer pairs than places, the best seeds get a bye. A heat is
/// decided by the sum of the glides between its two pairs.
struct Ladder: Equatable {
  /// A heat of the bracket, or a bye.
  struct Match: Equatable {
    /// From 1.
    var round: Int
    /// From 1 within the round.
    var number: Int
    var first: String?
    var second: String?
    /// Nil while it is open, or if the glides sum to a tie.
    var winner: String?
    /// The winner's total lead over all glides of the two, in cm; nil without a glide.
    var margin: Double?
    var isBye = false
  }

  private(set) var matches: [Match] = []

  /// The bracket of some pairs, best seed first, filled in from glides.
  init(seeds: [String], glides: [Glide]) {
    guard seeds.count > 1 else {
      if let only = seeds.first {
        matches = [Match(round: 1, number: 1, first: only, second: nil, winner: only, margin: nil, isBye: true)]
      }
      return
    }
    var size = 2
    while size < seeds.count { size *= 2 }
    var current: [String?] = Self.places(size).map { $0 < seeds.count ? seeds[$0] : nil }
    var isOut = Self.places(size).map { $0 >= seeds.count }
    var round = 1
    while current.count > 1 {
      var next: [String?] = []
      var nextIsOut: [Bool] = []
      for place in stride(from: 0, to: current.count - 1, by: 2) {
        var match = Match(round: round, number: place / 2 + 1, first: current[place], second: current[place + 1])
        if isOut[place] || isOut[place + 1] {
          match.isBye = true
          match.winner = isOut[place] ? current[place + 1] : current[place]
        } else if let a = match.first, let b = match.second {
          match.decide(a, b, glides)
        }
        matches.append(match)
        next.append(match.winner)
        nextIsOut.append(isOut[place] && isOut[place + 1])
      }
      (current, isOut) = (next, nextIsOut)
      round += 1
    }
  }

  /// The heats that can be run now: both pairs are known, neither has won.
  var open: [Match] { matches.filter { $0.first != nil && $0.second != nil && $0.winner == nil } }

  var winner: String? { matches.last?.winner }

  /// The seeds (from 0) in the order of the bracket: 1 8 4 5 2 7 3 6 for eight.
  static func places(_ size: Int) -> [Int] {
    var places = [0]
    while places.count < size {
      let sum = places.count * 2 - 1
      places = places.flatMap { [$0, sum - $0] }
    }
    return places
  }
}

extension Ladder.Match {
  /// Reads the result of two pairs from the glides between them.
  fileprivate mutating func decide(_ a: String, _ b: String, _ glides: [Glide]) {
    var (sum, count) = (0.0, 0)
    for glide in glides {
      if (glide.winner, glide.loser) == (a, b) { (sum, count) = (sum + glide.difference, count + 1) }
      if (glide.winner, glide.loser) == (b, a) { (sum, count) = (sum - glide.difference, count + 1) }
    }
    guard count > 0 else { return }
    margin = sum.magnitude
    if sum != 0 { winner = sum > 0 ? a : b }
  }
}
