internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin
internal import PodiumRender

/// The checks for every command: its examples, its texts, its refusals.
public struct CommandConformance: Sendable {
  private let runs: ExampleRuns

  /// Checks commands by the runs of their examples.
  public init(_ runs: ExampleRuns) { self.runs = runs }

  private func makeSession() -> Interpreter { runs.session() }

  /// The names of all commands, in order.
  public var names: [String] { makeSession().registry.commands.keys.sorted() }

  /// The problems of a command; empty if there are none.
  public func problems(of name: String) -> [String] {
    let registry = makeSession().registry
    guard let command = registry.commands[name] else { return ["'\(name)' is not registered"] }
    let signature = command.signature
    let examples = registry.examples(of: name)
    var problems = wording(signature, examples) + runs.runs(of: name).flatMap { self.problems(of: $0) }
    problems += refusals(signature, examples)
    if signature.has(.readsOnly) {
      for run in runs.runs(of: name) where !run.changes.isEmpty && !mayChange(run, signature) {
        problems.append(
          "says that it only reads, but '\(run.example.line)' changes \(run.changes.joined(separator: ", "))")
      }
    }
    return problems.map { "\(name): \($0)" }
  }

  private func wording(_ signature: Signature, _ examples: [Example]) -> [String] {
    var problems: [String] = []
    if signature.summary.last != "." { problems.append("the summary does not end in a full stop") }
    if signature.summary.first?.isUppercase != true { problems.append("the summary does not begin with a capital") }
    if signature.summary.count > 100 { problems.append("the summary is longer than 100 characters") }
    if examples.isEmpty { problems.append("it has no example") }
    // An external plugin may have fewer: what was accepted once must stay accepted.
    let worth = examples.count { $0.fails == nil }
    // A command of three words is a use of the two it begins with, and appears on their page too.
    let isPart = signature.name.split(separator: " ").count > 2
    let isBare = signature.has(.ofPlugins) && worth == 0
    if !isBare, worth < (isPart ? 1 : 3), isBuiltIn(signature.name) {
      problems.append("it has \(worth.counted("example")) of use, but a help page shows three")
    }
    if examples.allSatisfy({ $0.fails == nil }), !signature.parameters.isEmpty {
      problems.append("it has no example of an error")
    }
    var seen: Set<String> = []
    for parameter in signature.parameters.map(\.description) {
      if !seen.insert(parameter.name).inserted { problems.append("'\(parameter.name)' is declared twice") }
      if parameter.help.last != "." { problems.append("the help of '\(parameter.name)' does not end in a full stop") }
    }
    let registry = makeSession().registry
    for other in signature.seeAlso where registry.commands[other] == nil {
      problems.append("'see also' names '\(other)', which is not a command")
    }
    return problems + mentions(signature, examples, MentionedVerbs(registry))
  }

  /// Verbs in its texts that are not registered.
  private func mentions(_ signature: Signature, _ examples: [Example], _ verbs: MentionedVerbs) -> [String] {
    let texts = [signature.summary, signature.details] + signature.parameters.map(\.description.help)
    let lines = examples.filter { $0.prints != nil || $0.fails == nil }.flatMap { $0.setup + [$0.line] }
    return texts.flatMap { verbs.problems(in: $0) }
      + lines.filter { !verbs.knows(commandLine: $0) }.map { "the example '\($0)' does not begin with a command" }
  }

  private func isBuiltIn(_ name: String) -> Bool {
    let registry = makeSession().registry
    let owner = registry.owner(of: "command", name)
    return owner == "podium" || registry.plugins.contains { $0.name == owner && $0.origin == "built in" }
  }

  /// Whether an example sends its output to a file or a program, or makes a table of it.
  private func mayChange(_ run: ExampleRuns.Run, _ signature: Signature) -> Bool {
    guard case .command(let syntax)? = try? SyntaxTree(run.example.line).checked().body else { return false }
    return syntax.sink != nil || (syntax.name != nil && signature.has(.namesTable))
  }

  private func problems(of run: ExampleRuns.Run) -> [String] {
    let example = run.example
    if let (line, error) = run.failedSetup {
      return ["the setup '\(line)' of '\(example.line)' failed: \(error.message)"]
    }
    let error = run.own.compactMap(\.error).first
    if let code = example.fails {
      guard let error else { return ["'\(example.line)' must fail with \(code), but it succeeded"] }
      return error.code == code ? [] : ["'\(example.line)' failed with \(error.code), not \(code): \(error.message)"]
    }
    if let error { return ["'\(example.line)' failed: \(error.message)"] }
    let text = run.own.map { TextRenderer(style: .plain).render($0) }.joined()
    if let wanted = example.prints, !wanted.isEmpty, !text.contains(wanted) {
      return ["'\(example.line)' does not print '\(wanted)' but:\n\(text)"]
    }
    return []
  }

  /// Tries values that each parameter must refuse, after the first example that succeeds.
  private func refusals(_ signature: Signature, _ examples: [Example]) -> [String] {
    guard let example = examples.first(where: { $0.prints != nil }) else { return [] }
    var problems: [String] = []
    // A refused command changes nothing, so one session is enough until a command is not refused.
    var scene: Interpreter?
    for parameter in signature.parameters.map(\.description) {
      for value in parameter.invalid {
        var session = scene ?? prepared(for: example)
        let before = session.state
        let argument = parameter.form == .key ? parameter.name + "=" + Session.quote(value) : Session.quote(value)
        let line = parameter.form == .key ? example.line + " " + argument : signature.name + " " + argument
        var error: Diagnostic?
        _ = session.run(line) { error = error ?? $0.error }
        scene = error == nil || session.state != before ? nil : session
        guard let error else {
          problems.append("'\(line)' is accepted, but must be refused")
          continue
        }
        if error.span == nil { problems.append("the error of '\(line)' has no span") }
        if error.message.last == "." || error.message.first?.isUppercase == true {
          problems.append("the message '\(error.message)' must start in lower case and have no full stop")
        }
        if session.state != before { problems.append("'\(line)' failed but changed the session") }
      }
    }
    return problems
  }

  /// A new session in which an example has been prepared, with a table.
  private func prepared(for example: Example) -> Interpreter {
    let whole = makeSession()
    var session = whole.session.apart() ?? whole
    for line in example.setup { _ = session.run(line) { _ in } }
    if session.state.current == nil { _ = session.run("load iris") { _ in } }
    return session
  }
}
