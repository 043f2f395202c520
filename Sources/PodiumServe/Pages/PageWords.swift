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
      if ["en", "sv"].contains(name), weight > best.weight, weight.isFinite { best = (name, weight) }
    }
    language = best.language
  }

  /// The words in English, for pages whose commands speak it.
  static let english = PageWords(language: "en")

  private init(language: String) { self.language = language }

  /// The words for English ones.
  subscript(english: String) -> String {
    language == "sv" ? PageWords.swedish[english] ?? english : english
  }

  /// The records of a kind, whose English name is its plugin's.
  func records(_ kind: String, _ english: String) -> String {
    language == "sv" ? PageWords.kinds[kind] ?? english : english
  }

  var isEnglish: Bool { language == "en" }

  /// What went wrong, and what to do about it; in Swedish by its code.
  func said(_ problem: Diagnostic) -> (message: String, help: String?) {
    let error = problem.served
    if isEnglish { return (error.message, error.help) }
    let problems = PageWords.problems
    let said = problems[error.code] ?? problems[error.isOfService ? "service-busy" : "other"] ?? error.message
    let field = error.subject.flatMap { PageWords.parts[$0] }
    return (said + (field.map { " (" + part("field") + ": " + $0 + ")" } ?? ""), nil)
  }

  /// The name of a part of a match or a report, or one of the words that it chooses from.
  func part(_ english: String) -> String { isEnglish ? english : PageWords.parts[english] ?? english }

  /// What a command shows of a match, in the language: headings, captions, notes and the cells that choose from words.
  func shown(_ text: String, _ place: HTMLRenderer.WordPlace) -> String {
    guard !isEnglish else { return text }
    switch place {
    // A caption may count: `3 reports`.
    case .heading: return text.split(separator: " ").map { part(String($0)) }.joined(separator: " ")
    case .note: return self["A score is disputed."]
    case .cell(let name) where PageWords.chosen.contains(name):
      if text.hasPrefix("score ") { return part("score") + text.dropFirst(5) }
      return PageWords.swedish[text] ?? part(text)
    case .cell: return text
    }
  }

  /// The columns whose cells choose from words.
  private static let chosen = ["state", "kind", "void", "estimated", "clock", "winner", "source"]

  /// The problems by their codes as JSON, for the script; nil where the service's own sentences are the language's.
  var problems: String? {
    let sorted = PageWords.problems.merging(PageWords.parts) { problem, _ in problem }.inCodePointOrder(by: \.key)
    return isEnglish ? nil : JSONValue.object(sorted.map { ($0.key, .string($0.value)) }).text
  }

  private static let problems = table("problems")
  /// The fields of a match and of its reports, and what they choose from.
  private static let parts = table("parts")
  private static let swedish = table("swedish")
  private static let kinds = table("kinds")

  /// A table of `swedish.txt`: a line `ENGLISH = SVENSKA` for each entry.
  private static func table(_ name: String) -> [String: String] {
    let lines = String(decoding: PackageResources.swedish_txt, as: UTF8.self).split(separator: "\n")
    let own = lines.drop { $0 != "[\(name)]" }.dropFirst().prefix { !$0.hasPrefix("[") }
    return own.reduce(into: [:]) { table, line in
      let sides = line.split(separator: " = ")
      if sides.count == 2 { table[String(sides[0])] = String(sides[1]) }
    }
  }
}
