public import PodiumCore

/// Parses one command of the language; the whole grammar, whether or not its verb exists.
public struct StatementParser {
  /// The verbs after which an expression stands, and whether a name and `=` come before it.
  public static let expressionVerbs = [
    "filter": false, "assert": false, "calculate": false, "derive": true, "replace": true,
  ]

  /// The words that stand before what follows a verb.
  private static let clauses = ["if", "in", "as", "to"]

  /// The deepest nesting of brackets among arguments; deeper ones are a mistake or an attack.
  static let nestingLimit = 20

  var scanner: Scanner
  var nesting = 0
  private let text: String

  private let fullNames: [String: String]

  private init(_ text: String, _ fullNames: [String: String]) {
    self.text = text
    self.fullNames = fullNames
    scanner = Scanner(text)
  }

  /// Parses one piece of a script.
  ///
  /// `fullNames` completes shortened verbs, so that `fil x > 3` is read as the expression it is. Throws a diagnostic
  /// with a span in `text`.
  public static func parse(
    _ text: String, fullNames: [String: String] = [:]
  ) throws(Diagnostic) -> Statement {
    var parser = StatementParser(text, fullNames)
    return try parser.statement()
  }

  /// The verb of a line behind its prefixes, whatever follows; nil where it does not begin with a name and a blank.
  static func verb(of text: String) -> Word? {
    var parser = StatementParser(text, [:])
    guard (try? parser.prefixes()) != nil else { return nil }
    let start = parser.scanner.place
    while let scalar = parser.scanner.current, Scanner.isNameScalar(scalar) { parser.scanner.place += 1 }
    guard parser.scanner.place > start, parser.scanner.isAtEnd || Scanner.isBlank(parser.scanner.current) else {
      return nil
    }
    return Word(parser.scanner.text(from: start), parser.scanner.span(from: start))
  }

  private mutating func statement() throws(Diagnostic) -> Statement {
    scanner.skipBlanks()
    if scanner.current == "!" {
      let start = scanner.place + 1
      scanner.place = scanner.scalars.count
      let word = Word(scanner.text(from: start), scanner.span(from: start))
      return Statement(text: text, prefixes: .init(), body: .shell(word))
    }
    if scanner.current == "?" { return try help() }
    let prefixes = try prefixes()
    if scanner.isAtEnd {
      throw Diagnostic(
        "missing-verb", "a command must follow the prefix",
        span: SourceSpan(scanner.place, scanner.place + 1), help: "write one, as in: time: cv tree")
    }
    return Statement(text: text, prefixes: prefixes, body: .command(try command()))
  }

  private mutating func help() throws(Diagnostic) -> Statement {
    scanner.place += 1
    scanner.skipBlanks()
    let start = scanner.place
    if scanner.current.map(Scanner.isTextQuote) ?? false {
      let wanted = try scanner.quoted()
      return Statement(
        text: text, prefixes: .init(), body: .helpSearch(Word(wanted, scanner.span(from: start))))
    }
    scanner.place = scanner.scalars.count
    return Statement(
      text: text, prefixes: .init(), body: .help(Word(scanner.text(from: start), scanner.span(from: start))))
  }

  // MARK: Prefixes

  private mutating func prefixes() throws(Diagnostic) -> Statement.Prefixes {
    var prefixes = Statement.Prefixes()
    while true {
      scanner.skipBlanks()
      let start = scanner.place
      var word = scanner
      while let scalar = word.current, Scanner.isNameScalar(scalar) { word.place += 1 }
      let name = word.text(from: start)
      if name == "by", Scanner.isBlank(word.current) {
        try once(prefixes.by.isEmpty, "by", start)
        scanner.place = word.place
        prefixes.by = try columnList()
        continue
      }
      guard word.current == ":", ["quiet", "time", "try"].contains(name) else {
        if word.current == ":", Scanner.isBlank(word.peek()), !name.isEmpty {
          throw Diagnostic.unknown(
            "prefix", name, among: ["by", "quiet", "time", "try"], span: SourceSpan(start, word.place))
        }
        return prefixes
      }
      scanner.place = word.place + 1
      switch name {
      case "quiet": prefixes.isQuiet = true
      case "time": prefixes.isTimed = true
      default: prefixes.isTried = true
      }
    }
  }

