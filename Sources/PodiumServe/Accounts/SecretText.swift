/// Passwords and tokens: made by podium, shown once, kept as a digest alone.
///
/// They hold at least 120 bits of chance, so a plain digest protects them (ASVS 5.0, 6.5.2).
enum SecretText {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
  private static let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  /// A password: 24 letters and digits of base32, in which no two look alike; 120 bits.
  static func password() -> String { text(24, of: letters) }

  /// A token: 43 signs of base64url after `pod_`; 258 bits.
  static func token() -> String { "pod_" + text(43, of: signs) }

  /// A cookie: 43 signs of base64url; 258 bits.
  static func cookie() -> String { text(43, of: signs) }

  /// Signs by the random generator of the system.
  private static func text(_ count: Int, of signs: [Character]) -> String {
    String((0..<count).compactMap { _ in signs.randomElement() })
  }

  /// Whether two digests are equal, in a time that does not depend on where they differ.
  static func areEqual(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
