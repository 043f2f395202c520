public import PodiumCore
public import PodiumPlugin

/// A parsed command, complete or not; running, completion and inspection all use it.
///
/// Parsing never fails. `error` is the first mistake; the text after it is still parsed, and the statement omits what
/// was wrong.
public struct SyntaxTree: Sendable {
  /// The command, as far as it could be parsed.
  public let statement: Statement
  /// The pieces of the line in the order they were read; a piece that contains others comes after them.
  public let nodes: [SyntaxNode]
  /// The first syntax error; nil if the statement can run.
  public let error: Diagnostic?
  /// The verb, if the prefixes are right and the verb is a plain word.
  let verb: Word?
  /// What is allowed at the end of the text; nil unless a cursor is there.
  let expected: Expectation?

  /// Parses one piece of a script.
  public init(_ text: String, grammar: Grammar = Grammar()) {
    self.init(LineParser(Scanner(text), text, grammar, hasCursor: false))
  }

  /// Reads the command around a cursor, up to the cursor. The cursor and spans count the scalars of the text.
  ///
  /// Text after the cursor does not affect what is allowed at the cursor, so that lines can be edited in the middle.
  public init(_ text: String, cursor: Int, grammar: Grammar) {
    let open = Script.openCommand(of: Array(text.unicodeScalars.prefix(max(0, cursor))))
    var scanner = Scanner(open.scalars)
    scanner.place = open.start
    self.init(LineParser(scanner, text, grammar, hasCursor: true))
  }

  /// What is allowed at the cursor of an answer to a question about one parameter, after `earlier`.
  static func expected(
    answering parameter: ParameterDescription, after earlier: [String], _ text: String, cursor: Int
  ) -> Expectation? {
    let typed = Scanner(Array(text.unicodeScalars.prefix(max(0, cursor))))
    var parser = LineParser(typed, text, Grammar(), hasCursor: true)
    parser.answer(for: parameter, after: earlier)
    return parser.expected
  }

  private init(_ start: LineParser) {
    var parser = start
    statement = parser.statement()
    nodes = parser.nodes
    error = parser.error
    verb = parser.verb
    expected = parser.expected
  }

  /// The statement; throws the first mistake.
  public func checked() throws(Diagnostic) -> Statement {
    if let error { throw error }
    return statement
  }

  /// The smallest piece at a place; if none begins there, one that ends there.
  public func node(at place: Int) -> SyntaxNode? {
    let around = nodes.filter { $0.kind != .missing && $0.span.start <= place && place <= $0.span.end }
    return around.filter { place < $0.span.end }.min { $0.span.end - $0.span.start < $1.span.end - $1.span.start }
      ?? around.min { $0.span.end - $0.span.start < $1.span.end - $1.span.start }
  }
}
