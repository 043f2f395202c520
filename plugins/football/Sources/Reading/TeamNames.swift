internal import PodiumCore

/// Names of teams and how alike they are.
enum TeamNames {
  /// Pairs of distinct names that differ only in case, accents of no letter, blanks and points (`St Pauli`, `St. Pauli`).
  static func alike(_ names: [String]) -> [(String, String)] {
    var bare: [String: String] = [:]
    var pairs: [(String, String)] = []
    for name in Set(names).sorted(by: CodePointOrder.precedes) {
      let letters = String(
        String.UnicodeScalarView(
          name.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }))
      let key = letters.lowercased()
      if let other = bare[key] { pairs.append((other, name)) } else { bare[key] = name }
    }
    return pairs
  }
}
