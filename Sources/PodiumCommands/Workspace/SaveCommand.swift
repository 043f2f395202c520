internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

struct SaveCommand: Command {
  static let name = Parameter<String?>.text(
    "name", positional: true,
    help: "The name to save under, by default the name of the table; a name with a dot or slash is a file.")
  static let replace = Parameter<Bool>.flag(
    "replace", default: false, help: "Whether to replace a table already saved under this name, or an existing file.")
  static let spreadsheet = Parameter<Bool>.flag(
    "spreadsheet", default: false,
    help: "Whether to write a leading ' before texts of a .csv or .tsv file that a spreadsheet may run as formulas.")
  static let delimiter = Parameter<String?>.text(
    "delimiter", help: "The separator of the cells of a .csv file: one character, or semicolon, tab, pipe.")
  static let decimal = Parameter<String?>.choice(
    "decimal", ["point", "comma"], aliases: DecimalMark.aliases,
    help: "The decimal mark of a .csv file; comma writes what Excel in Europe opens, with ; between cells.")

  let signature = Signature(
    "save", topic: .data, summary: "Save the current table in the workspace, or write it to a file.",
    details: """
      'save NAME' keeps the table with its roles, label and recipe; 'load NAME' loads it again in a later session. 'undo' \
      reverts a save, 'workspace remove NAME' removes the saved table. 'save FILE' writes rows and columns in the format \
      of the file extension: .csv .tsv .json .ndjson .arff .xlsx .sqlite and others; 'load FILE' reads them again. What a \
      format cannot hold, such as roles and in a .csv file the order of categories, is listed in notes: 'save' reads what it \
      wrote and compares. Nothing is replaced unless replace=yes. A spreadsheet may run cells of a .csv or .tsv file that \
      begin with =, +, - or @ as formulas: 'save' counts such texts, and spreadsheet=yes writes them with a leading ', with \
      which 'load' reads them. A \
      .xlsx file keeps them as text. 'if' and 'in' choose the rows.
      """,
    parameters: [name.any, replace.any, spreadsheet.any, delimiter.any, decimal.any],
    exampleLines: """
      a labelled table: load iris; label species; save flowers -> flowers
      a spreadsheet for a colleague: load iris; save iris.xlsx -> iris.xlsx
      some rows: load iris; save setosa.csv if species == "setosa" -> 50 rows
      texts that look like formulas: load iris; derive note = "=1+1"; save tests.csv spreadsheet=yes -> leading '
      for Excel in Europe: load iris; save iris.csv decimal=comma -> 150 rows
      a name that is taken: load iris; save flowers; load wine; save flowers -> !saved-name-taken
      the name of a bundled dataset: load iris; save iris -> !taken-name
      an extension that is not a table format: load iris; save iris.docx -> !unknown-ending
      a folder that does not exist: load iris; save no-such-folder/iris.csv -> !unwritable-file
      """, traits: [.rows], seeAlso: ["load", "datasets", "workspace info"])

