public import PodiumCore
internal import PodiumPlugin

/// What the headings of tables mean, in several languages, and what `map=` says of others.
///
/// `Lufttemp (°C)`, `air_temp` and `Air Temp.` may be one heading: case, accents, punctuation and units do not count.
public struct ColumnWords: Sendable {
  private let meanings: [String: String]
  /// The headings that the user named, with their meanings.
  private let mapped: [String: (heading: String, meaning: String)]

  /// Takes the words for each meaning, and pairs `HEADING:MEANING`; `MEANING:HEADING` is understood too.
  ///
  /// Throws `bad-value` for a pair without a colon or without a meaning.
  public init(_ words: [String: [String]], map: [String] = [], at span: SourceSpan? = nil) throws(Diagnostic) {
    self.init(
      meanings: ColumnWords.meanings(words),
      map: try map.map { (pair) throws(Diagnostic) in
        try ColumnWords.pair(pair, among: words.keys.sorted(), at: span)
      })
  }

  /// The same with words that were folded before.
  public init(meanings: [String: String], map: [(heading: String, meaning: String)] = []) {
    self.meanings = meanings
    mapped = Dictionary(map.map { (ColumnWords.folded($0.heading), $0) }, uniquingKeysWith: { $1 })
  }

  /// The meaning of each word as headings are compared.
  public static func meanings(_ words: [String: [String]]) -> [String: String] {
    var meanings: [String: String] = [:]
    for (meaning, list) in words.inCodePointOrder(by: \.key) {
      for word in list { meanings[folded(word)] = meaning }
    }
    return meanings
  }

  /// A pair of a heading and a meaning, in either order: a heading may have a colon in it.
  public static func pair(
    _ pair: String, among meanings: [String], at span: SourceSpan? = nil
  ) throws(Diagnostic) -> (heading: String, meaning: String) {
    guard let first = pair.firstIndex(of: ":"), let last = pair.lastIndex(of: ":") else {
      throw .badValue(
        "map", pair, allowed: "headings with meanings, as in Nr:\(meanings.first ?? "name")", span: span)
    }
    let sides = (
      String(pair[..<first]), String(pair[pair.index(after: first)...]), String(pair[..<last]),
      String(pair[pair.index(after: last)...])
    )
    if meanings.contains(sides.0) { return (sides.1, sides.0) }
    if meanings.contains(sides.3) { return (sides.2, sides.3) }
    throw .unknownWord("map", sides.3, among: meanings, span: span)
  }

  /// The meaning of a heading or label; nil if it is unknown.
  public func meaning(_ text: String) -> String? {
    let word = ColumnWords.folded(text)
    guard !word.isEmpty else { return nil }
    return mapped[word]?.meaning ?? meanings[word]
  }

  /// Whether `map=` says what a heading means.
  public func isMapped(_ text: String) -> Bool { mapped[ColumnWords.folded(text)] != nil }

  /// Headings in which those that `map=` names are what they mean, for a reader that knows them by name; another heading of that
  /// meaning is left out.
  public func renamed(_ headings: [String]) -> [String] {
    guard !mapped.isEmpty else { return headings }
    let named = headings.map { mapped[ColumnWords.folded($0)]?.meaning }
    return zip(headings, named).map { heading, name in name ?? (named.contains(heading) ? "" : heading) }
  }

  /// Throws `unknown-column` for a heading of `map=` that is none of a file's.
  public func refuseAbsent(
    from headings: @autoclosure () -> [String], at span: SourceSpan? = nil
  ) throws(Diagnostic) {
    guard !mapped.isEmpty else { return }
    let headings = headings()
    let known = Set(headings.map(ColumnWords.folded))
    let absent = mapped.filter { !known.contains($0.key) }.map(\.value.heading)
    guard let first = absent.min(by: CodePointOrder.precedes) else { return }
    throw Diagnostic.unknown("column", first, among: headings.filter { !$0.isEmpty }, span: span, help: "correct map=")
  }

  private static let units: Set<String> = ["c", "cm", "pct", "mm", "kg"]

  /// Lower case without accents, units in parentheses, punctuation and repeated spaces.
  public static func folded(_ text: String) -> String {
    var word = ""
    var depth = 0
    for character in RecordName.bare(text) {
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth = max(0, depth - 1)
      case _ where depth > 0: break
      case ":", ".", "°", "%", "_", "-", "#": word.append(" ")
      default: word.append(character)
      }
    }
    let parts = word.split(separator: " ").map(String.init)
    return parts.filter { !units.contains($0) || parts.count == 1 }.joined(separator: " ")
  }

  /// The unit in parentheses at the end of a heading: `kg` in `Weight (kg)`; nil for none.
  static func unit(of heading: String) -> String? {
    guard let last = heading.last, last == ")" || last == "]",
      let open = heading.lastIndex(where: { $0 == "(" || $0 == "[" })
    else { return nil }
    let unit = RecordName.trimmed(String(heading[heading.index(after: open)...].dropLast()))
    return unit.isEmpty ? nil : unit
  }
}
