internal import PodiumCore
internal import PodiumPlugin

/// The log as an account may see it.
extension GuardedStore {
  /// The changes of records that the account sees, or saw before they were removed, with all that the log has of them.
  ///
  /// The records of `known` need not be looked for.
  func seen(
    _ changes: [Change], limit: Int = .max, among known: Set<RecordID> = []
  ) throws(Diagnostic) -> [Change] {
    var known = Dictionary(uniqueKeysWithValues: known.map { ($0, true) })
    var found: [Change] = []
    for change in changes where found.count < limit {
      if known[change.record] == nil { known[change.record] = try sees(change) }
      if known[change.record] == true { found.append(change) }
    }
    return found
  }

  private func sees(_ change: Change) throws(Diagnostic) -> Bool {
    guard let exposure = rules.exposure(of: change.kind), let kind = exposure[change.kind],
      account.role >= kind.readers
    else { return false }
    if exposure.scope?.limitsReading != true || account.role == .admin { return true }
    if try count(RecordQuery(change.kind, where: [.ids([change.record])])) > 0 { return true }
    // No record of the account names a word that is gone.
    guard change.action == .remove, !rules.hasWords(change.kind, for: account) else { return false }
    var ways: [Way: Bool] = [:]
    return try isInScope(change.before, kind, exposure, &ways)
  }

  /// Changes without the fields that the account does not read, and without the command and its author where the command
  /// also changed what the account does not see: its words tell of that too.
  func withheld(_ changes: [Change]) throws(Diagnostic) -> [Change] {
    guard account.role != .admin else { return changes }
    var isOpen: [ChangeSetID: Bool] = [:]
    var found: [Change] = []
    for change in changes {
      let hidden = rules.hidden(change.kind, for: account, isReading: true)
      if change.by != account.name, isOpen[change.set] == nil { isOpen[change.set] = try showsWhole(change) }
      let isShown = change.by == account.name || isOpen[change.set] == true
      guard !isShown || !hidden.isEmpty else {
        found.append(change)
        continue
      }
      found.append(
        Change(
          number: change.number, set: change.set, at: change.at, by: isShown ? change.by : "",
          command: isShown ? change.command : "", kind: change.kind, record: change.record, revision: change.revision,
          action: change.action, before: change.before.filter { !hidden.contains($0.key) }))
    }
    return found
  }

  /// Whether the account sees all that the command of a change changed, with all fields; a command that changed very much, as
  /// an import does, is not looked through.
  private func showsWhole(_ change: Change) throws(Diagnostic) -> Bool {
    var left = 512
    func isShown(_ part: some Collection<Change>) throws(Diagnostic) -> Bool {
      left -= part.count
      guard left >= 0, part.allSatisfy({ rules.hidden($0.kind, for: account, isReading: true).isEmpty }) else {
        return false
      }
      return try seen(Array(part)).count == part.count
    }
    // A command holds the lock, so its changes follow one another in the log.
    let step = 64
    var after = change.number - 1
    while true {
      let page = try base.changes(after: after, kinds: nil, limit: step)
      let own = page.prefix { $0.set == change.set }
      guard try isShown(own) else { return false }
      guard own.count == page.count, let last = page.last else { break }
      after = last.number
    }
    var end = change.number - 1
    while end > 0 {
      let start = max(0, end - step)
      let page = try base.changes(after: start, kinds: nil, limit: step).filter { $0.number <= end }
      let own = page.reversed().prefix { $0.set == change.set }
      guard try isShown(Array(own)) else { return false }
      guard own.count == page.count, !page.isEmpty else { break }
      end = start
    }
    return true
  }

  /// Throws `record-in-use` for a record that is gone and that others still name.
  func refuseNamed(_ gone: ChangedRecord) throws(Diagnostic) {
    guard let thing = rules.things[gone.kind], let values = gone.before, let key = values[thing.key], !key.isMissing
    else { return }
    for (kind, field) in rules.naming[gone.kind] ?? [] {
      guard let link = field.link, link.scope.map({ values.values.contains(.text($0)) }) ?? true else { continue }
      let name = field.column.name
      var isNamed = false
      if link.isList {
        let records = try base.records(RecordQuery(kind, where: [.contains(name, key.fileText)]))
        isNamed = records.contains { $0[name].fileText.split(separator: ",").contains { $0 == key.fileText } }
      } else {
        isNamed = try base.count(RecordQuery(kind, where: [.equals(name, key)], limit: 1)) > 0
      }
      if isNamed {
        throw Diagnostic(
          "record-in-use", "a record still names the \(thing.noun) that this added, so nothing was undone",
          help: "change what names it first")
      }
    }
  }
}

extension ColumnValues {
  /// As many missing values of the same type.
  var emptied: ColumnValues {
    func none<Element>(_ count: Int) -> [Element?] { [Element?](repeating: nil, count: count) }
    return switch self {
    case .number(let x): .number([Double](repeating: .nan, count: x.count))
    case .integer(let x): .integer([Int](repeating: ColumnValues.missingInteger, count: x.count))
    case .category(let x): .category(Categorical(levels: [], codes: [Int32](repeating: -1, count: x.codes.count)))
    case .ordered(let x): .ordered(Categorical(levels: [], codes: [Int32](repeating: -1, count: x.codes.count)))
    case .text(let x): .text(none(x.count))
    case .boolean(let x): .boolean(none(x.count))
    case .date(let x): .date(none(x.count))
    case .datetime(let x): .datetime(none(x.count))
    }
  }
}
