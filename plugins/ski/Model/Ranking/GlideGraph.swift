internal import PodiumCore

/// The glides of a session over its ski pairs in the order of their serial numbers.
public struct GlideGraph: Sendable {
  /// The serial numbers in code-point order.
  public let serials: [String]
  public let glides: [Glide]
  /// For each glide, the indices of winner and loser.
  let ends: [(winner: Int, loser: Int)]
  /// For each pair, the number of its component, in the order of their first pairs.
  public let componentOf: [Int]
  public let componentCount: Int

  /// Makes a graph of the pairs of the glides and further pairs without a glide. Glides of a pair against itself are skipped.
  public init(_ glides: [Glide], participants: [String] = []) {
    let glides = glides.filter { $0.winner != $0.loser }
    let serials = Set(participants).union(glides.flatMap { [$0.winner, $0.loser] }).inCodePointOrder()
    let places = Dictionary(uniqueKeysWithValues: serials.enumerated().map { ($1, $0) })
    (self.serials, self.glides) = (serials, glides)
    ends = glides.map { (places[$0.winner] ?? 0, places[$0.loser] ?? 0) }
    var sets = DisjointSets(serials.count)
    for (winner, loser) in ends { sets.join(winner, loser) }
    (componentOf, componentCount) = sets.numbered()
  }

  public var components: [[String]] {
    var parts = [[String]](repeating: [], count: componentCount)
    for (place, serial) in serials.enumerated() { parts[componentOf[place]].append(serial) }
    return parts
  }

  public var sizes: [Int] { components.map(\.count) }

  /// Indices of the pairs of the largest component; of several the first.
  public var largestComponent: [Int] {
    let sizes = sizes
    guard let most = sizes.max(), let chosen = sizes.firstIndex(of: most) else { return [] }
    return serials.indices.filter { componentOf[$0] == chosen }
  }

  /// For each pair, whether it has a glide.
  public var hasGlided: [Bool] {
    var met = [Bool](repeating: false, count: serials.count)
    for end in ends { (met[end.winner], met[end.loser]) = (true, true) }
    return met
  }

  /// The pairs that won a glide or tied one and lost none.
  public var unbeaten: [String] {
    let met = hasGlided
    var lost = [Bool](repeating: false, count: serials.count)
    for (glide, end) in zip(glides, ends) where !glide.isTie { lost[end.loser] = true }
    return serials.indices.filter { met[$0] && !lost[$0] }.map { serials[$0] }
  }

  /// For each pair, the pairs it beat; a tie counts both ways.
  private var beaten: [[Int]] {
    var lists = [[Int]](repeating: [], count: serials.count)
    for (glide, end) in zip(glides, ends) {
      lists[end.winner].append(end.loser)
      if glide.isTie { lists[end.loser].append(end.winner) }
    }
    return lists
  }

  /// The groups in which every pair beats every other, directly or through others; single pairs are left out. Strongly connected
  /// components by Tarjan's algorithm (SIAM Journal on Computing 1, 1972), with an explicit stack instead of recursion. Within a
  /// group no order agrees with all glides; pairs that only tied agree.
  public var cyclicGroups: [[String]] {
    let wins = zip(glides, ends).filter { !$0.0.isTie }.map(\.1)
    return strongComponents.filter { group in
      group.count > 1 && wins.contains { group.contains($0.winner) && group.contains($0.loser) }
    }.map { $0.map { serials[$0] } }
  }

  /// Whether every pair beats every other, directly or through others (Ford 1957).
  var isStronglyConnected: Bool { serials.count > 1 && strongComponents.count == 1 }

  private var strongComponents: [[Int]] {
    let next = beaten
    var index = [Int](repeating: -1, count: serials.count)
    var (low, onStack) = (index, [Bool](repeating: false, count: serials.count))
    var stack: [Int] = []
    var found: [[Int]] = []
    var counter = 0
    for start in serials.indices where index[start] < 0 {
      var path: [(node: Int, edge: Int)] = [(start, 0)]
      while let (node, edge) = path.last {
        if edge == 0, index[node] < 0 {
          index[node] = counter
          low[node] = counter
          counter += 1
          stack.append(node)
          onStack[node] = true
        }
        if edge < next[node].count {
          path[path.count - 1].edge += 1
          let child = next[node][edge]
          if index[child] < 0 {
            path.append((child, 0))
          } else if onStack[child] {
            low[node] = min(low[node], index[child])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == index[node] else { continue }
        var group: [Int] = []
        while let top = stack.popLast() {
          onStack[top] = false
          group.append(top)
          if top == node { break }
        }
        found.append(group.sorted())
      }
    }
    return found.ordered { ($0.first ?? 0) < ($1.first ?? 0) }
  }
}
