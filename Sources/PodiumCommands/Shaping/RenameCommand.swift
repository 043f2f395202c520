internal import PodiumCore
internal import PodiumPlugin

/// `rename`: another name for a column.
struct RenameCommand: Command {
  static let names = Parameter<[String]>.words(
    "names", required: true, areExact: true, help: "The column and its new name; then further pairs.",
    completion: .columns([]))

  let signature = Signature(
    "rename", topic: .shaping, summary: "Give columns other names.",
    details:
      "Roles, label, recipe and the origins of derived columns follow. Models that were fitted before keep the old name.",
    parameters: [names.any],
    examples: [
      Example("rename petal_length_cm length", after: ["load iris"], "a shorter name", prints: "length"),
      Example(
        "rename petal_length_cm length petal_width_cm width", after: ["load iris"], "two columns", prints: "width"),
      Example(
        "rename species kind", after: ["load iris", "label species"], "the target keeps its role", prints: "kind"),
      Example(
        "rename wind \"wind m/s\"", after: ["load trips.csv"], "a name in quotes", prints: "wind m/s"),
      Example("rename species petal_width_cm", after: ["load iris"], "a name that is taken", fails: "taken-column"),
      Example("rename specis kind", after: ["load iris"], "a misspelt column", fails: "unknown-column"),
    ], seeAlso: ["columns", "derive"])

  /// Values stay as they are.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var dataset = try session.current()
    let (words, span) = (call[RenameCommand.names], call.span(of: RenameCommand.names))
    guard !words.isEmpty, words.count % 2 == 0 else {
      throw Diagnostic(
        words.count < 2 ? "missing-argument" : "unexpected-argument", "'rename' takes columns, each with its new name",
        span: span, help: "as in: rename temp temperature")
    }
    let pairs = stride(from: 0, to: words.count, by: 2).map { (old: words[$0], new: words[$0 + 1]) }
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
          help: "choose another name; 'drop \(Session.quoted(new))' drops that column first")
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
}