  /// When the command ends, the complete table is in the workspace or on disk.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    if let name = call.syntax.name {
      throw Diagnostic(
        "unexpected-clause", "'save' takes the name without 'as'", span: name.span,
        help: "write: save \(CommandText.word(name.text))")
    }
    var dataset = try session.current()
    let span = call.span(of: SaveCommand.name) ?? call.verbSpan
    if let rows = call.rows { dataset.table = dataset.table.selecting(rows: rows) }
    dataset.filter = nil
    let shape = "\(dataset.table.rowCount.counted("row")), \(dataset.table.columns.count.counted("column"))"
    if let file = call[SaveCommand.name], FilePath(file).looksLikeFile {
      let (table, remarks) = try plain(dataset.table, file, call, session)
      let bytes: [UInt8]
      if let own = try separated(table, file, call, session) {
        bytes = own
      } else {
        bytes = try session.bytes(of: table, named: dataset.name, for: file, span: span)
      }
      try session.write(bytes, to: file, replacing: call[SaveCommand.replace], span: span)
      return [.text("wrote \(SafeText.escape(file)): \(shape)")] + remarks
        + (try WrittenTable(table, bytes, file).notes(in: session))
    }
    try refuseSpreadsheet(call, "a table in the workspace is not read by spreadsheets")
    dataset.name = call[SaveCommand.name] ?? dataset.name
    try SavedName.check(dataset.name, span: span)
    if let entry = session.registry.dataset(dataset.name) {
      throw Diagnostic(
        "taken-name", "'\(entry.name)' is the name of a bundled dataset", span: span,
        help: "choose another, as in: save my-\(entry.name)")
    }
    try Diagnostic.located(at: span, session.store().save(dataset, replacing: call[SaveCommand.replace]))
    return [.text("saved \(dataset.name): \(shape); 'load \(CommandText.word(dataset.name))' loads it again")]
  }

  /// The bytes of a file with the delimiter and decimal mark that a call asks for; nil where it asks for none.
  private func separated(
    _ table: Table, _ file: String, _ call: Call, _ session: Session
  ) throws(Diagnostic) -> [UInt8]? {
    let (typed, isComma) = (call[SaveCommand.delimiter], call[SaveCommand.decimal] == "comma")
    guard typed != nil || call[SaveCommand.decimal] != nil else { return nil }
    let span = call.span(of: SaveCommand.delimiter) ?? call.span(of: SaveCommand.decimal)
    let names = ["tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|"]
    let mark = typed.map { names[$0] ?? $0 }
    if let mark {
      guard mark.utf8.count == 1, let byte = mark.utf8.first, [0x09, 0x2C, 0x3B, 0x7C, 0x3A].contains(byte) else {
        throw .badValue("delimiter", mark, allowed: "semicolon, comma, tab, pipe or a colon", span: span)
      }
      if isComma, byte == 0x2C {
        throw Diagnostic(
          "conflicting-keys", "a comma cannot be the delimiter and the decimal mark", span: span,
          help: "leave out delimiter=: with decimal=comma it is a semicolon")
      }
    }
    guard let exporter = session.exporter(for: file, of: table),
      let own = exporter.separated(by: mark?.utf8.first, decimalComma: isComma)
    else {
      throw Diagnostic(
        "unexpected-key", "delimiter= and decimal= are for .csv and .tsv files", span: span, help: "leave them out")
    }
    return try session.cancellation.detached { () throws(Diagnostic) in try own.write(table) }
  }

  /// The table as it is written to a file, and what to say of texts that a spreadsheet may run.
  private func plain(
    _ table: Table, _ file: String, _ call: Call, _ session: Session
  ) throws(Diagnostic) -> (table: Table, remarks: [Output]) {
    guard session.exporter(for: file, of: table)?.canRunFormulas == true else {
      try refuseSpreadsheet(call, "in a .\(FilePath(file).ending) file a text is a text")
      return (table, [])
    }
    let isAsked = call[SaveCommand.spreadsheet]
    return try session.cancellation.detached { () throws(Diagnostic) -> (table: Table, remarks: [Output]) in
      let count = FormulaCells.count(in: table)
      if isAsked, count > 0 {
        return (try FormulaCells.disarmed(table), [.note("wrote \(count.counted("cell")) with a leading '")])
      }
      let note = FormulaCells.note(count, way: "spreadsheet=yes writes \(count == 1 ? "it" : "them") with a leading '")
      return (table, note.map { [$0] } ?? [])
    }
  }

  private func refuseSpreadsheet(_ call: Call, _ reason: String) throws(Diagnostic) {
    guard call[SaveCommand.spreadsheet] else { return }
    throw Diagnostic(
      "unexpected-key", "spreadsheet=yes is for .csv and .tsv files: \(reason)",
      span: call.span(of: SaveCommand.spreadsheet), help: "leave out spreadsheet=yes")
  }
}
