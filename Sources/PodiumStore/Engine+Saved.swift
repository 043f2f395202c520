internal import FoundationEssentials
internal import PodiumCore
internal import PodiumLearn
internal import PodiumShell

/// What is saved of a dataset beside its table.
private struct DatasetDescription: Codable {
  var source: String
  // Absent in what was saved before podium could fetch.
  var origin: Dataset.Origin?
  var labelling: Labelling?
  var evaluators: [String]
  var labelled: Dataset.Labelled?
  var targetIsNumber: Bool
  var recipe: Recipe
}

/// A model whose learner and steps are found in the catalogues of the session.
private struct SavedModel: DecodableWithConfiguration {
  let model: FittedModel

  struct Catalogues {
    let learners: LearnerCatalogue
    let transformers: TransformerCatalogue
  }

  init(from decoder: any Decoder, configuration: Catalogues) throws {
    model = try FittedModel(
      from: decoder, learners: configuration.learners, transformers: configuration.transformers)
  }
}

extension Engine {
  // MARK: Tables

  func save(_ dataset: Dataset, replacing: Bool) throws(Diagnostic) {
    let description = DatasetDescription(
      source: dataset.source, origin: dataset.origin, labelling: dataset.labelling, evaluators: dataset.evaluators,
      labelled: dataset.labelled, targetIsNumber: dataset.targetIsNumber, recipe: dataset.recipe)
    let text = try JSONForm.text(description, of: "the table '\(dataset.name)'")
    let bytes = try leaving { TableArchive.bytes(of: dataset.table) }
    let summary =
      dataset.table.rowCount.counted("row") + ", " + dataset.table.columns.count.counted("column")
    try writing { (connection) throws(Diagnostic) in
      let content = try keep(blob: bytes, connection)
      try save(
        [.text(dataset.name), .text(summary), .text(text), .text(content)], in: Layout.datasets,
        what: "table", replacing: replacing, connection)
    }
  }

