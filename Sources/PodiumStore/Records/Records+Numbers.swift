internal import PodiumCore
internal import PodiumPlugin

/// Numbers that are assigned only once: an athlete's, a session's.
///
/// The highest number of any removed record is kept outside the records and the log, so that no undo lowers
/// it. Existing records count by themselves, however they were created.
extension Records {
  /// One more than every number a record of the kind has or had.
  func nextNumber(of kind: String) throws(Diagnostic) -> Int {
    let numbered = try numberedTable(kind)
    // Another process must not get the same number. Without a file, this command's first write notices one.
    if try database.opened(creating: false) != nil { _ = try transactions.transaction() }
    return try transactions.reading(1) { (connection) throws(Diagnostic) in
      let gone = "SELECT value FROM podium_meta WHERE name = ?"
      var highest = try connection.integer(gone, [.text(Records.mark(kind))]) ?? 0
      guard Records.numbers.contains(highest) else {
        throw SQLiteFailure.damaged("the highest number of '\(kind)'", cause: "it is \(highest)")
      }
      guard try !database.isAbsent(kind, connection) else { return highest + 1 }
      let there = "SELECT CAST(\(SQLValue.quoted(numbered.field)) AS TEXT) FROM \(numbered.table.name)"
      _ = try connection.rows(there) { (row) throws(Diagnostic) in
        if let number = Records.number(row.text(0)), number > highest { highest = number }
      }
      return highest + 1
    }
  }

  /// Notes that a record is removed or renumbered: its number is never assigned again.
  func retireNumber(of values: [Value], _ table: KindTable, _ connection: Connection) throws(Diagnostic) {
    guard let field = table.kind.numbered, let place = table.place(of: field),
      let number = Records.number(values[place].fileText)
    else { return }
    try connection.run(
      "INSERT INTO podium_meta (name, value) VALUES (?, ?) "
        + "ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)",
      [.text(Records.mark(table.kind.name)), .integer(number)])
  }

  private func numberedTable(_ kind: String) throws(Diagnostic) -> (table: KindTable, field: String) {
    let plan = try database.plan.get()
    guard let table = plan.table(kind), let field = table.kind.numbered else {
      throw Diagnostic("unknown-kind", "records of '\(kind)' have no numbers")
    }
    return (table, field)
  }

  private static func mark(_ kind: String) -> String { "numbers of " + kind }

  /// A text as a number that has a successor; nil for names.
  private static func number(_ text: String?) -> Int? {
    guard let text, let number = Int(text), numbers.contains(number) else { return nil }
    return number
  }

  /// The numbers of records; one that follows fits too.
  private static let numbers = 0..<1_000_000_000_000
}
