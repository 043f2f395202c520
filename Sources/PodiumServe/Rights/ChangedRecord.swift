internal import PodiumCore
internal import PodiumPlugin

/// A record that a command has changed: what it was before the command, and what it is now.
struct ChangedRecord {
  let kind: String
  let id: RecordID
  /// The last change of it.
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

  /// How many records are read at once.
  private static let step = 500
}
