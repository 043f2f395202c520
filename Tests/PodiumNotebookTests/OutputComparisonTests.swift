import Foundation
import PodiumTestKit
import Testing

@testable import PodiumNotebook

/// Comparing outputs with recorded ones: which numbers are close, and that nothing else passes.
@Suite struct OutputComparisonTests {
  static func verdict(_ recorded: String, _ fresh: String, _ rule: NumberRule = NumberRule()) -> Verdict {
    OutputComparison(recorded: recorded, fresh: fresh, rule: rule).verdict
  }

  @Test(arguments: [
    // The last digit may be off by one if there are at least four.
    ("0.1234", "0.1235", Verdict.close), ("0.5000", "0.4999", .close), ("9.9999", "10.0000", .close),
    ("1.234e-5", "1.235e-5", .close), ("12.34 %", "12.35 %", .close), ("(0.1234,", "(0.1235,", .close),
    ("0.1234", "0.1236", .different), ("2.3", "2.4", .different), ("0.001", "0.002", .different),
    ("0.", "1.", .different), ("0.0012", "0.0013", .different), ("1.234e-5", "1.236e-5", .different),
    // The tolerance is relative, however many digits are printed.
    ("1e-23", "9.999999999999e-24", .close), ("0.30000000000000004", "0.3", .close), ("1", "0.9999999999", .close),
    ("0.9999999999", "1", .close), ("1", "1.1", .different), ("1e-23", "1.1e-23", .different),
    // Whole numbers, signs, units and words are exact.
    ("1234", "1235", .different), ("100000000000", "100000000001", .different), ("-0.0001", "0.0001", .different),
    ("+0.1234", "-0.1234", .different), ("12.5 cm", "12.5 mm", .different), ("0.5", "half", .different),
    ("NaN", "NaN", .same), ("NaN", "0.5", .different), ("inf", "1e308", .different), ("0", "0.0", .close),
    // Digits inside words, versions and dates are not numbers.
    ("k1234.5 x", "k1234.6 x", .different), ("1.2.3456", "1.2.3457", .different), ("v1.2345", "v1.2346", .different),
    ("2018-01-08", "2018-01-09", .different), ("10.0.0.1234", "10.0.0.1235", .different),
    ("sha256 1234e5f", "sha256 1235e5f", .different), ("x_0.1234", "x_0.1235", .different),
    // Changing values are not compared, but the rest of the line is.
    ("took ‹0.1 s› in all", "took ‹12.5 s› in all", .same), ("took ‹0.1 s›", "used ‹0.1 s›", .different),
    ("took ‹0.1 s›", "took 0.1 s", .different), ("a ‹1› b ‹2›", "a ‹2› b ‹2› c", .different),
    ("‹1› 0.1234", "‹2› 0.1235", .close),
    // Spaces at the end of a line do not count; others do unless a number changed.
    ("a  b  ", "a  b", .same), ("a\r\nb\r\n", "a\nb\n", .same), ("a  b", "a b", .different), ("a b", "ab", .different),
    ("", "a", .different), ("a", "", .different), ("a\n\n", "a", .same), ("a\n\nb", "a\nb", .different),
    ("x   9.9999  y", "x  10.0000  y", .close), ("0.1234 a b", "0.1235 a  b", .close),
    ("0.1234 ab", "0.1235 a b", .different),
    // Earlier versions wrote millions with an exponent.
    ("2.10655e+06  a", "2106553  a", .close), ("     1.25e+06", "1250000", .close), ("1.25e+06", "1250001", .different),
  ])
  func `only close numbers may differ`(_ recorded: String, _ fresh: String, _ expected: Verdict) {
    #expect(Self.verdict(recorded, fresh) == expected)
  }

  @Test(arguments: [
    (
      "chi-square 3.3, 4 degrees of freedom, p 0.5054, Cramér's V 0.1",
      "chi-square 3.3, 4 degrees of freedom, p = 0.5054, Cramér's V 0.1"
    ),
    (
      "chi-square 90, 4 degrees of freedom, p 6.5e-05, Cramér's V 0.1",
      "chi-square 90, 4 degrees of freedom, p < 0.0001, Cramér's V 0.1"
    ),
    // Before, it was 0.012347, or 0.012353.
    ("Fisher's exact test: p 0.01235", "Fisher's exact test: p = 0.0123"),
    ("Fisher's exact test: p 0.01235", "Fisher's exact test: p = 0.0124"),
    ("p      4.6e-86", "p      <.0001"), ("p      1", "p      1.0000"),
  ])
  func `p values of older notebooks are those of today in another form`(_ recorded: String, _ fresh: String) {
    #expect(Self.verdict(recorded, fresh) == .same)
    #expect(Self.verdict(recorded, fresh.replacingOccurrences(of: "0", with: "7")) == .different)
  }

  @Test func `the option tol of a cell widens the tolerance`() {
    #expect(Self.verdict("0.50", "0.51") == .different)
    #expect(Self.verdict("0.50", "0.51", NumberRule(relative: 0.05)) == .close)
    #expect(Self.verdict("0.50", "-0.50", NumberRule(relative: 5)) == .different)
    #expect(Self.verdict("7", "8", NumberRule(relative: 5)) == .different)
    #expect(Self.verdict("0.0", "1e-12", NumberRule(absolute: 1e-9)) == .close)
  }

