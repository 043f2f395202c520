import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import PodiumTestKit
import Testing

/// Every example of every command, as it is typed letter by letter.
struct PrefixTests {
  static let examples: [Example] = CommandFixture.registry.commands.keys.sorted().flatMap {
    CommandFixture.registry.examples(of: $0)
  }

  @Test func `every prefix of every example parses, and the whole parses the same with a cursor`() {
    let grammar = CommandFixture.session().grammar
    for example in Self.examples {
      let line = example.line
      let scalars = Array(line.unicodeScalars)
      for end in 0...scalars.count {
        let prefix = String(String.UnicodeScalarView(scalars[..<end]))
        let tree = SyntaxTree(prefix, grammar: grammar)
        for node in tree.nodes { #expect(node.span.end <= end, "\(prefix)") }
        #expect((tree.error?.span?.start ?? 0) <= end, "\(prefix)")
      }
      guard Script(line).pieces.map(\.text) == [line] else { continue }
      let whole = SyntaxTree(line, grammar: grammar)
      let typed = SyntaxTree(line, cursor: scalars.count, grammar: grammar)
      #expect("\(whole.statement)" == "\(typed.statement)" && whole.nodes == typed.nodes, "\(line)")
      if example.fails == nil { #expect(whole.error == nil, "\(line): \(whole.error?.message ?? "")") }
    }
  }

  /// Completion can know words of verbs, keys, clauses, learners, hyperparameters, functions and columns of the table; at
  /// least 98 in 100 of them must be offered where an example has them.
  @Test func `the next word of an example is offered if completion can know it`() throws {
    var (known, offered) = (0, 0)
    var lost: [String] = []
    var scenes: [[String]: Interpreter] = [:]
    for example in Self.examples where example.prints != nil && !example.line.hasPrefix("!") {
      let session = scenes[example.setup] ?? Self.scene(example.setup)
      scenes[example.setup] = session
      let words = Self.vocabulary(session)
      let scalars = Array(example.line.unicodeScalars)
      for place in Self.starts(scalars) {
        let rest = String(String.UnicodeScalarView(scalars[place...]))
        guard let word = Self.word(rest), words.contains(word) else { continue }
        known += 1
        let list = Completer(session.session).completions(of: example.line, at: place)
        if list?.candidates.contains(where: { $0.text == word || $0.text == word + "(" }) == true {
          offered += 1
        } else {
          lost.append("\(example.line.prefix(80)): \(word)")
        }
      }
    }
    print("completion: \(offered) of \(known) words of examples are offered in their place; the others:")
    for line in lost { print("  " + line) }
    #expect(known >= 800)
    #expect(offered * 100 >= known * 98, "\(offered) of \(known): \(lost.joined(separator: "\n"))")
  }

  private static func scene(_ setup: [String]) -> Interpreter {
    // Examples write files: they are kept in memory.
    guard var session = CommandFixture.session().session.apart() else { preconditionFailure("no session apart") }
    for line in setup { _ = session.report(line) }
    return session
  }

  private static func vocabulary(_ session: Interpreter) -> Set<String> {
    let registry = session.registry
    var words: Set<String> = ["if", "in", "as", "to", "quiet:", "time:", "try:"]
    for signature in registry.commands.values.map(\.signature) {
      words.formUnion(signature.name.split(separator: " ").map(String.init))
      words.formUnion(signature.parameters.map(\.description).filter { $0.form == .key }.map { $0.name + "=" })
    }
    for key in registry.learners.keys {
      words.insert(key)
      words.formUnion((registry.learners[key]?.hyperparameters ?? []).map { $0.name + "=" })
    }
    words.formUnion(ExpressionFunctions.synopses.map { $0.name + "(" })
    words.formUnion(session.state.current?.table.names ?? [])
    return words
  }

  /// The beginnings of unquoted words.
  private static func starts(_ scalars: [Unicode.Scalar]) -> [Int] {
    var quote: Unicode.Scalar?
    return scalars.indices.filter { place in
      let scalar = scalars[place]
      if let open = quote {
        if scalar == open { quote = nil }
        return false
      }
      if scalar == "\"" || scalar == "`" {
        quote = scalar
        return false
      }
      return place == 0 || " =(,".unicodeScalars.contains(scalars[place - 1])
    }
  }

  /// The first word of a text, with the character that a candidate has after it.
  private static func word(_ text: String) -> String? {
    let word = text.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    guard !word.isEmpty else { return nil }
    switch text.dropFirst(word.count).first {
    case "=" where !text.dropFirst(word.count + 1).hasPrefix("="): return word + "="
    case ":" where ["quiet", "time", "try"].contains(word): return word + ":"
    default: return String(word)
    }
  }
}
