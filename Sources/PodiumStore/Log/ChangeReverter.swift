internal import PodiumCore
internal import PodiumPlugin

/// Undoes change sets, as changes of the running command.
///
/// It has no state of its own.
struct ChangeReverter {
  let database: WorkspaceDatabase
  let transactions: Transactions
  let log: ChangeLog
  let records: Records

  func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID {
    try transactions.writing { (connection) throws(Diagnostic) in
      var changes: [LoggedChange] = []
      for id in Set(sets.map(\.text)).inCodePointOrder() {
        let found = try connection.rows(
          "SELECT number, id, at, by, command, checksum FROM podium_sets WHERE id = ?", [.text(id)]
        ) { (row) throws(Diagnostic) in
          let number = row.integer(0) ?? 0
          return (number: number, at: try ChangeLog.set(row, number, from: 1).at)
        }
        guard let set = found.first else {
          throw Diagnostic(
            "unknown-change-set",
            "the workspace does not have this change, so nothing was undone: it was restored, moved or replaced since",
            help: "'workspace changes' lists the changes it has")
        }
        let lines = try connection.rows(
          "SELECT \(ChangeLog.changeColumns) FROM podium_changes c WHERE c.set_number = ?", [.integer(set.number)],
          ChangeLog.change)
        for line in lines { changes += try log.expanded(line, at: set.at, connection) }
      }
      // Records of a run have one number and are already newest first.
      changes = changes.enumerated().ordered {
        $0.element.number != $1.element.number ? $0.element.number > $1.element.number : $0.offset < $1.offset
      }.map(\.element)
      // One or several sets may have several changes of a record.
      let targets = Dictionary(grouping: changes) { $0.kind + " " + $0.record }
      for record in targets.keys.inCodePointOrder() {
        try refuseChanged(targets[record] ?? [], connection)
      }
      for change in changes {
        do throws(Diagnostic) { try undo(change, connection) } catch {
          guard error.code == "taken-key" else { throw error }
          throw Diagnostic(
            "changed-since", "\(try title(of: change, connection)) cannot be restored: \(error.message)",
            help: "rename or remove the other one, then undo again")
        }
      }
      // Even if the sets were empty, the command gets the change set it was promised.
      return try log.currentSet(connection)
    }
  }

  /// Throws `changed-since` unless a record is, before each of the changes to be undone, as that change
  /// left it.
  ///
  /// `targets` are changes of one record, newest first. What counts is the record's content, not which line is the
  /// newest in the log: a later change that was itself undone left nothing, so commands can be undone to any
  /// depth. The states in between come from the values that the log stores before each change.
  private func refuseChanged(_ targets: [LoggedChange], _ connection: Connection) throws(Diagnostic) {
    guard let first = targets.first, let oldest = targets.last else { return }
    let table = try keptTable(first.kind)
    let lines = try connection.rows(
      "SELECT \(ChangeLog.changeColumns) FROM podium_changes c WHERE c.record = ? AND c.kind = ? AND c.number > ? "
        + "AND c.action <> \(LoggedRun.action) ORDER BY c.number DESC",
      [.text(first.record), .text(first.kind), .integer(oldest.number)], ChangeLog.change)
    var rest = lines[...]
    var state = try records.find(first.record, table, connection)?.values
    for target in targets {
      let wanted = state
      var newest: LoggedChange?
      while let line = rest.first, line.number > target.number {
        rest = rest.dropFirst()
        newest = newest ?? line
        state = try self.state(before: line, from: state, table, connection)
      }
      guard ChangeReverter.areSame(state, wanted) else {
        throw try changedSince(target, by: newest, connection)
      }
      if rest.first?.number == target.number { rest = rest.dropFirst() }
      state = try self.state(before: target, from: state, table, connection)
    }
  }

  /// The values of a record before a change, from those after it; nil if the record did not exist.
  private func state(
    before change: LoggedChange, from state: [Value]?, _ table: KindTable, _ connection: Connection
  ) throws(Diagnostic) -> [Value]? {
    guard (state == nil) == (change.action == .remove) else {
      throw try changedSince(change, by: nil, connection)
    }
    if change.action == .insert { return nil }
    var values = state ?? [Value](repeating: .missing, count: table.kind.fields.count)
    let stamps = [LoggedField.createdAt, LoggedField.createdBy]
    for (name, logged) in try ChangeLog.before(change) where !stamps.contains(name) {
      guard let place = table.place(of: name), let value = table.kind.fields[place].kind.value(logged: logged) else {
        throw try changedSince(change, by: nil, connection)
      }
      values[place] = value
    }
    return values
  }

