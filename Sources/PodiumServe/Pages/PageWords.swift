internal import PodiumCore
internal import PodiumRender

/// What the service's own pages say, in English or Swedish.
struct PageWords: Sendable {
  let language: String

  /// The language that a browser prefers of the two.
  init(_ request: ServedRequest) {
    var best = (language: "en", weight: 0.0)
    for (range, weight) in request.wanted("accept-language") ?? [] {
      let name = String(range.prefix(2))
      if ["en", "sv"].contains(name), weight > best.weight { best = (name, weight) }
    }
    language = best.language
  }

  /// The words in English, for pages whose commands speak it.
  static let english = PageWords(language: "en")

  private init(language: String) { self.language = language }

  /// The words for English ones.
  subscript(english: String) -> String {
    isEnglish ? english : PageWords.swedish[english] ?? english
  }

  /// The records of a kind, whose English name is its plugin's.
  func records(_ kind: String, _ english: String) -> String {
    isEnglish ? english : PageWords.swedish[kind] ?? english
  }

  var isEnglish: Bool { language == "en" }

  /// What went wrong, and what to do about it; in Swedish by its code.
  func said(_ problem: Diagnostic) -> (message: String, help: String?) {
    let error = problem.served
    if isEnglish { return (error.message, error.help) }
    let problems = PageWords.problems
    let said = problems[error.code] ?? problems[error.isOfService ? "service-busy" : "other"] ?? error.message
    let field = error.subject.flatMap { PageWords.swedish[$0] }
    return (said + (field.map { " (" + self["field"] + ": " + $0 + ")" } ?? ""), nil)
  }

  /// What a command shows of a match, in the language: headings, captions, notes and the cells that choose from words.
  func shown(_ text: String, _ place: HTMLRenderer.WordPlace) -> String {
    guard !isEnglish else { return text }
    switch place {
    // A caption may count: `3 reports`.
    case .heading: return text.split(separator: " ").map { self[String($0)] }.joined(separator: " ")
    case .note: return note(String(text.split(separator: ": ", maxSplits: 1).last ?? ""))
    case .cell(let name) where PageWords.chosen.contains(name):
      return text.hasPrefix("score ") ? self["score"] + text.dropFirst(5) : self[text]
    case .cell: return text
    }
  }

  /// A sentence of a command: one of the forms of `swedish.txt`, in which `%` stands for a name, a number or another form; what
  /// is of none stays as it is.
  func note(_ text: String) -> String {
    guard !isEnglish else { return text }
    for (form, swedish) in PageWords.notes {
      guard let values = PageWords.values(in: text, of: form) else { continue }
      var rest = values.map(note)[...]
      return swedish.map { $0 == "%" ? rest.popFirst() ?? "" : String($0) }.joined()
    }
    return text
  }

  /// The same as a line of a page.
  func html(_ note: String) -> HTML { .tag("p", ["class": "note"], .text(self.note(note))) }

  /// What a text has in place of each `%` of a form; nil for a text of another form.
  private static func values(in text: String, of form: String) -> [String]? {
    let pieces = form.split(separator: "%", omittingEmptySubsequences: false)
    guard let first = pieces.first, text.hasPrefix(first) else { return nil }
    var (rest, values) = (text.dropFirst(first.count), [String]())
    for piece in pieces.dropFirst() {
      guard let found = piece.isEmpty ? rest.endIndex..<rest.endIndex : rest.firstRange(of: piece) else { return nil }
      values.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return rest.isEmpty ? values : nil
  }

  /// The columns whose cells choose from words.
  private static let chosen = ["state", "kind", "void", "estimated", "clock", "winner", "source", "side"]

  private static let problems = table("problems")
  /// The words of the pages, the fields of a match and of its reports with what they choose from, and the kinds of records.
  private static let swedish = table("words")
  /// The forms of sentences, the first that fits counts.
  private static let notes = lines("notes")

  private static func table(_ name: String) -> [String: String] { Dictionary(lines(name)) { _, last in last } }

  /// A table of `swedish.txt`: a line `ENGLISH = SVENSKA` for each entry.
  private static func lines(_ name: String) -> [(String, String)] {
    let all = String(decoding: PackageResources.swedish_txt, as: UTF8.self).split(separator: "\n")
    return all.drop { $0 != "[\(name)]" }.dropFirst().prefix { !$0.hasPrefix("[") }.compactMap { line in
      let sides = line.split(separator: " = ")
      return sides.count == 2 ? (String(sides[0]), String(sides[1])) : nil
    }
  }
}