  private mutating func columnList() throws(Diagnostic) -> [Word] {
    let start = scanner.place
    var columns: [Word] = []
    while true {
      scanner.skipBlanks()
      let at = scanner.place
      if scanner.current == "`" {
        let name = try scanner.quoted()
        columns.append(Word(name, scanner.span(from: at)))
      } else {
        while let scalar = scanner.current, Scanner.isNameScalar(scalar) || scalar == "-" || scalar == "." {
          scanner.place += 1
        }
        guard scanner.place > at else {
          throw Diagnostic(
            "missing-column", "a column must follow 'by'", span: SourceSpan(at, at + 1),
            help: "write it as in: by session: describe rank")
        }
        columns.append(Word(scanner.text(from: at), scanner.span(from: at)))
      }
      scanner.skipBlanks()
      if scanner.current == "," {
        scanner.place += 1
      } else if scanner.current == ":" {
        scanner.place += 1
        return columns
      } else {
        throw Diagnostic(
          "missing-colon", "the columns after 'by' must end in ':'", span: scanner.span(from: start),
          help: "write it as in: by session: describe rank")
      }
    }
  }

  // MARK: Command

  private mutating func command() throws(Diagnostic) -> CommandSyntax {
    let start = scanner.place
    if scanner.current == "=", scanner.peek() != "=" {
      // `= EXPR` is short for `calculate EXPR`.
      scanner.place += 1
      var command = CommandSyntax(verb: Word("calculate", scanner.span(from: start)))
      command.text = text
      command.expression = try expression()
      try rest(&command)
      return command
    }
    while let scalar = scanner.current, Scanner.isNameScalar(scalar) || scalar == "-" || scalar == "." {
      scanner.place += 1
    }
    guard scanner.place > start else {
      throw Diagnostic(
        "missing-verb", "a command begins with a verb, not with '\(scanner.scalars[start])'",
        span: SourceSpan(start, start + 1), help: "help lists the verbs")
    }
    var command = CommandSyntax(verb: Word(scanner.text(from: start), scanner.span(from: start)))
    command.text = text
    let verb = fullNames[command.verb.text] ?? command.verb.text
    if let isAssignment = StatementParser.expressionVerbs[verb] {
      try expressionArguments(verb, isAssignment, &command)
    }
    try rest(&command)
    return command
  }

  private mutating func expressionArguments(
    _ verb: String, _ isAssignment: Bool, _ command: inout CommandSyntax
  ) throws(Diagnostic) {
    scanner.skipBlanks()
    // `filter off` takes the filter away; `off` is no column there.
    if verb == "filter", scanner.startsWord("off") { return }
    if isAssignment {
      let start = scanner.place
      let name = scanner.current == "`" ? try scanner.quoted() : bareName()
      guard !name.isEmpty else {
        throw Diagnostic(
          "missing-column", "a column must follow '\(verb)'", span: SourceSpan(start, start + 1),
          help: "write it as in: \(verb) speed = distance / time")
      }
      command.assigned = Word(name, scanner.span(from: start))
      scanner.skipBlanks()
      guard scanner.current == "=", scanner.peek() != "=" else {
        throw Diagnostic(
          "missing-equals", "'=' must follow the column '\(name)'",
          span: SourceSpan(scanner.place, scanner.place + 1),
          help: "write it as in: \(verb) \(name) = distance / time")
      }
      scanner.place += 1
    }
    command.expression = try expression()
  }

  private mutating func bareName() -> String {
    let start = scanner.place
    while let scalar = scanner.current, Scanner.isNameScalar(scalar) { scanner.place += 1 }
    return scanner.text(from: start)
  }

  private mutating func expression() throws(Diagnostic) -> Expression {
    var parser = ExpressionParser(scanner)
    let expression = try parser.parse()
    scanner.place = parser.scanner.place
    return expression
  }

  private mutating func rest(_ command: inout CommandSyntax) throws(Diagnostic) {
    while true {
      scanner.skipBlanks()
      guard let scalar = scanner.current else { return }
      let start = scanner.place
      if command.verb.text == "help", command.arguments.isEmpty, scalar == "=" {
        scanner.place += 1
        let span = scanner.span(from: start)
        let item = ArgumentValue.Item(kind: .word("calculate"), span: span)
        command.arguments.append(Argument(key: nil, value: ArgumentValue(items: [item], span: span)))
      } else if command.verb.text == "help", command.arguments.isEmpty,
        StatementParser.clauses.contains(where: scanner.startsWord)
      {
        // A word of the grammar is what help is asked about there.
        command.arguments.append(try argument())
      } else if scanner.startsWord("if") {
        try once(command.condition == nil, "if", start)
        scanner.place += 2
        command.condition = try expression()
      } else if scanner.startsWord("in") {
        try once(command.range == nil, "in", start)
        scanner.place += 2
        command.range = try rowRange()
      } else if scanner.startsWord("as") {
        try once(command.name == nil, "as", start)
        scanner.place += 2
        command.name = try resultName()
      } else if scanner.startsWord("to") {
        try once(command.sink == nil, "to", start)
        scanner.place += 2
        command.sink = .file(try fileName("to"), .new)
      } else if scalar == ">" {
        try redirect(&command)
      } else if scalar == "|" {
        try once(command.sink == nil, "|", start)
        try pipe(&command)
      } else if command.expression != nil || command.condition != nil {
        scanner.place += 1
        while let next = scanner.current, !Scanner.isBlank(next) { scanner.place += 1 }
        throw Diagnostic(
          "unexpected-word", "unexpected '\(scanner.text(from: start))' after the expression",
          span: scanner.span(from: start),
          help: "join conditions with and, or; text is quoted; options stand before 'if'")
      } else {
        command.arguments.append(try argument())
      }
    }
  }

