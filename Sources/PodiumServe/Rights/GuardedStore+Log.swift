internal import PodiumCore
internal import PodiumPlugin

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
    // A command holds the lock, so its changes follow one another in the log.
    for reach in [64, 512] {
      let start = max(0, change.number - reach)
      let page = try base.changes(after: start, kinds: nil, limit: 2 * reach)
      let own = page.filter { $0.set == change.set }
      let isFirst = start == 0 || page.first?.set != change.set
      let isLast = page.last.map { $0.number > change.number && $0.set != change.set } == true
      guard isFirst, isLast || page.count < 2 * reach else { continue }
      let isWhole = own.allSatisfy { rules.hidden($0.kind, for: account, isReading: true).isEmpty }
      guard isWhole, !own.isEmpty else { return false }
      return try seen(own).count == own.count
    }
    return false
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
  /// As many missing values of the same type, without the levels that there were.
  var emptied: ColumnValues {
    switch gathering([Int](repeating: -1, count: count)) {
    case .category(let none): .category(none.withoutUnused())
    case .ordered(let none): .ordered(none.withoutUnused())
    case let none: none
    }
  }
}
