internal import PodiumCore
internal import PodiumPlugin

/// Reads one command of the language, finished or not; the whole grammar, whether or not its verb exists.
///
/// It notes the first mistake and reads on, each step passing something, so that the time is in proportion to the text.
/// Where the text ends at a cursor, the innermost place that wants more says what may stand there.
struct LineParser {
  /// The words that stand before what follows a verb.
  static let clauses = ["if", "in", "as", "to"]

  /// The deepest nesting of brackets among arguments; deeper ones are a mistake or an attack.
  static let nestingLimit = 20

  var scanner: Scanner
  let grammar: Grammar
  let text: String
  var nesting = 0
  /// How deep the part of an expression lies that is read.
  var depth = 0
  private(set) var error: Diagnostic?
  private(set) var nodes: [SyntaxNode] = []
  /// The verb as typed, where nothing before it is wrong and a blank or the end follows it.
  private(set) var verb: Word?

  // What may stand at the cursor, and what it takes to say so.
  private(set) var expected: Expectation?
  private var isExpecting: Bool
  /// Behind the last blank: where the word begins that ends at the cursor.
  let lastWord: Int
  /// The signature of the verb and the arguments so far.
  var place: Expectation.ArgumentPlace?
  /// What the operand of an expression is an operand of.
  var operand = Expectation.OperandPlace()
  /// The column that an operator would follow.
  var lastColumn: String?
  /// Whether what is read is the right side of a comparison.
  var isComparing = false
  /// Whether the expression may call functions of many rows.
  var makesOneValue = false

  /// `hasCursor` where the text ends at one.
  init(_ scanner: Scanner, _ text: String, _ grammar: Grammar, hasCursor: Bool) {
    self.scanner = scanner
    self.text = text
    self.grammar = grammar
    isExpecting = hasCursor
    lastWord = hasCursor ? (scanner.scalars.lastIndex { Scanner.isBlank($0) } ?? -1) + 1 : 0
  }

  // MARK: Notes

  /// Notes a mistake; only the first is kept.
  mutating func fail(_ mistake: Diagnostic) {
    if error == nil { error = mistake }
  }

  /// Notes that something is missing here.
  mutating func miss(_ mistake: Diagnostic) {
    nodes.append(SyntaxNode(kind: .missing, span: SourceSpan(scanner.place, scanner.place)))
    fail(mistake)
  }

  /// Notes a piece that ends here.
  mutating func mark(_ kind: SyntaxNode.Kind, from start: Int) {
    nodes.append(SyntaxNode(kind: kind, span: scanner.span(from: start)))
  }

  /// Notes a piece.
  mutating func mark(_ kind: SyntaxNode.Kind, _ span: SourceSpan) {
    nodes.append(SyntaxNode(kind: kind, span: span))
  }

  /// Whether the text ends here at a cursor, and nobody has said yet what may stand there.
  var isAtCursor: Bool { isExpecting && scanner.isAtEnd }

  /// Says what may stand here, where the text ends here and nothing further in has said it.
  mutating func expect(_ expectation: Expectation) {
    guard isAtCursor else { return }
    isExpecting = false
    expected = expectation
  }

  /// Says what may stand where the word is typed that begins here and ends at the cursor.
  mutating func expectWord(_ expectation: Expectation) {
    guard isExpecting, scanner.place >= lastWord else { return }
    isExpecting = false
    expected = expectation
  }

  /// Nothing that follows can be known.
  mutating func expectNothing() { isExpecting = false }

  /// Leaves the rest unread.
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

  /// The word before the cursor in what is not of this grammar.
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

  /// The verb of a line that is one and a question mark, and nothing else: `cv?`.
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
      if name == "by", Scanner.isBlank(word.current) {
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
        scanner.pass { Scanner.isNameScalar($0) || $0 == "-" || $0 == "." }
        if isAtCursor { expect(.group(Partial(at, scanner.text(from: at)), taken: columns.map(\.text))) }
        if scanner.place > at {
          columns.append(Word(scanner.text(from: at), scanner.span(from: at)))
        } else {
          miss(
            Diagnostic(
              "missing-column", "a column must follow 'by'", span: SourceSpan(at, at + 1),
              help: "write it as in: by session: describe rank"))
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
            help: "write it as in: by session: describe rank"))
        return columns
      }
    }
  }

  /// Notes that a clause stands twice.
  mutating func once(_ isFirst: Bool, _ word: String, _ start: Int) {
    if isFirst { return }
    fail(
      Diagnostic(
        "repeated-clause", "'\(word)' stands twice in one command",
        span: SourceSpan(start, start + word.unicodeScalars.count)))
  }

  // MARK: Words

  /// Text in quotes or backticks, with what is wrong in it noted; not closed where the text ends in it.
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

  /// Keeps the verb for the one who asks first whether it exists.
  mutating func know(_ word: Word) {
    let isPlain = word.text.unicodeScalars.allSatisfy(Scanner.isNameScalar)
    if error == nil, isPlain, scanner.isAtEnd || Scanner.isBlank(scanner.current) { verb = word }
  }
}
