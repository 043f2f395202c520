public import PodiumCore
internal import PodiumPlugin

/// A piece of a line with what it is: what inspection and colouring go by.
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
    /// A learner with its brackets.
    case learner
    /// The name of a hyperparameter in a learner's brackets.
    case hyperparameter
    /// `if`, `in`, `as`, `to`, `>`, `|`.
    case clause
    /// What follows a clause: rows, a name, a file, an outside command.
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
    /// Nothing, where something must stand.
    case missing
  }

  /// What it is.
  public let kind: Kind
  /// Where it was typed; empty for what is missing.
  public let span: SourceSpan
}
