public import PodiumCore
public import PodiumPlugin

/// Asks for the missing parameters of a command one by one, and builds the complete line.
public struct Guide: Sendable {
  /// The next question.
  public struct Question: Sendable {
    public let name: String
    /// Its help and the allowed values.
    public let help: String
    /// The value of an empty answer; nil if there is none.
    public let standard: String?
  }

  /// The command so far, in the form a user would type.
  public private(set) var line: String
  private var session: Session
  private var asked: ParameterDescription
  /// The values already given before the parameter in question.
  private var earlier: [String]

  /// Nil if the text is more than one command, cannot be parsed, or is complete.
  public init?(_ text: String, in session: Session) {
    let script = Script(text)
    guard script.pieces.count == 1, script.unfinished == nil,
      let (command, given) = try? session.understood(script.pieces[0].text),
      let asked = Guide.lacking(command, given, session)
    else { return nil }
    line = script.pieces[0].text
    self.session = session
    self.asked = asked
    earlier = Guide.texts(before: asked, command, given)
  }

  /// The current question.
  public var question: Question {
    var help = asked.help
    if !help.contains(asked.allowed) { help += " (" + asked.allowed + ")" }
    return Question(name: asked.name, help: help, standard: asked.standard)
  }

  /// Completions at the cursor of the answer.
  public func completions(of answer: String, at cursor: Int) -> CompletionList? {
    Completer(session).answers(for: asked, after: earlier, typed: answer, at: cursor)
  }

  /// Takes an answer; returns whether the line is complete.
  ///
  /// Throws what is wrong with the answer; the question then remains.
  public mutating func take(_ answer: String) throws(Diagnostic) -> Bool {
    var typed = answer.trimmed
    if typed.isEmpty { typed = asked.standard ?? "" }
    guard !typed.isEmpty else {
      throw Diagnostic(
        "missing-argument", "'\(asked.name)' needs a value: \(asked.allowed)",
        help: "enter one, or press Ctrl-C to cancel")
    }
    // A name with spaces is one name if only one is expected.
    if asked.form != .positional(many: true), typed.unicodeScalars.contains(where: Scanner.isBlank),
      !typed.unicodeScalars.contains(where: { "=\"`'".unicodeScalars.contains($0) })
    {
      typed = Session.quote(typed)
    }
    // It goes with the other arguments, before 'if' and the rest.
    var scalars = Array(line.unicodeScalars)
    let place = min(scalars.count, session.endOfArguments(line) ?? scalars.count)
    let answer = " " + (asked.form == .key ? asked.name + "=" : "") + typed
    scalars.insert(contentsOf: answer.unicodeScalars, at: place)
    let longer = String(scalars: scalars[...])
    let command: any Command
    let given: GivenArguments
    do throws(Diagnostic) {
      (command, given) = try session.understood(longer)
      for parameter in command.signature.parameters {
        guard let values = given.values[parameter.description.name] else { continue }
        _ = try parameter.parse(values, session.parsingScope)
      }
    } catch {
      var failure = error
      // The places refer to a line the user has not seen.
      failure.span = nil
      throw failure
    }
    line = longer
    guard let next = Guide.lacking(command, given, session) else { return true }
    asked = next
    earlier = Guide.texts(before: next, command, given)
    return false
  }

  private static func lacking(
    _ command: any Command, _ given: GivenArguments, _ session: Session
  ) -> ParameterDescription? {
    let needed = command.needed(in: session)
    return command.signature.parameters.map(\.description).first {
      needed.contains($0.name) && given.values[$0.name] == nil
    }
  }

  /// The words before a parameter whose values depend on them.
  private static func texts(
    before asked: ParameterDescription, _ command: any Command, _ given: GivenArguments
  ) -> [String] {
    guard case .steps = asked.completion else { return [] }
    var texts: [String] = []
    for parameter in command.signature.parameters.map(\.description) where parameter.form != .key {
      if parameter.name == asked.name { break }
      for item in (given.values[parameter.name] ?? []).flatMap(\.items) {
        switch item.kind {
        case .word(let text), .quoted(let text): texts.append(text)
        case .reference, .call: break
        }
      }
    }
    return texts
  }
}

extension Session {
  /// The command in a text and its arguments, not yet interpreted.
  func understood(_ text: String) throws(Diagnostic) -> (any Command, GivenArguments) {
    let statement = try SyntaxTree(text, grammar: grammar).checked()
    guard case .command(let typed) = statement.body else {
      throw Diagnostic("missing-verb", "'\(text)' is not a command")
    }
    let (command, syntax) = try command(for: typed)
    return (command, try GivenArguments(syntax, command.signature))
  }
}

extension Session {
  /// Where another argument may be inserted.
  fileprivate func endOfArguments(_ text: String) -> Int? {
    let tree = SyntaxTree(text, grammar: grammar)
    guard tree.error == nil, case .command(let typed) = tree.statement.body else { return nil }
    return typed.arguments.map(\.value.span.end).max() ?? typed.verb.span.end
  }
}

extension String {
  fileprivate var trimmed: String {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, Scanner.isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, Scanner.isBlank(last) { scalars.removeLast() }
    return String(scalars)
  }
}
