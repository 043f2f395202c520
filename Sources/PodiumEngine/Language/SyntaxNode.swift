public import PodiumCore
internal import PodiumPlugin

/// A piece of a line with its kind, for inspection and colouring.
public struct SyntaxNode: Sendable, Equatable {
  /// The kinds of pieces.
  public enum Kind: Sendable, Equatable {
    /// `quiet:`, `by`.
    case prefix
    /// A column after `by` or before the `=` of an assignment.
    case column
    /// The verb, all its words.
    case verb
    /// The key before `=`.
    case key
    /// A word, number or text given as an argument.
    case value
    /// A learner with its parentheses.
    case learner
    /// The name of a hyperparameter in a learner's parentheses.
    case hyperparameter
    /// `if`, `in`, `as`, `to`, `>`, `|`.
    case clause
    /// What follows a clause: rows, a name, a file, an external command.
    case object
    /// What `?` asks about.
    case topic
    /// A column in an expression.
    case operand
    /// A function in an expression.
    case function
    /// A number, text or truth value in an expression.
    case literal
    /// A result, or a field of one.
    case reference
    /// An operator of an expression.
    case operation
    /// Nothing, where something is required.
    case missing
  }

  /// What it is.
  public let kind: Kind
  /// Where it was typed; empty for something missing.
  public let span: SourceSpan
}
