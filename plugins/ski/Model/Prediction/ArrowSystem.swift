internal import PodiumCore

/// Normal equations whose matrix is an arrow: effects shared by all pairs, and blocks of pairs that never meet. The unknowns of a
/// block are each pair's effect and its slope by temperature. The shared part is what remains after the blocks are eliminated
/// (Schur complement), so that the work grows linearly with the number of blocks, not quadratically. Source: Golub and Van Loan,
/// Matrix Computations, 4th edition, 4.2 and 11.5.
struct ArrowSystem: Sendable {
  struct Block: Sendable {
    /// The number of unknowns: two per pair.
    let size: Int
    /// size × size.
    var matrix: [Double]
    /// shared × size: for each shared unknown its products with those of the block.
    var cross: [Double]
    /// size.
    var right: [Double]
  }

  struct SolvedBlock: Sendable {
    let factor: CholeskyFactor
    /// shared × size: A⁻¹ C, transposed.
    let coupling: [Double]
    /// The unknowns.
    let effects: [Double]
  }

  /// The solution for all parts, and the factors of its covariance.
  struct Solution: Sendable {
    let shared: [Double]
    /// The factor of the Schur complement.
    let factor: CholeskyFactor
    /// The blocks, in order; nil for omitted ones.
    let blocks: [SolvedBlock?]
  }

  /// The number of shared unknowns.
  let sharedCount: Int
  /// sharedCount × sharedCount.
  var matrix: [Double]
  /// sharedCount.
  var right: [Double]
  /// The blocks; nil for those left out.
  var blocks: [Block?]

  /// A system of the priors alone: the inverse variances on the diagonal.
  init(sharedCount: Int, sizes: [Int?], sharedPrecision: (Int) -> Double, blockPrecision: (Int) -> Double) {
    self.sharedCount = sharedCount
    matrix = [Double](repeating: 0, count: sharedCount * sharedCount)
    right = [Double](repeating: 0, count: sharedCount)
    for i in 0..<sharedCount { matrix[i * sharedCount + i] = sharedPrecision(i) }
    blocks = sizes.map { size in
      guard let size else { return nil }
      var block = Block(
        size: size, matrix: [Double](repeating: 0, count: size * size),
        cross: [Double](repeating: 0, count: sharedCount * size), right: [Double](repeating: 0, count: size))
      for i in 0..<size { block.matrix[i * size + i] = blockPrecision(i) }
      return block
    }
  }

  /// Adds entries with the precision W of their results and W y: over the design (levels ⊗ basis, 1, t).
  mutating func add(_ design: EntryDesign, _ weights: TestPart.Weights, basis: [Double], temperature t: Double) {
    add(design, weights.precision, basis: basis, temperature: t)
    add(design, right: weights.right, basis: basis, temperature: t)
  }

  mutating func add(_ design: EntryDesign, _ precision: [Double], basis: [Double], temperature t: Double) {
    guard let size = blocks[design.block]?.size else { return }
    precondition(sharedCount % basis.count == 0, "shared unknowns come in groups of a basis")
    let (n, sums) = (design.count, design.levelSums(precision))
    addShared(design, sums, basis)
    blocks[design.block]?.matrix.withUnsafeMutableBufferPointer { matrix in
      for i in 0..<n {
        for j in 0..<n {
          let (w, at) = (precision[i * n + j], 2 * design.places[i] * size + 2 * design.places[j])
          matrix[at] += w
          matrix[at + 1] += w * t
          matrix[at + size] += w * t
          matrix[at + size + 1] += w * t * t
        }
      }
    }
    blocks[design.block]?.cross.withUnsafeMutableBufferPointer { cross in
      for (local, level) in design.usedLevels.enumerated() {
        for x in basis.indices {
          let row = (level * basis.count + x) * size
          for i in 0..<n {
            let term = sums[local * n + i] * basis[x]
            cross[row + 2 * design.places[i]] += term
            cross[row + 2 * design.places[i] + 1] += term * t
          }
        }
      }
    }
  }

  mutating func add(_ design: EntryDesign, right weighted: [Double], basis: [Double], temperature t: Double) {
    blocks[design.block]?.right.withUnsafeMutableBufferPointer { right in
      for (place, value) in zip(design.places, weighted) {
        right[2 * place] += value
        right[2 * place + 1] += value * t
      }
    }
    guard blocks[design.block] != nil else { return }
    let (levels, lists) = (design.usedLevels, design.levelEntries)
    let (used, entries, starts) = (levels.span, lists.items.span, lists.starts.span)
    let (weighted, basis) = (weighted.span, basis.span)
    var right = right.mutableSpan
    for local in used.indices {
      var value = 0.0
      for at in starts[local]..<starts[local + 1] { value += weighted[entries[at]] }
      let first = used[local] * basis.count
      for x in basis.indices { right[first + x] += value * basis[x] }
    }
  }

