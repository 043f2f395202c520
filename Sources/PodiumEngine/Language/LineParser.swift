internal import PodiumCore
internal import PodiumPlugin

/// Parses one command, complete or not, with the full grammar and whether or not its verb exists.
///
/// It records the first mistake and reads on. Each step consumes something, so the time is linear in the length of the
/// text. If the text ends at a cursor, the innermost rule determines what is allowed there.
struct LineParser {
  /// The words that introduce clauses after a verb.
  static let clauses = ["if", "in", "as", "to"]

  /// The maximum nesting of parentheses in arguments; anything deeper is a mistake or an attack.
  static let nestingLimit = 20

  var scanner: Scanner
  let grammar: Grammar
  let text: String
  var nesting = 0
  /// The nesting depth at the current place in an expression.
  var depth = 0
  private(set) var error: Diagnostic?
  private(set) var nodes: [SyntaxNode] = []
  /// The verb as typed, if nothing before it is wrong and a space or the end follows it.
  private(set) var verb: Word?

  // What is allowed at the cursor, and the state needed to determine it.
  private(set) var expected: Expectation?
  private(set) var isExpecting: Bool
  /// The start of the word that ends at the cursor, after the last space.
  let lastWord: Int
  /// The signature of the verb and the arguments so far.
  var place: Expectation.ArgumentPlace?
  /// The context of the operand being read.
  var operand = Expectation.OperandPlace()
  /// The column that an operator would follow.
  var lastColumn: String?
  /// Whether the right side of a comparison is being read.
  var isComparing = false
  /// How many parentheses of the expression are open.
  var openBrackets = 0
  /// Whether the expression may call aggregate functions.
  var makesOneValue = false
  /// Whether the command is part of another one.
  var isInner = false

  /// `hasCursor` if the text ends at a cursor.
  init(_ scanner: Scanner, _ text: String, _ grammar: Grammar, hasCursor: Bool) {
    self.scanner = scanner
    self.text = text
    self.grammar = grammar
    isExpecting = hasCursor
    lastWord = hasCursor ? (scanner.scalars.lastIndex { Scanner.isBlank($0) } ?? -1) + 1 : 0
  }

  // MARK: Recording

  /// Records a mistake; only the first is kept.
  mutating func fail(_ mistake: Diagnostic) {
    if error == nil { error = mistake }
  }

  /// Records that something is missing here.
  mutating func miss(_ mistake: Diagnostic) {
    nodes.append(SyntaxNode(kind: .missing, span: SourceSpan(scanner.place, scanner.place)))
    fail(mistake)
  }

  /// Records a piece that ends here.
  mutating func mark(_ kind: SyntaxNode.Kind, from start: Int) {
    nodes.append(SyntaxNode(kind: kind, span: scanner.span(from: start)))
  }

  /// Records a piece.
  mutating func mark(_ kind: SyntaxNode.Kind, _ span: SourceSpan) {
    nodes.append(SyntaxNode(kind: kind, span: span))
  }

  /// Whether the text ends here at a cursor and no rule has determined yet what is allowed there.
  var isAtCursor: Bool { isExpecting && scanner.isAtEnd }

  /// Sets what is allowed here, if the text ends here and no inner rule has set it.
  mutating func expect(_ expectation: Expectation) {
    guard isAtCursor else { return }
    isExpecting = false
    expected = expectation
  }

  /// Sets what is allowed for the word that begins here and ends at the cursor.
  mutating func expectWord(_ expectation: Expectation) {
    guard isExpecting, scanner.place >= lastWord else { return }
    isExpecting = false
    expected = expectation
  }

  /// Nothing is known about what follows.
  mutating func expectNothing() { isExpecting = false }

  /// Skips the rest.
  mutating func giveUp() {
    isExpecting = false
    scanner.place = scanner.scalars.count
  }

  // MARK: Statements

  mutating func statement() -> Statement {
    scanner.skipBlanks()
    if scanner.current == "!" {
      let start = scanner.place + 1
      scanner.place = scanner.scalars.count
      if isAtCursor { expect(.file(lastWord(from: start))) }
      mark(.object, from: start)
      return Statement(
        text: text, prefixes: .init(), body: .shell(Word(scanner.text(from: start), scanner.span(from: start))))
    }
    if scanner.current == "?" { return help() }
    if let topic = askedVerb() { return Statement(text: text, prefixes: .init(), body: .help(topic)) }
    let prefixes = prefixes()
    if scanner.isAtEnd {
      if isAtCursor { expect(.verb(Partial(scanner.place))) }
      let span = SourceSpan(scanner.place, scanner.place + 1)
      miss(
        Diagnostic(
          "missing-verb", "a command must follow the prefix", span: span, help: "write one, as in: time: cv tree"))
      return Statement(text: text, prefixes: prefixes, body: .command(CommandSyntax(text: text, verb: Word("", span))))
    }
    return Statement(text: text, prefixes: prefixes, body: .command(command()))
  }

  /// The word before the cursor in text that is not part of this grammar.
  func lastWord(from start: Int) -> Partial {
    var word = scanner
    word.place = max(start, lastWord)
    let first = min(word.place, word.scalars.count)
    word.place = word.scalars.count
    return Partial(first, word.text(from: first))
  }

