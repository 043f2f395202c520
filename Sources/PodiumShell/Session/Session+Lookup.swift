internal import PodiumCore

/// Which command a verb names.
extension Session {
  /// The verbs that a line may name here, as a person or a file may write them.
  public var grammar: Grammar { Grammar(registry, mayShorten: isInteractive) }

  /// The command a verb names, shortened or with a plugin's name before it.
  func command(for typed: CommandSyntax) throws(Diagnostic) -> (any Command, CommandSyntax) {
    let verb = typed.verb
    if registry.namespaces.contains(verb.text), registry.commands[verb.text] == nil {
      return try pluginCommand(for: typed)
    }
    if let command = registry.commands[verb.text] { return (command, typed) }
    let plain = registry.commands.values.filter { !$0.signature.name.contains(" ") }
    let longer = grammar.longer(than: verb.text)
    if longer.count == 1, !longer[0].has(.spelledOut), let command = registry.commands[longer[0].name] {
      return (command, typed)
    }
    if longer.count > 1 {
      let names = longer.map(\.name).sorted().joined(separator: ", ")
      throw Diagnostic(
        "ambiguous-command", "'\(verb.text)' is short for several commands", span: verb.span,
        help: "type one of: " + names)
    }
    let names = plain.map(\.signature.name).sorted() + registry.namespaces.sorted()
    if let both = twoWords(typed, Suggestion.nearest(to: verb.text, among: names)) { throw both }
    var error = Diagnostic.unknown("command", verb.text, among: names, span: verb.span)
    error.help = familiar(verb.text) ?? "help lists the commands"
    throw error
  }

  /// The way out for a word of another tool, or for a plugin's verb without the plugin's name.
  private func familiar(_ verb: String) -> String? {
    let own = registry.namespaces.sorted(by: CodePointOrder.precedes).map { $0 + " " + verb }
      .filter { registry.commands[$0] != nil }
    let plugins = own.isEmpty ? nil : "a plugin's verb has its name before it: " + own.joined(separator: " or ")
    let parts = [FamiliarWord.help(verb), plugins].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// A line as a statement.
  ///
  /// Behind a verb that nobody knows anything may stand, also what is none of our grammar: the verb is told first.
  func parsed(_ text: String) throws(Diagnostic) -> Statement {
    let tree = SyntaxTree(text, grammar: grammar)
    guard let error = tree.error else { return tree.statement }
    if let verb = tree.verb {
      do throws(Diagnostic) { _ = try command(for: CommandSyntax(verb: verb)) } catch let unknown {
        if unknown.code == "unknown-command" { throw unknown }
      }
    }
    throw error
  }

  /// The error of a verb of two words whose first is misspelt; nil where the second fits none.
  private func twoWords(_ typed: CommandSyntax, _ first: String?) -> Diagnostic? {
    guard let first, registry.commands[first] == nil, let second = typed.arguments.first, second.key == nil,
      case .word(let word)? = second.value.single?.kind
    else { return nil }
    let both = typed.verb.text + " " + word
    let verbs = registry.commands.keys.filter { $0.hasPrefix(first + " ") }.sorted(by: CodePointOrder.precedes)
    guard Suggestion.nearest(to: both, among: verbs) != nil else { return nil }
    return Diagnostic.unknown(
      "command", both, among: verbs, span: typed.verb.span.union(second.span), help: "help lists the commands")
  }

  private func pluginCommand(for typed: CommandSyntax) throws(Diagnostic) -> (any Command, CommandSyntax) {
    let space = typed.verb.text
    let verbs = registry.commands.keys.filter { $0.hasPrefix(space + " ") }.sorted()
    let second = typed.arguments.first
    guard let second, second.key == nil, case .word(let word)? = second.value.single?.kind else {
      throw Diagnostic(
        "missing-argument", "a verb must follow '\(space)'",
        span: SourceSpan(typed.verb.span.end, typed.verb.span.end + 1),
        help: "one of: " + verbs.joined(separator: ", "))
    }
    guard let command = registry.commands[space + " " + word] else {
      let words = verbs.map { String($0.dropFirst(space.count + 1)) }
      throw Diagnostic.unknown(
        "command", space + " " + word, among: words.map { space + " " + $0 },
        span: typed.verb.span.union(second.span))
    }
    var syntax = typed
    syntax.arguments.removeFirst()
    syntax.verb = Word(space + " " + word, typed.verb.span.union(second.span))
    return (command, syntax)
  }
}
