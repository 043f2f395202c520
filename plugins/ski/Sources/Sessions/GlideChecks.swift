internal import PodiumCore
internal import PodiumPlugin

/// The checks on glides, for commands and imports.
enum GlideChecks {
  /// Margin in cm above which a warning is shown.
  static let doubtful = 300.0
  static let most = 10_000.0
  static let numbers = 1...1_000_000_000

  static let runs = 1...10_000

  /// Throws `same-pair` for a pair against itself, `bad-margin` for an invalid margin.
  static func check(
    winner: String, loser: String, difference: Double, of what: String? = nil, at span: SourceSpan? = nil
  ) throws(Diagnostic) {
    let start = what.map { $0 + ": " } ?? ""
    guard winner != loser else {
      throw Diagnostic(
        "same-pair", "\(start)'\(winner)' cannot glide against itself", span: span, help: "name two pairs")
    }
    guard difference >= 0, difference <= most else {
      throw Diagnostic(
        "bad-margin",
        "\(start)a margin must be from 0 to \(NumberText.shortest(most)) cm, not '\(NumberText.shortest(difference))'",
        span: span, help: "name the winner first; use 0 for a tie")
    }
  }

  /// A margin in cm as typed: `14`, `14cm`, `1,5 m`, `140 mm`; nil for anything else.
  static func margin(_ text: String) -> Double? {
    let plain = text.filter { $0 != " " }.lowercased()
    let ending = plain.drop { !$0.isLetter }
    // A tenth is not a number of the computer, ten is.
    let units: [Substring: (times: Double, over: Double)] = ["": (1, 1), "mm": (1, 10), "cm": (1, 1), "m": (100, 1)]
    guard let unit = units[ending] else { return nil }
    return Double(decimal: plain.dropLast(ending.count)).map { $0 * unit.times / unit.over }
  }

  /// The number of a run, 1 to 10000; nil for anything else.
  static func run(_ text: String) -> Int? {
    (Int(text) ?? Double(decimal: text).flatMap { Int(exactly: $0) }).flatMap { runs.contains($0) ? $0 : nil }
  }

  static func notRun(_ text: String) -> String {
    "the run must be a whole number from 1 to 10000, not \(Abridged.quoted(text))"
  }

  /// A warning about an unusual margin; nil for others.
  static func doubt(_ difference: Double, of what: @autoclosure () -> String) -> String? {
    difference > doubtful
      ? "\(what()): a margin of \(NumberText.shortest(difference)) cm is unusual; was it in metres or millimetres?"
      : nil
  }
}
