internal import PodiumCore
internal import PodiumPlugin

/// The workspace as the commands of one plugin see it: the records of the kinds that the plugin declared.
///
/// Everything else throws `not-yours`: records of other plugins, saved tables and models, results of jobs, the file,
/// and the transaction, which the interpreter begins and ends.
final class PluginStore: PartialStore {
  /// The store it limits; it is another plugin's view if one plugin's command runs a command of the other.
  private let base: any Store
  private let plugin: String
  private let registry: Registry

  /// Limits a store to the kinds that a plugin of a registry declared.
  init(_ base: any Store, of plugin: String, in registry: Registry) {
    (self.base, self.plugin, self.registry) = (base, plugin, registry)
  }

  /// The store without limits, for the interpreter alone.
  var whole: any Store { (base as? PluginStore)?.whole ?? base }

  /// Whether it limits this store; both must be the same object.
  func limits(_ store: any Store) -> Bool { base as AnyObject === store as AnyObject }

  // MARK: Refusals

  private func owns(_ kind: String) -> Bool { registry.owner(of: "kind", kind) == plugin }

  /// Throws `not-yours` for a kind of another plugin, and `unknown-kind`.
  private func check(_ kind: String) throws(Diagnostic) {
    guard !owns(kind) else { return }
    guard let owner = registry.owner(of: "kind", kind) else {
      throw Diagnostic.unknown("kind", kind, among: try kinds().map(\.name))
    }
    throw Diagnostic(
      "not-yours", "plugin '\(plugin)' cannot use records of '\(kind)', which belong to plugin '\(owner)'",
      help: PluginStore.help)
  }

  /// The same for all kinds that a query looks at.
  private func check(_ query: RecordQuery) throws(Diagnostic) {
    for kind in query.kinds.inCodePointOrder() { try check(kind) }
  }

  func refusal(_ action: String) -> Diagnostic {
    Diagnostic("not-yours", "plugin '\(plugin)' cannot \(action)", help: PluginStore.help)
  }

  private static let help = "use only records of the kinds your plugin declares"

  // MARK: Records

  var author: String? { base.author }

  func records(_ query: RecordQuery) throws(Diagnostic) -> [Record] {
    try check(query)
    return try base.records(query)
  }

  func count(_ query: RecordQuery) throws(Diagnostic) -> Int {
    try check(query)
    return try base.count(query)
  }

  func table(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try check(query)
    return try base.table(query, fields: fields)
  }

  func coded(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try check(query)
    return try base.coded(query, fields: fields)
  }

  func tables(_ requests: [TableRequest]) throws(Diagnostic) -> [Table] {
    for request in requests { try check(request.query) }
    return try base.tables(requests)
  }

  func mark() throws(Diagnostic) -> StoreMark? { try base.mark() }

  func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record {
    try check(kind)
    return try base.insert(kind, fields)
  }

  func insert(all rows: [[String: Value]], into kind: String, cancellation: Cancellation) throws(Diagnostic) {
    try check(kind)
    try base.insert(all: rows, into: kind, cancellation: cancellation)
  }

  func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record {
    try check(kind)
    return try base.update(id, of: kind, setting: fields, revision: revision)
  }

  func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic) {
    try check(kind)
    try base.remove(id, of: kind, revision: revision)
  }

  func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic) {
    try check(kind)
    try base.erase(id, of: kind, words: words)
  }

  func merge(
    _ table: Table, into kind: String, rule: MergeRule, cancellation: Cancellation
  ) throws(Diagnostic) -> MergeReport {
    try check(kind)
    return try base.merge(table, into: kind, rule: rule, cancellation: cancellation)
  }

  func kinds() throws(Diagnostic) -> [RecordKind] { try base.kinds().filter { owns($0.name) } }

  func lock() throws(Diagnostic) { try base.lock() }

  func nextNumber(of kind: String) throws(Diagnostic) -> Int {
    try check(kind)
    return try base.nextNumber(of: kind)
  }

  // MARK: The log of changes

  func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change] {
    if let kind {
      try check(kind)
      return try base.changes(kind: kind, record: record, limit: limit)
    }
    return Array(
      try base.changes(kind: nil, record: record, limit: Int.max).lazy.filter { self.owns($0.kind) }
        .prefix(max(0, limit)))
  }

  func changes(after number: Int, kinds: [String]?, limit: Int) throws(Diagnostic) -> [Change] {
    for kind in kinds ?? [] { try check(kind) }
    var own = kinds ?? []
    if kinds == nil { own = try self.kinds().map(\.name) }
    return try base.changes(after: number, kinds: own, limit: limit)
  }

  func lastChange() throws(Diagnostic) -> Int { try base.lastChange() }

  func pendingChanges() throws(Diagnostic) -> [Change] {
    try base.pendingChanges().filter { owns($0.kind) }
  }

  func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID { throw refusal("revert changes") }

  // MARK: Transactions belong to the interpreter

  func begin(_ command: String) {}
  func commit() throws(Diagnostic) -> [ChangeSetID] { throw refusal("end a transaction") }
  func rollBack() {}
  func release() {}
  func refuseMissing() throws(Diagnostic) { try base.refuseMissing() }
  func notices() -> [String] { [] }
}

/// A mirror shows nothing of the store it limits.
extension PluginStore: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension Services {
  /// Whether the workspace is limited to the records of the plugin whose command is running.
  var isLimited: Bool { store.map { type(of: $0) == PluginStore.self } ?? false }

  /// The workspace without the limits of the plugin whose command is running, for the interpreter.
  var wholeStore: (any TransactionStore)? {
    // The first cast of any other store would search all conformances of the program.
    store.map { type(of: $0) == PluginStore.self ? ($0 as? PluginStore)?.whole ?? $0 : $0 }
  }
}
