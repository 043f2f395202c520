internal import PodiumCore
internal import PodiumPlugin

/// What can be done with records of a kind that have a name, a few fields and others that refer to them.
struct NamedRecords: Sendable {
  let kind: String
  /// The field that holds the name.
  let field: String
  let noun: String
  let links: [SkiLinks.Link]
  let fields: [FieldKey]
  /// The columns of the list.
  let list: [String]
  /// Names that are in use, and those that were put away.
  let names: (current: Completion, archived: Completion)
  /// What a new name must be.
  let check: @Sendable (String, SourceSpan?) throws(Diagnostic) -> String
  /// Two names for examples.
  let samples: (String, String)

  /// The name of a record that is there, whatever its capitals; throws `unknown-…`.
  func existing(_ text: String, _ workspace: SkiWorkspace, _ span: SourceSpan?) throws(Diagnostic) -> String {
    let names = try RecordRows(RecordQuery(kind), [field], in: workspace.store).texts(field).compactMap { $0 }
    if names.contains(text) { return text }
    if let name = names.first(where: { $0.lowercased() == text.lowercased() }) { return name }
    throw Diagnostic.unknown(noun, text, among: names, span: span, help: "ski \(noun) lists them")
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

  /// All records, as the verb of two words lists them.
  func all(_ workspace: SkiWorkspace) throws(Diagnostic) -> [Output] {
    let table = try workspace.store.table(RecordQuery(kind, order: [(field, false)]), fields: list + ["archived"])
    return [.table(TableOutput(table, title: table.rowCount.counted(noun)))]
  }
}