  /// The precision of this system times a factor, with priors added, and without a right side.
  func scaled(by factor: Double, sharedPrecision: (Int) -> Double, blockPrecision: (Int) -> Double) -> ArrowSystem {
    var system = self
    for k in system.matrix.indices { system.matrix[k] *= factor }
    for i in 0..<sharedCount { system.matrix[i * sharedCount + i] += sharedPrecision(i) }
    for number in blocks.indices {
      guard var block = system.blocks[number] else { continue }
      system.blocks[number] = nil
      for k in block.matrix.indices { block.matrix[k] *= factor }
      for k in block.cross.indices { block.cross[k] *= factor }
      for i in 0..<block.size { block.matrix[i * block.size + i] += blockPrecision(i) }
      system.blocks[number] = block
    }
    return system
  }

  /// Adds entries to the shared unknowns: levels × levels, each pair of levels over basis × basis.
  private mutating func addShared(_ design: EntryDesign, _ sums: [Double], _ basis: [Double]) {
    let n = design.count
    let (width, count) = (basis.count, sharedCount)
    matrix.withUnsafeMutableBufferPointer { matrix in
      for (a, first) in design.usedLevels.enumerated() {
        for b in 0...a {
          let second = design.usedLevels[b]
          var sum = 0.0
          for i in design.entries(ofLevel: b) { sum += sums[a * n + i] }
          if sum == 0 { continue }
          for x in 0..<width {
            for y in 0..<width {
              let term = sum * basis[x] * basis[y]
              matrix[(first * width + x) * count + second * width + y] += term
              if a != b { matrix[(second * width + y) * count + first * width + x] += term }
            }
          }
        }
      }
    }
  }

  /// An eliminated block, and what it subtracts from the shared part.
  struct EliminatedBlock: Sendable {
    let factor: CholeskyFactor
    /// shared × size: L⁻¹ C.
    let cross: [Double]
    /// size: L⁻¹ b.
    let right: [Double]
    /// C' A⁻¹ C, the lower triangle; empty once it is subtracted.
    fileprivate(set) var schur: [Double]
    /// C' A⁻¹ b; empty once it is subtracted.
    fileprivate(set) var reduced: [Double]

    init?(_ block: Block, width: Int, _ cancellation: Cancellation) {
      guard let factor = CholeskyFactor(block.matrix, size: block.size, cancellation: cancellation) else { return nil }
      var (cross, right) = (block.cross, block.right)
      factor.solveLower(rows: width, of: &cross)
      factor.solveLower(&right)
      var schur = [Double](repeating: 0, count: width * width)
      var reduced = [Double](repeating: 0, count: width)
      let size = block.size
      cross.withUnsafeBufferPointer { c in
        right.withUnsafeBufferPointer { r in
          guard let c = c.baseAddress, let r = r.baseAddress else { return }
          var schur = schur.mutableSpan
          var reduced = reduced.mutableSpan
          for i in 0..<width {
            if cancellation.isCancelled { return }
            reduced[i] = VectorProduct.dot(c + i * size, r, size)
            for j in 0...i { schur[i * width + j] = VectorProduct.dot(c + i * size, c + j * size, size) }
          }
        }
      }
      (self.factor, self.cross, self.right, self.schur, self.reduced) = (factor, cross, right, schur, reduced)
    }
  }

  /// Eliminates the blocks, solves for the shared unknowns, and substitutes back; nil if the matrix is not definite. Several
  /// threads eliminate blocks; their results are added in block order, so the number of threads has no effect. It is nil or not
  /// finished where the work was cancelled, which whoever calls checks.
  func solved(threads: Int, _ cancellation: Cancellation) -> Solution? {
    eliminated(threads: threads, cancellation)?.solution(threads: threads, cancellation)
  }

