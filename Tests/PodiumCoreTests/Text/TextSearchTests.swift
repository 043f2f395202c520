import Testing

@testable import PodiumCore

/// Text is found in text, in time linear in both.
struct TextSearchTests {
  /// What the definition says.
  private func plainly(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard start <= bytes.count - wanted.count else { return nil }
    return (start...(bytes.count - wanted.count)).first { bytes[$0...].starts(with: wanted) }
  }

  @Test func `it finds what comparing at every place finds`() {
    // All texts of two letters are all periods, cuts and near misses there are.
    let words = (0...7).flatMap { length in
      (0..<(1 << length)).map { code in (0..<length).map { UInt8(code >> $0 & 1) } }
    }
    for wanted in words {
      let search = TextSearch(wanted)
      for text in words where text.count >= 5 {
        for bytes in [text, text + text + [0] + text] {
          for start in [0, 1, 3, bytes.count, bytes.count + 1] {
            let found = search.first(in: bytes.span, from: start)
            guard found != plainly(wanted, in: bytes, from: start) else { continue }
            Issue.record("\(wanted) in \(bytes) from \(start): \(String(describing: found))")
            return
          }
        }
      }
    }
  }

  @Test(arguments: [("a", "", "b"), ("a", "b", ""), ("ab", "", "c"), ("aab", "ba", ""), ("a", "", "")])
  func `it compares few bytes more than there are`(unit: String, head: String, tail: String) {
    // What is wanted fits in most places but for its beginning or its end.
    let long = Array(String(repeating: unit, count: 100_000).utf8)
    let wanted = Array(head.utf8) + long.prefix(long.count / 2) + Array(tail.utf8)
    var compared = 0
    let found = TextSearch(wanted).first(in: long.span, from: 0, compared: &compared)
    #expect(found == (head.isEmpty && tail.isEmpty ? 0 : nil))
    #expect(compared <= 3 * long.count)
  }

  @Test func `each occurrence is replaced, from the beginning on, by bytes and not by composition`() {
    #expect(TextSearch("aa").replaced(by: "b", in: "aaaaa") == "bba")
    #expect(TextSearch("").replaced(by: "b", in: "aa") == "aa")
    #expect(TextSearch("x").replaced(by: "b", in: "aa") == "aa")
    #expect(TextSearch("é").replaced(by: "e", in: "café é") == "cafe e")
    #expect(TextSearch("").isIn(""))
    #expect(TextSearch("").isIn("a"))
    #expect(!TextSearch("a").isIn(""))
    #expect(TextSearch("e").isIn("e\u{301}"))
    #expect(!TextSearch("\u{E9}").isIn("e\u{301}"))
  }

  @Test func `contains and replace end on cells whose every place nearly fits`() throws {
    let text = String(repeating: "a", count: 1 << 20)
    let part = "b" + text.prefix(1 << 19)
    let table = try Table([Column("x", .text([text, text])), Column("y", .text([part, "aa"]))])
    // Comparing at every place would take half of 2⁴⁰ steps.
    func values(_ function: String, _ names: [String]) throws -> [Value] {
      let call = try ExpressionTests.node(.call(function, names.map { try ExpressionTests.node(.column($0)) }))
      return try (0..<2).map { try ExpressionTests.value(call, in: table, row: $0) }
    }
    #expect(try values("contains", ["x", "y"]) == [.boolean(false), .boolean(true)])
    #expect(try values("replace", ["x", "y", "y"]) == [.text(text), .text(text)])
  }

  @Test(
    "replace what is found by bytes, whatever joins its end",
    arguments: [
      ("a\"b", "a\"\"b"), ("\"\u{302}", "\"\"\u{302}"), ("\u{D4E}\"", "\u{D4E}\"\""), ("", ""), ("\"\"", "\"\"\"\""),
      ("none", "none"),
    ])
  func replaced(_ text: String, _ wanted: String) {
    #expect(text.replacingBytes("\"", with: "\"\"").utf8.elementsEqual(wanted.utf8))
    #expect(text.replacingBytes("", with: "x") == text)
  }
}
