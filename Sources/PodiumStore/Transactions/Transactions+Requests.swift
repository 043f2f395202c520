internal import PodiumCore
internal import PodiumPlugin

/// Requests that were done, by their keys: kept in the transaction of their command, so that a request that is sent again,
/// after a crash too, is done once.
///
/// A request is two rows of `podium_meta`, which versions without requests leave alone: the number of its change set and its
/// digest. One that changed nothing has its time instead, negative.
extension Transactions {
  /// How long requests are kept, in microseconds: 7 days.
  static let requestLife = 7 * 86_400 * 1_000_000

  private static func setName(_ key: String) -> String { "request " + key }
  private static func digestName(_ key: String) -> String { "request-digest " + key }

  /// The number of the change set of an earlier request.
  func setNumber(of key: String, _ connection: Connection) throws(Diagnostic) -> Int? {
    try kept(Transactions.setName(key), connection)
  }

  private func kept(_ name: String, _ connection: Connection) throws(Diagnostic) -> Int? {
    try connection.integer("SELECT value FROM podium_meta WHERE name = ?", [.text(name)])
  }

  /// What an earlier request made; nil for an unknown key.
  func answered(_ key: String, _ log: ChangeLog, _ connection: Connection) throws(Diagnostic) -> AnsweredRequest? {
    guard let number = try setNumber(of: key, connection),
      let digest = try kept(Transactions.digestName(key), connection)
    else { return nil }
    guard number > 0 else {
      return AnsweredRequest(
        digest: digest, set: ChangeSetID(""), at: Moment(microseconds: number.magnitude < Int.max ? -number : 0),
        changes: [])
    }
    return try connection.rows(
      "SELECT id, at, by, command, checksum FROM podium_sets WHERE number = ?", [.integer(number)]
    ) { (row) throws(Diagnostic) in
      let set = try ChangeLog.set(row, number, from: 0)
      return AnsweredRequest(
        digest: digest, set: ChangeSetID(set.id), at: set.at, changes: try log.changes(of: number, connection))
    }.first
  }

  /// Keeps a request with its command's change set, nil where it changed nothing, and drops some of those that are too old.
  func keep(_ request: RequestKey, _ set: Int?, _ connection: Connection) throws(Diagnostic) {
    let insert = "INSERT INTO podium_meta (name, value) VALUES (?, ?)"
    let now = try stamp().at.microseconds
    try connection.run(insert, [.text(Transactions.setName(request.key)), .integer(set ?? -now)])
    try connection.run(insert, [.text(Transactions.digestName(request.key)), .integer(request.digest)])
    // The names of sets are those from 'request ' up to the next character.
    let old = try connection.rows(
      """
      SELECT substr(m.name, 9) FROM podium_meta m LEFT JOIN podium_sets s ON s.number = m.value
      WHERE m.name >= 'request ' AND m.name < 'request!' AND coalesce(s.at, -m.value) < ? LIMIT 100
      """, [.integer(now - Transactions.requestLife)]
    ) { (row) throws(Diagnostic) in row.text(0) ?? "" }
    for key in old {
      try connection.run(
        "DELETE FROM podium_meta WHERE name IN (?, ?)",
        [.text(Transactions.setName(key)), .text(Transactions.digestName(key))])
    }
  }
}

extension Diagnostic {
  /// The request was done before.
  static let repeatedRequest = Diagnostic(
    "repeated-request", "this request was done already, so nothing was changed", help: "ask for what it made")
}
