/// Numbers in texts, read as those of a file are.
public struct TextNumber: Sendable {
  /// What is known of a text.
  enum Reading: Equatable {
    case number(Double)
    /// Two numbers, as `1,250` is where no other text shows what the comma means.
    case ambiguous
    case none
  }

  private let choice: NumberForm.Choice

  /// Reads texts in the form that fits most of `evidence`, the other texts of their column.
  init(_ evidence: [String], decimal: DecimalMark?, cancellation: Cancellation) throws(Diagnostic) {
    choice = try NumberForm.choice(evidence, decimal: decimal, cancellation: cancellation)
  }

  /// The number in a text: with a point or a comma, a sign, spaces around it; nil for any other text, and for one that
  /// could be two numbers, as `1,250` is.
  public static func value(_ text: String) -> Double? {
    if case .number(let value) = reading(text, decimal: nil) { value } else { nil }
  }

  /// A text without others.
  static func reading(_ text: String, decimal: DecimalMark?) -> Reading {
    // No one can interrupt a single text.
    (try? TextNumber([text], decimal: decimal, cancellation: Cancellation()))?.read(text) ?? .none
  }

  func read(_ text: String) -> Reading {
    switch choice {
    case .none: return .none
    case .form(let form): return TextNumber.real(form.read(text, isDeclared: true)).map { .number($0) } ?? .none
    case .either(let form, let other, _):
      let (one, two) = (form.read(text, isDeclared: true), other.read(text, isDeclared: true))
      if let one, let two, one != two { return .ambiguous }
      return TextNumber.real(one ?? two).map { .number($0) } ?? .none
    }
  }

  private static func real(_ read: NumberCell?) -> Double? {
    switch read {
    case .integer(let whole): NumberCell.exactDouble(whole)
    case .real(let real): real.isFinite ? real : nil
    case .word, .other, nil: nil
    }
  }
}
