import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Parsing of unfinished and invalid lines.
struct SyntaxTreeTests {
  private func tree(_ line: String) -> SyntaxTree { SyntaxTree(line, grammar: MadeGrammar.verbs) }

  @Test func `the first mistake is kept and the text after it is still parsed`() {
    let tree = tree("by a: head k = 3 size=2 if x > 1 z to y")
    #expect(tree.error?.code == "blank-around-equals")
    #expect(Dump.of(tree.statement) == "by<a> head k  3 size=2 if<(x > 1)> to<y>")
    #expect(tree.nodes.filter { $0.kind == .key }.map(\.span) == [SourceSpan(17, 21)])
    #expect(tree.nodes.contains { $0.kind == .clause && $0.span == SourceSpan(24, 26) })
  }

  @Test(arguments: [
    ("quiet:", 6), ("by : head", 3), ("by a head", 5), ("head k=", 7), ("head a,", 7), ("cv svm(c=1", 10),
    ("head if", 7), ("head if x >", 11), ("head if (x > 1", 14), ("derive = 1", 7), ("derive x == 1", 9),
    ("head to", 7),
    ("head |", 6),
  ])
  func `something missing is a separate piece, at its place`(_ line: String, _ place: Int) {
    #expect(tree(line).nodes.filter { $0.kind == .missing }.first?.span == SourceSpan(place, place), "\(line)")
  }

  @Test func `the smallest piece at a place is found`() {
    let tree = tree("cv svm(gamma=2) k=10 if round(x, 1) > 3")
    let scalars = Array(tree.statement.text.unicodeScalars)
    func piece(_ place: Int) -> String {
      guard let node = tree.node(at: place) else { return "nothing" }
      return "\(node.kind) " + String(String.UnicodeScalarView(scalars[node.span.start..<node.span.end]))
    }
    #expect(piece(1) == "verb cv" && piece(2) == "verb cv")
    #expect(piece(4) == "learner svm(gamma=2)" && piece(9) == "hyperparameter gamma" && piece(13) == "value 2")
    #expect(piece(16) == "key k" && piece(22) == "clause if")
    #expect(piece(26) == "function round" && piece(30) == "operand x" && piece(33) == "literal 1")
    #expect(piece(36) == "operation >" && piece(39) == "literal 3")
    #expect(tree.node(at: 500) == nil)
  }

  @Test func `a verb takes as many words as name one, and its signature determines what follows`() throws {
    let lines = [
      ("team pair add 4 k=2", "team pair add 4 k=2"), ("team pair 4", "team pair 4"),
      ("team  pair\n add", "team pair add"),
      ("team pair ad 4", "team pair ad 4"), ("team keep x > 3 and y", "team keep expr<((x > 3) and y)>"),
      ("team add 4", "team add 4"), ("team pair k=2 add", "team pair k=2 add"),
      ("team pair \"add\"", "team pair “add”"),
    ]
    for (line, wanted) in lines { #expect(try Dump.parsed(line) == wanted) }
    let verbs = try lines.map { line, _ in
      guard case .command(let syntax) = try tree(line).checked().body else { return "" }
      return syntax.verb.text
    }
    #expect(
      verbs == [
        "team pair add", "team pair", "team pair add", "team pair", "team keep", "team", "team pair", "team pair",
      ])
  }

  @Test func `only a verb and a question mark ask for its help`() throws {
    for (line, wanted) in [
      ("team pair add?", "help<team pair add>"), ("filter ?", "help<filter>"), ("team?", "help<team>"),
      ("head it is cold?", "head it is cold?"), ("team pair 4?", "team pair 4?"), ("head?", "head ?"),
    ] {
      #expect(try Dump.parsed(line) == wanted, "\(line)")
    }
  }

  @Test func `random tokens are parsed to their end, with and without a cursor`() {
    var source = RandomSource(seed: 20_261_122)
    for _ in 0..<4000 {
      let blank = source.below(2) == 0 ? " " : ""
      let line = (0..<(1 + source.below(12))).map { _ in HostileTests.tokens[source.below(HostileTests.tokens.count)] }
        .joined(separator: blank)
      let count = line.unicodeScalars.count
      for node in tree(line).nodes { #expect(node.span.end <= count, "\(line)") }
      for cursor in [0, count / 2, count] {
        for node in SyntaxTree(line, cursor: cursor, grammar: MadeGrammar.verbs).nodes {
          #expect(node.span.end <= cursor, "\(line)")
        }
      }
    }
  }

  @Test(arguments: HostileTests.floods)
  func `a long input before a cursor is parsed to its end`(_ unit: String) {
    let text = "team keep " + HostileTests.repeated(unit, 50_000)
    let end = text.unicodeScalars.count
    let tree = SyntaxTree(text, cursor: end, grammar: MadeGrammar.verbs)
    #expect(tree.nodes.allSatisfy { $0.span.end <= end })
    #expect((tree.error?.span?.start ?? 0) <= end)
  }
}
