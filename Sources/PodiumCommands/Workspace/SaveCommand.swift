internal import PodiumCore
internal import PodiumPlugin

/// `save`: saves the current table in the workspace, or writes it to a file.
struct SaveCommand: Command {
  static let name = Parameter<String?>.text(
    "name", positional: true,
    help: "The name to save under, by default the name of the table; a name with a dot or slash is a file.")
  static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Whether to replace a table already saved under this name, or an existing file.")

  let signature = Signature(
    "save", topic: .data, summary: "Save the current table in the workspace, or write it to a file.",
    details: """
      save NAME keeps the table with its roles, label and recipe; load NAME loads it again in a later session. undo \
      reverts a save, workspace remove NAME removes the saved table. save FILE writes rows and columns in the format \
      of the file extension: .csv .tsv .json .ndjson .arff .xlsx .sqlite and others; load FILE reads them again. \
      Nothing is replaced unless replace=yes. 'if' and 'in' choose the rows.
      """,
    parameters: [name.any, replace.any],
    examples: [
      Example("save flowers", after: ["load iris", "label species"], "a labelled table", prints: "flowers"),
      Example("save iris.xlsx", after: ["load iris"], "a spreadsheet for a colleague", prints: "iris.xlsx"),
      Example("save setosa.csv if species == \"setosa\"", after: ["load iris"], "some rows", prints: "50 rows"),
      Example(
        "save flowers", after: ["load iris", "save flowers", "load wine"], "a name that is taken",
        fails: "saved-name-taken"),
      Example("save iris", after: ["load iris"], "the name of a bundled dataset", fails: "taken-name"),
      Example(
        "save iris.docx", after: ["load iris"], "an extension that is not a table format", fails: "unknown-ending"),
      Example(
        "save no-such-folder/iris.csv", after: ["load iris"], "a folder that does not exist", fails: "unwritable-file"),
    ], traits: [.rows], seeAlso: ["load", "datasets", "workspace info"])

  /// When the command ends, the complete table is in the workspace or on disk.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    if let name = call.syntax.name {
      throw Diagnostic(
        "unexpected-clause", "'save' takes the name without 'as'", span: name.span, help: "write: save \(name.text)")
    }
    var dataset = try session.current()
    let span = call.span(of: SaveCommand.name) ?? call.verbSpan
    if let rows = call.rows { dataset.table = dataset.table.selecting(rows: rows) }
    dataset.filter = nil
    let shape = "\(dataset.table.rowCount.counted("row")), \(dataset.table.columns.count.counted("column"))"
    if let file = call[SaveCommand.name], file.contains(".") || file.contains("/") {
      try session.write(
        dataset.table, named: dataset.name, to: file, replacing: call[SaveCommand.replace], span: span)
      return [.text("wrote \(file): \(shape)")]
    }
    dataset.name = call[SaveCommand.name] ?? dataset.name
    try SavedName.check(dataset.name, span: span)
    if let entry = session.registry.datasets[dataset.name] {
      throw Diagnostic(
        "taken-name", "'\(entry.name)' is the name of a bundled dataset", span: span,
        help: "choose another, as in: save my-\(entry.name)")
    }
    do throws(Diagnostic) {
      try session.store().save(dataset, replacing: call[SaveCommand.replace])
    } catch {
      throw error.at(span)
    }
    return [.text("saved \(dataset.name): \(shape); load \(dataset.name) loads it again")]
  }
}
