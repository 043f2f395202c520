/// The training rows of a pooled regression: standardised terms, an ordered class, a weight, a spot and a person each.
public struct PooledRows: Sendable {
  /// Rows × terms numbers.
  public var terms: [[Double]]
  /// From 0, the worst.
  public var classes: [Int]
  /// Above 0.
  public var weights: [Double]
  /// Spots and persons by number; rows without one share the number of none.
  public var spots: [Int]
  public var persons: [Int]

  public init(terms: [[Double]], classes: [Int], spots: [Int], persons: [Int], weights: [Double]? = nil) {
    precondition(
      classes.count == terms.count && spots.count == terms.count && persons.count == terms.count
        && weights.map { $0.count == terms.count } ?? true, "every list needs a value for each row")
    (self.terms, self.classes, self.spots, self.persons) = (terms, classes, spots, persons)
    self.weights = weights ?? [Double](repeating: 1, count: terms.count)
  }

  public var count: Int { terms.count }

  public func selecting(_ rows: [Int]) -> PooledRows {
    PooledRows(
      terms: rows.map { terms[$0] }, classes: rows.map { classes[$0] }, spots: rows.map { spots[$0] },
      persons: rows.map { persons[$0] }, weights: rows.map { weights[$0] })
  }
}

/// How strongly coefficients are drawn to those of the level above: precisions of normal priors.
public struct PoolingStrength: Sendable, Equatable, Codable {
  /// Of all coefficients to 0.
  public var ridge: Double
  /// Of a spot's to those of all.
  public var spot: Double
  /// Of a person's at a spot to those of the spot.
  public var person: Double

  public init(ridge: Double = 1, spot: Double = 10, person: Double = 10) {
    (self.ridge, self.spot, self.person) = (ridge, spot, person)
  }
}

/// The groups of a pooled regression: all, then spots, then persons at spots, each with its parent.
struct PoolingTree: Sendable, Equatable, Codable {
  /// All, spots, persons at spots.
  enum Level: Int, Sendable, Codable { case all, spot, person }

  struct Node: Sendable, Equatable, Codable {
    let level: Level
    let parent: Int
    let spot: Int
    let person: Int
  }

  /// Parents come before their children; the first is all.
  let nodes: [Node]

  /// A level that would divide nothing is left out: one spot, or one person at each spot.
  init(spots: [Int], persons: [Int]) {
    var nodes = [Node(level: .all, parent: 0, spot: -1, person: -1)]
    let spotList = Set(spots).sorted()
    if spotList.count > 1 { nodes += spotList.map { Node(level: .spot, parent: 0, spot: $0, person: -1) } }
    let parents = Dictionary(
      nodes.enumerated().filter { $0.element.level == .spot }.map { ($0.element.spot, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let pairs = Set(zip(spots, persons).map { [$0, $1] }).sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    if pairs.count > spotList.count {
      nodes += pairs.map { Node(level: .person, parent: parents[$0[0]] ?? 0, spot: $0[0], person: $0[1]) }
    }
    self.nodes = nodes
  }

  /// The node of a person at a spot: the deepest that training knows.
  func node(spot: Int, person: Int) -> Int {
    nodes.lastIndex { $0.level == .person && $0.spot == spot && $0.person == person }
      ?? nodes.firstIndex { $0.level == .spot && $0.spot == spot } ?? 0
  }

  var hasSpots: Bool { nodes.contains { $0.level == .spot } }
  var hasPersons: Bool { nodes.contains { $0.level == .person } }

  var isWhole: Bool {
    !nodes.isEmpty && nodes[0].level == .all
      && nodes.enumerated().dropFirst().allSatisfy { place, node in (0..<place).contains(node.parent) }
  }
}
