internal import PodiumCore
internal import PodiumPlugin
internal import Synchronization

/// What the loaded plugins store in a workspace: the kinds after all their migrations, and each version's shape.
struct MigrationPlan {
  /// The plugins in code-point order.
  let owners: [String]
  /// Their migrations in order of version.
  let migrations: [String: [StoreMigration]]
  /// The kinds of podium and of the plugins after all migrations, by name.
  private(set) var shapes: [String: RecordKind] = [:]
  private(set) var ownerOfKind: [String: String] = [:]
  private let made = MadeParts()

  /// Simulates all migrations; throws `bad-migration` for an invalid one.
  init(_ migrations: [String: [StoreMigration]]) throws(Diagnostic) {
    self.migrations = migrations
    owners = migrations.keys.inCodePointOrder()
    for owner in owners {
      for (place, migration) in (migrations[owner] ?? []).enumerated() where migration.version != place + 1 {
        throw Diagnostic(
          "bad-migration", "migration \(migration.version) of '\(owner)' is where version \(place + 1) must be")
      }
      for kind in try MigrationPlan.shapes(migrations[owner] ?? [], of: owner) {
        guard ownerOfKind.updateValue(owner, forKey: kind.name) == nil else {
          throw Diagnostic("bad-migration", "kind '\(kind.name)' is declared by two plugins")
        }
        shapes[kind.name] = kind
      }
    }
    for kind in kinds {
      for field in kind.fields {
        guard case .reference(let target) = field.kind, shapes[target] == nil else { continue }
        throw Diagnostic(
          "bad-migration", "field '\(field.name)' of '\(kind.name)' refers to '\(target)', which no plugin declares")
      }
    }
  }

  /// The kinds in code-point order.
  var kinds: [RecordKind] {
    shapes.keys.inCodePointOrder().compactMap { shapes[$0] }
  }

  /// The kinds of a plugin in code-point order.
  func kinds(of owner: String) -> [RecordKind] { kinds.filter { ownerOfKind[$0.name] == owner } }

  /// The table of a kind; nil if no plugin stores it.
  func table(_ kind: String) -> KindTable? { shapes[kind].map(made.table) }

  /// What identifies each migration of a plugin, in order of version: editing a published one changes it.
  func hashes(of owner: String) -> [String] { made.hashes(of: owner, migrations[owner] ?? []) }

  /// The kinds that result from migrations, in code-point order.
  static func shapes(_ migrations: [StoreMigration], of owner: String) throws(Diagnostic) -> [RecordKind] {
    var kinds: [String: RecordKind] = [:]
    for migration in migrations {
      for step in migration.steps {
        do throws(Diagnostic) { try step.apply(to: &kinds) } catch {
          throw Diagnostic("bad-migration", "migration \(migration.version) of '\(owner)': \(error.message)")
        }
      }
    }
    return kinds.keys.inCodePointOrder().compactMap { kinds[$0] }
  }
}

/// The tables of kinds and the hashes of migrations, made when they are first needed: a command uses a few of them.
///
/// A class: all stores that share a plan share them.
private final class MadeParts: Sendable {
  private let hashes = Mutex<[String: [String]]>([:])
  private let tables = Mutex<[String: KindTable]>([:])

  func table(_ kind: RecordKind) -> KindTable {
    tables.withLock { tables in
      if let table = tables[kind.name] { return table }
      let table = KindTable(kind)
      tables[kind.name] = table
      return table
    }
  }

  func hashes(of owner: String, _ migrations: [StoreMigration]) -> [String] {
    hashes.withLock { hashes in
      if let made = hashes[owner] { return made }
      let made = migrations.map(\.hash)
      hashes[owner] = made
      return made
    }
  }
}

extension StoreMigration {
  /// Identifies the migration: editing a published one changes it.
  ///
  /// What a `rewrite` does cannot be inspected; only its presence counts.
  var hash: String {
    var hash = SHA256()
    for text in ["podium migration 1", String(version)] + steps.flatMap(\.declaration) { hash.update(text: text) }
    return hash.hex()
  }
}

