internal import PodiumCore

/// The results of a session, of which only their order and the margins of some glides are known.
struct LatentTest {
  /// The pairs and levels of its entries.
  let design: EntryDesign
  /// A draw of the entries' results: only their differences mean something.
  private(set) var results: [Double]
  private let known: Known

  /// What is known of the results; a class, as `EntryDesign` is.
  private final class Known: Sendable {
    /// For each entry, the entries of the next better rank and of the next worse.
    let better: NumberLists
    let worse: NumberLists
    /// For each entry, the other entries of its glides, and by how far this one was ahead.
    let rivals: NumberLists
    let leads: [Double]
    /// The largest number of glides of an entry.
    let mostGlides: Int

    init(better: [[Int]], worse: [[Int]], glides: [[(other: Int, lead: Double)]]) {
      (self.better, self.worse) = (NumberLists(better), NumberLists(worse))
      rivals = NumberLists(glides.map { $0.map(\.other) })
      leads = glides.flatMap { $0.map(\.lead) }
      mostGlides = glides.map(\.count).max() ?? 0
    }
  }

  /// Nil if the session compares nothing. `scale` is the standard deviation of results.
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
    (known, results) = (Known(better: better, worse: worse, glides: glides), start)
  }

  /// The results less their mean, over a variance.
  func centred(over variance: Double) -> [Double] {
    let mean = results.mean ?? 0
    return results.map { ($0 - mean) / variance }
  }

  /// Draws each result given the others, around expected ones and the session's free mean.
  mutating func draw(around fitted: [Double], day: Double, glide: Double, passes: Int, _ random: inout NormalSource) {
    // By the number of an entry's glides.
    let known = known
    var errors = [(precision: 1 / day, deviation: 1 / (1 / day).squareRoot())]
    for number in 0..<known.mostGlides {
      let precision = errors[number].precision + 1 / glide
      errors.append((precision, 1 / precision.squareRoot()))
    }
    let (worseLists, betterLists, rivalLists, allLeads) = (known.worse, known.better, known.rivals, known.leads)
    let (worse, worseStarts) = (worseLists.items.span, worseLists.starts.span)
    let (better, betterStarts) = (betterLists.items.span, betterLists.starts.span)
    let (rivals, rivalStarts, leads) = (rivalLists.items.span, rivalLists.starts.span, allLeads.span)
    let (precisions, fitted) = (errors.span, fitted.span)
    var results = results.mutableSpan
    let n = results.count
    for _ in 0..<passes {
      var mean = 0.0
      for i in 0..<n { mean += results[i] - fitted[i] }
      mean = mean / Double(n) + (day / Double(n)).squareRoot() * random.next()
      for i in 0..<n {
        var sum = (mean + fitted[i]) / day
        let (first, end) = (rivalStarts[i], rivalStarts[i + 1])
        for at in first..<end { sum += (results[rivals[at]] + leads[at]) / glide }
        let (precision, deviation) = precisions[end - first]
        let centre = sum / precision
        var (low, high) = (-Double.infinity, Double.infinity)
        for at in worseStarts[i]..<worseStarts[i + 1] { low = max(low, results[worse[at]]) }
        for at in betterStarts[i]..<betterStarts[i + 1] { high = min(high, results[better[at]]) }
        results[i] =
          centre + deviation * random.normal(from: (low - centre) / deviation, to: (high - centre) / deviation)
      }
    }
  }

  /// Adds the results' squared distances from expected ones, and the errors of the glides.
  func addResiduals(from fitted: [Double], to days: inout SkiSpread, glides errors: inout SkiSpread) {
    let (rivalLists, allLeads) = (known.rivals, known.leads)
    let (results, fitted, leads) = (results.span, fitted.span, allLeads.span)
    let (rivals, starts) = (rivalLists.items.span, rivalLists.starts.span)
    let n = results.count
    var (mean, squares) = (0.0, 0.0)
    for i in 0..<n { mean += results[i] - fitted[i] }
    mean /= Double(n)
    for i in 0..<n {
      let rest = results[i] - fitted[i]
      squares += (rest - mean) * (rest - mean)
    }
    days.take(squares: squares, degrees: n - 1)
    for entry in 0..<n {
      // Each glide is in two lists.
      for at in starts[entry]..<starts[entry + 1] where entry < rivals[at] {
        errors.take(results[entry] - results[rivals[at]] - leads[at])
      }
    }
  }
}
