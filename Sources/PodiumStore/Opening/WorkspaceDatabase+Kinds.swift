internal import PodiumCore
internal import PodiumPlugin

/// The tables of record kinds that can be used with this file.
extension WorkspaceDatabase {
  /// The table of a plugin's kind, ready to be used with this file.
  ///
  /// Throws `unknown-kind`, or the reason why the plugin's kinds are refused.
  func table(_ kind: String) throws(Diagnostic) -> KindTable {
    let plan = try plan.get()
    guard let table = plan.table(kind), let owner = plan.ownerOfKind[kind] else {
      throw Diagnostic.unknown("kind", kind, among: plan.kinds.map(\.name))
    }
    if let refusal = refused[owner] { throw refusal }
    return table
  }

  /// Whether a kind's table is missing from this file: its plugin has written nothing yet.
  func isAbsent(_ kind: String, _ connection: Connection) throws(Diagnostic) -> Bool {
    guard let owner = try plan.get().ownerOfKind[kind], absent.contains(owner) else { return false }
    // Its first write may be in the open transaction, which may still be rolled back.
    if try connection.integer("SELECT count(*) FROM podium_versions WHERE plugin = ?", [.text(owner)]) == 0 {
      return true
    }
    if !connection.isInTransaction { absent.remove(owner) }
    return false
  }

  /// The table of a plugin's kind, which is made if it is missing; the caller holds the transaction.
  func writableTable(_ kind: String, _ connection: Connection) throws(Diagnostic) -> KindTable {
    let table = try table(kind)
    if try isAbsent(kind, connection) { try makeTables(with: kind, connection) }
    return table
  }

  /// A kind's table by the name in the change log, including podium's own; nil if no plugin stores it now.
  func loggedTable(_ kind: String) throws(Diagnostic) -> KindTable? {
    for own in [Layout.datasets, Layout.models] where own.kind.name == kind { return own }
    return try plan.get().shapes[kind] == nil ? nil : table(kind)
  }

  /// The shape of a kind in the log, whether or not its plugin may use this file; nil if no plugin stores it now.
  func shape(ofLogged kind: String) throws(Diagnostic) -> RecordKind? {
    for own in [Layout.datasets.kind, Layout.models.kind] where own.name == kind { return own }
    return try plan.get().shapes[kind]
  }

  /// The kinds in the file, including those of plugins that are not loaded.
  func storedKinds(_ connection: Connection) throws(Diagnostic) -> [RecordKind] {
    try connection.rows("SELECT name, declaration FROM podium_kinds ORDER BY name") { (row) throws(Diagnostic) in
      guard let name = row.text(0), let kind = row.text(1).flatMap(RecordKind.init(declaration:)), kind.name == name
      else { throw SQLiteFailure.damaged("the list of kinds") }
      return kind
    }
  }
}
