internal import PodiumCore
internal import PodiumPlugin

/// The actions on a kind of record with a name, a few fields and records that refer to it.
struct NamedRecords: Sendable {
  let kind: String
  /// The field that holds the name.
  let field: String
  let noun: String
  let links: [SkiLinks.Link]
  let fields: [FieldKey]
  /// The columns of the list.
  let list: [String]
  /// Completions for names in use and archived names.
  let names: (current: Completion, archived: Completion)
  /// What a new name must be.
  let check: @Sendable (String, SourceSpan?) throws(Diagnostic) -> String
  /// Two names for examples.
  let samples: (String, String)

  /// The name of an existing record, case ignored; throws `unknown-…`.
  func existing(_ text: String, _ workspace: SkiWorkspace, _ span: SourceSpan?) throws(Diagnostic) -> String {
    let names = try RecordRows(RecordQuery(kind), [field], in: workspace.store).texts(field).compactMap { $0 }
    if names.contains(text) { return text }
    if let name = names.first(where: { $0.lowercased() == text.lowercased() }) { return name }
    throw Diagnostic.unknown(noun, text, among: names, span: span, help: "use ski \(noun) to list them")
  }

  /// One record with who entered it.
  func show(_ name: String, _ workspace: SkiWorkspace) throws(Diagnostic) -> [Output] {
    let record = try workspace.record(kind, field, name)
    var output = RecordOutput("\(noun) \(name)")
    for field in list where !record[field].isMissing { output.add(field, record[field]) }
    if record["archived"] == .boolean(true) { output.add("archived", .boolean(true)) }
    SkiWorkspace.stamp(record, into: &output)
    return [.record(output)] + workspace.remarks
  }

  /// All records, as the command of two words lists them.
  func all(_ workspace: SkiWorkspace) throws(Diagnostic) -> [Output] {
    let table = try workspace.store.table(RecordQuery(kind, order: [(field, false)]), fields: list + ["archived"])
    return [.table(TableOutput(table, title: table.rowCount.counted(noun)))]
  }
}
