import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

/// Any input ends in commands or errors, in time linear in its length.
@Suite struct HostileTests {
  /// Splits and parses a text; returns the codes of the errors.
  static func feed(_ text: String) -> Set<String> {
    let script = Script(text)
    var codes: Set<String> = []
    if let error = script.unfinished { codes.insert(error.code) }
    for piece in script.pieces.prefix(20_000) {
      do { _ = try SyntaxTree(piece.text, grammar: MadeGrammar.verbs).checked() } catch {
        codes.insert(error.code)
        let count = piece.text.unicodeScalars.count
        if let span = error.span, span.start > count {
          Issue.record("a span of \(error.code) lies outside of its command")
        }
      }
    }
    return codes
  }

  static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func `deep nesting is an error`() {
    #expect(
      HostileTests.feed(
        "filter " + HostileTests.repeated("(", 200_000) + "1" + HostileTests.repeated(")", 200_000)) == [
          "too-deep"
        ])
    #expect(
      HostileTests.feed("filter " + HostileTests.repeated("(", 200_000)) == ["unclosed-bracket", "too-deep"])
    #expect(HostileTests.feed("filter " + HostileTests.repeated("-", 500_000) + "1") == ["too-deep"])
    #expect(HostileTests.feed("filter " + HostileTests.repeated("not ", 100_000) + "x") == ["too-deep"])
    #expect(HostileTests.feed("filter 1" + HostileTests.repeated("+1", 300_000)) == ["too-deep"])
    #expect(HostileTests.feed("filter 1" + HostileTests.repeated("^1", 300_000)) == ["too-deep"])
    #expect(HostileTests.feed("filter a" + HostileTests.repeated(" or a", 100_000)) == ["too-deep"])
    #expect(
      HostileTests.feed("filter " + HostileTests.repeated("f(", 100_000)) == ["unclosed-bracket", "too-deep"])
    #expect(
      HostileTests.feed("cv " + HostileTests.repeated("f(a=", 100_000)) == ["unclosed-bracket", "too-deep"])
  }

  @Test func `the deepest allowed expression parses`() throws {
    let deep = HostileTests.repeated("(", 499) + "1" + HostileTests.repeated(")", 499)
    #expect(try Dump.parsed("filter " + deep) == "filter expr<1>")
  }

  @Test func `the deepest allowed expression is bound, computed, compared and hashed`() throws {
    let table = try Table([Column("x", .number([2]))])
    let limit = Expression.depthLimit - 1
    for text in [
      HostileTests.repeated("-", limit) + "x", "x" + HostileTests.repeated(" + x", limit),
      "x" + HostileTests.repeated("^x", limit), HostileTests.repeated("not ", limit - 1) + "x > 1",
      HostileTests.repeated("abs(", limit) + "x" + HostileTests.repeated(")", limit),
    ] {
      let expressions = try (0..<2).map { _ in
        guard case .command(let syntax) = try SyntaxTree("filter " + text, grammar: MadeGrammar.verbs).checked().body
        else {
          return nil as Expression?
        }
        return syntax.expression
      }
      let (one, other) = (try #require(expressions[0]), try #require(expressions[1]))
      #expect(one.depth == Expression.depthLimit)
      #expect(one == other && one.hashValue == other.hashValue)
      #expect(one.columns == ["x"])
      let bound = try one.bound(to: table) { (reference, span) throws(Diagnostic) in .missing }
      _ = bound(0)
    }
  }

  static let floods = [
    "\"\" ", "``", "\"", "`", "; ", ";a", "\n", "a\n", "a ", "a,", "k=1 ", "#", " #", "\\\n", "(", ")", "()",
    "\\", "!", "?", "$a ", "|", ">",
    "by a: ", "try: ", "f(a=1) ", "if ", "x", "冬", "e\u{301}", "\u{301}", "👨‍👩‍👧‍👦", "\u{0}", "\r", "\u{FEFF}",
    "a=\"b\" ",
  ]

  /// A parser that is quadratic in the length would not end within the time that a run of the tests may take.
  @Test(arguments: floods)
  func `a long input is parsed to its end, with every error inside it`(_ unit: String) {
    _ = HostileTests.feed("head " + HostileTests.repeated(unit, 100_000))
  }

  @Test func `many arguments are parsed to their end`() {
    #expect(HostileTests.feed("filter min(" + HostileTests.repeated("1,", 50_000) + "1) > 0").isEmpty)
    #expect(HostileTests.feed("cv svm(" + HostileTests.repeated("c=1,", 50_000) + "c=1)").isEmpty)
    #expect(HostileTests.feed("cv svm(c=" + HostileTests.repeated("1, ", 50_000) + "1)").isEmpty)
  }

  static let tokens = [
    "head", "cv", "filter", "derive", "x", "`x y`", "\"a\"", "\"", "`", "(", ")", ",", "=", "==", "k=", "k=1",
    "if", "in", "as", "to", "by", "by a:",
    "quiet:", "try:", "1..5", "..", "$", "$a", "$a.b", "_", "_.x", "|", ">", ">>", ">!", "!", "?", ";", "\\",
    "\n", "\r", "\r\n", "\u{0}", "#", " ", "\t",
    "-", "+", "*", "/", "%", "^", "<", "<=", "<>", "and", "or", "not", "1", "1.5e3", ".", "1e999", "0x1",
    "\\u{", "\\\"", "冬", "e\u{301}", "\u{200D}",
    "👨‍👩‍👧", "\u{FEFF}", "\u{A0}", "f(", "f(a=1)", "missing(", "true", "off", "as a", "in 1", "to f",
  ]

  @Test func `random tokens and bytes never crash the parser`() {
    var source = RandomSource(seed: 20_260_217)
    for _ in 0..<12_000 {
      let blank = source.below(2) == 0 ? " " : ""
      let count = 1 + source.below(14)
      _ = HostileTests.feed(
        (0..<count).map { _ in HostileTests.tokens[source.below(HostileTests.tokens.count)] }.joined(
          separator: blank))
    }
    for _ in 0..<8000 {
      let bytes = (0..<(1 + source.below(40))).map { _ in UInt8(truncatingIfNeeded: source.next()) }
      _ = HostileTests.feed("head " + String(decoding: bytes, as: UTF8.self))
    }
  }
}
