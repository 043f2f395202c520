public import PodiumCore
public import PodiumPlugin

/// The records that refer to those of a thing: the one list that renaming, merging and the refusal of deletions use.
public struct RecordLinks: Sendable {
  /// A field of a kind that holds the names.
  public struct Field: Sendable {
    public let kind: String
    public let field: String
    let link: ThingDescription.Link

    /// Whether a value names several records.
    public var isList: Bool { link.isList }

    /// The names in a value.
    public func names(in text: String) -> [String] { isList ? RecordLinks.words(.text(text)) : [text] }
  }

  public let fields: [Field]

  /// The links to a kind, or to one list of it, among all things that plugins declare.
  public init(to kind: String, scope: String? = nil, in registry: Registry) {
    self.init(to: kind, scope: scope, among: registry.describedThings)
  }

  /// The same among some things.
  public init(to kind: String, scope: String? = nil, among things: [ThingDescription]) {
    fields = things.flatMap { thing in
      thing.fields.compactMap { field in
        guard let link = field.link, link.kind == kind, scope == nil || link.scope == scope else { return nil }
        return Field(kind: thing.kind, field: field.column.name, link: link)
      }
    }
  }

  /// The records that refer to a name by a field.
  public func records(_ field: Field, _ name: String, in store: any RecordStore) throws(Diagnostic) -> [Record] {
    let isNumber = try store.kinds().first { $0.name == field.kind }?[field.field]?.kind == .integer
    let value: Value = isNumber ? Int(name).map(Value.integer) ?? .text(name) : .text(name)
    let condition: RecordQuery.Condition =
      field.link.isList ? .contains(field.field, name) : .equals(field.field, value)
    let found = try store.records(RecordQuery(field.kind, where: [condition]))
    return field.link.isList ? found.filter { RecordLinks.words($0[field.field]).contains(name) } : found
  }

  /// How many records refer to a name, by role; parts do not count.
  public func uses(of name: String, in store: any RecordStore) throws(Diagnostic) -> [(role: String, count: Int)] {
    var uses: [(role: String, count: Int)] = []
    for field in fields where !field.link.isPart {
      let count = try records(field, name, in: store).count
      if count > 0 { uses.append((field.link.role, count)) }
    }
    return uses
  }

  /// Throws `record-in-use` with the references to a key; `way` is the help on what to do instead.
  public func refuseInUse(
    _ noun: String, _ title: String, of key: String, in store: any RecordStore, at span: SourceSpan?, way: String
  ) throws(Diagnostic) {
    let uses = try uses(of: key, in: store)
    guard !uses.isEmpty else { return }
    throw Diagnostic(
      "record-in-use",
      "\(noun) '\(title)' is in use: " + uses.map { $0.count.counted($0.role) }.joined(separator: ", "), span: span,
      help: way)
  }

  /// Removes what is a part of a record that goes.
  public func removeParts(of key: String, in store: any RecordStore) throws(Diagnostic) {
    for field in fields where field.link.isPart {
      for part in try records(field, key, in: store) { try store.remove(part) }
    }
  }

  /// Replaces a name in everything that refers to it; returns the number of changed records.
  ///
  /// Throws `merge-conflict` if the other name already has such a record.
  @discardableResult
  public func rename(
    _ name: String, to other: String, in store: any RecordStore, at span: SourceSpan? = nil
  ) throws(Diagnostic) -> Int {
    var changed = 0
    for field in fields {
      for record in try records(field, name, in: store) {
        var value: Value = .text(other)
        if field.link.isList {
          var words: [String] = []
          for word in RecordLinks.words(record[field.field]).map({ $0 == name ? other : $0 })
          where !words.contains(word) { words.append(word) }
          value = .text(words.joined(separator: ","))
        } else if case .integer = record[field.field], let number = Int(other) {
          value = .integer(number)
        }
        do throws(Diagnostic) {
          try store.update(record, [field.field: value])
        } catch {
          guard error.code == "taken-key" else { throw error }
          throw conflict(name, other, field, record, in: store, at: span)
        }
        changed += 1
      }
    }
    return changed
  }

  /// The error for two records of which each has a record for one place: a session, a day.
  private func conflict(
    _ name: String, _ other: String, _ field: Field, _ record: Record, in store: any RecordStore, at span: SourceSpan?
  ) -> Diagnostic {
    let key = (try? store.kinds())?.first { $0.name == field.kind }?.key ?? []
    let place = key.filter { $0 != field.field }.map { record[$0] }.first { !$0.isMissing }?.fileText
    return Diagnostic(
      "merge-conflict",
      "'\(name)' and '\(other)' both have a \(field.link.role)" + (place.map { " for '\($0)'" } ?? ""), span: span,
      help: "remove one of the two first")
  }

  /// The words of a field that holds several.
  private static func words(_ value: Value) -> [String] { [String](stored: value) ?? [] }
}
