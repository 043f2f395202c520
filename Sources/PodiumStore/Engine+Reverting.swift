internal import PodiumCore
internal import PodiumShell

extension Engine {
  func revert(_ sets: [ChangeSetID]) throws(Diagnostic) -> ChangeSetID {
    try writing { (connection) throws(Diagnostic) in
      var changes: [LoggedChange] = []
      for id in Set(sets.map(\.text)).sorted(by: CodePointOrder.precedes) {
        let found = try connection.rows("SELECT number, at FROM podium_sets WHERE id = ?", [.text(id)]) {
          (row) throws(Diagnostic) in (number: row.integer(0) ?? 0, at: Moment(microseconds: row.integer(1) ?? 0))
        }
        guard let set = found.first else {
          throw Diagnostic("unknown-change-set", "there is no change set '\(id)'")
        }
        let lines = try connection.rows(
          "SELECT \(Engine.changeColumns) FROM podium_changes c WHERE c.set_number = ?", [.integer(set.number)],
          Engine.change)
        for line in lines { changes += try expanded(line, at: set.at, connection) }
      }
      // Records of a run have one number and stand newest first already.
      changes = changes.enumerated().sorted {
        $0.element.number != $1.element.number ? $0.element.number > $1.element.number : $0.offset < $1.offset
      }.map(\.element)
      var reached: [String: Int] = [:]
      for change in changes {
        let name = change.kind + " " + change.record
        if let last = reached[name] {
          // Between two of these changes lies one of another set.
          guard last == change.revision else { throw Engine.changedSince(change, "in between") }
        } else {
          let newest = try connection.integer(
            "SELECT revision FROM podium_changes WHERE record = ? AND kind = ? AND action <> \(LoggedRun.action) "
              + "ORDER BY number DESC LIMIT 1",
            [.text(change.record), .text(change.kind)])
          // What was made in a run and never changed has no line of its own.
          guard newest ?? 1 == change.revision else { throw Engine.changedSince(change, "since") }
        }
        try undo(change, connection)
        reached[name] = change.revision - 1
      }
      guard case .open(var transaction) = phase else {
        throw Diagnostic("workspace-failed", "no transaction is open")
      }
      if let set = transaction.set { return set.id }
      // Nothing was in the sets; the command still gets the change set it was promised.
      _ = try newSet(at: transaction.at, &transaction, connection)
      phase = .open(transaction)
      guard let set = transaction.set else { throw Diagnostic("workspace-failed", "no change set could be made") }
      return set.id
    }
  }

  private static func changedSince(_ change: LoggedChange, _ when: String) -> Diagnostic {
    Diagnostic(
      "changed-since", "record '\(change.record)' of '\(change.kind)' was changed \(when), so nothing was taken back",
      help: "workspace changes record=\(change.record) shows by whom; change the record itself")
  }

  /// Takes back one change, the newest of its record; the record goes on to a new revision.
  private func undo(_ change: LoggedChange, _ connection: Connection) throws(Diagnostic) {
    guard let table = try loggedTable(change.kind) else {
      throw Diagnostic("unknown-kind", "nobody keeps '\(change.kind)' now, so its changes cannot be taken back")
    }
    let row = try find(change.record, table, connection)
    var values = row?.values ?? [Value](repeating: .missing, count: table.kind.fields.count)
    var created: Record.Stamp?
    var createdAt: Moment?
    var createdBy = author
    for (name, logged) in try Engine.before(change) {
      switch name {
      case LoggedField.createdAt: createdAt = logged.integer.map(Moment.init(microseconds:))
      case LoggedField.createdBy: createdBy = logged.string ?? author
      default:
        // A migration has changed the kind since.
        guard let place = table.place(of: name), let value = table.kind.fields[place].kind.value(logged: logged)
        else { throw Engine.changedSince(change, "by a migration") }
        values[place] = value
      }
    }
    created = createdAt.map { Record.Stamp(at: $0, by: createdBy) }
    switch (change.action, row) {
    case (.insert, let row?): try remove(row, table, connection)
    case (.update, let row?): _ = try update(row, to: values, table, connection)
    case (.remove, nil):
      let stamp = try stamp()
      let back = StoredRecord(
        id: change.record, revision: change.revision + 1, created: created ?? stamp, changed: stamp, values: values)
      for (field, value) in zip(table.kind.fields, values) where field.isRequired && value.isMissing {
        throw Engine.changedSince(change, "by a migration")
      }
      try write(back, table.insert, table, connection)
      try log(.insert, back.id, revision: back.revision, of: table.kind, before: nil, connection)
    default: throw Engine.changedSince(change, "since")
    }
  }
}
