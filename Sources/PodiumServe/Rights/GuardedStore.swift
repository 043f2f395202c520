public import PodiumCore
public import PodiumLearn
public import PodiumPlugin
internal import Synchronization

/// The workspace as one account sees it through a service: only the records that the rules let it read, and a command whose
/// changes it may not make writes nothing.
///
/// Every query gets the rules of the kinds that it looks at, so lists, commands, errors and the log agree; before a command
/// ends, each record that it changed must be the account's to write, as it was and as it is. Saved tables, models, results
/// and the file itself are not served.
public final class GuardedStore: PartialStore {
  let base: any Store
  let rules: ServedRules
  let account: Account
  /// Whether the running verb tells aggregates of records that the account does not see one by one.
  private let readsAll: Bool
  private let request: RequestKey?
  /// Whether it refuses every change, as for a page.
  private let isReadOnly: Bool
  /// What a record must still be when it is changed.
  private let expected: ExpectedRevision?
  private let made = Mutex<[Change]>([])
  /// What stops the running command, at whatever it asks for next: no verb has to look for itself.
  private let running = Mutex<Cancellation?>(nil)
  /// The records that a writing command has been shown, which it need not ask for again.
  private let shown = Mutex<Set<RecordID>>([])
  /// The kinds that are served, which commands ask for with each table.
  private let served = Mutex<[RecordKind]?>(nil)

  /// What its commands have changed so far, the oldest first.
  public var committed: [Change] { made.withLock(\.self) }

  /// Limits a store to what an account may do.
  ///
  /// - Parameters:
  ///   - readsAll: Whether the verb reads the records of all, as a consensus does.
  ///   - isReadOnly: Whether every change is refused.
  public init(
    _ base: any Store, for account: Account, _ rules: ServedRules, readsAll: Bool = false,
    isReadOnly: Bool = false, request: RequestKey? = nil, expected: ExpectedRevision? = nil
  ) {
    (self.base, self.account, self.rules, self.isReadOnly) = (base, account, rules, isReadOnly)
    (self.readsAll, self.request, self.expected) = (readsAll, request, expected)
  }

  /// What whoever asks sees, for reading.
  convenience init(_ visit: Visit, _ rules: ServedRules) { self.init(visit.store, for: visit.reader, rules) }

  public var author: String? { account.name }

  // MARK: Reading

  private func guarded(_ query: RecordQuery) throws(Diagnostic) -> RecordQuery {
    try running.withLock(\.self)?.check()
    if readsAll, query.kinds.allSatisfy({ rules.exposure(of: $0) != nil }) { return query }
    return rules.guarded(query, for: account, named: try listed(query), isReading: isReadOnly)
  }

  /// That lists in records of the account name a word, as tags do: a condition cannot look into them.
  private func listed(_ query: RecordQuery) throws(Diagnostic) -> [RecordQuery.Condition] {
    guard rules.hasWords(query.kind, for: account), let key = rules.things[query.kind]?.key else { return [] }
    let list = rules.list(of: query)
    var found: [RecordQuery.Condition] = []
    for (other, name, link) in rules.names(of: query.kind, list: list) where link.isList {
      let rule = rules.reading(other, by: account)
      let table = try base.table(RecordQuery(other, where: [.not(.isMissing(name))] + rule), fields: [name])
      guard case .text(let texts)? = table[name]?.values else { continue }
      let words = Set(texts.flatMap { $0?.split(separator: ",").map(String.init) ?? [] })
      let named = RecordQuery.Condition.isOneOf(key, words.inCodePointOrder().map(Value.text))
      if !words.isEmpty { found.append(rules.word(named, named: link, in: query.kind, list: list)) }
    }
    return found
  }

  private func hidden(_ kind: String) -> Set<String> { rules.hidden(kind, for: account, isReading: isReadOnly) }

  public func records(_ query: RecordQuery) throws(Diagnostic) -> [Record] {
    let records = try base.records(guarded(query))
    if !isReadOnly { shown.withLock { $0.formUnion(records.map(\.id)) } }
    let hidden = hidden(query.kind)
    return hidden.isEmpty
      ? records
      : records.map { record in
        Record(
          id: record.id, kind: record.kind, revision: record.revision, created: record.created,
          changed: record.changed, fields: record.fields.filter { !hidden.contains($0.key) })
      }
  }

