internal import PodiumCore

/// The results of a session, of which only their order and the margins of some glides are known.
struct LatentTest {
  /// The pairs and levels of its entries.
  let design: EntryDesign
  /// A draw of the entries' results: only their differences mean something.
  private var results: [Double]
  /// For each entry, the entries of the next better rank and of the next worse.
  private let better: [[Int]]
  private let worse: [[Int]]
  /// For each entry, its glides: the other entry, and by how far this one was ahead.
  private let glides: [[(other: Int, lead: Double)]]

  /// Nil if the session compares nothing.
  ///
  /// `scale` is the standard deviation of results.
  init?(_ draft: TestPart.Draft, scale: Double) {
    let all = draft.results
    var isUsed = Set(all.glides.flatMap { [$0.winner, $0.loser] })
    if all.isRanked { isUsed.formUnion(all.order.joined()) }
    let used = draft.entries.indices.filter { isUsed.contains(draft.entries[$0]) }
    guard used.count >= 2 else { return nil }
    design = draft.design.only(used)
    var place: [Int: Int] = [:]
    for (number, entry) in used.enumerated() { place[draft.entries[entry]] = number }
    var (better, worse) = ([[Int]](repeating: [], count: used.count), [[Int]](repeating: [], count: used.count))
    var start = [Double](repeating: 0, count: used.count)
    if all.isRanked {
      let order = all.order.map { group in group.compactMap { place[$0] } }
      for (number, group) in order.enumerated() {
        for entry in group {
          better[entry] = number > 0 ? order[number - 1] : []
          worse[entry] = number + 1 < order.count ? order[number + 1] : []
        }
      }
      for (entry, number) in place { start[number] = scale * (all.scores[entry] ?? 0) }
    } else if let found = GlideEquations(all, of: used.map { draft.entries[$0] }) {
      start = found.estimates
    }
    var glides = [[(other: Int, lead: Double)]](repeating: [], count: used.count)
    for glide in all.glides {
      guard let w = place[glide.winner], let l = place[glide.loser] else { continue }
      glides[w].append((l, glide.difference))
      glides[l].append((w, -glide.difference))
    }
    (self.better, self.worse, self.glides, results) = (better, worse, glides, start)
  }

  /// The results relative to their mean.
  func centred() -> [Double] {
    let mean = results.reduce(0, +) / Double(results.count)
    return results.map { $0 - mean }
  }

  /// Draws each result given the others, around expected ones and the session's free mean.
  mutating func draw(
    around fitted: [Double], day: Double, glide: Double, passes: Int, _ random: inout NormalSource
  ) {
    let n = results.count
    for _ in 0..<passes {
      var mean = 0.0
      for i in 0..<n { mean += results[i] - fitted[i] }
      mean = mean / Double(n) + (day / Double(n)).squareRoot() * random.next()
      for i in 0..<n {
        var precision = 1 / day
        var sum = (mean + fitted[i]) / day
        for known in glides[i] {
          precision += 1 / glide
          sum += (results[known.other] + known.lead) / glide
        }
        let (centre, deviation) = (sum / precision, 1 / precision.squareRoot())
        var (low, high) = (-Double.infinity, Double.infinity)
        for other in worse[i] { low = max(low, results[other]) }
        for other in better[i] { high = min(high, results[other]) }
        results[i] =
          centre + deviation * random.normal(from: (low - centre) / deviation, to: (high - centre) / deviation)
      }
    }
  }

  /// Adds the results' squared distances from expected ones, and the errors of the glides.
  func addResiduals(from fitted: [Double], to days: inout Spread, glides errors: inout Spread) {
    let rest = zip(results, fitted).map { $0 - $1 }
    let mean = rest.reduce(0, +) / Double(rest.count)
    days.take(squares: rest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }, degrees: rest.count - 1)
    for (entry, list) in glides.enumerated() {
      // Each glide is in two lists.
      for known in list where entry < known.other {
        errors.take(results[entry] - results[known.other] - known.lead)
      }
    }
  }
}
