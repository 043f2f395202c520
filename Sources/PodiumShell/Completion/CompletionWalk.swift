internal import PodiumCore

/// Reads the text before a cursor as the parser would, without minding what is wrong in it, to where it ends.
struct CompletionWalk {
  var scanner: Scanner
  let registry: Registry
  let verbs: [String: String]
  /// Whether the expression is one of '=', which allows functions of many rows.
  var makesOneValue = false

  /// `verbs` completes shortened verbs.
  init(_ text: String, registry: Registry, verbs: [String: String] = [:]) {
    let scalars = Array(text.unicodeScalars)
    scanner = Scanner(text)
    scanner.place = CompletionWalk.startOfCommand(scalars)
    self.registry = registry
    self.verbs = verbs
  }

  /// The place behind the last `;` or line end that parts commands.
  private static func startOfCommand(_ scalars: [Unicode.Scalar]) -> Int {
    var start = 0
    var depth = 0
    var place = 0
    while place < scalars.count {
      switch scalars[place] {
      case "'"
      where !Scanner.mayPrecedeQuote(place > 0 ? scalars[place - 1] : nil)
        || Scanner.isLoneValue(scalars, place) && place + 1 < scalars.count:
        break
      case "\"", "`", "'":
        let quote = scalars[place]
        place += 1
        while place < scalars.count, scalars[place] != quote {
          if scalars[place] == "\\", Scanner.isTextQuote(quote) { place += 1 }
          place += 1
        }
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      case "\\" where place + 1 < scalars.count && scalars[place + 1] == "\n": place += 1
      case ";" where Scanner.isLoneValue(scalars, place) && place + 1 < scalars.count: break
      case ";" where depth == 0, "\n" where depth == 0: start = place + 1
      default: break
      }
      place += 1
    }
    return min(start, scalars.count)
  }

  /// What is expected where the text ends.
  mutating func context() -> CompletionContext {
    skip()
    if scanner.current == "!" { return shell() }
    if scanner.current == "?" { return question() }
    while true {
      skip()
      let start = scanner.place
      if scanner.current == "=" {
        scanner.place += 1
        return command("calculate")
      }
      let name = run { Scanner.isNameScalar($0) || $0 == "-" || $0 == "." }
      if scanner.isAtEnd { return .verb(Partial(start, name)) }
      if scanner.current == ":", ["quiet", "time", "try"].contains(name) {
        scanner.place += 1
      } else if name == "by", Scanner.isBlank(scanner.current) {
        if let open = groups() { return open }
      } else {
        return command(name)
      }
    }
  }

  private mutating func shell() -> CompletionContext {
    var start = scanner.scalars.count
    while start > scanner.place + 1, !Scanner.isBlank(scanner.scalars[start - 1]) { start -= 1 }
    scanner.place = scanner.scalars.count
    return .file(Partial(start, scanner.text(from: start)))
  }

  private mutating func question() -> CompletionContext {
    scanner.place += 1
    skip()
    let start = scanner.place
    scanner.place = scanner.scalars.count
    return .help(Partial(start, scanner.text(from: start)))
  }

  /// The columns after `by`, up to the colon; a context where they are not ended.
  private mutating func groups() -> CompletionContext? {
    var taken: [String] = []
    while true {
      skip()
      switch item(ends: { ",:".unicodeScalars.contains($0) }) {
      case .open(let partial): return .group(partial, taken: taken)
      case .whole(let name): taken.append(name)
      }
      skip()
      guard let mark = scanner.current else { return .nothing }
      scanner.place += 1
      if mark == ":" { return nil }
      if mark != "," { return .nothing }
    }
  }

  // MARK: Commands

  private mutating func command(_ typed: String) -> CompletionContext {
    guard !typed.isEmpty else { return .nothing }
    var name = verbs[typed] ?? typed
    if registry.commands[name] == nil, registry.namespaces.contains(name) {
      skip()
      let start = scanner.place
      let second = run { !Scanner.isBlank($0) }
      if scanner.isAtEnd { return .secondWord(namespace: name, Partial(start, second)) }
      name += " " + second
    }
    guard let signature = registry.commands[name]?.signature else { return .nothing }
    var place = CompletionContext.ArgumentPlace(signature: signature)
    makesOneValue = signature.name == "calculate"
    if let isAssignment = StatementParser.expressionVerbs[name] {
      if let open = assigned(isAssignment) ?? expression(place) { return open }
    }
    while true {
      skip()
      if scanner.isAtEnd { return .argument(place, Partial(scanner.place)) }
      let before = scanner.place
      if let open = clause(&place) { return open }
      if scanner.place == before, let open = argument(&place) { return open }
    }
  }

  /// The column and `=` of `derive NAME =`.
  private mutating func assigned(_ isAssignment: Bool) -> CompletionContext? {
    guard isAssignment else { return nil }
    skip()
    switch item(ends: { $0 == "=" }) {
    case .open(let partial): return .group(partial, taken: [])
    case .whole: break
    }
    skip()
    guard scanner.current == "=" else { return .nothing }
    scanner.place += 1
    return nil
  }

