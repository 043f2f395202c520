import PodiumCore
import Testing

/// What messages repeat of texts of any length.
struct AbridgedTests {
  @Test func `sixty characters are kept; of more, the beginning and the length are shown`() {
    let sixty = String(repeating: "ab", count: 30)
    #expect(Abridged.text(sixty) == sixty)
    #expect(Abridged.text(sixty + "c") == sixty + "… (61 characters)")
    #expect(Abridged.quoted(sixty) == "'" + sixty + "'")
    #expect(Abridged.quoted(sixty + "c") == "'" + sixty + "…' (61 characters)")
    #expect(Abridged.text("") == "")
  }

  @Test func `characters are counted as people count them, and one of any length is bounded too`() {
    let skier = "🧑🏽‍🚀"
    #expect(Abridged.text(String(repeating: skier, count: 12)).hasSuffix(skier))
    #expect(Abridged.text(String(repeating: "é", count: 61)) == String(repeating: "é", count: 60) + "… (61 characters)")
    let piled = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(Abridged.text(piled).utf8.count < 1000)
    #expect(Abridged.quoted(piled).utf8.count < 1000)
  }

  @Test func `what is abridged stays as it is`() {
    let once = Abridged.text(String(repeating: "x", count: 100))
    #expect(Abridged.text(once) == once)
    #expect(Abridged.quoted(once) == Abridged.quoted(String(repeating: "x", count: 100)))
    let message = Abridged.message("no '" + String(repeating: "x", count: 100) + "' here")
    #expect(message == "no '" + String(repeating: "x", count: 60) + "…' (100 characters) here")
    #expect(Abridged.message(message) == message)
  }

  @Test func `a diagnostic abridges what it quotes, whoever made it and however it is changed`() {
    let cell = String(repeating: "cell ", count: 6_000_000)
    var error = Diagnostic("x", "'\(cell)' is not a number, as 'a' is", help: "write '\(cell)' in quotes", cause: cell)
    #expect(error.message == "'" + cell.prefix(60) + "…' (30000000 characters) is not a number, as 'a' is")
    #expect(error.help?.utf8.count ?? 0 < 200)
    #expect(error.cause?.utf8.count ?? 0 < 5000)
    error.message += "; nor is '" + cell + "'"
    #expect(error.message.utf8.count < 300)
  }

  @Test func `apostrophes within a text, and quotes without an end, bound the message all the same`() {
    let odd = String(repeating: "it's 'x ", count: 500_000)
    #expect(Diagnostic("x", "'\(odd)' is odd").message.utf8.count < 6000)
    #expect(Diagnostic("x", "'" + String(repeating: " 'a", count: 500_000)).message.utf8.count < 6000)
    #expect(Diagnostic("x", "Anna's table isn't the dogs' own").message == "Anna's table isn't the dogs' own")
  }

  @Test func `an unknown name and the nearest known ones are abridged`() {
    let long = String(repeating: "n", count: 5000)
    let error = Diagnostic.unknown("column", long, among: [long + "x", "other"])
    #expect(error.message.utf8.count < 400)
    #expect(error.message.hasPrefix("unknown column 'nnn"))
    #expect(error.message.contains("(5000 characters)"))
    #expect((error.help ?? "").utf8.count < 400)
  }
}