extension StoreMigration.Step {
  /// All properties of the step, as texts.
  var declaration: [String] {
    switch self {
    case .create(let kind): ["create", kind.declaration]
    case .addField(let kind, let field, let existing):
      ["addField", kind, field.declaration, "\(existing.kindName) \(existing.fileText)"]
    case .addNumber(let kind, let field): ["addNumber", kind, field]
    case .makeOptional(let kind, let field): ["makeOptional", kind, field]
    case .renameField(let kind, let from, let to): ["renameField", kind, from, to]
    case .dropField(let kind, let field): ["dropField", kind, field]
    case .setKey(let kind, let fields): ["setKey", kind] + fields
    case .addIndex(let kind, let fields): ["addIndex", kind] + fields
    case .rewrite(let kind, _): ["rewrite", kind]
    case .drop(let kind): ["drop", kind]
    }
  }

  /// Changes the shapes as the step does; throws `bad-migration`.
  func apply(to kinds: inout [String: RecordKind]) throws(Diagnostic) {
    func known(_ name: String) throws(Diagnostic) -> RecordKind {
      if let kind = kinds[name] { return kind }
      throw Diagnostic("bad-migration", "there is no kind '\(name)' at that point")
    }
    switch self {
    case .create(let kind):
      guard kinds[kind.name] == nil else {
        throw Diagnostic("bad-migration", "kind '\(kind.name)' already exists")
      }
      kinds[kind.name] = try kind.checked()
    case .addField(let name, let field, let existing):
      var kind = try known(name)
      guard let value = field.kind.fitting(existing), !field.isRequired || !value.isMissing else {
        throw Diagnostic(
          "bad-migration", "field '\(field.name)' is \(field.kind.words), but the value for existing records is not")
      }
      kind.fields.append(field)
      kinds[name] = try kind.checked()
    case .addNumber(let name, let field):
      var kind = try known(name)
      kind.fields.append(RecordField(field, .integer, required: true))
      kinds[name] = try kind.checked()
    case .makeOptional(let name, let field):
      var kind = try known(name)
      guard let place = kind.fields.firstIndex(where: { $0.name == field }), !kind.key.contains(field) else {
        throw Diagnostic("bad-migration", "'\(field)' is not a field of '\(name)' outside its key")
      }
      kind.fields[place].isRequired = false
      kinds[name] = try kind.checked()
    case .renameField(let name, let from, let to):
      var kind = try known(name)
      guard let place = kind.fields.firstIndex(where: { $0.name == from }) else {
        throw Diagnostic("bad-migration", "kind '\(name)' has no field '\(from)'")
      }
      kind.fields[place].name = to
      kind.key = kind.key.map { $0 == from ? to : $0 }
      kind.indexes = kind.indexes.map { $0.map { $0 == from ? to : $0 } }
      kinds[name] = try kind.checked()
    case .dropField(let name, let field):
      var kind = try known(name)
      guard kind[field] != nil, !kind.key.contains(field) else {
        throw Diagnostic("bad-migration", "'\(field)' is not a field of '\(name)' outside its key")
      }
      kind.fields.removeAll { $0.name == field }
      kind.indexes.removeAll { $0.contains(field) }
      kinds[name] = try kind.checked()
    case .setKey(let name, let fields):
      var kind = try known(name)
      kind.key = fields
      kinds[name] = try kind.checked()
    case .addIndex(let name, let fields):
      var kind = try known(name)
      kind.indexes.append(fields)
      kinds[name] = try kind.checked()
    case .rewrite(let name, _): _ = try known(name)
    case .drop(let name):
      _ = try known(name)
      kinds[name] = nil
    }
  }
}

