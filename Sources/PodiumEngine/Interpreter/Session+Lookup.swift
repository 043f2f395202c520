internal import PodiumCore
internal import PodiumFamiliar
internal import PodiumLearn
public import PodiumPlugin

/// Which command a verb names.
extension Session {
  /// The verbs a line may use here.
  public var grammar: Grammar { Grammar(registry, mayShorten: isInteractive) }

  /// The command a verb names, in full or shortened; the parser has already joined the words of a verb.
  func command(for typed: CommandSyntax) throws(Diagnostic) -> (any Command, CommandSyntax) {
    let verb = typed.verb
    if let command = registry.command(verb.text) { return (command, typed) }
    if registry.isHead(verb.text) { throw unfinishedVerb(typed) }
    let plain = registry.commands.values.filter { !$0.signature.name.contains(" ") }
    let longer = grammar.longer(than: verb.text)
    if longer.count == 1, !longer[0].has(.spelledOut), let command = registry.command(longer[0].name) {
      return (command, typed)
    }
    if longer.count > 1 {
      let names = longer.map(\.name).sorted().joined(separator: ", ")
      throw Diagnostic(
        "ambiguous-command", "'\(verb.text)' is short for several commands", span: verb.span,
        help: "type one of: " + names)
    }
    let names = plain.map(\.signature.name).sorted() + registry.namespaces.sorted()
    if let error = misspelt(typed, help: "type 'help' for the commands") { throw error }
    var error = Diagnostic.unknown("command", verb.text, among: names, span: verb.span)
    let advice =
      FamiliarLine.advice(typed.text, self, parses: parses) ?? FamiliarForm.step(typed.text) ?? familiar(verb.text)
      ?? named(typed)
    // A word that only looks like a verb is not meant.
    if let advice, let near = Suggestion.nearest(to: verb.text, among: names), !advice.contains(near) {
      error.message = "unknown command \(Abridged.quoted(verb.text))"
    }
    error.help = advice ?? sum(typed) ?? "type 'help' for the commands"
    throw error
  }

  /// Advice for a word of another tool, or for a plugin's verb without the plugin's name.
  private func familiar(_ verb: String) -> String? {
    let own = registry.namespaces.inCodePointOrder().map { $0 + " " + verb }
      .filter { registry.commands[$0] != nil }
    let plugins = own.isEmpty ? nil : "with a word before it: " + own.joined(separator: " or ")
    // df.shape, .tables
    let last = verb.split(separator: ".").last.map(String.init)
    let parts = [FamiliarWord.help(verb) ?? last.flatMap(FamiliarWord.help), plugins].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Advice for the name of a learner, a table or a column in place of a verb.
  private func named(_ typed: CommandSyntax) -> String? {
    let name = typed.verb.text
    let word = CommandText.word(name)
    if state.current?.table[name] != nil {
      return "'describe \(word)' summarizes the column, '= EXPR' calculates one value, 'derive NAME = EXPR' a column"
    }
    if registry.learners[name] != nil { return "'cv \(word)' evaluates the learner, 'fit \(word)' trains it" }
    if state.tables[name] != nil { return "write: use \(word)" }
    return registry.dataset(name) == nil ? nil : "write: load \(word)"
  }

  /// Advice for a calculation without its verb.
  private func sum(_ typed: CommandSyntax) -> String? {
    guard typed.verb.text.first.map({ "-0123456789".contains($0) }) == true, typed.text.utf8.count <= 400 else {
      return nil
    }
    let line = "= " + typed.text
    return parses(line) ? "write: " + line : nil
  }

  /// Whether a line is a command of the language.
  private func parses(_ line: String) -> Bool { SyntaxTree(line, grammar: grammar).error == nil }

  /// The error of a line with what to type instead, if another tool has lines like it.
  func advised(_ error: Diagnostic, _ text: String) -> Diagnostic {
    FamiliarForm.advised(error, text, self, parses: parses)
  }

  /// Advice for commands that are one step of another tool: `proc means data=t; var x; run;`.
  func advice(ofStep commands: [String]) -> String? { FamiliarLine.advice(ofStep: commands, self, parses: parses) }

  /// A line as a statement.
  ///
  /// Anything may follow an unknown verb, even text outside our grammar, so the unknown verb is reported first.
  func parsed(_ text: String) throws(Diagnostic) -> Statement {
    let tree = SyntaxTree(text, grammar: grammar)
    guard let error = tree.error else { return tree.statement }
    if let verb = tree.verb {
      do throws(Diagnostic) { _ = try command(for: CommandSyntax(text: text, verb: verb)) } catch let unknown {
        if unknown.code == "unknown-command" { throw unknown }
      }
    }
    throw advised(error, text)
  }
}
