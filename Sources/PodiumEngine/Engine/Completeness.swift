public import PodiumCore
internal import PodiumPlugin

/// Whether a text can run as it is.
public enum Completeness: Sendable, Equatable {
  /// It can run.
  case complete
  /// It is incomplete: a quote or parenthesis is open, or its last line ends in `\`.
  case incomplete
  /// No further text can make it valid.
  case invalid(Diagnostic)

  /// Parses a text as a session would run it.
  init(of text: String, in session: Session) {
    let script = Script(text)
    for piece in script.pieces.dropLast(script.unfinished == nil ? 0 : 1) {
      if let error = SyntaxTree(piece.text, grammar: session.grammar).error {
        self = .invalid(error)
        return
      }
    }
    self = script.unfinished == nil ? .complete : .incomplete
  }
}
