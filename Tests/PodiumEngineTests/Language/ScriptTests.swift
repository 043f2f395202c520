import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

@Suite struct ScriptTests {
  static let cuts: [(String, [String], [Int])] = [
    ("", [], []), ("\n\n  \n", [], []), ("head", ["head"], [1]), ("a\nb\n", ["a", "b"], [1, 2]),
    ("a; b ;; c", ["a", "b", "c"], [1, 1, 1]),
    ("a\r\nb\r\n", ["a", "b"], [1, 2]), ("# note\na # b; c\nd", ["a", "d"], [2, 3]), ("a#b", ["a#b"], [1]),
    ("a \"x;y\n#z\"\nb", ["a \"x;y\n#z\"", "b"], [1, 3]), ("a `x;y`; b", ["a `x;y`", "b"], [1, 1]),
    (#"a "q\";" ; b"#, [#"a "q\";""#, "b"], [1, 1]),
    ("cv f(\n a=1;2,\n b=3)\nc", ["cv f(\n a=1;2,\n b=3)", "c"], [1, 4]),
    ("a \\\n b\nc", ["a   b", "c"], [1, 3]), ("a \\\r\n b\nc", ["a   b", "c"], [1, 3]),
    ("a \\b", ["a \\b"], [1]),
    ("!ls; rm \"x # y\nb", ["!ls; rm \"x # y", "b"], [1, 2]), ("a; !ls (; b", ["a", "!ls (; b"], [1, 1]),
    ("a);b", ["a)", "b"], [1, 1]),
    ("a 'x;y\n#z'\nb", ["a 'x;y\n#z'", "b"], [1, 3]), (#"a 'q\';' ; b"#, [#"a 'q\';'"#, "b"], [1, 1]),
    ("a l'Alpe; b it's", ["a l'Alpe", "b it's"], [1, 1]), ("a x=='y;z'; b", ["a x=='y;z'", "b"], [1, 1]),
    ("a quote=' ; b", ["a quote='", "b"], [1, 1]), ("a \"it's\"; b 'say \"x'", ["a \"it's\"", "b 'say \"x'"], [1, 1]),
    ("a delimiter=; skip=1; b", ["a delimiter=; skip=1", "b"], [1, 1]), ("a delimiter=;", ["a delimiter=;"], [1]),
    ("a =; b", ["a =", "b"], [1, 1]), ("a k=1;b", ["a k=1", "b"], [1, 1]), ("a k=;b", ["a k=", "b"], [1, 1]),
    ("= 1 + 2; = 3", ["= 1 + 2", "= 3"], [1, 1]),
    ("\u{A0}# it's \"odd\nb", ["b"], [2]), ("a\u{A0}# it's \"odd\nb", ["a", "b"], [1, 2]),
  ]

  @Test(arguments: cuts)
  func `a text is split into commands`(_ text: String, _ pieces: [String], _ lines: [Int]) {
    let script = Script(text)
    #expect(script.pieces.map(\.text) == pieces)
    #expect(script.pieces.map(\.line) == lines)
    #expect(script.unfinished == nil)
    #expect(!Script.needsMore(text))
  }

  static let openEnds: [(String, String, String, SourceSpan)] = [
    ("head \"abc", "head \"abc", "unclosed-quote", SourceSpan(5, 9)),
    ("head 'abc", "head 'abc", "unclosed-quote", SourceSpan(5, 9)),
    ("a\nhead `abc", "head `abc", "unclosed-quote", SourceSpan(5, 9)),
    ("a; cv f(x=1\n y=2", "cv f(x=1\n y=2", "unclosed-bracket", SourceSpan(4, 5)),
    ("head \\", "head \\", "unfinished-line", SourceSpan(5, 6)),
    ("a\n\\", "\\", "unfinished-line", SourceSpan(0, 1)),
    ("cv f(g(a=1)", "cv f(g(a=1)", "unclosed-bracket", SourceSpan(4, 5)),
  ]

  @Test(arguments: openEnds)
  func `an open end is reported with its place in the last command`(
    _ text: String, _ last: String, _ code: String, _ span: SourceSpan
  ) {
    let script = Script(text)
    #expect(script.pieces.last?.text == last)
    #expect(script.unfinished?.code == code)
    #expect(script.unfinished?.span == span)
    #expect(Script.needsMore(text))
  }
}
