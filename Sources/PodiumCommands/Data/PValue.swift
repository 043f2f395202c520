/// P values of tables.
enum PValue {
  /// One held as 0 is too small for a number, and not a chance of 0: it is shown below the limit of its decimals.
  static func positive(_ p: Double) -> Double { max(p, .leastNonzeroMagnitude) }
}