  /// Passes a clause, if one begins here; a context where the text ends in it.
  private mutating func clause(_ place: inout CompletionContext.ArgumentPlace) -> CompletionContext? {
    for word in ["if", "in", "as", "to"] where scanner.startsWord(word) && scanner.place + 2 < scanner.scalars.count {
      scanner.place += 2
      place.clauses.append(word)
      switch word {
      case "if":
        makesOneValue = false
        return expression(place)
      case "to": return file()
      default:
        skip()
        _ = run { !Scanner.isBlank($0) }
        return scanner.isAtEnd ? .nothing : nil
      }
    }
    if scanner.current == ">" {
      _ = run { ">!".unicodeScalars.contains($0) }
      place.clauses.append("to")
      return file()
    }
    if scanner.current == "|" { return shell() }
    return nil
  }

  private mutating func file() -> CompletionContext? {
    skip()
    if case .open(let partial) = item(ends: { _ in false }) { return .file(partial) }
    return nil
  }

  private mutating func argument(_ place: inout CompletionContext.ArgumentPlace) -> CompletionContext? {
    if let key = takeKey() {
      var taken: [String] = []
      while true {
        switch learnerOrItem() {
        case .context(let context): return context
        case .item(.open(let partial)):
          if partial.isReference { return .reference(partial) }
          return .value(place, key: key, taken: taken, partial)
        case .item(.whole(let text)): taken.append(text)
        }
        guard scanner.current == "," else { break }
        scanner.place += 1
      }
      place.keys.append(key)
      return nil
    }
    var taken: [String] = []
    let start = scanner.place
    while true {
      switch learnerOrItem() {
      case .context(let context): return context
      case .item(.open(let partial)):
        if partial.isReference { return .reference(partial) }
        if !taken.isEmpty { place.positionals.append(taken) }
        return .argument(place, partial)
      case .item(.whole(let text)): taken.append(text)
      }
      guard scanner.current == "," else { break }
      scanner.place += 1
    }
    // A sign that no argument begins with: it is passed, so that the walk ends.
    if scanner.place == start { scanner.place += 1 }
    place.positionals.append(taken)
    return nil
  }

  private enum Found {
    case context(CompletionContext)
    case item(Item)
  }

  /// An item of a value; behind a learner's bracket what is expected there.
  private mutating func learnerOrItem() -> Found {
    let found = item { ",(\"`|>".unicodeScalars.contains($0) }
    guard case .whole(let name) = found, scanner.current == "(" else { return .item(found) }
    scanner.place += 1
    var given: [String] = []
    while true {
      skip()
      if scanner.current == ")" {
        scanner.place += 1
        return .item(found)
      }
      let start = scanner.place
      guard let key = takeKey() else {
        let typed = run { !Scanner.isBlank($0) && !",)".unicodeScalars.contains($0) }
        if scanner.isAtEnd { return .context(.hyperparameter(learner: name, given: given, Partial(start, typed))) }
        if scanner.current == "," || scanner.place == start { scanner.place += 1 }
        continue
      }
      skip()
      var isFirst = true
      while true {
        if case .open(let partial) = item(ends: { ",)\"`".unicodeScalars.contains($0) }) {
          // After a comma the next hyperparameter may stand as well as the next value.
          let others = isFirst ? nil : given + [key]
          return .context(.hyperparameterValue(learner: name, name: key, others: others, partial))
        }
        isFirst = false
        skip()
        guard scanner.current == "," else { break }
        scanner.place += 1
        skip()
        var ahead = self
        if ahead.takeKey() != nil { break }
      }
      given.append(key)
    }
  }

  /// `KEY=` at this place, but not `KEY==`.
  private mutating func takeKey() -> String? {
    let start = scanner.place
    let name = run { Scanner.isNameScalar($0) || $0 == "-" || $0 == "." }
    guard !name.isEmpty, scanner.current == "=", scanner.peek() != "=" else {
      scanner.place = start
      return nil
    }
    scanner.place += 1
    return name
  }

  // MARK: Words

  /// A word or quoted text.
  enum Item {
    case whole(String)
    case open(Partial)
  }

  /// The word at this place, to a blank or one of some signs; open where the text ends in it.
  mutating func item(ends: (Unicode.Scalar) -> Bool) -> Item {
    let start = scanner.place
    if let quote = scanner.current, quote == "\"" || quote == "`" || quote == "'" {
      var ahead = scanner
      if let text = try? ahead.quoted() {
        scanner = ahead
        // The cursor stands right behind the closing quote: nothing is left to complete in it.
        return .whole(text)
      }
      scanner.place += 1
      let typed = unescaped(quote)
      return .open(Partial(start, typed, quote: quote))
    }
    let text = run { !Scanner.isBlank($0) && !ends($0) }
    return scanner.isAtEnd ? .open(Partial(start, text)) : .whole(text)
  }

  /// The rest of the text behind an open quote, its escapes read as far as they can be.
  private mutating func unescaped(_ quote: Unicode.Scalar) -> String {
    var out = String.UnicodeScalarView()
    while let scalar = scanner.current {
      scanner.place += 1
      if scalar == "\\", Scanner.isTextQuote(quote), let next = scanner.current {
        scanner.place += 1
        out.append(next == "n" ? "\n" : next == "t" ? "\t" : next == "r" ? "\r" : next)
      } else {
        out.append(scalar)
      }
    }
    return String(out)
  }

  mutating func skip() { scanner.skipBlanks() }

  mutating func run(while belongs: (Unicode.Scalar) -> Bool) -> String {
    let start = scanner.place
    while let scalar = scanner.current, belongs(scalar) { scanner.place += 1 }
    return scanner.text(from: start)
  }
}
