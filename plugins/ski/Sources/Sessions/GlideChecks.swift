internal import PodiumCore
internal import PodiumPlugin

/// The checks on glides, for commands and imports.
enum GlideChecks {
  /// Margin in cm above which a warning is shown.
  static let doubtful = 300.0
  /// Largest allowed margin in cm.
  static let most = 10_000.0
  /// The numbers that glides of a session can have.
  static let numbers = 1...1_000_000_000

  /// Throws `same-pair` for a pair against itself, `bad-margin` for an invalid margin.
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
        span: span, help: "name the winner first; use 0 for a tie")
    }
  }

  /// A margin in cm as typed: `14`, `14cm`, `1,5 m` and the like; nil for anything else.
  static func margin(_ text: String) -> Double? {
    let plain = text.filter { $0 != " " }.lowercased()
    if plain.hasSuffix("cm") { return Double(decimal: plain.dropLast(2)) }
    if plain.hasSuffix("m") { return Double(decimal: plain.dropLast()).map { $0 * 100 } }
    return Double(decimal: plain)
  }

  /// A warning about an unusual margin; nil for others.
  static func doubt(_ difference: Double, of what: String) -> String? {
    difference > doubtful
      ? "\(what): a margin of \(NumberText.shortest(difference)) cm is unusual; was it in metres or millimetres?" : nil
  }
}
