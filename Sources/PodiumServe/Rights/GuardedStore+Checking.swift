internal import PodiumCore
internal import PodiumPlugin

extension GuardedStore {
  /// Throws `stale-record` for a record that has changed since the account saw it.
  func check(_ expected: ExpectedRevision, _ changed: [ChangedRecord]) throws(Diagnostic) {
    let own = changed.first { $0.id == expected.record }
    var revision = own?.revisionBefore
    if own == nil {
      revision = try base.records(RecordQuery(expected.kind, where: [.ids([expected.record])])).first?.revision
    }
    if let revision, revision != expected.revision { throw .staleRecord(revision) }
  }

  /// Throws `forbidden` where one of some records is not the account's to change so; those that it sees, because they are in
  /// its scope.
  func check(_ changed: [ChangedRecord]) throws(Diagnostic) -> Set<RecordID> {
    var ways: [Way: Bool] = [:]
    var known: Set<RecordID> = []
    for record in changed {
      try check(record, &ways)
      guard record.before != nil || record.after != nil, !rules.hasWords(record.kind, for: account),
        let readers = rules.exposure(of: record.kind)?[record.kind]?.readers, account.role >= readers
      else { continue }
      known.insert(record.id)
    }
    return known
  }

  /// A way from a value to the scope, or to the record that a link names. Where it leads is asked once for all records that a
  /// command changed: most name the same.
  struct Way: Hashable {
    let kind: String
    let path: String
    let value: [UInt8]
    var isLink = false
  }

  private func check(_ changed: ChangedRecord, _ ways: inout [Way: Bool]) throws(Diagnostic) {
    guard let exposure = rules.exposure(of: changed.kind), let kind = exposure[changed.kind],
      let writers = kind.writers, account.role >= writers
    else { throw forbidden(changed.kind) }
    for values in [changed.before, changed.after?.fields] {
      guard let values else { continue }
      guard try isInScope(values, kind, exposure, &ways) else { throw forbidden(changed.kind) }
    }
    if let after = changed.after { try checkLinks(after, before: changed.before, &ways) }
    if let decision = exposure.scope?.decision,
      let refusal = try decision(account, changed.change, changed.after, base)
    {
      throw refusal
    }
  }

  /// Whether one of the ways of a kind leads from values of a record to a value of the account's scope.
  func isInScope(
    _ values: [String: Value], _ kind: Exposure.Kind, _ exposure: Exposure, _ ways: inout [Way: Bool]
  ) throws(Diagnostic) -> Bool {
    guard let wanted = exposure.scope?.values(of: account), !kind.paths.isEmpty else { return true }
    for path in kind.paths where try leads(path, from: kind.name, values, to: wanted, &ways) { return true }
    return false
  }

  /// The first step is taken with the values at hand, since the record may have others now; the rest by the records there are.
  private func leads(
    _ path: String, from kind: String, _ values: [String: Value], to wanted: Set<String>, _ ways: inout [Way: Bool]
  ) throws(Diagnostic) -> Bool {
    let first = String(path.prefix { $0 != "." })
    guard let value = values[first], !value.isMissing else { return false }
    let way = Way(kind: kind, path: path, value: Array(value.fileText.utf8))
    if let known = ways[way] { return known }
    let texts = wanted.inCodePointOrder().map(Value.text)
    switch Exposure.condition(path, from: kind, texts, rules.things) {
    // As the workspace compares them: two names may look alike.
    case .isOneOf: ways[way] = wanted.contains { $0.utf8.elementsEqual(way.value) }
    case .linked(_, let other, let key, let rest):
      ways[way] = try base.count(RecordQuery(other, where: [.equals(key, value)] + rest, limit: 1)) > 0
    default: break
    }
    return ways[way] == true
  }

  /// A record may name only records that the account sees: nothing of another team gets in by its number.
  private func checkLinks(
    _ after: Record, before: [String: Value]?, _ ways: inout [Way: Bool]
  ) throws(Diagnostic) {
    for field in rules.things[after.kind]?.fields ?? [] {
      let value = after[field.column.name]
      guard let link = field.link, !value.isMissing, before?[field.column.name] != value,
        let other = rules.things[link.kind],
        // Who writes a word knows it already.
        !rules.hasWords(link.kind, for: account)
      else { continue }
      let rule = rules.reading(link.kind, by: account)
      if rule.isEmpty { continue }
      var named = [value]
      if link.isList, case .text(let text) = value {
        named = text.split(separator: ",").map { .text(String($0)) }
      }
      for value in named {
        let way = Way(kind: link.kind, path: other.key, value: Array(value.fileText.utf8), isLink: true)
        if ways[way] == nil {
          ways[way] = try base.count(RecordQuery(link.kind, where: [.equals(other.key, value)] + rule)) > 0
        }
        guard ways[way] == true else { throw forbidden(after.kind) }
      }
    }
  }
}

/// A record that a command has changed: what it was before the command, and what it is now.
struct ChangedRecord {
  let kind: String
  let id: RecordID
  let change: Change
  /// Its revision before the command.
  let revisionBefore: Int
  /// Its values before the command; nil where the command made it.
  let before: [String: Value]?
  /// The record now; nil where the command removed it.
  let after: Record?

  /// The records that changes are of, in the order in which a command came to them.
  static func all(of changes: [Change], in store: any Store) throws(Diagnostic) -> [ChangedRecord] {
    var order: [RecordID] = []
    var byRecord: [RecordID: [Change]] = [:]
    var byKind: [String: [RecordID]] = [:]
    for change in changes {
      if byRecord[change.record] == nil {
        order.append(change.record)
        byKind[change.kind, default: []].append(change.record)
      }
      byRecord[change.record, default: []].append(change)
    }
    var records: [RecordID: Record] = [:]
    for (kind, ids) in byKind {
      for start in stride(from: 0, to: ids.count, by: ChangedRecord.step) {
        let part = Array(ids[start..<min(ids.count, start + ChangedRecord.step)])
        for record in try store.records(RecordQuery(kind, where: [.ids(part)])) { records[record.id] = record }
      }
    }
    return order.compactMap { id in
      guard let all = byRecord[id], let first = all.first, let last = all.last else { return nil }
      var values = records[id]?.fields ?? [:]
      // From the last change back, each gives the values before it.
      for change in all.reversed() { values.merge(change.before) { _, before in before } }
      return ChangedRecord(
        kind: first.kind, id: id, change: last, revisionBefore: first.revision - 1,
        before: first.action == .insert ? nil : values, after: records[id])
    }
  }

  private static let step = 500
}