  private func once(_ isFirst: Bool, _ word: String, _ start: Int) throws(Diagnostic) {
    if isFirst { return }
    throw Diagnostic(
      "repeated-clause", "'\(word)' stands twice in one command",
      span: SourceSpan(start, start + word.unicodeScalars.count))
  }

  private mutating func rowRange() throws(Diagnostic) -> RowRange {
    scanner.skipBlanks()
    let start = scanner.place
    while let scalar = scanner.current, !endsClause(scalar) { scanner.place += 1 }
    let typed = scanner.text(from: start)
    let span = SourceSpan(start, max(scanner.place, start + 1))
    let bad = Diagnostic(
      "bad-range", "'\(typed)' is no range of rows", span: span,
      help: "rows count from 1: in 1..50, in 7, in 100..")
    guard let dots = typed.firstRange(of: "..") else {
      guard let row = Int(typed), row >= 1 else { throw bad }
      return RowRange(first: row, last: row, span: span)
    }
    let (low, high) = (typed[..<dots.lowerBound], typed[dots.upperBound...])
    guard let first = low.isEmpty ? 1 : Int(low), first >= 1 else { throw bad }
    if high.isEmpty { return RowRange(first: first, last: nil, span: span) }
    guard let last = Int(high), last >= first else { throw bad }
    return RowRange(first: first, last: last, span: span)
  }

  private func endsClause(_ scalar: Unicode.Scalar) -> Bool {
    Scanner.isBlank(scalar) || scalar == "|" || scalar == ">"
  }

  private mutating func resultName() throws(Diagnostic) -> Word {
    scanner.skipBlanks()
    let start = scanner.place
    while let scalar = scanner.current, Scanner.isNameScalar(scalar) || scalar == "-" { scanner.place += 1 }
    let name = scanner.text(from: start)
    let span = SourceSpan(start, max(scanner.place, start + 1))
    guard let first = name.unicodeScalars.first, !(first >= "0" && first <= "9"), first != "-", name != "_",
      scanner.current.map(endsClause) ?? true
    else {
      throw Diagnostic(
        "bad-name", "a name must follow 'as'", span: span,
        help: "a name begins with a letter and holds letters, digits, - and _")
    }
    return Word(name, span)
  }

  private mutating func fileName(_ after: String) throws(Diagnostic) -> Word {
    scanner.skipBlanks()
    let start = scanner.place
    let name: String
    if scanner.current.map(Scanner.isTextQuote) ?? false {
      name = try scanner.quoted()
    } else {
      while let scalar = scanner.current, !Scanner.isBlank(scalar) { scanner.place += 1 }
      name = scanner.text(from: start)
    }
    guard !name.isEmpty else {
      throw Diagnostic(
        "missing-file", "a file must follow '\(after)'", span: SourceSpan(start, start + 1),
        help: "write it as in: to table.csv")
    }
    return Word(name, scanner.span(from: start))
  }

  private mutating func redirect(_ command: inout CommandSyntax) throws(Diagnostic) {
    let start = scanner.place
    try once(command.sink == nil, ">", start)
    scanner.place += 1
    var mode = FileMode.new
    if scanner.current == ">" || scanner.current == "!" {
      mode = scanner.current == ">" ? .append : .replace
      scanner.place += 1
    }
    command.sink = .file(try fileName(scanner.text(from: start)), mode)
  }

  private mutating func pipe(_ command: inout CommandSyntax) throws(Diagnostic) {
    scanner.place += 1
    scanner.skipBlanks()
    let start = scanner.place
    scanner.place = scanner.scalars.count
    let outside = scanner.text(from: start)
    guard !outside.isEmpty else {
      throw Diagnostic(
        "missing-command", "a command must follow '|'", span: SourceSpan(start - 1, start),
        help: "write it as in: describe | less")
    }
    command.sink = .pipe(Word(outside, scanner.span(from: start)))
  }
}
