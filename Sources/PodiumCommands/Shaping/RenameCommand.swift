internal import PodiumCore
internal import PodiumPlugin

struct RenameCommand: Command {
  static let names = Parameter<[String]>.words(
    "names", required: true, areExact: true,
    help: "The column and its new name; then further pairs. A * stands for the same text in both: petal_* p_*.",
    completion: .columns([]))

  let signature = Signature(
    "rename", topic: .shaping, summary: "Give columns other names.",
    details:
      "Roles, label, recipe and the origins of derived columns follow. Models that were fitted before keep the old name.",
    parameters: [names.any],
    exampleLines: """
      a shorter name: load iris; rename petal_length_cm length -> length
      two columns: load iris; rename petal_length_cm length petal_width_cm width -> width
      columns by pattern: load iris; rename petal_* p_* -> p_width_cm
      the target keeps its role: load iris; label species; rename species kind -> kind
      a name in quotes: load trips.csv; rename wind "wind m/s" -> wind m/s
      a name that is taken: load iris; rename species petal_width_cm -> !taken-column
      a misspelt column: load iris; rename specis kind -> !unknown-column
      """, seeAlso: ["columns", "derive"])

  /// Values stay as they are.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let (words, span) = (call[RenameCommand.names], call.span(of: RenameCommand.names))
    guard !words.isEmpty, words.count % 2 == 0 else {
      throw Diagnostic(
        words.count < 2 ? "missing-argument" : "unexpected-argument", "'rename' takes columns, each with its new name",
        span: span, help: "as in: rename temp temperature")
    }
    let pairs = try RenameCommand.pairs(words, session.parsingScope, at: span)
    var (olds, news): (Set<String>, Set<String>) = ([], [])
    for (old, new) in pairs {
      _ = try dataset.table.column(old, at: span)
      guard olds.insert(old).inserted else {
        throw Diagnostic(
          "repeated-column", "\(Abridged.quoted(old)) is renamed twice", span: span, help: "omit one pair")
      }
      guard new != "-", new != "=" else {
        throw Diagnostic(
          "bad-name", "'\(new)' is not a name", span: span,
          help: "write the two names alone: rename \(CommandText.word(old)) NEW")
      }
      guard !new.isEmpty, new.utf8.count <= 1000 else {
        throw Diagnostic("bad-name", "the new name must have 1 to 1000 characters", span: span)
      }
    }
    for (_, new) in pairs {
      guard news.insert(new).inserted, olds.contains(new) || dataset.table[new] == nil else {
        throw Diagnostic(
          "taken-column", "there is already a column " + Abridged.quoted(new), span: span,
          help: "choose another name; 'drop \(CommandText.word(new))' drops that column first")
      }
    }
    // Names that pass from one column to another are free in between.
    let passed = pairs.enumerated().filter { olds.contains($0.element.new) && $0.element.old != $0.element.new }
    func between(_ place: Int) -> String { String(repeating: "\u{1}", count: place + 1) }
    for (place, pair) in passed { try dataset.rename(pair.old, to: between(place)) }
    for (place, pair) in pairs.enumerated() {
      try dataset.rename(passed.contains { $0.offset == place } ? between(place) : pair.old, to: pair.new)
    }
    session.state.current = dataset
    return [
      ShapingReport(
        line: pairs.map { "\(Abridged.text($0.old)) is now \(Abridged.text($0.new))" }.joined(separator: ", "),
        rowsBefore: dataset.table.rowCount, rowsAfter: dataset.table.rowCount, columns: pairs.map(\.new)
      ).output
    ]
  }
  /// Old and new names, those of a pattern for each column that fits: what is in the place of its star, or the name of a column of a
  /// range or a type, takes the place of the star in the new name.
  private static func pairs(
    _ words: [String], _ scope: ParsingScope, at span: SourceSpan?
  ) throws(Diagnostic) -> [(old: String, new: String)] {
    var pairs: [(old: String, new: String)] = []
    for place in stride(from: 0, to: words.count, by: 2) {
      let (old, new) = (words[place], words[place + 1])
      guard scope.table?.columns(chosenBy: old) != nil else {
        pairs.append((old, new))
        continue
      }
      let names = try scope.columns(old, types: [], at: span ?? SourceSpan(0, 0))
      if let only = names.first, names.count == 1, !new.contains("*") {
        pairs.append((only, new))
        continue
      }
      let ends = old.split(separator: "*", omittingEmptySubsequences: false).map(\.unicodeScalars.count)
      let parts = new.split(separator: "*", omittingEmptySubsequences: false)
      guard ends.count <= 2, parts.count == 2, !old.contains("?") else {
        throw Diagnostic(
          "bad-name",
          "\(Abridged.quoted(old)) names \(names.count.counted("column")), so each name needs one * for what differs",
          span: span, help: "as in: rename petal_* p_*")
      }
      for name in names {
        let stem =
          ends.count == 2 ? Substring(name.unicodeScalars.dropFirst(ends[0]).dropLast(ends[1])) : name[...]
        pairs.append((name, String(parts[0] + stem + parts[1])))
      }
    }
    return pairs
  }
}