  private mutating func help() -> Statement {
    scanner.place += 1
    scanner.skipBlanks()
    let start = scanner.place
    if scanner.current.map(Scanner.isTextQuote) ?? false {
      let wanted = quoted().text
      let word = Word(wanted, scanner.span(from: start))
      mark(.topic, from: start)
      giveUp()
      return Statement(text: text, prefixes: .init(), body: .helpSearch(word))
    }
    scanner.place = scanner.scalars.count
    if isAtCursor { expect(.help(Partial(start, scanner.text(from: start)))) }
    mark(.topic, from: start)
    return Statement(
      text: text, prefixes: .init(), body: .help(Word(scanner.text(from: start), scanner.span(from: start))))
  }

  /// The verb of a line that consists of a verb and a question mark: `cv?`.
  private mutating func askedVerb() -> Word? {
    guard let last = scanner.scalars.lastIndex(where: { !Scanner.isBlank($0) }), scanner.scalars[last] == "?",
      last > scanner.place
    else { return nil }
    var words = scanner
    let start = scanner.place
    words.place = last
    let name = words.text(from: start).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard grammar.signature(typed: name) != nil || grammar.isHead(name) else { return nil }
    let word = Word(name, words.span(from: start))
    scanner.place = last
    mark(.topic, from: start)
    giveUp()
    return word
  }

  // MARK: Prefixes

  private mutating func prefixes() -> Statement.Prefixes {
    var prefixes = Statement.Prefixes()
    while true {
      scanner.skipBlanks()
      let start = scanner.place
      var word = scanner
      word.pass(while: Scanner.isNameScalar)
      let name = word.text(from: start)
      if name == "by", Scanner.isBlank(word.current) || word.current == ":" {
        once(prefixes.by.isEmpty, "by", start)
        scanner.place = word.place
        mark(.prefix, from: start)
        prefixes.by = columnList()
        continue
      }
      guard word.current == ":", ["quiet", "time", "try"].contains(name) else {
        guard word.current == ":", Scanner.isBlank(word.peek()), !name.isEmpty else { return prefixes }
        fail(
          Diagnostic.unknown(
            "prefix", name, among: ["by", "quiet", "time", "try"], span: SourceSpan(start, word.place)))
        scanner.place = word.place + 1
        continue
      }
      scanner.place = word.place + 1
      mark(.prefix, from: start)
      switch name {
      case "quiet": prefixes.isQuiet = true
      case "time": prefixes.isTimed = true
      default: prefixes.isTried = true
      }
    }
  }

  private mutating func columnList() -> [Word] {
    let start = scanner.place
    var columns: [Word] = []
    while true {
      scanner.skipBlanks()
      let at = scanner.place
      if scanner.current == "`" {
        let name = quoted()
        if !name.isClosed, isAtCursor { expect(.group(Partial(at, name.text, quote: "`"), taken: columns.map(\.text))) }
        columns.append(Word(name.text, scanner.span(from: at)))
      } else {
        scanner.pass { Scanner.isNameScalar($0) || "-.*?".unicodeScalars.contains($0) }
        if isAtCursor { expect(.group(Partial(at, scanner.text(from: at)), taken: columns.map(\.text))) }
        if scanner.place > at {
          columns.append(Word(scanner.text(from: at), scanner.span(from: at)))
        } else {
          miss(
            Diagnostic(
              "missing-column", "a column must follow 'by'", span: SourceSpan(at, at + 1),
              help: "as in: by session: describe rank"))
        }
      }
      mark(.column, from: at)
      scanner.skipBlanks()
      if scanner.current == "," {
        scanner.place += 1
      } else if scanner.current == ":" {
        scanner.place += 1
        return columns
      } else {
        expectNothing()
        miss(
          Diagnostic(
            "missing-colon", "the columns after 'by' must end in ':'", span: scanner.span(from: start),
            help: "as in: by session: describe rank"))
        return columns
      }
    }
  }

  /// Records that a clause is repeated.
  mutating func once(_ isFirst: Bool, _ word: String, _ start: Int) {
    if isFirst { return }
    fail(
      Diagnostic(
        "repeated-clause", "'\(word)' appears twice in one command",
        span: SourceSpan(start, start + word.unicodeScalars.count)))
  }

  // MARK: Words

  /// Text in quotes or backticks, with its mistakes recorded; not closed if the text ends in it.
  mutating func quoted() -> (text: String, isClosed: Bool) {
    let start = scanner.place
    do throws(Diagnostic) {
      return (try scanner.quoted(), true)
    } catch {
      fail(error)
      scanner.place = start
      return scanner.quotedAnyhow()
    }
  }

  /// Keeps the verb, so that the caller can check first whether it exists.
  mutating func know(_ word: Word) {
    let isPlain = word.text.unicodeScalars.allSatisfy(Scanner.isNameScalar)
    if error == nil, isPlain, scanner.isAtEnd || Scanner.isBlank(scanner.current) { verb = word }
  }
}
