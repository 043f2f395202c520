public import PodiumCore
public import PodiumPlugin

/// The fields to clear, by their keys.
enum Clearing {
  static let parameter = Parameter<[String]?>.list("clear", help: "Keys to clear, as in full,half.")
}

extension Thing {
  /// The fields that the call sets or clears.
  ///
  /// Throws for invalid values, `unknown-key` for a key that cannot be cleared, and `repeated-key` for one both set and
  /// cleared.
  ///
  /// Fields that `isNew` records are given by place are read there.
  public func typed(_ work: inout RecordWork, isNew: Bool = false) throws(Diagnostic) -> [String: Value] {
    var values: [String: Value] = [:]
    for field in fields {
      for typed in isNew ? [field.positional ?? field.key] : [field.key, field.rename] {
        if let value = try typed?.read(&work) { values[field.column.name] = value }
      }
    }
    let span = work.call.span(of: Clearing.parameter)
    for name in work.call[Clearing.parameter] ?? [] {
      guard let field = fields.first(where: { $0.key?.name == name }), !field.column.isRequired else {
        let known = fields.filter { !$0.column.isRequired }.compactMap { $0.key?.name }
        throw Diagnostic.unknown("key", name, among: known, span: span)
      }
      guard values[field.column.name] == nil else {
        throw Diagnostic("repeated-key", "a key is both set and cleared", span: span, help: "set it or clear it")
      }
      values[field.column.name] = .missing
    }
    return values
  }

  /// A record of the call, the first by default.
  public func found(_ work: inout RecordWork, place: Int = 0) throws(Diagnostic) -> (item: Item, record: Record) {
    var text = work.names.indices.contains(place) ? work.names[place] : ""
    if let word = hooks.word { text = try word(text, &work) }
    let item = try find(text, in: work.store, at: work.spans.indices.contains(place) ? work.spans[place] : nil)
    return (item, try record(of: item, in: work.store))
  }

  /// What a sentence calls an item: its name, otherwise its key.
  func name(of item: Item) -> String { naming.names(item).first ?? keyValue(of: item).fileText }

  /// What an output about an item is called.
  func title(of item: Item) -> String { hooks.title?(item) ?? name(of: item) }

  /// Throws `taken-key` if a record has that name.
  public func refuseTaken(_ name: Value, in store: any RecordStore, at span: SourceSpan?) throws(Diagnostic) {
    let query = RecordQuery(kind, where: [.equals(key, name)], limit: 1)
    guard let record = try store.records(query).first else { return }
    let isArchived = record["archived"] == .boolean(true)
    throw Diagnostic(
      "taken-key", "\(noun) '\(name.fileText)' already exists" + (isArchived ? ", archived" : ""), span: span,
      help: isArchived ? "use \(verb) restore to restore it" : "use \(verb) edit to change it")
  }

  /// The outputs about a record.
  public func screen(of record: Record, _ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    if let screen = hooks.screen {
      let query: [RecordQuery.Condition] = [.equals(key, record[key])]
      guard let item = try items(in: work.store, where: query, limit: 1).first else { return work.remarks }
      return try screen(item, record, &work)
    }
    var output = RecordOutput("\(noun) \(record[key].fileText)")
    for field in fields where !record[field.column.name].isMissing {
      output.add(field.column.name, record[field.column.name])
    }
    output.stamp(record)
    return [.record(output)] + work.remarks
  }

  /// All records as the verb of two words lists them, in the order of their names; an empty list is an empty table.
  public func list(_ columns: [String], _ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let table = try work.store.table(RecordQuery(kind, order: [(key, false)]), fields: columns)
    return [.table(TableOutput(table, title: table.rowCount.counted(noun, plural: plural)))] + work.remarks
  }
}

extension RecordOutput {
  /// Who entered a record and who changed it last.
  public mutating func stamp(_ record: Record) {
    add("entered_by", .text(record.created.by))
    add("entered_at", .datetime(record.created.at), volatile: true)
    if record.revision > 1 {
      add("changed_by", .text(record.changed.by))
      add("changed_at", .datetime(record.changed.at), volatile: true)
    }
  }
}

extension RecordStore {
  /// The record of a key, with new values; a new record if there was none.
  ///
  /// `key` are the fields that name the record.
  @discardableResult
  public func enter(
    _ kind: String, key: [String: Value], _ values: [String: Value]
  ) throws(Diagnostic) -> Record {
    let names = key.sorted { CodePointOrder.precedes($0.key, $1.key) }
    let query = RecordQuery(kind, where: names.map { .equals($0.key, $0.value) }, limit: 1)
    guard let there = try records(query).first else { return try insert(kind, values.merging(key) { $1 }) }
    return try update(there.id, of: kind, setting: values, revision: there.revision)
  }
}