  private static func areSame(_ a: [Value]?, _ b: [Value]?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return zip(a, b).allSatisfy { $0.isSame(as: $1) }
  }

  /// The error for a record that is not as a change left it; `other` is the conflicting change.
  private func changedSince(
    _ change: LoggedChange, by other: LoggedChange?, _ connection: Connection
  ) throws(Diagnostic) -> Diagnostic {
    let name = try title(of: change, connection)
    var who = ""
    if let other,
      let set = try connection.rows(
        "SELECT number, id, at, by, command, checksum FROM podium_sets WHERE number = ?", [.integer(other.set)],
        { (row) throws(Diagnostic) in try ChangeLog.set(row, row.integer(0) ?? 0, from: 1) }
      ).first
    {
      who = " by '\(set.by)' (\(String(set.command.unicodeScalars.prefix(80))))"
    }
    return Diagnostic(
      "changed-since", "\(name) was changed since then\(who), so nothing was undone",
      help: "see who changed what with 'workspace changes kind=\(change.kind)', and change it with a separate command")
  }

  /// The readable name of a changed record, from its current values or those before it was removed.
  private func title(of change: LoggedChange, _ connection: Connection) throws(Diagnostic) -> String {
    guard let table = try database.loggedTable(change.kind) else { return "a record of '\(change.kind)'" }
    var values: [String: Value] = [:]
    if let row = try records.find(change.record, table, connection) {
      values = row.record(table.kind).fields
    } else if let removal = try connection.rows(
      "SELECT \(ChangeLog.changeColumns) FROM podium_changes c WHERE c.record = ? AND c.kind = ? AND c.action = ? "
        + "ORDER BY c.number DESC LIMIT 1",
      [.text(change.record), .text(change.kind), .integer(Change.Action.remove.number)], ChangeLog.change
    ).first {
      for (name, logged) in try ChangeLog.before(removal) {
        values[name] = table.kind[name]?.kind.value(logged: logged)
      }
    }
    // A referenced record is named by its own values only: names follow references one level deep.
    var names: [String: String] = [:]
    for field in table.kind.fields {
      guard case .reference(let target) = field.kind, case .text(let id)? = values[field.name],
        let other = try database.loggedTable(target), let row = try records.find(id, other, connection)
      else { continue }
      names[field.name] = other.keyPlaces.map { row.values[$0].fileText }.joined(separator: " ")
    }
    return table.kind.title(values) { field, _ in names[field.name] }
  }

  /// The table of a kind whose changes are undone.
  private func keptTable(_ kind: String) throws(Diagnostic) -> KindTable {
    if let table = try database.loggedTable(kind) { return table }
    throw Diagnostic(
      "unknown-kind", "no loaded plugin stores '\(kind)', so its changes cannot be undone",
      help: "use 'plugins' to list those that are loaded")
  }

  /// Undoes one change, the newest of its record; the record gets a new revision.
  private func undo(_ change: LoggedChange, _ connection: Connection) throws(Diagnostic) {
    let table = try keptTable(change.kind)
    let row = try records.find(change.record, table, connection)
    var values = row?.values ?? [Value](repeating: .missing, count: table.kind.fields.count)
    var created: Record.Stamp?
    var createdAt: Moment?
    var createdBy = transactions.author
    for (name, logged) in try ChangeLog.before(change) {
      switch name {
      case LoggedField.createdAt: createdAt = logged.integer.map(Moment.init(microseconds:))
      case LoggedField.createdBy: createdBy = logged.string ?? transactions.author
      default:
        // A migration has changed the kind since.
        guard let place = table.place(of: name), let value = table.kind.fields[place].kind.value(logged: logged)
        else { throw try changedSince(change, by: nil, connection) }
        values[place] = value
      }
    }
    created = createdAt.map { Record.Stamp(at: $0, by: createdBy) }
    switch (change.action, row) {
    case (.insert, let row?): try records.remove(row, table, connection)
    case (.update, let row?): _ = try records.update(row, to: values, table, connection)
    case (.remove, nil):
      let stamp = try transactions.stamp()
      let back = StoredRecord(
        id: change.record, revision: change.revision + 1, created: created ?? stamp, changed: stamp, values: values)
      for (field, value) in zip(table.kind.fields, values) where field.isRequired && value.isMissing {
        throw try changedSince(change, by: nil, connection)
      }
      try records.write(back, table.insert, table, connection)
      try log.append(.insert, back.id, revision: back.revision, of: table.kind, before: nil, connection)
    default: throw try changedSince(change, by: nil, connection)
    }
  }
}