  /// Eliminates the blocks and solves for the shared unknowns; nil if the matrix is not definite, and where the work was cancelled.
  func eliminated(threads: Int, _ cancellation: Cancellation) -> Eliminated? {
    let (width, blocks) = (sharedCount, blocks)
    var (schur, reduced) = (matrix, right)
    var half: [EliminatedBlock?] = []
    // What a block subtracts is as large as the shared part: of all blocks at once it would be too much.
    let together = max(threads, min(blocks.count, (64 << 20) / max(1, 8 * width * width)), 1)
    for first in stride(from: 0, to: blocks.count, by: together) {
      let parts = Parallel.map(count: min(together, blocks.count - first), threads: threads) { place in
        blocks[first + place].map { EliminatedBlock($0, width: width, cancellation) }
      }
      for made in parts {
        guard let made else {
          half.append(nil)
          continue
        }
        guard var block = made, !cancellation.isCancelled else { return nil }
        for k in schur.indices { schur[k] -= block.schur[k] }
        for k in reduced.indices { reduced[k] -= block.reduced[k] }
        (block.schur, block.reduced) = ([], [])
        half.append(block)
      }
    }
    guard let factor = CholeskyFactor(schur, size: width, cancellation: cancellation) else { return nil }
    return Eliminated(shared: factor.solve(reduced), factor: factor, blocks: half)
  }

  /// A system whose blocks are eliminated.
  struct Eliminated: Sendable {
    let shared: [Double]
    /// The factor of the Schur complement.
    let factor: CholeskyFactor
    let blocks: [EliminatedBlock?]

    func solution(threads: Int, _ cancellation: Cancellation) -> Solution {
      let (shared, blocks) = (shared, blocks)
      let solved = Parallel.map(count: blocks.count, threads: threads) { number -> SolvedBlock? in
        guard let part = blocks[number], !cancellation.isCancelled else { return nil }
        var coupling = part.cross
        part.factor.solveUpper(rows: shared.count, of: &coupling)
        return SolvedBlock(factor: part.factor, coupling: coupling, effects: part.effects(of: shared))
      }
      return Solution(shared: shared, factor: factor, blocks: solved)
    }

    /// Effects drawn from the normal distribution that the system describes; none for omitted blocks.
    func drawn(_ random: inout NormalSource) -> (shared: [Double], blocks: [[Double]]) {
      var drawn = shared.map { _ in random.next() }
      factor.solveUpper(&drawn)
      for i in drawn.indices { drawn[i] += shared[i] }
      var effects: [[Double]] = []
      for block in blocks {
        effects.append(block?.effects(of: drawn, adding: (block?.right ?? []).map { _ in random.next() }) ?? [])
      }
      return (drawn, effects)
    }
  }
}

extension ArrowSystem.EliminatedBlock {
  /// The block's unknowns given the shared ones: L⁻ᵀ (L⁻¹ b − L⁻¹ C shared + noise).
  fileprivate func effects(of shared: [Double], adding noise: [Double]? = nil) -> [Double] {
    let size = factor.size
    var effects = right
    cross.withUnsafeBufferPointer { cross in
      effects.withUnsafeMutableBufferPointer { effects in
        guard let cross = cross.baseAddress, let effects = effects.baseAddress else { return }
        for (i, value) in shared.enumerated() where value != 0 {
          VectorProduct.subtract(cross + i * size, value, from: effects, size)
        }
      }
    }
    if let noise { for k in 0..<size { effects[k] += noise[k] } }
    factor.solveUpper(&effects)
    return effects
  }
}

extension CholeskyFactor {
  /// Solves L y = b in place, where b is 0 before `first`, a multiple of 8: then the sums have the order of `solveLower`.
  func solveLower(_ x: UnsafeMutablePointer<Double>, from first: Int) {
    elements.withUnsafeBufferPointer { a in
      guard let base = a.baseAddress else { return }
      for i in first..<max(first, size) {
        let row = base + i * size
        x[i] = (x[i] - VectorProduct.dot(row + first, x + first, i - first)) / row[i]
      }
    }
  }

  /// Solves L y = b for each row of a matrix of `rows × size`.
  func solveLower(rows: Int, of matrix: inout [Double]) {
    elements.withUnsafeBufferPointer { a in
      matrix.withUnsafeMutableBufferPointer { m in
        guard let base = a.baseAddress, let all = m.baseAddress else { return }
        for r in 0..<rows {
          let out = all + r * size
          for i in 0..<size { out[i] = (out[i] - VectorProduct.dot(base + i * size, out, i)) / base[i * size + i] }
        }
      }
    }
  }

  /// Solves Lᵀ x = y for each row of a matrix of `rows × size`.
  func solveUpper(rows: Int, of matrix: inout [Double]) {
    elements.withUnsafeBufferPointer { a in
      matrix.withUnsafeMutableBufferPointer { m in
        guard let base = a.baseAddress, let all = m.baseAddress else { return }
        for r in 0..<rows {
          let out = all + r * size
          for i in stride(from: size - 1, through: 0, by: -1) {
            out[i] /= base[i * size + i]
            VectorProduct.subtract(base + i * size, out[i], from: out, i)
          }
        }
      }
    }
  }
}
