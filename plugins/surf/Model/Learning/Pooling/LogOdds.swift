internal import Glibc

/// The logarithm of odds and back.
enum LogOdds {
  /// Of a chance, which is kept 1e-12 away from 0 and 1.
  static func of(_ chance: Double) -> Double {
    let kept = min(max(chance, 1e-12), 1 - 1e-12)
    return log(kept / (1 - kept))
  }

  static func chance(_ logOdds: Double) -> Double { OrdinalTerms.logistic(logOdds) }
}
