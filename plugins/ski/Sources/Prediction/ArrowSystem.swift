/// Normal equations whose matrix is an arrow: effects shared by all pairs, and blocks of pairs that never meet.
///
/// Unknowns of a block are, pair by pair, its effect and its slope by temperature. The shared part is what is left of it
/// when the blocks are eliminated (Schur complement), so that the work grows with the blocks, not with their number
/// squared. Source: Golub and Van Loan, Matrix Computations, 4th edition, 4.2 and 11.5.
struct ArrowSystem: Sendable {
  /// One block.
  struct Block: Sendable {
    /// How many unknowns: two a pair.
    let size: Int
    /// size × size.
    var matrix: [Double]
    /// shared × size: for each shared unknown its products with those of the block.
    var cross: [Double]
    /// size.
    var right: [Double]
  }

  /// A block after it was solved.
  struct SolvedBlock: Sendable {
    /// The factor of its matrix.
    let factor: CholeskyFactor
    /// shared × size: A⁻¹ C, transposed.
    let coupling: [Double]
    /// The unknowns.
    let effects: [Double]
  }

  /// The unknowns of all parts and what is needed for their covariance.
  struct Solution: Sendable {
    /// The shared unknowns.
    let shared: [Double]
    /// The factor of the Schur complement.
    let factor: CholeskyFactor
    /// The blocks, in order; nil for one that took no part.
    let blocks: [SolvedBlock?]
  }

  /// How many unknowns are shared.
  let sharedCount: Int
  /// sharedCount × sharedCount.
  var matrix: [Double]
  /// sharedCount.
  var right: [Double]
  /// The blocks; nil for those left out.
  var blocks: [Block?]

  /// A system of priors alone: the inverse variances on the diagonal.
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

  /// Adds what a part says: its precision over the design (levels ⊗ basis, 1, t).
  mutating func add(
    _ part: TestPart, precision: [Double], right weighted: [Double], basis: [Double], temperature t: Double,
    scratch: inout ArrowScratch
  ) {
    guard blocks[part.block] != nil else { return }
    let n = part.places.count
    let width = basis.count
    let count = sharedCount / width
    // Σ_j W_ij over the entries of each level, for each entry; then levels by levels.
    let used = scratch.levels(of: part.levels)
    for (local, level) in used.enumerated() {
      for i in 0..<n {
        var sum = 0.0
        for j in 0..<n where part.levels[j].contains(level) { sum += precision[i * n + j] }
        scratch.sums[local * n + i] = sum
      }
    }
    for (a, first) in used.enumerated() {
      var value = 0.0
      for i in 0..<n where part.levels[i].contains(first) { value += weighted[i] }
      for x in 0..<width { right[first * width + x] += value * basis[x] }
      for (b, second) in used.enumerated() where b <= a {
        var sum = 0.0
        for i in 0..<n where part.levels[i].contains(second) { sum += scratch.sums[a * n + i] }
        if sum == 0 { continue }
        for x in 0..<width {
          for y in 0..<width {
            let term = sum * basis[x] * basis[y]
            matrix[(first * width + x) * sharedCount + second * width + y] += term
            if a != b { matrix[(second * width + y) * sharedCount + first * width + x] += term }
          }
        }
      }
    }
    precondition(count * width == sharedCount, "shared unknowns come in groups of a basis")
    ArrowSystem.add(
      to: &blocks[part.block], part.places, precision, weighted, used, scratch.sums, basis, t, n)
  }

  private static func add(
    to block: inout Block?, _ places: [Int], _ precision: [Double], _ weighted: [Double], _ used: [Int],
    _ sums: [Double], _ basis: [Double], _ t: Double, _ n: Int
  ) {
    guard let size = block?.size else { return }
    block?.matrix.withUnsafeMutableBufferPointer { matrix in
      for i in 0..<n {
        for j in 0..<n {
          let w = precision[i * n + j]
          let at = 2 * places[i] * size + 2 * places[j]
          matrix[at] += w
          matrix[at + 1] += w * t
          matrix[at + size] += w * t
          matrix[at + size + 1] += w * t * t
        }
      }
    }
    block?.right.withUnsafeMutableBufferPointer { right in
      for i in 0..<n {
        right[2 * places[i]] += weighted[i]
        right[2 * places[i] + 1] += weighted[i] * t
      }
    }
    block?.cross.withUnsafeMutableBufferPointer { cross in
      for (local, level) in used.enumerated() {
        for x in basis.indices {
          let row = (level * basis.count + x) * size
          for i in 0..<n {
            let term = sums[local * n + i] * basis[x]
            cross[row + 2 * places[i]] += term
            cross[row + 2 * places[i] + 1] += term * t
          }
        }
      }
    }
  }

  /// Eliminates the blocks, solves for the shared unknowns, and goes back; nil where rounding leaves no definite matrix.
  func solved() -> Solution? {
    var schur = matrix
    var reduced = right
    var half: [(factor: CholeskyFactor, cross: [Double], right: [Double])?] = []
    let width = sharedCount
    for block in blocks {
      guard let block else {
        half.append(nil)
        continue
      }
      guard let factor = CholeskyFactor(block.matrix, size: block.size) else { return nil }
      var cross = block.cross
      factor.solveLower(rows: width, of: &cross)
      var right = block.right
      factor.solveLower(&right)
      cross.withUnsafeBufferPointer { c in
        right.withUnsafeBufferPointer { r in
          guard let c = c.baseAddress, let r = r.baseAddress else { return }
          let size = block.size
          for i in 0..<width {
            reduced[i] -= VectorProduct.dot(c + i * size, r, size)
            for j in 0...i { schur[i * width + j] -= VectorProduct.dot(c + i * size, c + j * size, size) }
          }
        }
      }
      half.append((factor, cross, right))
    }
    guard let factor = CholeskyFactor(schur, size: width) else { return nil }
    let shared = factor.solve(reduced)
    let blocks = half.map { part -> SolvedBlock? in
      guard let part else { return nil }
      let size = part.factor.size
      var effects = part.right
      for i in 0..<width where shared[i] != 0 {
        for k in 0..<size { effects[k] -= part.cross[i * size + k] * shared[i] }
      }
      part.factor.solveUpper(&effects)
      var coupling = part.cross
      part.factor.solveUpper(rows: width, of: &coupling)
      return SolvedBlock(factor: part.factor, coupling: coupling, effects: effects)
    }
    return Solution(shared: shared, factor: factor, blocks: blocks)
  }
}

/// Room that is used again for each part.
struct ArrowScratch {
  /// Levels × entries.
  var sums: [Double]
  private var seen: [Bool]

  init(levelCount: Int, entryCount: Int) {
    sums = [Double](repeating: 0, count: max(1, levelCount * entryCount))
    seen = [Bool](repeating: false, count: levelCount)
  }

  /// The distinct levels of some entries, in the order they are met.
  mutating func levels(of entries: [[Int]]) -> [Int] {
    var found: [Int] = []
    for levels in entries {
      for level in levels where !seen[level] {
        seen[level] = true
        found.append(level)
      }
    }
    for level in found { seen[level] = false }
    return found
  }
}

extension CholeskyFactor {
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
