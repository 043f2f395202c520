import PodiumCore

/// Random numbers for a test, the same in every run.
public struct SystemlessRandom {
  private var source: RandomSource

  /// The numbers for a seed.
  public init(seed: UInt64) { source = Seed(seed).source() }

  /// A whole number from 0 to less than the bound.
  public mutating func below(_ bound: Int) -> Int { source.below(bound) }

  /// 64 random bits.
  public mutating func bits() -> UInt64 { source.next() }

  /// True with this probability.
  public mutating func chance(_ share: Double) -> Bool { source.uniform() < share }

  /// One of some items, which must not be empty.
  public mutating func pick<Element>(_ items: [Element]) -> Element { items[source.below(items.count)] }
}

/// Bytes with random changes, for readers that must survive anything.
public struct Mutations {
  private var random: SystemlessRandom

  /// The changes for a seed.
  public init(seed: UInt64) { random = SystemlessRandom(seed: seed) }

  /// The bytes truncated, or with a few of them changed, doubled or removed.
  public mutating func next(_ bytes: [UInt8]) -> [UInt8] {
    var copy = bytes
    if copy.isEmpty { return copy }
    switch random.below(4) {
    case 0: return Array(copy.prefix(random.below(copy.count)))
    case 1:
      for _ in 0..<(1 + random.below(4)) { copy[random.below(copy.count)] = UInt8(random.below(256)) }
    case 2:
      let start = random.below(copy.count)
      let end = min(copy.count, start + 1 + random.below(16))
      copy.removeSubrange(start..<end)
    default:
      let start = random.below(copy.count)
      let end = min(copy.count, start + 1 + random.below(16))
      copy.insert(contentsOf: copy[start..<end], at: random.below(copy.count))
    }
    return copy
  }
}
