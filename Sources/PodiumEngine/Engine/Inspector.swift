public import PodiumCore
internal import PodiumLearn
public import PodiumPlugin

/// Information about the piece of text at a cursor.
public struct Inspection: Sendable {
  /// The piece it is about, in Unicode scalars of the text.
  public let span: SourceSpan
  /// The help, or the session's value of that name.
  public let outputs: [Output]
}

/// Looks up what is at a cursor: a verb, a key, a column, a learner, a function, a result.
struct Inspector {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// The piece at a cursor; if nothing is known about it, the verb of its command.
  func inspection(of text: String, at cursor: Int) -> Inspection? {
    let scalars = Array(text.unicodeScalars)
    guard (0...scalars.count).contains(cursor) else { return nil }
    let tree = SyntaxTree(text, cursor: Inspector.end(of: scalars, from: cursor), grammar: session.grammar)
    if let node = tree.node(at: cursor), let outputs = outputs(of: node, in: tree, scalars) {
      return Inspection(span: node.span, outputs: outputs)
    }
    guard let verb = tree.verb, verb.span.start <= cursor, let outputs = help(tree.statement.verb ?? verb.text) else {
      return nil
    }
    return Inspection(span: verb.span, outputs: outputs)
  }

  /// The end of the command at a cursor: the end of the line, or a `;` that another command follows.
  private static func end(of scalars: [Unicode.Scalar], from cursor: Int) -> Int {
    for place in cursor..<scalars.count {
      if scalars[place] == "\n" { return place }
      if scalars[place] == ";", Script.openCommand(of: Array(scalars[...place])).start > cursor { return place }
    }
    return scalars.count
  }

  private func outputs(of node: SyntaxNode, in tree: SyntaxTree, _ scalars: [Unicode.Scalar]) -> [Output]? {
    let word = Inspector.text(node, scalars)
    let name = word.trimmingQuotes
    switch node.kind {
    case .verb, .topic: return help(name)
    case .function: return help(name)
    case .learner:
      return help(Inspector.head(name))
    case .key: return parameter(name, of: tree).map { [.text($0)] }
    case .column, .operand: return column(name)
    case .reference: return result(word)
    case .value: return column(name) ?? result(word) ?? (session.registry.learners[name] == nil ? nil : help(name))
    case .hyperparameter:
      let learner = tree.nodes.last { $0.kind == .learner && $0.span.start <= node.span.start }
      return learner.flatMap { hyperparameter(name, of: Inspector.head(Inspector.text($0, scalars))) }
    case .prefix, .clause, .object, .literal, .operation, .missing: return nil
    }
  }

  private static func text(_ node: SyntaxNode, _ scalars: [Unicode.Scalar]) -> String {
    let range = node.span.start..<min(node.span.end, scalars.count)
    return range.isEmpty ? "" : String(scalars: scalars[range])
  }

  /// The name before an opening parenthesis.
  private static func head(_ text: String) -> String { String(text.prefix { $0 != "(" }) }

  /// The help page without the output of its examples: nothing runs.
  private func help(_ topic: String) -> [Output]? {
    var session = session
    session.services.scratch = nil
    session.cancellation = Cancellation()
    let quoted = topic.split(separator: " ").map { Session.quote(String($0)) }.joined(separator: " ")
    guard
      case .command(let typed)? = try? SyntaxTree("help " + quoted, grammar: Grammar(session.registry)).checked().body,
      let (command, syntax) = try? session.command(for: typed),
      let call = try? session.call(syntax, Statement.Prefixes(), command.signature)
    else { return nil }
    return try? command.run(call, in: &session)
  }

  private func parameter(_ key: String, of tree: SyntaxTree) -> String? {
    guard let verb = tree.statement.verb, let command = session.registry.command(verb),
      let found = command.signature.parameters.map(\.description).first(where: { $0.isCalled(key) })
    else { return nil }
    return "\(found.name)=: \(found.help) (\(found.allowed)" + (found.standard.map { "; " + $0 } ?? "") + ")"
  }

  private func hyperparameter(_ name: String, of learner: String) -> [Output]? {
    guard let found = session.registry.learners[learner]?.hyperparameters.first(where: { $0.name == name }) else {
      return nil
    }
    return [.text("\(learner)(\(found.name)=): \(found.help)")]
  }

  /// A column with its type, its role and how much of it is missing.
  private func column(_ name: String) -> [Output]? {
    guard let dataset = session.state.current, let column = dataset.table[name] else { return nil }
    var record = RecordOutput(name)
    record.add("table", .text(dataset.name))
    record.add("type", .text(column.typeName))
    record.add("role", .text(column.role.rawValue))
    record.add("rows", .integer(column.count))
    record.add("missing", .integer(column.missingCount))
    if let categorical = column.categorical {
      record.add("levels", list: categorical.levels.prefix(20).map(Value.text))
      if categorical.levels.count > 20 { record.add("level_count", .integer(categorical.levels.count)) }
    }
    return [.record(record)]
  }

  /// The outputs of the cell that a reference names.
  private func result(_ word: String) -> [Output]? {
    guard word.hasPrefix("$") else { return nil }
    let name = String(word.dropFirst().prefix { $0 != "." })
    if let value = session.parameters[name] { return [.text("\(name): \(value)")] }
    return (try? session.results.entry(name, span: nil))?.outputs
  }
}

extension Statement {
  /// The verb in full, as far as it was parsed.
  fileprivate var verb: String? { if case .command(let syntax) = body { syntax.verb.text } else { nil } }
}

extension String {
  /// The text without the quotes or backticks around it.
  fileprivate var trimmingQuotes: String {
    guard let first = unicodeScalars.first, "\"'`".unicodeScalars.contains(first), unicodeScalars.last == first,
      unicodeScalars.count > 1
    else { return self }
    return String(unicodeScalars.dropFirst().dropLast())
  }
}
