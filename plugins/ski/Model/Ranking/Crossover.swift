internal import PodiumCore

/// The lanes and testers of two pairs' next glide, so that lane and tester effects cancel: each pair in each lane, then
/// the same with the testers swapped (the four runs of a crossover).
public struct Crossover: Equatable {
  /// The lane of the first pair; nil if no glide names a lane.
  public let lane: String?
  /// The testers, the first pair's first; nil if no glide names two.
  public let testers: [String]?

  /// Plans the next glide of two pairs after those of a session.
  public init(_ glides: [Glide], _ first: String, _ second: String) {
    let lanes = glides.last { GlideEffect.lane.column($0) != 0 }.map {
      ["1", "2"].contains($0.lane ?? "") ? ["1", "2"] : ["L", "R"]
    }
    let names = glides.last { GlideEffect.sides($0).compactMap(\.self).count == 2 }.map {
      GlideEffect.sides($0).compactMap(\.self)
    }
    guard let lanes else {
      (lane, testers) = (nil, nil)
      return
    }
    let orders: [[String]?] = names.map { [$0, Array($0.reversed())] } ?? [nil]
    let ways = orders.flatMap { order in lanes.map { (lane: $0, testers: order) } }
    // How often the two pairs met in each of the four combinations, or two if no testers are named.
    var counts = [Int](repeating: 0, count: ways.count)
    for glide in glides {
      let isAhead = glide.winner == first && glide.loser == second
      guard isAhead || (glide.winner == second && glide.loser == first) else { continue }
      let side = GlideEffect.lane.column(glide) * (isAhead ? 1 : -1)
      guard side != 0 else { continue }
      let sides = GlideEffect.sides(glide)
      let place = orders.firstIndex { order in
        order.map { sides == (isAhead ? $0 : $0.reversed()).map(Optional.some) } ?? true
      }
      // A glide with other testers still counts for its lane.
      counts[(place ?? 0) * 2 + (side > 0 ? 0 : 1)] += 1
    }
    let next = counts.indices.min { counts[$0] != counts[$1] ? counts[$0] < counts[$1] : $0 < $1 } ?? 0
    (lane, testers) = (ways[next].lane, ways[next].testers)
  }

  /// Pairs that glided three times or more, always in one lane: the lane's effect is confounded with their own.
  public static func uncrossed(_ glides: [Glide]) -> [(serial: String, lane: String, count: Int)] {
    var sides: [String: [Double]] = [:]
    for glide in glides {
      let side = GlideEffect.lane.column(glide)
      guard side != 0 else { continue }
      sides[glide.winner, default: []].append(side)
      sides[glide.loser, default: []].append(-side)
    }
    return sides.filter { $0.value.count > 2 && Set($0.value).count == 1 }
      .map { (serial: $0.key, lane: ($0.value.first ?? 0) > 0 ? "left" : "right", count: $0.value.count) }
      .inCodePointOrder(by: \.serial)
  }
}
