internal import PodiumCore

/// What a plugin keeps records of, as it declares it: which fields a record has, how people type them, which verbs work
/// on it.
///
/// The verbs, their help and their checks come from the same declaration (`Thing` of PodiumRecords); a form, a service or
/// a check of all things reads this.
public struct ThingDescription: Sendable {
  /// The kind of its records (`ski.pair`).
  public let kind: String
  /// What people call one (`ski pair`) and several (`ski pairs`).
  public let noun: String
  public let plural: String
  /// The field whose value names a record, and which other records refer to it by.
  public let key: String
  /// The verb of each action (`edit`: `ski pair edit`).
  public let verbs: [String: String]
  /// The fields in order.
  public let fields: [Field]

  /// One field of a thing.
  public struct Field: Sendable {
    /// Its name, type and whether every record has it.
    public let column: RecordField
    /// How people type it: name, allowed values, help; nil for one that commands set.
    public let key: ParameterDescription?
    /// The thing that its values name; nil where they name none.
    public let link: Link?

    /// Describes a field.
    public init(_ column: RecordField, key: ParameterDescription?, link: Link?) {
      (self.column, self.key, self.link) = (column, key, link)
    }
  }

  /// What the values of a field name.
  public struct Link: Sendable, Equatable {
    /// The kind of the records that they name.
    public let kind: String
    /// The list of that kind that they are of, where one kind keeps several lists; nil elsewhere.
    public let scope: String?
    /// What people call a record that refers to another one so (`won glide`).
    public let role: String
    /// Whether a value names several records, with commas between them.
    public let isList: Bool
    /// Whether the record is a part of the one that it names, and goes with it.
    public let isPart: Bool

    /// Describes a link.
    public init(to kind: String, scope: String? = nil, role: String, isList: Bool = false, isPart: Bool = false) {
      (self.kind, self.scope, self.role, self.isList, self.isPart) = (kind, scope, role, isList, isPart)
    }
  }

  /// Describes a thing.
  public init(
    kind: String, noun: String, plural: String, key: String, verbs: [String: String], fields: [Field]
  ) {
    (self.kind, self.noun, self.plural, self.key) = (kind, noun, plural, key)
    (self.verbs, self.fields) = (verbs, fields)
  }
}

extension ThingDescription {
  /// Throws `bad-declaration` for a description that contradicts itself or what migrations keep (`kept`, by kind); names both
  /// places.
  func check(kept: [String: [RecordField]]) throws(Diagnostic) {
    func bad(_ what: String) -> Diagnostic {
      Diagnostic("bad-declaration", "thing '\(kind)': " + what, help: "correct one of the two")
    }
    guard let stored = kept[kind] else { throw bad("no migration makes a kind of this name") }
    for (place, field) in fields.enumerated() {
      let name = field.column.name
      guard let column = stored.first(where: { $0.name == name }) else {
        throw bad("field '\(name)' is declared, and no migration keeps it")
      }
      if column.kind != field.column.kind {
        throw bad("field '\(name)' is declared as \(field.column.kind), and a migration keeps it as \(column.kind)")
      }
      for other in fields[..<place] {
        if other.column.name == name { throw bad("field '\(name)' is declared twice") }
        if let key = field.key?.name, other.key?.name == key {
          throw bad("fields '\(other.column.name)' and '\(name)' are both typed as '\(key)='")
        }
      }
      if let link = field.link, kept[link.kind] == nil {
        throw bad("field '\(name)' names records of '\(link.kind)', which no migration makes")
      }
    }
    if !fields.contains(where: { $0.column.name == key }) { throw bad("its key '\(key)' is not one of its fields") }
  }
}

extension StoreMigration {
  /// The fields of each kind after some migrations.
  package static func fields(after migrations: [StoreMigration]) -> [String: [RecordField]] {
    var kinds: [String: [RecordField]] = [:]
    func change(_ kind: String, _ name: String, _ change: (inout RecordField) -> Void) {
      guard let place = kinds[kind]?.firstIndex(where: { $0.name == name }) else { return }
      kinds[kind]?[place].change(change)
    }
    for step in migrations.lazy.flatMap(\.steps) {
      switch step {
      case .create(let kind): kinds[kind.name] = kind.fields
      case .addField(let kind, let field, _): kinds[kind]?.append(field)
      case .addNumber(let kind, let field): kinds[kind]?.append(RecordField(field, .integer, required: true))
      case .makeOptional(let kind, let field): change(kind, field) { $0.isRequired = false }
      case .renameField(let kind, let old, let new): change(kind, old) { $0.name = new }
      case .dropField(let kind, let field): kinds[kind]?.removeAll { $0.name == field }
      case .drop(let kind): kinds[kind] = nil
      case .setKey, .addIndex, .rewrite: break
      }
    }
    return kinds
  }
}

extension RecordField {
  fileprivate mutating func change(_ change: (inout RecordField) -> Void) { change(&self) }
}
