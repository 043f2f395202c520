public import PodiumCore
public import PodiumPlugin
internal import Synchronization

/// What a sport keeps records of, declared once: its fields, how it is found, what can be done with it.
///
/// From the declaration come the verbs with their parameters, help, Tab and examples, reading and writing by whole columns,
/// the finder, the refusal to delete what is in use, outputs, and a description for other programs.
public struct Thing<Item: Sendable>: Sendable {
  /// The kind of its records (`ski.team`).
  public let kind: String
  /// The verb that lists or shows it (`ski team`).
  public let verb: String
  /// What people call one, and several.
  public let noun: String
  public let plural: String
  /// The field whose value names a record, and which other records refer to it by.
  public let key: String
  var naming: Naming<Item>
  var actions: [ThingAction] = []
  var list: ThingList?
  var shown: (column: String, note: String?)
  var hooks = Hooks()
  let blank: @Sendable () -> Item
  private let declared: Declared

  /// The fields, which few commands need; a class because copies of a thing share them.
  private final class Declared: Sendable {
    /// The fields, and those that are read from records: their names and properties.
    typealias Made = (fields: [Field<Item>], names: [String], properties: [FieldProperty<Item>])

    private let made = Mutex<Made?>(nil)
    private let make: @Sendable () -> [Field<Item>]

    init(_ make: @escaping @Sendable () -> [Field<Item>]) { self.make = make }

    var all: Made {
      made.withLock { made in
        if let made { return made }
        let fields = make()
        let kept = fields.filter { $0.property != nil }
        let all = (fields, kept.map(\.column.name), kept.compactMap(\.property))
        made = all
        return all
      }
    }
  }

  /// What a sport does of its own; each has a usual way.
  struct Hooks: Sendable {
    var lister: String?
    var sample: ThingSample?
    var title: (@Sendable (Item) -> String)?
    var word: (@Sendable (String, inout RecordWork) throws(Diagnostic) -> String)?
    var screen: (@Sendable (Item, Record, inout RecordWork) throws(Diagnostic) -> [Output])?
    var check: (@Sendable (inout [String: Value], Record?, inout RecordWork) throws(Diagnostic) -> Void)?
  }

  /// Declares a thing whose records are values of a type.
  ///
  /// - Parameters:
  ///   - kind: The kind of its records.
  ///   - verb: The verb that lists it.
  ///   - noun: What people call one; by default the last word of the verb.
  ///   - plural: What they call several; by default with an s.
  ///   - key: The field whose value names a record.
  ///   - blank: A value before its fields are read.
  ///   - fields: The fields in the order of screens and help.
  public init(
    _ kind: String, verb: String, noun: String? = nil, plural: String? = nil, key: String,
    blank: @escaping @autoclosure @Sendable () -> Item, @Fields<Item> fields: @escaping @Sendable () -> [Field<Item>]
  ) {
    let noun = noun ?? verb.split(separator: " ").last.map { String($0) } ?? verb
    (self.kind, self.verb, self.noun, self.key) = (kind, verb, noun, key)
    self.plural = plural ?? noun + "s"
    self.blank = blank
    let declared = Declared(fields)
    self.declared = declared
    shown = (key, nil)
    let name: @Sendable (Item) -> [String] = { item in
      let field = declared.all.fields.first { $0.column.name == key }
      return (field?.property?.value(item)).map { $0.isMissing ? [] : [$0.fileText] } ?? []
    }
    naming = Naming(codes: name, names: name)
  }

  /// The fields in order.
  public var fields: [Field<Item>] { declared.all.fields }

  /// The property of an item that a field is kept in; missing where it has none.
  public func value(of item: Item, _ column: String) -> Value {
    field(column)?.property?.value(item) ?? .missing
  }

  func field(_ column: String) -> Field<Item>? { fields.first { $0.column.name == column } }

  /// What other records refer to an item by.
  public func keyValue(of item: Item) -> Value { value(of: item, key) }

  var one: String { RecordName.article(noun) + " " + noun }
  /// The last word of the verb, which codes of errors have.
  var word: String { verb.split(separator: " ").last.map { String($0) } ?? verb }
  /// The verb that adds one, as advice.
  var adding: String { verb + " add " + word.uppercased() }
  /// The verb that lists it.
  var lister: String { hooks.lister ?? verb }
  /// Names of what is not archived.
  public var completion: Completion { names(isArchived: false) }

  /// The same after some fixed words.
  public func completion(after words: [String]) -> Completion { names(isArchived: false, after: words) }

  func names(isArchived: Bool, after words: [String] = []) -> Completion {
    // The fields may be in the making: they complete names of their own thing.
    let archived = RecordQuery.Condition.equals("archived", .boolean(true))
    let isKept = actions.contains { $0.name == .archive }
    return .records(
      [
        RecordNames(
          kind, shown.column, note: shown.note, where: !isKept ? [] : [isArchived ? archived : .not(archived)])
      ], words: words)
  }

  // MARK: Reading and writing

  /// The items that fulfil some conditions, in the order of the query; a damaged record is left out.
  public func items(
    in store: any RecordStore, where conditions: [RecordQuery.Condition] = [],
    order: [(field: String, descending: Bool)] = [], limit: Int? = nil
  ) throws(Diagnostic) -> [Item] {
    let (_, names, properties) = declared.all
    let query = RecordQuery(kind, where: conditions, order: order, limit: limit)
    let table = try store.table(query, fields: names)
    guard table.rowCount > 0 else { return [] }
    var items = [Item](repeating: blank(), count: table.rowCount)
    var isWhole = [Bool](repeating: true, count: items.count)
    for place in names.indices {
      try Cancellation.checkWork()
      properties[place].load(table[names[place]], &items, &isWhole)
    }
    return isWhole.contains(false) ? items.indices.filter { isWhole[$0] }.map { items[$0] } : items
  }

  /// The record of an item; throws `unknown-record` if it is gone.
  public func record(of item: Item, in store: any RecordStore) throws(Diagnostic) -> Record {
    try record(keyValue(of: item), in: store)
  }

  /// The record of a key; throws `unknown-record`.
  public func record(_ key: Value, in store: any RecordStore) throws(Diagnostic) -> Record {
    let query = RecordQuery(kind, where: [.equals(self.key, key)], limit: 1)
    guard let record = try store.records(query).first else {
      throw Diagnostic("unknown-record", "there is no \(noun) '\(key.fileText)'")
    }
    return record
  }
}
