internal import PodiumCore

/// Finds team names that look alike.
public enum TeamNames {
  /// Pairs of distinct names that differ only in case, spaces and punctuation (`St Pauli`, `St. Pauli`).
  public static func alike(_ names: [String]) -> [(String, String)] {
    var bare: [String: String] = [:]
    var pairs: [(String, String)] = []
    for name in Set(names).inCodePointOrder() {
      let letters = String(
        String.UnicodeScalarView(
          name.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }))
      let key = letters.lowercased()
      if key.isEmpty { continue }
      if let other = bare[key] { pairs.append((other, name)) } else { bare[key] = name }
    }
    return pairs
  }
}
