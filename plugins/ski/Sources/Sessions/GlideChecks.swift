internal import PodiumCore
internal import PodiumPlugin

/// What a glide may be, for commands and imports alike.
enum GlideChecks {
  /// Centimetres above which a margin is asked about.
  static let doubtful = 300.0
  /// Centimetres above which it is no margin.
  static let most = 10_000.0

  /// Throws `same-pair` for a pair against itself, `bad-margin` for what is no margin.
  static func check(
    winner: String, loser: String, difference: Double, of what: String, at span: SourceSpan? = nil
  ) throws(Diagnostic) {
    guard winner != loser else {
      throw Diagnostic(
        "same-pair", "\(what): '\(winner)' cannot glide against itself", span: span, help: "name two pairs")
    }
    guard difference >= 0, difference <= most else {
      throw Diagnostic(
        "bad-margin",
        "\(what): a margin must be from 0 to \(NumberText.shortest(most)) cm, not '\(NumberText.shortest(difference))'",
        span: span, help: "the winner is named first; 0 is a tie")
    }
  }

  /// A margin in cm as typed: `14`, `14cm`, `1,5 m` and the like; nil for anything else.
  static func margin(_ text: String) -> Double? {
    let plain = text.filter { $0 != " " }.lowercased()
    if plain.hasSuffix("cm") { return Double(decimal: plain.dropLast(2)) }
    if plain.hasSuffix("m") { return Double(decimal: plain.dropLast()).map { $0 * 100 } }
    return Double(decimal: plain)
  }

  /// A sentence for a margin that is unusual; nil for others.
  static func doubt(_ difference: Double, of what: String) -> String? {
    difference > doubtful
      ? "\(what): a margin of \(NumberText.shortest(difference)) cm is unusual; was it meters or millimeters?" : nil
  }
}
