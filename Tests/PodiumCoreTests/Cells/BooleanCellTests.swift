import PodiumCore
import Testing

/// Truth values in cells of a column declared so.
struct BooleanCellTests {
  @Test(arguments: [
    ("ja", "nej"), ("Ja", "NEIN"), ("kyllä", "ei"), ("KYLLÄ", "EI"), ("oui", "non"), ("VRAI", "FAUX"),
    ("WAHR", "FALSCH"),
    ("sí", "no"), ("SIM", "NÃO"), ("tak", "nie"), ("ano", "ne"), ("да", "Нет"), ("evet", "hayır"), ("T", "F"),
    ("on", "off"), ("1", "0"), ("sant", "falskt"),
  ])
  func `yes and no are read in many languages, capitals too`(_ yes: String, _ no: String) {
    #expect(BooleanCell.read(yes) == true)
    #expect(BooleanCell.read(no) == false)
  }

  @Test(arguments: ["", "x", "maybe", "yesno", "10", "noo", String(repeating: "y", count: 1000)])
  func `other words are neither`(_ word: String) { #expect(BooleanCell.read(word) == nil) }

  @Test func `undeclared, true and false alone are`() {
    func read(_ text: String) -> Bool? {
      let bytes = Array(text.utf8)
      return BooleanCell.read(bytes.span, 0..<bytes.count)
    }
    #expect(read("TRUE") == true && read("False") == false)
    #expect(read("ja") == nil && read("1") == nil && read("T") == nil)
  }
}
