internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// What is saved of a dataset besides its table.
private struct DatasetDescription: Codable {
  var source: String
  // Absent in datasets saved before podium could fetch.
  var origin: Dataset.Origin?
  var labelling: Labelling?
  var evaluators: [String]
  var labelled: Dataset.Labelled?
  var targetIsNumber: Bool
  var recipe: Recipe
}

/// The saved tables and models, each a record with a blob.
///
/// It has no state of its own.
struct Archive {
  let database: WorkspaceDatabase
  let transactions: Transactions
  let records: Records

  // MARK: Tables

  func save(_ dataset: Dataset, replacing: Bool) throws(Diagnostic) {
    let description = DatasetDescription(
      source: dataset.source, origin: dataset.origin, labelling: dataset.labelling, evaluators: dataset.evaluators,
      labelled: dataset.labelled, targetIsNumber: dataset.targetIsNumber, recipe: dataset.recipe)
    let text = try JSONForm.text(description, of: "the table '\(dataset.name)'")
    let bytes = try database.detached { TableArchive.bytes(of: dataset.table) }
    let summary =
      dataset.table.rowCount.counted("row") + ", " + dataset.table.columns.count.counted("column")
    try transactions.writing { (connection) throws(Diagnostic) in
      let content = try keep(blob: bytes, connection)
      try save(
        [.text(dataset.name), .text(summary), .text(text), .text(content)], in: Layout.datasets,
        what: "table", replacing: replacing, connection)
    }
  }

  func dataset(_ name: String) throws(Diagnostic) -> Dataset? {
    try transactions.reading(nil, seeks: false) { (connection) throws(Diagnostic) in
      guard let row = try records.find(key: [.text(name)], Layout.datasets, connection),
        case .text(let text) = row.values[2], case .text(let content) = row.values[3]
      else { return nil }
      let what = "the table '\(name)'"
      let description = try JSONForm.value(text, of: what) { try DatasetDescription(from: $0) }
      let table: Table
      do throws(Diagnostic) {
        let bytes = try blob(content, connection)
        table = try database.detached { () throws(Diagnostic) in try TableArchive.table(bytes) }
      } catch {
        switch error.code {
        case "damaged-table": throw SQLiteFailure.damaged(what, cause: error.message)
        case "newer-table": throw Diagnostic("workspace-newer", error.message, help: error.help)
        default: throw error
        }
      }
      var dataset = Dataset(
        name: name, source: description.source, table: table, labelling: description.labelling,
        evaluators: description.evaluators)
      dataset.origin = description.origin
      dataset.labelled = description.labelled
      dataset.targetIsNumber = description.targetIsNumber
      dataset.recipe = description.recipe
      return dataset
    }
  }

  func datasets() throws(Diagnostic) -> [SavedEntry] { try entries(Layout.datasets, seeks: false) }

  func removeDataset(_ name: String) throws(Diagnostic) {
    try removeSaved(name, Layout.datasets, unknown: "dataset", known: try datasets())
  }

  // MARK: Models

  func save(_ model: FittedModel, as name: String, replacing: Bool) throws(Diagnostic) {
    let text = try database.detached { () throws(Diagnostic) in try JSONForm.text(model, of: "the model '\(name)'") }
    try transactions.writing { (connection) throws(Diagnostic) in
      let content = try keep(blob: Array(text.utf8), connection)
      try save(
        [.text(name), .text(model.summary), .text(content)], in: Layout.models, what: "model",
        replacing: replacing, connection)
    }
  }

  func model(
    _ name: String, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws(Diagnostic) -> FittedModel? {
    try transactions.reading(nil, seeks: false) { (connection) throws(Diagnostic) in
      guard let row = try records.find(key: [.text(name)], Layout.models, connection),
        case .text(let content) = row.values[2]
      else { return nil }
      let text = String(decoding: try blob(content, connection), as: UTF8.self)
      return try JSONForm.value(text, of: "the model '\(name)'") {
        try FittedModel(from: $0, learners: learners, transformers: transformers)
      }
    }
  }

  func models() throws(Diagnostic) -> [SavedEntry] { try entries(Layout.models) }

  func removeModel(_ name: String) throws(Diagnostic) {
    try removeSaved(name, Layout.models, unknown: "model", known: try models())
  }

  // MARK: Both

  /// Stores a row whose first value is its name.
  private func save(
    _ values: [Value], in table: KindTable, what: String, replacing: Bool, _ connection: Connection
  ) throws(Diagnostic) {
    guard let old = try records.find(key: values, table, connection) else {
      for value in values where RecordField.Kind.text.fitting(value) == nil {
        throw Diagnostic("bad-record", "the \(what)'s description is too large for the workspace")
      }
      try records.insert(values, into: table, connection)
      return
    }
    guard replacing else {
      throw Diagnostic(
        "saved-name-taken", "a \(what) is already saved as '\(values[0].fileText)'",
        help: "add replace=yes, or choose another name, as in: \(what == "model" ? "model save" : "save") NAME"
      )
    }
    _ = try records.update(old, to: values, table, connection)
  }

  /// `datasets` lists tables in memory too, so it does not require a workspace.
  private func entries(_ table: KindTable, seeks: Bool = true) throws(Diagnostic) -> [SavedEntry] {
    try transactions.reading([], seeks: seeks) { (connection) throws(Diagnostic) in
      try connection.rows("SELECT \(table.columns) FROM \(table.name) ORDER BY \"name\"") { (row) throws(Diagnostic) in
        let row = try table.read(row)
        return SavedEntry(name: row.values[0].fileText, summary: row.values[1].fileText, saved: row.changed)
      }
    }
  }

  private func removeSaved(
    _ name: String, _ table: KindTable, unknown: String, known: [SavedEntry]
  ) throws(Diagnostic) {
    guard known.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw Diagnostic.unknown(unknown, name, among: known.map(\.name))
    }
    try transactions.writing { (connection) throws(Diagnostic) in
      guard let row = try records.find(key: [.text(name)], table, connection) else {
        throw Diagnostic.unknown(unknown, name, among: [])
      }
      try records.remove(row, table, connection)
    }
  }
}