  @Test func `a difference has its line and the relative difference of its numbers`() {
    let comparison = OutputComparison(
      recorded: "a\nb 0.50\nc\nd\n", fresh: "a\nb 0.60\nd\ne\n", rule: NumberRule())
    #expect(comparison.verdict == .different)
    #expect(comparison.differences.map(\.line) == [2, 3, 5])
    #expect(comparison.differences.map(\.recorded) == ["b 0.50", "c", nil])
    #expect(comparison.differences.map(\.fresh) == ["b 0.60", nil, "e"])
    #expect(comparison.differences[0].drift.map { abs($0 - 0.2) < 1e-12 } == true)
    #expect(comparison.differences[1].drift == nil)
  }

  @Test func `an inserted or removed line is reported once`() {
    let old = (0..<50).map { "line \($0)" }
    var new = old
    new.remove(at: 20)
    new.insert("another", at: 35)
    let comparison = OutputComparison(
      recorded: old.joined(separator: "\n"), fresh: new.joined(separator: "\n"), rule: NumberRule())
    #expect(comparison.differences.count == 2)
    #expect(comparison.differences[0].recorded == "line 20")
    #expect(comparison.differences[1].fresh == "another")
  }

  @Test func `long outputs without anything in common are compared in bounded time`() {
    let old = (0..<6000).map { "old \($0)" }.joined(separator: "\n")
    let new = (0..<6000).map { "new \($0)" }.joined(separator: "\n")
    let comparison = OutputComparison(recorded: old, fresh: new, rule: NumberRule())
    #expect(comparison.verdict == .different)
    #expect(comparison.differences.count == 6000)
  }

  /// Changes each digit of real outputs; only the last of four or more digits may be off by one.
  @Test func `every changed digit of a real notebook is detected`() throws {
    let text = try String(contentsOfFile: Checkout.path("notebooks/ski-first-look.podium.md"), encoding: .utf8)
    let notebook = try Notebook(text, file: "n.podium.md")
    var flips = 0
    var close = 0
    for block in notebook.blocks {
      guard case .cell(let cell) = block else { continue }
      for output in cell.outputs {
        var scalars = Array(output.body.unicodeScalars)
        for place in scalars.indices where scalars[place].properties.numericType == .decimal {
          let before = scalars[place]
          let digit = before.value - 0x30
          guard let by5 = Unicode.Scalar(0x30 + (digit + 5) % 10), let by1 = Unicode.Scalar(0x30 + (digit + 1) % 10)
          else { continue }
          scalars[place] = by5
          flips += 1
          var other = String(String.UnicodeScalarView(scalars))
          #expect(Self.verdict(output.body, other) == .different, "\(output.body)\n\(other)")
          scalars[place] = by1
          other = String(String.UnicodeScalarView(scalars))
          let verdict = Self.verdict(output.body, other)
          #expect(verdict != .same)
          if verdict == .close { close += 1 }
          scalars[place] = before
        }
      }
    }
    #expect(flips > 500)
    #expect(close > 50)
  }

  @Test func `typed records are compared by value`() {
    func verdict(_ a: String, _ b: String) -> Verdict {
      RecordComparison(recorded: a, fresh: b, rule: NumberRule()).verdict
    }
    #expect(verdict(#"{"a":[1,2.5,"x"]}"#, #"{ "a": [1, 2.5, "x"] }"#) == .same)
    #expect(verdict(#"{"a":0.30000000000000004}"#, #"{"a":0.3}"#) == .close)
    #expect(verdict(#"{"a":0.1234}"#, #"{"a":0.1235}"#) == .different)
    #expect(verdict(#"{"a":3}"#, #"{"a":4}"#) == .different)
    #expect(verdict(#"{"a":3}"#, #"{"b":3}"#) == .different)
    #expect(verdict(#"{"a":3}"#, #"{"a":3,"b":1}"#) == .different)
    #expect(verdict(#"{"a":[1]}"#, #"{"a":[1,2]}"#) == .different)
    #expect(verdict(#"{"a":"accuracy 0.1234"}"#, #"{"a":"accuracy 0.1235"}"#) == .close)
    #expect(verdict("{", "{}") == .different)
    #expect(verdict(String(repeating: "[", count: 100_000), "[]") == .different)
  }

  @Test func `a line that outputs have since then is missing in older notebooks, and compared in newer ones`() {
    let old = "accuracy 90 %\nmeasure  mean"
    func new(_ end: String) -> String {
      "accuracy 90 %\n95 % interval of the mean 80 to \(end) %, corrected t over 5 folds\nmeasure  mean"
    }
    #expect(Self.verdict(old, new("99")) == .same && Self.verdict(new("99"), new("99")) == .same)
    #expect(Self.verdict(new("99"), new("42")) == .different && Self.verdict(new("99"), old) == .different)
    #expect(Self.verdict(old + "  sd", new("99")) == .different)
  }
}
