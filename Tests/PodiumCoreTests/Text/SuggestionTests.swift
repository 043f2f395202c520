import PodiumCore
import Testing

@Suite struct SuggestionTests {
  static let words = [
    "load", "head", "describe", "columns", "label", "features", "encode", "scale", "impute", "recipe",
    "confusion",
    "compare", "learners", "results", "history", "set", "help", "plugins", "datasets", "use", "source",
    "undo", "redo",
    "exit", "filter", "derive", "replace", "assert", "fields", "show", "zeror", "tree", "svm", "ann", "knn",
    "forest",
    "bayes", "logistic", "boosting", "quit",
  ]

  /// A word with one letter dropped, doubled, replaced or swapped with the next.
  static func mistyped(_ word: String, _ source: inout RandomSource) -> String {
    var letters = Array(word)
    let place = source.below(letters.count)
    switch source.below(4) {
    case 0 where letters.count > 3: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    case 2 where place + 1 < letters.count: letters.swapAt(place, place + 1)
    default: letters[place] = Array("abcdefghijklmnopqrstuvwxyz")[source.below(26)]
    }
    return String(letters)
  }

  @Test func `of 200 typos at least 95 in a hundred lead to the right word`() {
    var source = RandomSource(seed: 20_260_217)
    var wrong: [String] = []
    var count = 0
    while count < 200 {
      let word = SuggestionTests.words[source.below(SuggestionTests.words.count)]
      let typed = SuggestionTests.mistyped(word, &source)
      // A slip that gives another word cannot be distinguished from meaning it.
      if SuggestionTests.words.contains(typed) { continue }
      count += 1
      let near = Suggestion.nearest(to: typed, among: SuggestionTests.words)
      if near != word { wrong.append("\(typed): \(near ?? "nothing") for \(word)") }
    }
    #expect(wrong.count <= 10, "\(wrong)")
  }

  static let cases: [(String, [String], String?)] = [
    ("smv", ["svm", "sum"], "svm"), ("SVM", ["svm"], "svm"), ("zzz", ["svm"], nil), ("", ["svm"], nil),
    ("x", ["y"], nil),
    ("k", ["kk"], "kk"), ("lable", ["table", "label"], "label"), ("ab", ["ac", "ad"], "ac"),
    ("übung", ["Übung"], "Übung"),
  ]

  @Test(arguments: cases)
  func `the nearest word is this`(_ typed: String, _ words: [String], _ nearest: String?) {
    #expect(Suggestion.nearest(to: typed, among: words) == nearest)
  }

  @Test func `a very long word costs no more than a long one`() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(Suggestion.nearest(to: long, among: ["xx", "tree"]) == nil)
  }

  @Test func `a few known names are listed where none is near`() {
    let error = Diagnostic.unknown("help topic", "zzz", among: ["load", "head"], help: "help lists them")
    #expect(error.code == "unknown-help-topic")
    #expect(error.message == "unknown help topic 'zzz'")
    #expect(error.help == "known: load, head; help lists them")
  }

  @Test func `a very long input is abridged in the message`() {
    let long = String(repeating: "x", count: 10_000)
    #expect(Diagnostic.unknown("column", long, among: ["y"]).message.count < 200)
    #expect(Diagnostic.unknown("column", "price", among: []).message == "unknown column 'price'")
  }

  @Test func `of many known words only some are listed`() {
    let known = (1...20).map { "word\($0)" }
    #expect(Diagnostic.unknown("kind", "zebra", among: known).help?.hasSuffix("word8 and 12 more") == true)
    #expect(Diagnostic.unknown("kind", "zebra", among: known, help: "words lists them").help == "words lists them")
  }
}
