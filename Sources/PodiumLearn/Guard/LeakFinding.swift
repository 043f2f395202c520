public import PodiumCore

/// A way in which an evaluation may know more than it would of new rows.
public struct LeakFinding: Sendable, Equatable {
  /// The kinds, as scripts tell them apart.
  public enum Code: String, Sendable, CaseIterable {
    /// A feature from which the target was made.
    case derived = "leak-derived"
    /// A feature whose values rename those of the target.
    case copy = "leak-copy"
    /// A feature that predicts the target by itself.
    case alone = "leak-alone"
    /// A feature that is almost unique per row.
    case id = "leak-id"
    /// Test rows that equal training rows.
    case duplicate = "leak-duplicate"
    /// Test rows that share a value with a few training rows of the same target, as one case in several rows does.
    case repeated = "leak-repeated"
    /// A recipe that was fitted on test rows too.
    case fitAll = "leak-fit-all"
    /// The best of several settings, chosen on the rows that test it.
    case chosen = "leak-chosen"
    /// Hardly any error.
    case tooGood = "leak-too-good"
  }

  public let code: Code
  /// What was found, and what avoids it.
  public let text: String
  /// Whether the figures are most likely wrong.
  public let isWarning: Bool

  init(_ code: Code, _ text: String, isWarning: Bool = false) {
    self.code = code
    self.text = text
    self.isWarning = isWarning
  }

  public var note: Note { Note(text, code: code.rawValue) }
}