  func dataset(_ name: String) throws(Diagnostic) -> Dataset? {
    try reading(nil, seeks: false) { (connection) throws(Diagnostic) in
      guard let row = try find(key: [.text(name)], Layout.datasets, connection),
        case .text(let text) = row.values[2], case .text(let content) = row.values[3]
      else { return nil }
      let what = "the table '\(name)'"
      let description = try JSONForm.value(DatasetDescription.self, text, of: what)
      let table: Table
      do throws(Diagnostic) {
        let bytes = try blob(content, connection)
        table = try leaving { () throws(Diagnostic) in try TableArchive.table(bytes) }
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
    let text = try leaving { () throws(Diagnostic) in try JSONForm.text(model, of: "the model '\(name)'") }
    try writing { (connection) throws(Diagnostic) in
      let content = try keep(blob: Array(text.utf8), connection)
      try save(
        [.text(name), .text(model.summary), .text(content)], in: Layout.models, what: "model",
        replacing: replacing, connection)
    }
  }

  func model(
    _ name: String, learners: LearnerCatalogue, transformers: TransformerCatalogue
  ) throws(Diagnostic) -> FittedModel? {
    try reading(nil, seeks: false) { (connection) throws(Diagnostic) in
      guard let row = try find(key: [.text(name)], Layout.models, connection), case .text(let content) = row.values[2]
      else { return nil }
      let text = String(decoding: try blob(content, connection), as: UTF8.self)
      return try JSONForm.value(
        SavedModel.self, text, of: "the model '\(name)'",
        configuration: .init(learners: learners, transformers: transformers)
      ).model
    }
  }

  func models() throws(Diagnostic) -> [SavedEntry] { try entries(Layout.models) }

  func removeModel(_ name: String) throws(Diagnostic) {
    try removeSaved(name, Layout.models, unknown: "model", known: try models())
  }

  // MARK: Both

  /// Keeps a row whose first value is its name.
  private func save(
    _ values: [Value], in table: KindTable, what: String, replacing: Bool, _ connection: Connection
  ) throws(Diagnostic) {
    guard let old = try find(key: values, table, connection) else {
      for value in values where RecordField.Kind.text.fitting(value) == nil {
        throw Diagnostic("bad-record", "the \(what)'s description is too large for the workspace")
      }
      try insert(values, into: table, connection)
      return
    }
    guard replacing else {
      throw Diagnostic(
        "saved-name-taken", "a \(what) is saved as '\(values[0].fileText)' already",
        help: "add replace=yes, or choose another name, as in: \(what == "model" ? "model save" : "save") NAME"
      )
    }
    _ = try update(old, to: values, table, connection)
  }

  /// `datasets` lists tables in memory too, so saved ones are not what it seeks.
  private func entries(_ table: KindTable, seeks: Bool = true) throws(Diagnostic) -> [SavedEntry] {
    try reading([], seeks: seeks) { (connection) throws(Diagnostic) in
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
    try writing { (connection) throws(Diagnostic) in
      guard let row = try find(key: [.text(name)], table, connection) else {
        throw Diagnostic.unknown(unknown, name, among: [])
      }
      try remove(row, table, connection)
    }
  }

  // MARK: Blobs

  /// Bytes of one part of a blob.
  static let partSize = 1 << 18

  /// Keeps bytes under their SHA-256, once however often they are saved; returns the hash.
  private func keep(blob bytes: [UInt8], _ connection: Connection) throws(Diagnostic) -> String {
    let hash = try leaving { SHA256.hex(bytes) }
    guard try connection.integer("SELECT count(*) FROM podium_blobs WHERE hash = ?", [.text(hash)]) == 0 else {
      return hash
    }
    var start = 0
    var part = 0
    repeat {
      try cancellation?.check()
      let end = min(start + Engine.partSize, bytes.count)
      try connection.run(
        "INSERT INTO podium_blobs (hash, part, bytes) VALUES (?, ?, ?)",
        [.text(hash), .integer(part), .bytes(Array(bytes[start..<end]))])
      start = end
      part += 1
    } while start < bytes.count
    return hash
  }

  /// The bytes of a hash; throws `workspace-damaged` when they are not those that were kept.
  func blob(_ hash: String, _ connection: Connection) throws(Diagnostic) -> [UInt8] {
    var out: [UInt8] = []
    _ = try connection.rows("SELECT bytes FROM podium_blobs WHERE hash = ? ORDER BY part", [.text(hash)]) {
      (row) throws(Diagnostic) in out += row.bytes(0) ?? []
    }
    let bytes = out
    guard try leaving({ SHA256.hex(bytes) }) == hash else {
      throw SQLiteFailure.damaged("what was saved as '\(hash)'", cause: "its hash does not fit")
    }
    return out
  }
}

/// Values as JSON with sorted keys, in which NaN and the infinities are texts.
enum JSONForm {
  static func text(_ value: some Encodable, of what: String) throws(Diagnostic) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
      throw (error as? Diagnostic) ?? Diagnostic("not-saved", "\(what) cannot be saved", cause: "\(error)")
    }
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  static func value<Content: Decodable>(
    _ type: Content.Type, _ text: String, of what: String
  ) throws(Diagnostic) -> Content {
    do { return try decoder.decode(type, from: Data(text.utf8)) } catch { throw unreadable(what, error) }
  }

  static func value<Content: DecodableWithConfiguration>(
    _ type: Content.Type, _ text: String, of what: String, configuration: Content.DecodingConfiguration
  ) throws(Diagnostic) -> Content {
    do { return try decoder.decode(type, from: Data(text.utf8), configuration: configuration) } catch {
      throw unreadable(what, error)
    }
  }

  /// What was written whole and cannot be read is of another version of whoever wrote it.
  private static func unreadable(_ what: String, _ error: any Error) -> Diagnostic {
    (error as? Diagnostic)
      ?? Diagnostic(
        "workspace-newer", "\(what) was saved in a form that this podium does not read",
        help: "use the podium that saved it", cause: "\(error)")
  }
}
