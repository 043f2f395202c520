public import PodiumCore
public import PodiumPlugin

/// The fields to clear, by their keys.
enum Clearing {
  static let parameter = Parameter<[String]?>.list(
    "clear", help: "Keys whose values are removed, with commas between them.")
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
    for name in Set((work.call[Clearing.parameter] ?? []).map(RecordName.trimmed)).inCodePointOrder() {
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

  /// A record of the call, the first by default; where it `isWhole`, as before something is removed, a part of a name is not
  /// enough: the same line typed twice must not remove another record.
  public func found(
    _ work: inout RecordWork, place: Int = 0, isWhole: Bool = false
  ) throws(Diagnostic) -> (item: Item, record: Record) {
    var text = work.names.indices.contains(place) ? work.names[place] : ""
    if let word = hooks.word { text = try word(text, &work) }
    let span = work.spans.indices.contains(place) ? work.spans[place] : nil
    let item = try find(text, in: work.store, at: span)
    if isWhole { try refusePart(text, of: item, work.call.verb, at: span) }
    return (item, try record(of: item, in: work.store))
  }

  /// Throws `part-of-name` for what is not the full name of an item, with a line of a verb that names it.
  public func refusePart(_ text: String, of item: Item, _ verb: String, at span: SourceSpan?) throws(Diagnostic) {
    guard !naming.isWhole(text, of: item) else { return }
    throw Diagnostic(
      "part-of-name", "\(Abridged.quoted(text)) is not the full name of \(noun) '\(name(of: item))'", span: span,
      help: "write it in full: \(verb) \(CommandText.word(keyValue(of: item).fileText))")
  }

  /// What a sentence calls an item: its name, otherwise its key.
  func name(of item: Item) -> String { naming.names(item).first ?? keyValue(of: item).fileText }

  /// What an output about an item is called.
  func title(of item: Item) -> String { hooks.title?(item) ?? name(of: item) }

  /// Throws `taken-key` if a record has that name.
  public func refuseTaken(_ name: Value, in store: any RecordStore, at span: SourceSpan?) throws(Diagnostic) {
    let query = RecordQuery(kind, where: [.equals(key, name)], limit: 1)
    var found = try store.records(query).first
    if found == nil, case .text(let text) = name, !text.utf8.allSatisfy({ $0 < 0x80 }) {
      // The same letters may be written with other bytes: Å as one sign, or as A with a ring.
      let known = try RecordRows(RecordQuery(kind), [key], in: store).texts(key)
      if let same = known.lazy.compactMap({ $0 }).first(where: { $0 == text }) {
        found = try record(.text(same), in: store)
      }
    }
    guard let record = found else { return }
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
    output.add(fields.map(\.column.name), of: record)
    output.stamp(record)
    return [.record(output)] + work.remarks
  }

  /// All records as the verb of two words lists them, in the order of their names; an empty list is an empty table.
  public func list(_ columns: [String], _ work: inout RecordWork) throws(Diagnostic) -> [Output] {
    let table = try work.store.table(RecordQuery(kind, order: [(key, false)]), fields: columns)
    var output = TableOutput(table, title: table.rowCount.counted(noun, plural: plural))
    // What is archived must not look current on a narrow screen.
    if table["archived"].map({ $0.missingCount < table.rowCount }) == true {
      output = output.showing([key, "archived"])
    }
    return [.table(output)] + work.remarks
  }
}

extension RecordOutput {
  /// The fields that a record has, of some in their order.
  public mutating func add(_ names: [String], of record: Record) {
    for name in names where !record[name].isMissing { add(name, record[name]) }
  }

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
    guard let there = try records(kind, key).first else { return try insert(kind, values.merging(key) { $1 }) }
    return try update(there, values)
  }
}
