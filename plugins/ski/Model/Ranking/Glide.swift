internal import PodiumCore

/// Two pairs side by side: the winner was ahead by a difference in cm, 0 for a tie.
public struct Glide: Sendable, Hashable {
  /// From 1 within the session.
  public var number: Int
  /// The serial number of the pair that was ahead.
  public var winner: String
  /// The serial number of the other pair.
  public var loser: String
  /// Centimetres from 0.
  public var difference: Double
  public var lane: String?
  /// The number of the run in the session.
  public var run: Int?
  /// The winner's tester and the loser's (`UN/LN`).
  public var tester: String?
  /// The winner's treatment in a wax test.
  public var winnerTreatment: String?
  public var loserTreatment: String?
  public var comment: String?

  public init(
    number: Int, winner: String, loser: String, difference: Double, lane: String? = nil, run: Int? = nil,
    tester: String? = nil, winnerTreatment: String? = nil, loserTreatment: String? = nil, comment: String? = nil
  ) {
    (self.number, self.winner, self.loser, self.difference) = (number, winner, loser, difference)
    (self.lane, self.run, self.tester, self.comment) = (lane, run, tester, comment)
    (self.winnerTreatment, self.loserTreatment) = (winnerTreatment, loserTreatment)
  }

  /// Makes a glide from the winner, the loser and the margin alone.
  init(_ winner: String, _ loser: String, _ difference: Double, lane: String? = nil, tester: String? = nil) {
    self.init(number: 0, winner: winner, loser: loser, difference: difference, lane: lane, tester: tester)
  }

  public var isTie: Bool { difference == 0 }
}

/// An effect on glides other than that of the ski pairs.
public struct GlideEffect: Sendable {
  let name: String
  /// The unit of its estimate, as in a field name.
  var unit = "cm"
  /// +1 if it is on the winner's side, −1 on the loser's, 0 on neither.
  let column: @Sendable (Glide) -> Double

  /// The first lane against the second: L or 1 counts as first.
  public static let lane = GlideEffect(name: "lane") { glide in
    switch glide.lane?.uppercased() {
    case "L", "LEFT", "V", "VÄNSTER", "1": 1
    case "R", "RIGHT", "H", "HÖGER", "2": -1
    default: 0
    }
  }

  /// What the first lane gains on the second per run, as the snow wears and the sun moves; in cm per run. The run is the number
  /// entered with the glide. Runs are centred on their mean, so that the effect of the lane itself is that of the middle of the
  /// test. Nil unless at least two glides have lanes and runs.
  public static func drift(_ glides: [Glide]) -> GlideEffect? {
    let runs = glides.filter { lane.column($0) != 0 }.compactMap(\.run).map(Double.init)
    guard let first = runs.first, runs.contains(where: { $0 != first }) else { return nil }
    let mean = runs.reduce(0) { $0 + $1 / Double(runs.count) }
    return GlideEffect(name: "drift", unit: "cm_per_run") { glide in
      glide.run.map { lane.column(glide) * (Double($0) - mean) } ?? 0
    }
  }

  /// Each tester but the first, on the side they skied.
  public static func testers(_ glides: [Glide]) -> [GlideEffect] {
    let names = Set(glides.flatMap { sides($0).compactMap(\.self) }).sorted(by: CodePointOrder.precedes)
    return names.dropFirst().map { name in
      GlideEffect(name: "tester " + name) { glide in
        let sides = sides(glide)
        return (sides[0] == name ? 1 : 0) - (sides[1] == name ? 1 : 0)
      }
    }
  }

  /// The winner's and the loser's tester; none if only one is named, since it is not known whose.
  static func sides(_ glide: Glide) -> [String?] {
    let parts = (glide.tester ?? "").split { $0 == "/" || $0 == "," }.map(String.init)
    return parts.count == 2 ? parts : [nil, nil]
  }
}

/// How far the lanes of a session drift apart during the test.
public struct LaneDrift: Sendable {
  /// What the left lane gains on the right one, in cm per run.
  public let centimetresPerRun: Double
  public let p: Double
  public let runs: Double

  /// Fits lane and drift in addition to the requested effects. Nil if drift was requested anyway, or if these glides cannot
  /// identify it.
  public init?(_ graph: GlideGraph, effects: [GlideEffect]) {
    guard !effects.contains(where: { $0.name == "drift" }), let drift = GlideEffect.drift(graph.glides) else {
      return nil
    }
    let others = effects.contains { $0.name == "lane" } ? effects : effects + [.lane]
    let order = LeastSquaresOrder(graph, effects: others + [drift])
    guard let place = order.effects.firstIndex(where: { $0.name == "drift" }), let p = order.p(ofEffect: place) else {
      return nil
    }
    (centimetresPerRun, self.p) = (order.effects[place].centimetres, p)
    // A file may give a run any number; as doubles they cannot overflow.
    let numbers = graph.glides.compactMap(\.run).map(Double.init)
    runs = (numbers.max() ?? 0) - (numbers.min() ?? 0)
  }
}

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
      .sorted { CodePointOrder.precedes($0.serial, $1.serial) }
  }
}
