/// A sum with the rounding errors of its steps kept apart (Neumaier 1974).
public struct CompensatedSum: Sendable {
  private var sum = 0.0
  private var lost = 0.0
  /// How many numbers were added.
  public private(set) var count = 0

  /// Nothing was added yet.
  public init() {}

  /// Adds a number.
  @inline(__always)
  public mutating func add(_ x: Double) {
    // The error of the step without a branch (Knuth 4.2.2, theorem B): the same number as with one.
    let next = sum + x
    let part = next - sum
    lost += (sum - (next - part)) + (x - part)
    sum = next
    count &+= 1
  }

  /// Adds the numbers of another sum.
  @inline(__always)
  public mutating func add(_ other: CompensatedSum) {
    let total = count &+ other.count
    add(other.sum)
    lost += other.lost
    count = total
  }

  /// The mean to its last digit, though the sum has more of them than one number holds; NaN where it has no finite value.
  public var mean: Double {
    let n = Double(count)
    let near = sum / n
    // What the division leaves is exact (Muller, Handbook of Floating-Point Arithmetic, 2.2).
    return near + (sum.addingProduct(-near, n) + lost) / n
  }

  /// The sum; infinite or NaN where it has no finite value.
  @inline(__always)
  public var value: Double { sum + lost }
}