extension RecordKind {
  /// The kind, if a workspace can store it; throws `bad-migration`.
  func checked() throws(Diagnostic) -> RecordKind {
    func bad(_ what: String) -> Diagnostic { Diagnostic("bad-migration", "kind '\(name)': \(what)") }
    let isNamed =
      name.utf8.count <= 100 && name.utf8.first.map { $0 >= 0x61 && $0 <= 0x7A } == true
      && name.utf8.allSatisfy {
        ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2D || $0 == 0x5F
      }
    guard isNamed, !name.hasPrefix("podium"), !name.hasPrefix("sqlite") else {
      throw bad(
        "its name must use lower-case letters, digits, '.', '-' and '_', and must not begin with podium or sqlite")
    }
    guard fields.count <= 500 else { throw bad("it has \(fields.count) fields, but at most 500 are allowed") }
    var seen: Set<String> = []
    for field in fields {
      guard RecordField.isName(field.name) else { throw bad("'\(field.name)' is not a valid field name") }
      guard seen.insert(field.name).inserted else { throw bad("field '\(field.name)' is declared twice") }
    }
    for field in ([key] + indexes).joined() where self[field] == nil {
      throw bad("'\(field)' is not one of its fields")
    }
    for field in key where self[field]?.isRequired != true { throw bad("key field '\(field)' is not required") }
    return self
  }

  /// The full declaration as one line of JSON.
  var declaration: String {
    func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
    let names = { (names: [String]) in list(names.map(RecordKind.quoted)) }
    return "{\"name\":" + RecordKind.quoted(name) + ",\"fields\":" + list(fields.map(\.declaration)) + ",\"key\":"
      + names(key) + ",\"indexes\":" + list(indexes.map(names)) + "}"
  }

  /// A name as JSON, quickly if it has nothing to escape: each opening of a workspace writes hundreds.
  fileprivate static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x2D && $0 <= 0x39 || $0 == 0x5F }
    return isPlain && !name.utf8.contains(UInt8(ascii: "/")) ? "\"" + name + "\"" : JSONValue.string(name).text
  }

  /// The kind of a declaration; nil for anything else.
  init?(declaration: String) {
    guard let json = try? JSONReader.value(declaration), let name = json["name"]?.string,
      let fields = json["fields"]?.array, let key = json["key"]?.array, let indexes = json["indexes"]?.array
    else { return nil }
    let made = fields.compactMap(RecordField.init(declaration:))
    guard made.count == fields.count else { return nil }
    self.init(
      name, fields: made, key: key.compactMap(\.string),
      indexes: indexes.map { ($0.array ?? []).compactMap(\.string) })
  }
}

extension RecordField {
  /// The full declaration as JSON.
  var declaration: String {
    let word: String
    var target: String?
    switch kind {
    case .text: word = "text"
    case .integer: word = "integer"
    case .number: word = "number"
    case .boolean: word = "boolean"
    case .date: word = "date"
    case .datetime: word = "datetime"
    case .reference(let kind): (word, target) = ("reference", kind)
    case .bytes: word = "bytes"
    }
    let end = target.map { "," + RecordKind.quoted($0) } ?? ""
    return "[" + RecordKind.quoted(name) + ",\"" + word + "\"," + (isRequired ? "true" : "false") + end + "]"
  }

  /// The field of a declaration; nil for anything else.
  init?(declaration: JSONValue) {
    guard let parts = declaration.array, parts.count >= 3, let name = parts[0].string, let word = parts[1].string,
      let required = parts[2].bool
    else { return nil }
    let kind: Kind
    switch word {
    case "text": kind = .text
    case "integer": kind = .integer
    case "number": kind = .number
    case "boolean": kind = .boolean
    case "date": kind = .date
    case "datetime": kind = .datetime
    case "bytes": kind = .bytes
    case "reference":
      guard parts.count == 4, let target = parts[3].string else { return nil }
      kind = .reference(target)
    default: return nil
    }
    self.init(name, kind, required: required)
  }
}
