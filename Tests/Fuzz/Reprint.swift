import PodiumCore
import PodiumEngine
import PodiumPlugin

/// Prints commands and expressions so that they parse to the same again: with all parentheses, and all names quoted.
enum Reprint {
  static func text(_ statement: Statement) -> String {
    var out = ""
    if statement.prefixes.isQuiet { out += "quiet: " }
    if statement.prefixes.isTimed { out += "time: " }
    if statement.prefixes.isTried { out += "try: " }
    if !statement.prefixes.by.isEmpty {
      out += "by " + statement.prefixes.by.map { "`\($0.text)`" }.joined(separator: ", ") + ": "
    }
    switch statement.body {
    case .shell(let word): return out + "!" + word.text
    case .help(let word): return out + "?" + word.text
    case .helpSearch(let word): return out + "?" + Session.quote(word.text)
    case .command(let syntax): return out + text(syntax)
    }
  }

  /// Whether spaces between its words would not change it: `"x"in` is two arguments and `by]` a verb and one, but `"x"
  /// in` and `by ]` are not.
  static func isPlain(_ statement: Statement) -> Bool {
    guard case .command(let syntax) = statement.body else { return true }
    return syntax.verb.text != "by"
      && syntax.arguments.allSatisfy { argument in
        guard argument.key == nil, case .word(let word)? = argument.value.items.first?.kind else { return true }
        return !word.hasPrefix("#") && !["if", "in", "as", "to"].contains(word)
      }
  }

  private static func text(_ syntax: CommandSyntax) -> String {
    var parts = [syntax.verb.text]
    if let word = syntax.assigned { parts.append("`\(word.text)` =") }
    if let expression = syntax.expression { parts.append(text(expression)) }
    parts += syntax.arguments.map(text)
    if let range = syntax.range { parts.append("in \(range.first)..\(range.last.map(String.init) ?? "")") }
    if let word = syntax.name { parts.append("as " + word.text) }
    let condition = syntax.condition.map { "if " + text($0) }
    // After an expression, `>` compares, and the text after `|` is a command of the shell.
    switch syntax.sink {
    case .file(let word, .new)?: parts += ["to " + Session.quote(word.text), condition].compactMap { $0 }
    case .file(let word, .replace)?: parts += [">!" + Session.quote(word.text), condition].compactMap { $0 }
    case .file(let word, .append)?: parts += [">>" + Session.quote(word.text), condition].compactMap { $0 }
    case .pipe(let word)?: parts += [condition, "|" + word.text].compactMap { $0 }
    case nil: parts += [condition].compactMap { $0 }
    }
    return parts.joined(separator: " ")
  }

  private static func text(_ argument: Argument) -> String {
    (argument.key.map { $0.text + "=" } ?? "") + argument.value.items.map(text).joined(separator: ",")
  }

  private static func text(_ item: ArgumentValue.Item) -> String {
    switch item.kind {
    case .word(let text): text
    case .quoted(let text): Session.quote(text)
    case .reference(let reference): reference.description
    case .call(let name, let settings): name.text + "(" + settings.map(text).joined(separator: ",") + ")"
    }
  }

  static func text(_ expression: Expression) -> String {
    switch expression.kind {
    case .literal(.text(let text)): Session.quote(text)
    case .literal(let value): value.fileText
    case .column(let name): "`\(name)`"
    case .reference(let reference): reference.description
    case .unary(let operation, let part): "(\(operation.rawValue) \(text(part)))"
    case .binary(let operation, let a, let b): "(\(text(a)) \(operation.rawValue) \(text(b)))"
    case .call(let name, let parts): name + "(" + parts.map(text).joined(separator: ", ") + ")"
    }
  }
}
