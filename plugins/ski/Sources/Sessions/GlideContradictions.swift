internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel

/// How a new glide contradicts earlier ones: a repeat that went the other way, or a cycle of winners.
///
/// A glide compares pairs with their treatments. In a wax test the same pairs meet with other treatments, and
/// that is a different comparison, not a contradiction.
struct GlideContradictions {
  struct Side: Hashable, CustomStringConvertible {
    let serial: String
    let treatment: String?

    init(_ serial: String, _ treatment: String?) { (self.serial, self.treatment) = (serial, treatment) }
    init(_ serial: String, _ treatment: Value) { self.init(serial, treatment.isMissing ? nil : treatment.fileText) }

    var description: String { treatment.map { "\(serial) (\($0))" } ?? serial }
  }

  private let glides: [(number: Int, winner: Side, loser: Side, difference: Double)]

  init(_ glides: [Glide]) {
    self.glides = glides.map {
      ($0.number, Side($0.winner, $0.winnerTreatment), Side($0.loser, $0.loserTreatment), $0.difference)
    }
  }

  /// Warnings about a glide that was just entered.
  func about(_ winner: Side, _ loser: Side, _ difference: Double) -> [String] {
    var doubts: [String] = []
    let other = glides.last { $0.winner == loser && $0.loser == winner && $0.difference > 0 }
    if let other, difference > 0 {
      doubts.append(
        "glide \(other.number) went the other way by \(NumberText.shortest(other.difference)) cm: they differ by "
          + "\(NumberText.shortest(other.difference + difference)) cm, more than either margin")
    }
    // A reversed repeat is reported above; a cycle has three pairs or more.
    if difference > 0, let path = path(from: loser, to: winner), path.count > 2 {
      let circle = [winner] + path
      let steps = zip(circle, circle.dropFirst()).map { a, b in
        (a, b, a == winner && b == loser ? difference : margin(a, b))
      }
      let text = circle.map(\.description).joined(separator: " > ")
      let weakest = steps.min { $0.2 < $1.2 }
      doubts.append("the winners form a cycle: \(text)" + (weakest.map { "; repeat \($0.0) against \($0.1)" } ?? ""))
    }
    return doubts
  }

  private func margin(_ winner: Side, _ loser: Side) -> Double {
    glides.last { $0.winner == winner && $0.loser == loser && $0.difference > 0 }?.difference ?? 0
  }

  /// The shortest path of wins from one pair to another, both included; nil if there is none.
  private func path(from start: Side, to end: Side) -> [Side]? {
    var losers: [Side: [Side]] = [:]
    for glide in glides where glide.difference > 0 { losers[glide.winner, default: []].append(glide.loser) }
    var before: [Side: Side] = [:]
    var queue = [start][...]
    var seen: Set<Side> = [start]
    while let pair = queue.popFirst() {
      if pair == end {
        var path = [end]
        while let last = path.last, last != start, let previous = before[last] { path.append(previous) }
        return path.reversed()
      }
      for next in losers[pair] ?? [] where seen.insert(next).inserted {
        before[next] = pair
        queue.append(next)
      }
    }
    return nil
  }
}

/// The checks on glides, for commands and imports.
enum GlideChecks {
  /// Margin in cm above which a warning is shown.
  static let doubtful = 300.0
  /// Largest allowed margin in cm.
  static let most = 10_000.0
  /// The numbers that glides of a session can have.
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

  /// A margin in cm as typed: `14`, `14cm`, `1,5 m` and the like; nil for anything else.
  static func margin(_ text: String) -> Double? {
    let plain = text.filter { $0 != " " }.lowercased()
    if plain.hasSuffix("cm") { return Double(decimal: plain.dropLast(2)) }
    if plain.hasSuffix("m") { return Double(decimal: plain.dropLast()).map { $0 * 100 } }
    return Double(decimal: plain)
  }

  /// The number of a run, 1 to 10000; nil for anything else.
  static func run(_ text: String) -> Int? {
    (Int(text) ?? Double(decimal: text).flatMap { Int(exactly: $0) }).flatMap { runs.contains($0) ? $0 : nil }
  }

  /// What is wrong with a run.
  static func notRun(_ text: String) -> String {
    "the run must be a whole number from 1 to 10000, not \(Abridged.quoted(text))"
  }

  /// A warning about an unusual margin; nil for others.
  static func doubt(_ difference: Double, of what: String) -> String? {
    difference > doubtful
      ? "\(what): a margin of \(NumberText.shortest(difference)) cm is unusual; was it in metres or millimetres?" : nil
  }
}
