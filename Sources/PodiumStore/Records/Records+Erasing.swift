internal import PodiumCore
internal import PodiumPlugin

extension Records {
  /// Removes a row and every log line about it; of logged commands that contain one of the words only the verb stays, as far
  /// as it contains none.
  func erase(_ id: RecordID, of kind: String, words: [String]) throws(Diagnostic) {
    try transactions.writing { (connection) throws(Diagnostic) in
      let table = try database.writableTable(kind, connection)
      let row = try existing(id.text, table, revision: nil, connection)
      // Freed pages are overwritten, not only unlinked.
      _ = try connection.integer("PRAGMA secure_delete = ON")
      transactions.markErased()
      try remove(row, table, connection)
      try log.shrinkRuns(over: row.id, createdAt: row.created.at, connection)
      try connection.run(
        "DELETE FROM podium_changes WHERE record = ? AND action <> \(LoggedRun.action)", [.text(row.id)])
      let wanted = words.map { $0.lowercased() }.filter { !$0.isEmpty }
      let pieces = wanted.flatMap { $0.split(separator: " ") }
      func blanked(_ command: String) -> String? {
        let text = command.lowercased()
        guard wanted.contains(where: { text.contains($0) }) else { return nil }
        let verb = command.split(separator: " ").prefix(2).prefix { word in
          let word = word.lowercased()
          return !pieces.contains { word.contains($0) }
        }
        return verb.joined(separator: " ") + (verb.isEmpty ? "" : " ") + "(forgotten)"
      }
      let sets = try connection.rows("SELECT number, id, at, by, command, checksum FROM podium_sets", []) {
        (row) throws(Diagnostic) in
        let number = row.integer(0) ?? 0
        return (number: number, set: try ChangeLog.set(row, number, from: 1))
      }
      for (number, set) in sets {
        guard let text = blanked(set.command) else { continue }
        try connection.run(
          "UPDATE podium_sets SET command = ?, checksum = ? WHERE number = ?",
          [
            .text(text), .integer(ChangeLog.checksum(number, set.id, set.at.microseconds, set.by, text)),
            .integer(number),
          ])
      }
      if let text = blanked(transactions.command) { transactions.command = text }
    }
  }
}
