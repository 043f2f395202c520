internal import PodiumCore
internal import PodiumShell

/// What can be done with records of a kind that have a name, a few fields and others that refer to them.
struct NamedRecords {
  let kind: String
  /// The field that holds the name.
  let field: String
  let noun: String
  let links: [SkiLinks.Link]
  let fields: [FieldKey]
  /// The columns of the list.
  let list: [String]

  /// The name of a record that is there, whatever its capitals; throws `unknown-…`.
  func existing(_ text: String, _ books: Books, _ span: SourceSpan?) throws(Diagnostic) -> String {
    let names = try RecordRows(RecordQuery(kind), [field], in: books.store).texts(field).compactMap { $0 }
    if names.contains(text) { return text }
    if let name = names.first(where: { $0.lowercased() == text.lowercased() }) { return name }
    throw Diagnostic.unknown(noun, text, among: names, span: span, help: "ski \(noun) lists them")
  }

  /// One record with who entered it.
  func show(_ name: String, _ books: Books) throws(Diagnostic) -> [Output] {
    let record = try books.record(kind, field, name)
    var output = RecordOutput("\(noun) \(name)")
    for field in list where !record[field].isMissing { output.add(field, record[field]) }
    if record["archived"] == .boolean(true) { output.add("archived", .boolean(true)) }
    Books.stamp(record, into: &output)
    return [.record(output)] + books.remarks
  }

  /// Does a deed; `check` says what a new name must be.
  func run(
    _ deed: Deed, _ call: Call, _ books: inout Books, _ span: SourceSpan?,
    check: (String) throws(Diagnostic) -> String
  ) throws(Diagnostic) -> [Output] {
    switch deed {
    case .list:
      let table = try books.store.table(RecordQuery(kind, order: [(field, false)]), fields: list + ["archived"])
      return [.table(TableOutput(table, title: table.rowCount.counted(noun)))]
    case .show(let text, _):
      return try show(try existing(text, books, span), books)
    case .add(let text):
      let name = try check(text)
      try books.refuseTaken(kind, field, name, noun, at: span)
      var values = try fields.values(call, &books)
      values[field] = .text(name)
      _ = try books.store.insert(kind, values)
      return try show(name, books)
    case .edit(let text):
      let name = try existing(text, books, span)
      let values = try fields.values(call, &books)
      return try books.change(try books.record(kind, field, name), values, title: name)
    case .archive(let text), .restore(let text):
      let name = try existing(text, books, span)
      let isArchived = if case .archive = deed { true } else { false }
      return try books.change(
        try books.record(kind, field, name), ["archived": isArchived ? .boolean(true) : .missing], title: name)
    case .delete(let text):
      let name = try existing(text, books, span)
      try SkiLinks.refuseInUse(
        noun, name, links, in: books.store, at: span, way: "ski \(noun) archive \(Session.quoted(name)) puts it away")
      let record = try books.record(kind, field, name)
      try books.store.remove(record.id, of: kind, revision: record.revision)
      return [.note("removed \(noun) '\(name)'")]
    case .merge(let wrong, let right):
      let (from, to) = (try existing(wrong, books, span), try existing(right, books, span))
      guard from != to else {
        throw Diagnostic("same-record", "'\(from)' cannot be merged with itself", span: span)
      }
      let count = try SkiLinks.rename(from, to: to, links, in: books.store, at: span)
      let record = try books.record(kind, field, from)
      try books.store.remove(record.id, of: kind, revision: record.revision)
      return [.note("\(noun) '\(from)' is now '\(to)': \(count.counted("record")) moved")] + books.remarks
    }
  }
}
