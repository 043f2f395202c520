internal import Glibc
internal import PodiumCore

extension PooledModel {
  /// Ridge first, then the pooling of spots and persons.
  ///
  /// Groups are drawn strongly to what all share unless weaker pooling raises the score by more than two standard errors,
  /// so that chance does not loosen it.
  static func choose(
    _ rows: Rows, _ cancellation: Cancellation?
  ) throws(Diagnostic) -> (strength: PoolingStrength, logOdds: [Double]) {
    var best = PoolingStrength(ridge: 1, spot: 3000, person: 3000)
    let blocks = HeldOut(rows)
    var found = try blocks.predictions(best, cancellation)
    // Rows of one person in one block of time are not independent, so gains are summed by group before their error is taken.
    func attempt(_ strength: PoolingStrength, errors: Double, _ group: (Int) -> [Int]) throws(Diagnostic) {
      let other = try blocks.predictions(strength, cancellation)
      var sums: [[Int]: Double] = [:]
      for row in rows.classes.indices { sums[group(row), default: 0] += other.scores[row] - found.scores[row] }
      let gains = sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
      let gain = gains.reduce(0, +)
      let mean = gain / Double(max(1, gains.count))
      let error = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
      // Of equals the first, so that rounding decides nothing.
      if gain.isFinite, gain > errors * error + 1e-9 * Double(rows.count) { (best, found) = (strength, other) }
    }
    for ridge in [0.1, 10, 100] {
      try attempt(PoolingStrength(ridge: ridge, spot: best.spot, person: best.person), errors: 0) { _ in [] }
    }
    let tree = PoolingTree(spots: rows.spots, persons: rows.persons)
    let group = { (row: Int) in [rows.spots[row], rows.persons[row], row * PooledModel.blocks / rows.count] }
    if tree.hasSpots {
      for spot in [300.0, 30, 3, 0.3] {
        try attempt(PoolingStrength(ridge: best.ridge, spot: spot, person: best.person), errors: 2, group)
      }
    }
    if tree.hasPersons {
      for person in [300.0, 30, 3, 0.3] {
        try attempt(PoolingStrength(ridge: best.ridge, spot: best.spot, person: person), errors: 2, group)
      }
    }
    return (best, found.logOdds)
  }

  /// Blocks of neighbouring rows, each with what to learn of the other rows: a swell is not on both sides.
  struct HeldOut {
    private struct Block {
      let rows: Range<Int>
      /// The classes that occur outside of it.
      let classes: [Int]
      let training: Prepared
    }

    private let rows: Rows
    private let blocks: [Block]

    init(_ rows: Rows) {
      let count = min(PooledModel.blocks, rows.count)
      self.rows = rows
      blocks = (0..<count).compactMap { block in
        let (start, end) = (rows.count * block / count, rows.count * (block + 1) / count)
        let own = rows.selecting(Array(0..<start) + Array(end..<rows.count))
        let occurring = Set(own.classes).sorted()
        return occurring.count > 1
          ? Block(rows: start..<end, classes: occurring, training: Prepared(own, occurring)) : nil
      }
    }

    /// The log score of each row, and the log odds of the best class; 0 and NaN in blocks that cannot be held out.
    func predictions(
      _ strength: PoolingStrength, _ cancellation: Cancellation?
    ) throws(Diagnostic) -> (scores: [Double], logOdds: [Double]) {
      var logOdds = [Double](repeating: .nan, count: rows.count)
      var scores = [Double](repeating: 0, count: rows.count)
      for block in blocks {
        let fit: PooledFit
        do { fit = try block.training.fit(strength, cancellation) } catch {
          if error.code == "no-convergence" { return (scores.map { _ in -.infinity }, logOdds) }
          throw error
        }
        let coefficients = fit.tree.nodes.indices.map { fit.coefficients($0) }
        for row in block.rows {
          let eta = PooledFit.predictor(
            block.training.basis.row { rows.values[$0][row] },
            coefficients[fit.tree.node(spot: rows.spots[row], person: rows.persons[row])])
          logOdds[row] = eta - (fit.thresholds.last ?? 0)
          let shares = PooledModel.shares(eta, fit.thresholds)
          let place = block.classes.firstIndex(of: rows.classes[row])
          scores[row] = log(max(1e-12, place.map { shares[$0] } ?? 0))
        }
      }
      return (scores, logOdds)
    }
  }
}
