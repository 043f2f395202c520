internal import PodiumCore
public import PodiumPlugin

/// Finds the verbs that a text names: advice with a verb that is not registered helps no one.
///
/// A word counts as a verb where a command begins (after `as in:` and a prompt), before a placeholder (`features
/// NAMES`) and as the subject of what a command does (`plugins lists them`). In the help of an error it also counts
/// after `type:` and `write:`, and at the end (`with WORD`). Commands of other tools that have no meaning in plain
/// English count anywhere.
public struct MentionedVerbs: Sendable {
  private let registry: Registry
  private let names: Set<String>
  private let foreign: Set<String>

  /// The verbs of a registry.
  public init(_ registry: Registry) {
    self.registry = registry
    names = Set(registry.commands.keys)
    foreign = Set(["filter", "derive", "mutate", "arrange", "subset", "pivot", "melt"]).subtracting(names)
  }

  /// Replaces a part of a text that is known only when it is shown.
  public static let unknownPart: Character = "‹"

  private static let markers = ["as in: ", "podium> "]
  /// In the help of an error these begin a command too; in a longer text they end a sentence.
  private static let adviceMarkers = ["type: ", "write: ", "saved by: "]
  private static let placeholders: Set<String> = [
    "NAME", "NAMES", "COLUMN", "COLUMNS", "FILE", "PATH", "FOLDER", "LEARNER", "LEARNERS", "COMMAND", "EXPR", "N",
    "LIST",
    "PAIR", "PAIRS", "SESSION", "VERB", "MODEL", "RESULT", "FIGURE", "TOPIC", "CELL", "ATHLETE",
  ]
  /// What may follow a verb besides a placeholder: clauses, prefixes and small words of a sentence.
  private static let others: Set<String> = [
    "if", "in", "as", "to", "by", "of", "a", "the", "and", "or", "one", "each", "from", "for", "with", "run", "is",
    "on",
    "over", "mdb-export",
  ]
  private static let doings: Set<String> = ["lists", "shows", "searches", "brings", "explains"]
  private static let objects: Set<String> = [
    "them", "it", "the", "those", "what", "its", "who", "all", "a", "every", "each", "tables", "which",
  ]

  /// The problems with the verbs of a text, one sentence each; `isAdvice` for the help of an error, which is one
  /// phrase.
  public func problems(in text: String, isAdvice: Bool = false) -> [String] {
    text.split(separator: "\n").map(String.init).flatMap { begun($0, isAdvice) + placed($0, isAdvice) }
  }

  /// Whether a line begins with a verb, ignoring prefixes.
  ///
  /// A line that begins with anything but a plain word (a number, parentheses, `=`) has no verb.
  public func knows(commandLine line: String) -> Bool {
    var words = line.split(separator: " ").map(String.init)[...]
    while let first = words.first {
      if ["quiet:", "time:", "try:"].contains(first) {
        words.removeFirst()
      } else if first == "by" {
        words = words.drop { !$0.hasSuffix(":") }.dropFirst()
      } else {
        break
      }
    }
    guard let token = words.first, !token.hasSuffix(":"), !token.hasPrefix("`") else { return true }
    let first = Self.bare(token)
    guard Self.isPlain(first), !["if", "in", "as", "to"].contains(first) else {
      return true
    }
    if names.contains(first) { return true }
    guard registry.namespaces.contains(first), let second = words.dropFirst().first.map(Self.bare) else { return false }
    return !Self.isPlain(second) || names.contains(first + " " + second)
      || names.contains { $0.hasPrefix(first + " " + second + " ") }
  }

  /// The commands after a marker.
  private func begun(_ line: String, _ isAdvice: Bool) -> [String] {
    var problems: [String] = []
    for marker in Self.markers + (isAdvice ? Self.adviceMarkers : []) {
      var rest = line[...]
      while let found = rest.firstRange(of: marker) {
        rest = rest[found.upperBound...]
        let command = String(rest.prefix { $0 != ";" })
        if !knows(commandLine: command) { problems.append("'\(command)' does not begin with a verb") }
      }
    }
    return problems
  }

  /// The words in places where only a verb makes sense.
  private func placed(_ line: String, _ isAdvice: Bool) -> [String] {
    var problems: [String] = []
    let tokens = line.split(separator: " ").map(String.init)
    var clause = 0
    var phrase = 0
    for (place, token) in tokens.enumerated() {
      let word = Self.bare(token)
      if foreign.contains(word) { problems.append("'\(word)' is a verb of another tool") }
      if Self.placeholders.contains(word), place > clause, !endsVerb(tokens[clause..<place]) {
        problems.append("'\(tokens[place - 1])' before \(word) is not a verb")
      }
      if (1...3).contains(place - phrase), Self.doings.contains(word), place + 1 < tokens.count,
        Self.objects.contains(Self.bare(tokens[place + 1])), !isSubject(tokens[phrase..<place])
      {
        problems.append("'\(tokens[phrase..<place].joined(separator: " "))', which \(word) something, is not a verb")
      }
      let isEnd = isAdvice && (place + 1 == tokens.count || token.hasSuffix(";"))
      if isEnd, place > clause, tokens[place - 1] == "with", Self.isPlain(word), !names.contains(word),
        !Self.others.contains(word)
      {
        problems.append("'\(word)' after 'with' is not a verb")
      }
      if token.hasSuffix(";") { phrase = place + 1 }
      if let last = token.last, ",;:.".contains(last) { clause = place + 1 }
    }
    return problems
  }

  /// Whether some words end in a verb with one or two words after it, in a word that needs no verb, or in a part that
  /// only the program knows.
  private func endsVerb(_ words: ArraySlice<String>) -> Bool {
    guard let last = words.last.map(Self.bare), Self.isPlain(last), !Self.others.contains(last) else { return true }
    let tail = words.suffix(4).map(Self.bare)
    // `podium plugin new NAME` is a shell command.
    if tail.contains("podium") || tail.contains(where: { $0.contains(Self.unknownPart) }) { return true }
    return tail.indices.contains { start in
      (start + 1...tail.count).contains { names.contains(tail[start..<$0].joined(separator: " ")) }
    }
  }

  /// Whether the subject of a sentence is a verb, a page of the help, or a phrase of plain English.
  private func isSubject(_ words: ArraySlice<String>) -> Bool {
    let plain = words.map(Self.bare)
    if plain.contains(where: { !Self.isPlain($0) || Self.others.contains($0) }) { return true }
    return plain.first == "help" || knows(commandLine: plain.joined(separator: " "))
  }

  private static func bare(_ token: String) -> String {
    var word = token[...]
    while let first = word.first, "'\"([`".contains(first) { word.removeFirst() }
    while let last = word.last, "'\",;:.)]`…?".contains(last) { word.removeLast() }
    return String(word)
  }

  private static func isPlain(_ word: String) -> Bool {
    !word.hasPrefix("-") && !word.isEmpty && word.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 == 0x2D }
  }
}
