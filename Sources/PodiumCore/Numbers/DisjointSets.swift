/// Disjoint sets of the numbers from 0, by union and find (Tarjan 1975, path halving); the smallest is the root.
public struct DisjointSets: Sendable {
  private var parent: [Int]

  /// Each number on its own.
  public init(_ count: Int) { parent = Array(0..<count) }

  /// The smallest number of the set that a number belongs to.
  public mutating func root(of number: Int) -> Int {
    var number = number
    while parent[number] != number {
      parent[number] = parent[parent[number]]
      number = parent[number]
    }
    return number
  }

  /// Joins the sets of two numbers.
  public mutating func join(_ a: Int, _ b: Int) {
    let (x, y) = (root(of: a), root(of: b))
    if x != y { parent[max(x, y)] = min(x, y) }
  }

  /// For each number its set, numbered in order of their first members, and how many sets there are.
  public mutating func numbered() -> (sets: [Int], count: Int) {
    var numbers: [Int: Int] = [:]
    var sets: [Int] = []
    for number in parent.indices {
      let root = root(of: number)
      let set = numbers[root] ?? numbers.count
      numbers[root] = set
      sets.append(set)
    }
    return (sets, numbers.count)
  }
}
