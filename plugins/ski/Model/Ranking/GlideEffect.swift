internal import PodiumCore

/// An effect on glides other than that of the ski pairs.
public struct GlideEffect: Sendable {
  let name: String
  /// The unit of its estimate, as in a field name.
  var unit = "cm"
  /// +1 if it is on the winner's side, −1 on the loser's, 0 on neither.
  let column: @Sendable (Glide) -> Double

  /// What people call the left side and the right one, in lower case.
  public static let laneWords: (left: Set<String>, right: Set<String>) = (
    ["l", "left", "v", "vä", "vänst", "vänster", "vänstra", "venstre", "links", "linke", "vas", "vasen"],
    ["r", "right", "h", "hö", "hög", "höger", "högra", "høyre", "rechts", "rechte", "oik", "oikea"]
  )

  /// The first lane against the second: the left one or 1 counts as first.
  public static let lane = GlideEffect(name: "lane") { glide in
    guard let lane = glide.lane?.lowercased() else { return 0 }
    return lane == "1" || laneWords.left.contains(lane) ? 1 : lane == "2" || laneWords.right.contains(lane) ? -1 : 0
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
    let names = Set(glides.flatMap { sides($0).compactMap(\.self) }).inCodePointOrder()
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
