import PodiumCore
import PodiumPlugin
import Testing

/// Every syntax error: its code, its message and its place.
@Suite struct GrammarErrorTests {
  static let mistakes: [(String, String, String, SourceSpan)] = [
    ("", "missing-verb", "a command must follow the prefix", SourceSpan(0, 1)),
    ("quiet:", "missing-verb", "a command must follow the prefix", SourceSpan(6, 7)),
    ("(x)", "missing-verb", "a command begins with a verb, not with '('", SourceSpan(0, 1)),
    ("$5", "missing-verb", "a command begins with a verb, not with '$'", SourceSpan(0, 1)),
    ("quite: head", "unknown-prefix", "unknown prefix 'quite'; did you mean 'quiet'?", SourceSpan(0, 5)),
    ("by : head", "missing-column", "a column must follow 'by'", SourceSpan(3, 4)),
    ("by: head", "missing-column", "a column must follow 'by'", SourceSpan(2, 3)),
    ("by a head", "missing-colon", "the columns after 'by' must end in ':'", SourceSpan(2, 5)),
    ("by a: by b: head", "repeated-clause", "'by' appears twice in one command", SourceSpan(6, 8)),
    (
      "head k = 3", "blank-around-equals", "spaces around '=' are not allowed",
      SourceSpan(7, 8)
    ),
    ("head k= 3", "missing-value", "a value must follow 'k=' without a space", SourceSpan(5, 7)),
    ("head k=", "missing-value", "a value must follow 'k=' without a space", SourceSpan(5, 7)),
    ("head a,", "missing-value", "a value must follow ','", SourceSpan(6, 7)),
    ("head a,,b", "unexpected-character", "unexpected ','", SourceSpan(7, 8)),
    ("head ,", "unexpected-character", "unexpected ','", SourceSpan(5, 6)),
    ("head \"a", "unclosed-quote", "the quote \" is not closed", SourceSpan(5, 7)),
    ("head `a", "unclosed-quote", "the quote ` is not closed", SourceSpan(5, 7)),
    (#"head "a\q""#, "bad-escape", "unknown escape in quoted text", SourceSpan(7, 9)),
    (#"head "\u{110000}""#, "bad-escape", "unknown escape in quoted text", SourceSpan(6, 15)),
    (#"head "\u{D800}""#, "bad-escape", "unknown escape in quoted text", SourceSpan(6, 13)),
    ("head $", "bad-reference", "a name or number must follow '$'", SourceSpan(5, 7)),
    ("head $base.", "bad-reference", "a field must follow '.'", SourceSpan(5, 11)),
    ("cv svm(c=1", "unclosed-bracket", "a '(' is not closed", SourceSpan(6, 7)),
    ("cv svm(1)", "missing-key", "a hyperparameter must be written key=value, not '1'", SourceSpan(7, 8)),
    ("cv svm(c=1 gamma=2)", "unexpected-character", "',' or ')' must follow a hyperparameter", SourceSpan(11, 12)),
    ("cv svm(c=)", "unexpected-character", "unexpected ')'", SourceSpan(9, 10)),
    ("head in 0..5", "bad-range", "'0..5' is not a range of rows", SourceSpan(8, 12)),
    ("head in 5..2", "bad-range", "'5..2' is not a range of rows", SourceSpan(8, 12)),
    (
      "head in 99999999999999999999", "bad-range", "'99999999999999999999' is not a range of rows",
      SourceSpan(8, 28)
    ),
    ("head in", "bad-range", "'' is not a range of rows", SourceSpan(7, 8)),
    ("head as", "bad-name", "a name must follow 'as'", SourceSpan(7, 8)),
    ("head as 5x", "bad-name", "a name must follow 'as'", SourceSpan(8, 10)),
    ("head as _", "bad-name", "a name must follow 'as'", SourceSpan(8, 9)),
    ("head as a.b", "bad-name", "a name must follow 'as'", SourceSpan(8, 9)),
    ("head to", "missing-file", "a file must follow 'to'", SourceSpan(7, 8)),
    ("head >>", "missing-file", "a file must follow '>>'", SourceSpan(7, 8)),
    ("head |", "missing-command", "a command must follow '|'", SourceSpan(5, 6)),
    ("head to a to b", "repeated-clause", "'to' appears twice in one command", SourceSpan(10, 12)),
    ("head > a > b", "repeated-clause", "'>' appears twice in one command", SourceSpan(9, 10)),
    ("head in 1 in 2", "repeated-clause", "'in' appears twice in one command", SourceSpan(10, 12)),
    ("head if", "missing-expression", "an expression is missing", SourceSpan(7, 8)),
    (
      "head if x >", "missing-expression", "the expression ends where a value is expected", SourceSpan(11, 12)
    ),
    (
      "head if x = 1", "single-equals", "'=' sets a value; to compare, did you mean '=='?", SourceSpan(10, 11)
    ),
    ("head if x <> 1", "unknown-operator", "unknown operator '<>'; did you mean '!='?", SourceSpan(10, 12)),
    ("head if 1 < x < 3", "chained-comparison", "comparisons cannot be chained", SourceSpan(14, 15)),
    ("head if (x > 1", "unclosed-bracket", "a '(' is not closed", SourceSpan(8, 9)),
    ("head if f(x > 1", "unclosed-bracket", "the '(' after 'f' is not closed", SourceSpan(8, 15)),
    ("head if x > 1 y", "unexpected-word", "unexpected 'y' after the expression", SourceSpan(14, 15)),
    ("head if x > 1 k=2", "unexpected-word", "unexpected 'k=2' after the expression", SourceSpan(14, 17)),
    ("head if 12abc > 1", "bad-number", "'12abc' is not a number", SourceSpan(8, 13)),
    ("head if x > 0x10", "bad-number", "'0x10' is not a number", SourceSpan(12, 16)),
    ("head if x > 1e999", "bad-number", "'1e999' is not a number", SourceSpan(12, 17)),
    (
      "head if (x >> f)", "sink-after-expression", "'>>' cannot follow an expression, where '>' is a comparison",
      SourceSpan(11, 13)
    ),
    (
      "= sum(x >! f)", "sink-after-expression", "'>!' cannot follow an expression, where '>' is a comparison",
      SourceSpan(8, 10)
    ),
    ("head if x > ;", "unexpected-character", "unexpected ';' in an expression", SourceSpan(12, 13)),
    ("derive = 1", "missing-column", "a column must follow 'derive'", SourceSpan(7, 8)),
    ("derive x", "missing-equals", "'=' must follow the column 'x'", SourceSpan(8, 9)),
    ("derive x == 1", "missing-equals", "'=' must follow the column 'x'", SourceSpan(9, 10)),
    ("冬 if å > 12abc", "bad-number", "'12abc' is not a number", SourceSpan(9, 14)),
  ]

  @Test(arguments: 0..<mistakes.count)
  func `a syntax error is reported at its place`(_ number: Int) {
    let (line, code, message, span) = GrammarErrorTests.mistakes[number]
    let error = #expect(throws: Diagnostic.self, "\(line)") { try Dump.parsed(line) }
    #expect(error?.code == code, "\(line)")
    #expect(error?.message == message, "\(line)")
    #expect(error?.span == span, "\(line)")
    if let message = error?.message {
      #expect(message.last != "." && message.first?.isUppercase == false)
    }
  }
}