  public func count(_ query: RecordQuery) throws(Diagnostic) -> Int { try base.count(guarded(query)) }

  public func table(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try stripped(try base.table(guarded(query), fields: fields), query.kind)
  }

  public func coded(_ query: RecordQuery, fields: [String]?) throws(Diagnostic) -> Table {
    try stripped(try base.coded(guarded(query), fields: fields), query.kind)
  }

  public func tables(_ requests: [TableRequest]) throws(Diagnostic) -> [Table] {
    let guarded = try requests.map { (request) throws(Diagnostic) in
      TableRequest(try self.guarded(request.query), fields: request.fields, coded: request.isCoded)
    }
    return try zip(try base.tables(guarded), requests).map { (table, request) throws(Diagnostic) in
      try stripped(table, request.query.kind)
    }
  }

  /// A table without the values that the account does not read.
  private func stripped(_ table: Table, _ kind: String) throws(Diagnostic) -> Table {
    let hidden = hidden(kind)
    guard table.columns.contains(where: { hidden.contains($0.name) }) else { return table }
    return try Table(
      table.columns.map { hidden.contains($0.name) ? $0.with(values: $0.values.emptied) : $0 },
      rowCount: table.rowCount)
  }

  /// What is kept by it belongs to those who may see the same: a model of one team's tests is never another's.
  public func mark() throws(Diagnostic) -> StoreMark? {
    try base.mark()?.within(scope + (isReadOnly ? "\u{1E}reads" : ""))
  }

  /// What tells those who see the same from all others, by the bytes of their scopes: two names may look alike.
  var scope: String {
    let scopes = account.scopes.inCodePointOrder(by: \.key)
      .map { $0.key + "=" + $0.value.inCodePointOrder().map(PercentText.encoded).joined(separator: "\u{1F}") }
    let name = rules.exposures.values.contains { $0.scope?.isAccount == true } ? account.name : ""
    return ([account.role.rawValue, readsAll ? "all" : "own", name] + scopes).joined(separator: "\u{1E}")
  }

  public func kinds() throws(Diagnostic) -> [RecordKind] {
    if let known = served.withLock(\.self) { return known }
    let kinds = try base.kinds().filter { rules.exposure(of: $0.name) != nil }
    served.withLock { $0 = kinds }
    return kinds
  }

  /// Throws `unknown-record` for a record that the account does not see, as for one that never was.
  private func mustSee(_ id: RecordID, of kind: String) throws(Diagnostic) {
    guard !shown.withLock({ $0.contains(id) }), try count(RecordQuery(kind, where: [.ids([id])])) == 0 else { return }
    throw Diagnostic("unknown-record", "unknown record '\(id)' of '\(kind)'")
  }

  // MARK: Writing

  private func mayWrite(_ kind: String) throws(Diagnostic) {
    try running.withLock(\.self)?.check()
    if isReadOnly { throw forbidden(kind) }
  }

  public func insert(_ kind: String, _ fields: [String: Value]) throws(Diagnostic) -> Record {
    try mayWrite(kind)
    return try base.insert(kind, fields)
  }

  public func insert(all rows: [[String: Value]], into kind: String, cancellation: Cancellation) throws(Diagnostic) {
    try mayWrite(kind)
    try base.insert(all: rows, into: kind, cancellation: cancellation)
  }

  public func update(
    _ id: RecordID, of kind: String, setting fields: [String: Value], revision: Int?
  ) throws(Diagnostic) -> Record {
    try mayWrite(kind)
    try mustSee(id, of: kind)
    return try base.update(id, of: kind, setting: fields, revision: revision)
  }

  public func remove(_ id: RecordID, of kind: String, revision: Int?) throws(Diagnostic) {
    try mayWrite(kind)
    try mustSee(id, of: kind)
    try base.remove(id, of: kind, revision: revision)
  }

