public import PodiumCore
public import PodiumPlugin

/// A command as it was read, whole or not: the one reading that running, completion and inspection go by.
///
/// Reading never fails. What is wrong is `error`, the first mistake; what follows it is read all the same, with what
/// was mistaken left out of the statement.
public struct SyntaxTree: Sendable {
  /// The command, as far as it could be read.
  public let statement: Statement
  /// The pieces of the line in the order in which they were read; pieces that hold others come after those.
  public let nodes: [SyntaxNode]
  /// The first mistake of form; nil where the statement can run.
  public let error: Diagnostic?
  /// The verb of a line whose prefixes are right, where it is a plain word.
  let verb: Word?
  /// What may stand at the end of the text; nil unless that is where a cursor is.
  let expected: Expectation?

  /// Reads one piece of a script.
  public init(_ text: String, grammar: Grammar = Grammar()) {
    self.init(LineParser(Scanner(text), text, grammar, hasCursor: false))
  }

  /// Reads the command a cursor stands in, up to the cursor, which counts the scalars of the text; spans do so too.
  ///
  /// What follows the cursor has no say in what may stand there, so that a line can be changed in its middle.
  public init(_ text: String, cursor: Int, grammar: Grammar) {
    let open = Script.openCommand(of: Array(text.unicodeScalars.prefix(max(0, cursor))))
    var scanner = Scanner(open.scalars)
    scanner.place = open.start
    self.init(LineParser(scanner, text, grammar, hasCursor: true))
  }

  /// What may stand at the cursor of an answer to a question for one parameter; `earlier` stands before it.
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

  /// The smallest piece at a place; one that ends there counts where none begins.
  public func node(at place: Int) -> SyntaxNode? {
    let around = nodes.filter { $0.kind != .missing && $0.span.start <= place && place <= $0.span.end }
    return around.filter { place < $0.span.end }.min { $0.span.end - $0.span.start < $1.span.end - $1.span.start }
      ?? around.min { $0.span.end - $0.span.start < $1.span.end - $1.span.start }
  }
}
