internal import PodiumCore
internal import PodiumPlugin

/// `rename`: another name for a column.
struct RenameCommand: Command {
  static let names = Parameter<[String]>.words(
    "names", required: true, help: "The column and its new name.", completion: .columns([]))

  let signature = Signature(
    "rename", topic: .shaping, summary: "Give a column another name.",
    details:
      "Roles, label, recipe and the origins of derived columns follow. Models that were fitted before keep the old name.",
    parameters: [names.any],
    examples: [
      Example("rename petal_length_cm length", after: ["load iris"], "a shorter name", prints: "length"),
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
    guard words.count == 2 else {
      throw Diagnostic(
        words.count < 2 ? "missing-argument" : "unexpected-argument", "'rename' takes a column and its new name",
        span: span, help: "as in: rename temp temperature")
    }
    let (old, new) = (words[0], words[1])
    _ = try dataset.table.column(old, at: span)
    guard old == new || dataset.table[new] == nil else {
      throw Diagnostic(
        "taken-column", "there is already a column " + Abridged.quoted(new), span: span,
        help: "choose another name; 'drop \(Session.quoted(new))' drops that column first")
    }
    guard new != "-", new != "=" else {
      throw Diagnostic(
        "bad-name", "'\(new)' is not a name", span: span,
        help: "write the two names alone: rename \(CommandText.word(old)) NEW")
    }
    guard !new.isEmpty, new.utf8.count <= 1000 else {
      throw Diagnostic("bad-name", "the new name must have 1 to 1000 characters", span: span)
    }
    try dataset.rename(old, to: new)
    session.state.current = dataset
    return [
      ShapingReport(
        line: "\(Abridged.text(old)) is now \(Abridged.text(new))", rowsBefore: dataset.table.rowCount,
        rowsAfter: dataset.table.rowCount, columns: [new]
      ).output
    ]
  }
}