  /// The log keeps nothing of an erased record, so that no rule could look at it afterwards: for admins alone.
  public func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic) {
    guard account.role == .admin, !isReadOnly, rules.exposure(of: kind) != nil else { throw forbidden(kind) }
    try base.erase(id, of: kind, words: words)
  }

  public func merge(
    _ table: Table, into kind: String, rule: MergeRule, cancellation: Cancellation
  ) throws(Diagnostic) -> MergeReport {
    try mayWrite(kind)
    let report = try base.merge(table, into: kind, rule: rule, cancellation: cancellation)
    // A difference shows what a record holds, and so does none, so each record must be one that the account sees.
    guard !rules.reading(kind, by: account).isEmpty, !rules.hasWords(kind, for: account) else { return report }
    let key = try base.kinds().first { $0.name == kind }?.key ?? []
    for row in 0..<table.rowCount {
      try cancellation.check()
      let named = key.compactMap { field in table[field].map { RecordQuery.Condition.equals(field, $0[row]) } }
      guard try count(RecordQuery(kind, where: named, limit: 1)) > 0 else { throw forbidden(kind) }
    }
    return report
  }

  public func lock() throws(Diagnostic) { if !isReadOnly { try base.lock() } }
  public func nextNumber(of kind: String) throws(Diagnostic) -> Int { try base.nextNumber(of: kind) }

  func forbidden(_ kind: String) -> Diagnostic {
    Diagnostic("forbidden", "account '\(account.name)' may not change this '\(kind)'", help: "ask who runs the service")
  }

  // MARK: The transaction

  public func begin(_ command: String) { try? base.begin(start(command)) }

  public func begin(_ command: String, cancellation: Cancellation) {
    running.withLock { $0 = cancellation }
    try? base.begin(start(command, cancellation))
  }

  private func start(_ command: String, _ cancellation: Cancellation? = nil) -> CommandStart {
    CommandStart(command, cancellation: cancellation, author: account.name, request: isReadOnly ? nil : request)
  }

  /// Makes the changes lasting if the account may make each of them; otherwise none, and throws `forbidden`.
  public func commit() throws(Diagnostic) -> [ChangeSetID] {
    let changes: [Change]
    do throws(Diagnostic) {
      let pending = try base.pendingChanges()
      let changed = try ChangedRecord.all(of: pending, in: base)
      if let expected { try check(expected, changed) }
      changes = try seen(pending, among: check(changed))
    } catch {
      base.rollBack()
      throw error
    }
    let sets = try base.commit()
    made.withLock { $0 += changes }
    return sets
  }

  public func lockAgain() throws(Diagnostic) -> Bool { try base.lockAgain() }
  public func rollBack() { base.rollBack() }
  public func request(_ key: String) throws(Diagnostic) -> AnsweredRequest? { try base.request(key) }

  // MARK: The log

  public func changes(kind: String?, record: RecordID?, limit: Int) throws(Diagnostic) -> [Change] {
    // The newest that the account sees may be among the newest of all.
    var asked = limit < 1000 ? 4 * max(1, limit) : .max
    while true {
      let changes = try base.changes(kind: kind, record: record, limit: asked)
      let seen = try seen(changes, limit: limit)
      if seen.count >= limit || changes.count < asked { return try withheld(seen) }
      asked = asked > 1 << 20 ? .max : asked * 16
    }
  }

  public func changes(after number: Int, kinds: [String]?, limit: Int) throws(Diagnostic) -> [Change] {
    var served = kinds ?? []
    if kinds == nil { served = try self.kinds().map(\.name) }
    return try withheld(seen(base.changes(after: number, kinds: served, limit: limit)))
  }

  public func lastChange() throws(Diagnostic) -> Int { try base.lastChange() }
  public func pendingChanges() throws(Diagnostic) -> [Change] { try seen(base.pendingChanges()) }

  public func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID {
    try mayWrite("change")
    let set = try base.revert(sets)
    for record in try ChangedRecord.all(of: base.pendingChanges(), in: base) where record.after == nil {
      try refuseNamed(record)
    }
    return set
  }

  // MARK: What is not served

  public func refusal(_ action: String) -> Diagnostic { Diagnostic("not-served", "a service cannot \(action)") }
  public func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult] { [:] }
  public func keep(_ results: [EvaluationResult]) throws(Diagnostic) {}
}
