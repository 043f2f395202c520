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

  /// The records that a command has changed so far, in the order in which it came to them.
  static func all(in store: any Store) throws(Diagnostic) -> [ChangedRecord] {
    var order: [RecordID] = []
    var changes: [RecordID: [Change]] = [:]
    for change in try store.pendingChanges() {
      if changes[change.record] == nil { order.append(change.record) }
      changes[change.record, default: []].append(change)
    }
    var found: [ChangedRecord] = []
    for id in order {
      guard let all = changes[id], let first = all.first, let last = all.last else { continue }
      let after = try store.records(RecordQuery(first.kind, where: [.ids([id])])).first
      var values = after?.fields ?? [:]
      // From the last change back, each gives the values before it.
      for change in all.reversed() { values.merge(change.before) { _, before in before } }
      found.append(
        ChangedRecord(
          kind: first.kind, id: id, change: last, revisionBefore: first.revision - 1,
          before: first.action == .insert ? nil : values, after: after))
    }
    return found
  }
}
