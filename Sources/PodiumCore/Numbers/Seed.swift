/// A random seed; streams are derived from it by hash, never by drawing.
///
/// Because a stream depends only on the seed and its labels, order, threads and skipped work never change a number.
public struct Seed: Sendable, Hashable, Codable {
  /// The number the user sets.
  public let value: UInt64

  /// The seed of a number.
  public init(_ value: UInt64) { self.value = value }

  /// The seed of a stream: labels are texts and whole numbers, in order (`seed.derived("fold", 3)`).
  public func derived(_ labels: any SeedLabel...) -> Seed {
    // FNV-1a over the labels, each closed by its length, mixed with SplitMix64's finaliser.
    var hash = FNV.start
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* FNV.prime }
    for shift in stride(from: 0, to: 64, by: 8) { take(UInt8(truncatingIfNeeded: value >> UInt64(shift))) }
    for label in labels {
      var length = 0
      for byte in label.seedBytes {
        take(byte)
        length += 1
      }
      take(UInt8(truncatingIfNeeded: length))
      take(0xFF)
    }
    return Seed(RandomSource.mix(hash))
  }

  /// The generator of this stream, at its start.
  public func source() -> RandomSource { RandomSource(seed: value) }
}

/// What can label a stream of random numbers.
public protocol SeedLabel: Sendable {
  /// The bytes that stand for the label.
  var seedBytes: [UInt8] { get }
}

extension String: SeedLabel {
  /// The text's UTF-8.
  public var seedBytes: [UInt8] { Array(utf8) }
}

extension Int: SeedLabel {
  /// The number's eight bytes, lowest first.
  public var seedBytes: [UInt8] {
    stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

/// The generator xoshiro256** 1.0 (Blackman and Vigna, 2018), started by SplitMix64.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Starts the generator from a number.
  public init(seed: UInt64) {
    var counter = seed
    func step() -> UInt64 {
      counter &+= 0x9E37_79B9_7F4A_7C15
      return RandomSource.mix(counter)
    }
    state = (step(), step(), step(), step())
  }

  /// SplitMix64's finaliser.
  static func mix(_ x: UInt64) -> UInt64 {
    var z = x
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    func turned(_ x: UInt64, _ k: UInt64) -> UInt64 { (x << k) | (x >> (64 - k)) }
    let result = turned(state.1 &* 5, 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = turned(state.3, 45)
    return result
  }

  /// A double in [0, 1), from the 53 upper bits.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A whole number from 0 to `bound` − 1, each equally likely; 0 for bounds below 2.
  public mutating func below(_ bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    // Rejection keeps it unbiased: draws from the last, incomplete block are thrown away.
    let limit = UInt64(bound)
    while true {
      let product = next().multipliedFullWidth(by: limit)
      // The block begins below the bound: the division that says where is rarely needed.
      if product.low >= limit || product.low >= (0 &- limit) % limit { return Int(product.high) }
    }
  }

  /// Shuffles an array (Fisher and Yates, from the end).
  public mutating func shuffle<Element>(_ items: inout [Element]) {
    var last = items.count - 1
    while last > 0 {
      items.swapAt(last, below(last + 1))
      last -= 1
    }
  }
}
