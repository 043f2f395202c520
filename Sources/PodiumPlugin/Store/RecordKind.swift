public import PodiumCore

/// A kind of record a plugin keeps in the workspace: typed fields, the fields that name a record, indexes.
public struct RecordKind: Sendable, Equatable {
  /// The name with the plugin's prefix (`football.match`).
  public var name: String
  /// The fields in order.
  public var fields: [RecordField]
  /// The fields whose values together name one record (its natural key); empty when only the id does.
  ///
  /// `Store.merge` finds records by it. Key fields are required.
  public var key: [String]
  /// Lists of fields that queries look records up by.
  public var indexes: [[String]]
  /// What people call a record, with fields in braces (`pair {serial_number}`); nil for the last part of the name and
  /// the key. No part of what a file keeps.
  public var label: String?
  /// The field that holds numbers given one after another, none of them twice (`Store.nextNumber`); nil where there
  /// is none. No part of what a file keeps.
  public var numbered: String?

  /// Declares a kind.
  public init(
    _ name: String, fields: [RecordField], key: [String] = [], indexes: [[String]] = [], label: String? = nil,
    numbered: String? = nil
  ) {
    self.name = name
    self.fields = fields
    self.key = key
    self.indexes = indexes
    self.label = label
    self.numbered = numbered
  }

  /// Whether both keep the same fields; the labels of records do not count.
  public static func == (a: RecordKind, b: RecordKind) -> Bool {
    a.name == b.name && a.fields == b.fields && a.key == b.key && a.indexes == b.indexes
  }

  /// A record in words (`pair 4711001`), without missing values; of moments only the day.
  ///
  /// `text` gives a value as it is shown, as for one that refers to another record.
  public func title(_ values: [String: Value], text: (RecordField, Value) -> String? = { _, _ in nil }) -> String {
    let noun = name.split(separator: ".").last.map { $0.split(separator: "_").joined(separator: " ") } ?? name
    let named = key.isEmpty ? fields.prefix(1).map(\.name) : key
    let template = label ?? ([noun] + named.map { "{\($0)}" }).joined(separator: " ")
    var words: [String] = []
    for word in template.split(separator: " ") {
      guard word.hasPrefix("{"), word.hasSuffix("}") else {
        words.append(String(word))
        continue
      }
      guard let field = self[String(word.dropFirst().dropLast())], let value = values[field.name], !value.isMissing
      else { continue }
      if case .datetime(let moment) = value {
        words.append(moment.date.description)
      } else {
        words.append(text(field, value) ?? value.fileText)
      }
    }
    return words.joined(separator: " ")
  }

  public subscript(field: String) -> RecordField? { fields.first { $0.name == field } }
}

/// A field of a kind of record.
public struct RecordField: Sendable, Equatable {
  /// What a field holds.
  public enum Kind: Sendable, Equatable {
    case text
    /// A whole number.
    case integer
    /// A finite number.
    case number
    /// Yes or no.
    case boolean
    /// A day.
    case date
    /// A moment in UTC.
    case datetime
    /// The id of a record of a kind; it must exist, and cannot be removed while it is referred to.
    case reference(String)
    /// Bytes, at most 16 MiB, such as a packed series; records have them, tables do not.
    case bytes
  }

  /// The name: lower-case letters, digits and `_`, beginning with a letter.
  public var name: String
  /// What it holds.
  public var kind: Kind
  /// Whether every record must have a value.
  public var isRequired: Bool

  /// Declares a field.
  public init(_ name: String, _ kind: Kind, required: Bool = false) {
    self.name = name
    self.kind = kind
    isRequired = required
  }
}

/// One version of what a plugin keeps: typed steps from the version before it, never edited once published.
///
/// A plugin registers its migrations in order, versions 1, 2, 3 and so on. The workspace runs those it has not run,
/// all in one transaction, after a backup of the file.
public struct StoreMigration: Sendable {
  /// A change of what is kept.
  public enum Step: Sendable {
    /// A new kind of record.
    case create(RecordKind)
    /// A new field; of a required one existing records get the value.
    case addField(kind: String, RecordField, existing: Value)
    /// A new whole number that counts the existing records from 1, in the order in which they were made.
    case addNumber(kind: String, field: String)
    /// A required field outside the key may be missing from now on.
    case makeOptional(kind: String, String)
    /// Another name for a field; keys and indexes follow.
    case renameField(kind: String, from: String, to: String)
    /// A field goes, with its values; it must be in no key.
    case dropField(kind: String, String)
    /// Another natural key.
    case setKey(kind: String, [String])
    /// A new index.
    case addIndex(kind: String, [String])
    /// New values for every record; fields that are not returned stay as they are.
    case rewrite(kind: String, @Sendable (Record) throws(Diagnostic) -> [String: Value])
    /// A kind goes, with its records.
    case drop(kind: String)
  }

  /// The version it leads to, from 1.
  public let version: Int
  /// What it does, as a phrase (`keep attendance`).
  public let summary: String
  /// The steps in order.
  public let steps: [Step]

  /// Declares a migration.
  public init(_ version: Int, _ summary: String, _ steps: [Step]) {
    self.version = version
    self.summary = summary
    self.steps = steps
  }
}

extension StoreMigration {
  /// The kinds that it creates.
  package var madeKinds: [RecordKind] {
    steps.compactMap { if case .create(let kind) = $0 { kind } else { nil } }
  }
}

extension RecordKind {
  /// Throws `bad-migration` for names, keys and indexes that no workspace can keep.
  func check() throws(Diagnostic) {
    func bad(_ what: String) -> Diagnostic { Diagnostic("bad-migration", "kind '\(name)': " + what) }
    for (place, field) in fields.enumerated() {
      guard RecordField.isName(field.name) else { throw bad("'\(field.name)' cannot be the name of a field") }
      if fields[..<place].contains(where: { $0.name == field.name }) {
        throw bad("field '\(field.name)' is declared twice")
      }
    }
    for list in [key] + indexes {
      for field in list where self[field] == nil { throw bad("'\(field)' is not one of its fields") }
    }
    for field in key where self[field]?.isRequired != true { throw bad("key field '\(field)' is not required") }
  }
}

extension RecordField {
  /// Names every record has beside its fields.
  static let reserved = [
    "id", "revision", "created_at", "created_by", "changed_at", "changed_by", "checksum", "rowid",
  ]

  /// Whether a text can name a field.
  public static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first >= 0x61, first <= 0x7A, text.utf8.count <= 60 else { return false }
    return !reserved.contains(text)
      && text.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F }
  }
}
