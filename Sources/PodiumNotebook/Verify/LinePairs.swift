/// Pairs the lines of two texts that are not equal.
enum LinePairs {
  /// A changed, removed or added line.
  struct Pair: Equatable {
    var old: Int?
    var new: Int?
    /// The number of lines of the old text before it.
    var before: Int
  }

  /// The maximum number of unequal lines that are matched optimally; more are paired in order.
  static let mostLines = 2000

  /// The unequal lines, in order.
  static func of(_ a: [String], _ b: [String]) -> [Pair] {
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var (endA, endB) = (a.count, b.count)
    while endA > start, endB > start, a[endA - 1] == b[endB - 1] {
      endA -= 1
      endB -= 1
    }
    var pairs: [Pair] = []
    var removed: [Int] = []
    var added: [Int] = []
    func flush(_ before: Int) {
      // A run of removed lines next to a run of added lines is the same lines, changed.
      for i in 0..<max(removed.count, added.count) {
        let old = i < removed.count ? removed[i] : nil
        pairs.append(Pair(old: old, new: i < added.count ? added[i] : nil, before: old ?? before))
      }
      removed = []
      added = []
    }
    for step in steps(a, b, start..<endA, start..<endB) {
      switch step {
      case .both(let i, _): flush(i)
      case .old(let i): removed.append(i)
      case .new(let j): added.append(j)
      }
    }
    flush(endA)
    return pairs
  }

  private enum Step {
    case both(Int, Int)
    case old(Int)
    case new(Int)
  }

  /// The edits from one middle part to the other that keep as many lines as possible.
  private static func steps(_ a: [String], _ b: [String], _ x: Range<Int>, _ y: Range<Int>) -> [Step] {
    guard x.count <= mostLines, y.count <= mostLines, !x.isEmpty, !y.isEmpty else {
      return x.map(Step.old) + y.map(Step.new)
    }
    // kept[i][j]: how many lines the parts from i and from j have in common, in order.
    let width = y.count + 1
    var kept = [Int32](repeating: 0, count: (x.count + 1) * width)
    for i in (0..<x.count).reversed() {
      for j in (0..<y.count).reversed() {
        kept[i * width + j] =
          a[x.lowerBound + i] == b[y.lowerBound + j]
          ? kept[(i + 1) * width + j + 1] + 1 : max(kept[(i + 1) * width + j], kept[i * width + j + 1])
      }
    }
    var steps: [Step] = []
    var (i, j) = (0, 0)
    while i < x.count || j < y.count {
      if i < x.count, j < y.count, a[x.lowerBound + i] == b[y.lowerBound + j] {
        steps.append(.both(x.lowerBound + i, y.lowerBound + j))
        i += 1
        j += 1
      } else if j == y.count || (i < x.count && kept[(i + 1) * width + j] >= kept[i * width + j + 1]) {
        steps.append(.old(x.lowerBound + i))
        i += 1
      } else {
        steps.append(.new(y.lowerBound + j))
        j += 1
      }
    }
    return steps
  }
}
