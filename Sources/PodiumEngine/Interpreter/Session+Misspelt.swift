internal import PodiumCore
internal import PodiumPlugin

/// Errors for verbs of several words that are incomplete or misspelt.
extension Session {
  /// The error for words that only begin verbs: `ski`, `ski piar`.
  func unfinishedVerb(_ typed: CommandSyntax) -> Diagnostic {
    let head = typed.verb.text
    let next = Set(
      registry.commands.keys.filter { $0.hasPrefix(head + " ") }.map {
        head + " " + $0.dropFirst(head.count + 1).prefix { $0 != " " }
      }
    ).sorted()
    let words = bareWords(typed)
    let typedWords = head.split(separator: " ").count
    guard words.count > typedWords else {
      return Diagnostic(
        "missing-argument", "a verb must follow '\(head)'",
        span: SourceSpan(typed.verb.span.end, typed.verb.span.end + 1),
        help: (registry.plugins.contains { $0.name == head } ? "'help \(head)' explains them; " : "") + "one of: "
          + next.joined(separator: ", "))
    }
    let following = words[typedWords]
    if let error = tradeWord(head, following.text, typed.verb.span.union(following.span)) { return error }
    if let error = misspelt(typed) { return error }
    return Diagnostic.unknown(
      "command", head + " " + following.text, among: next, span: typed.verb.span.union(following.span))
  }

  /// The error for a word of the trade that a plugin has another verb for; nil for other words.
  private func tradeWord(_ head: String, _ text: String, _ span: SourceSpan) -> Diagnostic? {
    guard let word = registry.plugins.first(where: { $0.name == head })?.guide.word(text) else { return nil }
    let verb = word.verb.map { "'\(head) \($0)'" }
    let parts = [verb.map { "use \($0)" } ?? "'\(head)' has none", word.note.isEmpty ? nil : word.note]
    return Diagnostic(
      "unknown-command", "unknown command '\(head) \(text)'", span: span,
      help: parts.compactMap(\.self).joined(separator: ": "))
  }

  /// The error for a misspelt verb of several words; nil if no verb is close enough.
  func misspelt(_ typed: CommandSyntax, help: String? = nil) -> Diagnostic? {
    let words = bareWords(typed)
    for count in [3, 2] where words.count >= count {
      let typed = words.prefix(count)
      let near = registry.commands.keys.filter { name in
        let own = name.split(separator: " ").map(String.init)
        return own.count == count
          && zip(own, typed).allSatisfy { $0 == $1.text || Suggestion.nearest(to: $1.text, among: [$0]) != nil }
      }
      let text = typed.map(\.text).joined(separator: " ")
      guard Suggestion.nearest(to: text, among: near) != nil else { continue }
      return Diagnostic.unknown(
        "command", text, among: near.inCodePointOrder(),
        span: typed.map(\.span).reduce(words[0].span) { $0.union($1) }, help: help)
    }
    return nil
  }

  /// The words of the verb and the bare words after it.
  private func bareWords(_ typed: CommandSyntax) -> [Word] {
    var words = typed.verb.text.split(separator: " ").map { Word(String($0), typed.verb.span) }
    for argument in typed.arguments.prefix(2) {
      guard argument.key == nil, case .word(let text)? = argument.value.single?.kind else { break }
      words.append(Word(text, argument.span))
    }
    return words
  }

  /// The same error, or a suggestion if a verb of three words is misspelt or a key belongs to another verb with the
  /// same two words: `ski pair ad 017`, `ski pair 017 nickname=Raketen`.
  func explained(_ error: Diagnostic, _ statement: Statement) -> Diagnostic {
    guard case .command(let typed) = statement.body else { return error }
    if let instead = error.instead { return Session.corrected(error, instead, typed, in: statement.text) }
    if let line = reordered(typed, in: statement.text), Session.isOfWord(error) || error.code == "missing-argument" {
      var better = error
      better.help = "write: " + line
      return better
    }
    guard registry.command(typed.verb.text) != nil else { return error }
    let words = typed.verb.text.split(separator: " ")
    guard words.count > 1 else { return error }
    if error.code == "unknown-key", let key = typed.arguments.compactMap(\.key).first(where: { $0.span == error.span })
    {
      return misplaced(key, of: words.prefix(2).joined(separator: " ")) ?? error
    }
    guard words.count == 2, Session.isOfWord(error), registry.isHead(typed.verb.text), bareWords(typed).count > 2,
      let better = misspelt(typed), better.span != typed.verb.span
    else { return error }
    return better
  }

  /// The same error with the whole line in which an argument is another word; as it is where the error is not of one argument.
  private static func corrected(
    _ error: Diagnostic, _ instead: String, _ typed: CommandSyntax, in text: String
  ) -> Diagnostic {
    let scalars = Array(text.unicodeScalars)
    guard let span = typed.arguments.first(where: { [$0.span, $0.value.span].contains(error.span) })?.value.span,
      0 <= span.start, span.start <= span.end, span.end <= scalars.count
    else { return error }
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars[..<span.start] + Array(instead.unicodeScalars) + scalars[span.end...])
    var better = error
    better.help = (error.help.map { $0 + "; write: " } ?? "write: ") + String(line)
    return better
  }

  private static func isOfWord(_ error: Diagnostic) -> Bool {
    error.code.hasPrefix("unknown-") || ["unexpected-argument", "bad-value"].contains(error.code)
  }

  /// A line with the action before its record, where a verb is made so: `ski pair delete 017` for `ski pair 017 delete`; nil
  /// where none is.
  private func reordered(_ typed: CommandSyntax, in text: String) -> String? {
    let head = typed.verb.text
    let scalars = Array(text.unicodeScalars)
    func words(at span: SourceSpan) -> String? {
      guard 0 <= span.start, span.start <= span.end, span.end <= scalars.count else { return nil }
      var words = String.UnicodeScalarView()
      words.append(contentsOf: scalars[span.start..<span.end])
      return String(words)
    }
    guard head.split(separator: " ").count == 2, typed.arguments.count > 1,
      typed.arguments.prefix(2).allSatisfy({ $0.key == nil }), let action = words(at: typed.arguments[1].span),
      registry.command(head + " " + action) != nil
    else { return nil }
    let others = [typed.arguments[0]] + typed.arguments.dropFirst(2)
    return ([head, action] + others.compactMap { words(at: $0.span) }).joined(separator: " ")
  }

  /// The error for a key that only other verbs with the same two words take; nil if none does.
  private func misplaced(_ key: Word, of head: String) -> Diagnostic? {
    let owners = registry.commands.values.map(\.signature)
      .filter { ($0.name == head || $0.name.hasPrefix(head + " ")) && $0.keys.contains(key.text) }
      .map(\.name).inCodePointOrder()
    guard let last = owners.last else { return nil }
    return Diagnostic(
      "unexpected-key", "'\(key.text)=' belongs to " + owners.map { "'\($0)'" }.joined(separator: " and "),
      span: key.span,
      help: "write: \(last) NAME \(key.text)=…")
  }
}
