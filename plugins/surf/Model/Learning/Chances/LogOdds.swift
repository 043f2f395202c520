internal import Glibc

/// The logarithm of odds and back.
enum LogOdds {
  /// Of a chance, which is kept 1e-12 away from 0 and 1.
  static func of(_ chance: Double) -> Double {
    let kept = min(max(chance, 1e-12), 1 - 1e-12)
    return log(kept / (1 - kept))
  }
}

/// Chances that rows can show.
enum Chance {
  /// A chance that so many rows can show: at least half a row of one more, and never below a thousandth.
  static func bounded(_ chance: Double, of rows: Int) -> Double {
    let least = max(0.001, 0.5 / Double(max(1, rows) + 1))
    return min(1 - least, max(least, chance))
  }
}
