import PodiumCore
import PodiumShaping
import Testing

@Suite struct TextBlanksTests {
  @Test(arguments: [" a", "a ", "a\t", "\n", "é ", "\u{A0}a", "a\u{2003}", "\u{B}a", "\u{3000}"])
  func `white space at an end is found and removed`(_ text: String) {
    #expect(TextBlanks.areAround(text))
    #expect(!TextBlanks.areAround(TextBlanks.removed(from: text)))
  }

  @Test(arguments: ["", "a", "a b", "é", "a\u{301}", "\u{1F}a", "\u{200B}a"])
  func `other texts stay as they are`(_ text: String) {
    #expect(!TextBlanks.areAround(text))
    #expect(TextBlanks.removed(from: text) == text)
  }

  @Test func `a column of texts counts its cells`() {
    let column = Column("t", .text([" a", nil, "b", "  "]))
    let found = TextBlanks.found(in: column)
    #expect(found.count == 2 && found.example == " a")
    let removed = TextBlanks.removed(from: column)
    #expect(removed?.count == 2 && removed?.values == .text(["a", nil, "b", nil]))
    #expect(TextBlanks.removed(from: Column("t", .text(["a", nil]))) == nil)
  }
}
