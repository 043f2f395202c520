import PodiumCore
import PodiumEngine
import PodiumPlugin

/// A parsed command in a compact form that tests can compare: every part in angle brackets after its kind.
enum Dump {
  static func parsed(_ text: String) throws(Diagnostic) -> String {
    of(try SyntaxTree(text, grammar: MadeGrammar.verbs).checked())
  }

  static func of(_ statement: Statement) -> String {
    var out: [String] = []
    if !statement.prefixes.by.isEmpty {
      out.append("by<" + statement.prefixes.by.map(\.text).joined(separator: "·") + ">")
    }
    if statement.prefixes.isQuiet { out.append("quiet") }
    if statement.prefixes.isTimed { out.append("time") }
    if statement.prefixes.isTried { out.append("try") }
    switch statement.body {
    case .shell(let word): out.append("shell<\(word.text)>")
    case .help(let word): out.append("help<\(word.text)>")
    case .helpSearch(let word): out.append("search<\(word.text)>")
    case .command(let syntax): out += of(syntax)
    }
    return out.joined(separator: " ")
  }

  private static func of(_ syntax: CommandSyntax) -> [String] {
    var out = [syntax.verb.text]
    out += syntax.arguments.map(of)
    if let word = syntax.assigned { out.append("set<\(word.text)>") }
    if let x = syntax.expression { out.append("expr<\(of(x))>") }
    if let x = syntax.condition { out.append("if<\(of(x))>") }
    if let range = syntax.range { out.append("in<\(range.first)..\(range.last.map(String.init) ?? "")>") }
    if let word = syntax.name { out.append("as<\(word.text)>") }
    switch syntax.sink {
    case .file(let word, .new)?: out.append("to<\(word.text)>")
    case .file(let word, .replace)?: out.append("over<\(word.text)>")
    case .file(let word, .append)?: out.append("onto<\(word.text)>")
    case .pipe(let word)?: out.append("pipe<\(word.text)>")
    case nil: break
    }
    return out
  }

  private static func of(_ argument: Argument) -> String {
    (argument.key.map { $0.text + "=" } ?? "") + argument.value.items.map(of).joined(separator: ",")
  }

  private static func of(_ item: ArgumentValue.Item) -> String {
    switch item.kind {
    case .word(let text): text
    case .quoted(let text): "“\(text)”"
    case .reference(let reference): "ref<\(reference)>"
    case .call(let name, let settings): name.text + "(" + settings.map(of).joined(separator: " ") + ")"
    }
  }

  /// An expression with all its parentheses.
  static func of(_ x: Expression) -> String {
    switch x.kind {
    case .literal(.text(let text)): "“\(text)”"
    case .literal(let value): value.fileText
    case .column(let name): name
    case .reference(let reference): "ref<\(reference)>"
    case .unary(let operation, let part): "(\(operation.rawValue) \(of(part)))"
    case .binary(let operation, let a, let b): "(\(of(a)) \(operation.rawValue) \(of(b)))"
    case .call(let name, let parts): name + "[" + parts.map(of).joined(separator: ", ") + "]"
    }
  }
}
