internal import PodiumCore
internal import PodiumLearn

/// The results of evaluation jobs.
///
/// A class: results that arrive while a command has the lock wait here for its end, and survive its rollback.
final class KeptResults {
  private let database: WorkspaceDatabase
  private let transactions: Transactions
  private var waiting: [EvaluationResult] = []
  /// Bytes of results stored since their total size was last checked; the first call checks it.
  private var uncounted = KeptResults.mostBytes
  /// Maximum number of bytes of all results; tests lower it.
  var limit = KeptResults.mostBytes
  /// The sizes of stored results by job: SQLite reads a whole text to give its length.
  private var sizes: [String: Int] = [:]

  init(_ database: WorkspaceDatabase, _ transactions: Transactions) {
    self.database = database
    self.transactions = transactions
  }

  func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult] {
    var found = try transactions.reading([:], seeks: false) {
      (connection) throws(Diagnostic) -> [String: EvaluationResult] in
      var out: [String: EvaluationResult] = [:]
      for job in Set(jobs).inCodePointOrder() {
        let rows = try connection.rows(
          "SELECT content, checksum FROM podium_results WHERE job = ?", [.text(job)]
        ) { (row) throws(Diagnostic) in
          guard let content = row.text(0), row.integer(1) == KeptResults.checksum(job, content) else {
            throw SQLiteFailure.damaged("the result of job '\(job)'", cause: "its checksum does not match")
          }
          return try JSONForm.value(content, of: "the result of job '\(job)'") { try EvaluationResult(from: $0) }
        }
        if let row = rows.first { out[job] = row }
      }
      return out
    }
    for result in waiting where jobs.contains(result.jobID) && found[result.jobID] == nil {
      found[result.jobID] = result
    }
    return found
  }

  /// While a command holds the lock, results wait until it commits or rolls back.
  func keep(_ results: [EvaluationResult]) throws(Diagnostic) {
    // A command that computes does not need a place for its results.
    guard !results.isEmpty || !waiting.isEmpty, database.refusal == nil else { return }
    waiting += results
    if !transactions.isOpen { try database.unstopped { () throws(Diagnostic) in try keepWaiting() } }
  }

  /// Stores the waiting results; those that cannot be stored keep waiting, and the next call of `keep` reports why.
  func flush() {
    guard !waiting.isEmpty, !transactions.isOpen else { return }
    try? keepWaiting()
  }

  private func keepWaiting() throws(Diagnostic) {
    var texts: [(job: String, text: String)] = []
    for result in waiting {
      let text = if let packed = result.packedJSON() { packed } else { try JSONForm.text(result, of: "a result") }
      texts.append((result.jobID, text))
    }
    let (connection, moment) = try database.lock()
    do throws(Diagnostic) {
      for (job, text) in texts {
        try connection.run(
          "INSERT INTO podium_results (job, at, content, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
          [.text(job), .integer(moment.microseconds), .text(text), .integer(KeptResults.checksum(job, text))])
        uncounted += text.utf8.count
        sizes[job] = sizes[job] ?? text.utf8.count
      }
      try dropSurplus(connection)
      try connection.run("COMMIT")
    } catch {
      connection.rollBack()
      database.settle()
      throw error
    }
    waiting = []
  }

  // MARK: Dropping

  /// Maximum number of bytes of all results.
  static let mostBytes = 64 << 20

  /// Drops the oldest results if all together are too large; checks only occasionally.
  private func dropSurplus(_ connection: Connection) throws(Diagnostic) {
    guard uncounted >= limit / 16 else { return }
    uncounted = 0
    var bytes = 0
    var found: [String: Int] = [:]
    let jobs = try connection.rows("SELECT job FROM podium_results ORDER BY at DESC, job DESC") {
      (row) throws(Diagnostic) in row.text(0)
    }
    for case let job? in jobs {
      let size = try size(of: job, connection)
      bytes += size
      if bytes > limit {
        try connection.run("DELETE FROM podium_results WHERE job = ?", [.text(job)])
      } else {
        found[job] = size
      }
    }
    sizes = found
  }

  private func size(of job: String, _ connection: Connection) throws(Diagnostic) -> Int {
    if let known = sizes[job] { return known }
    return try connection.integer(
      "SELECT length(CAST(content AS BLOB)) FROM podium_results WHERE job = ?", [.text(job)]) ?? 0
  }

  /// Drops the results of some jobs, within the command's transaction if it has one, otherwise in a separate one.
  func drop(_ jobs: [String]) throws(Diagnostic) {
    let gone = Set(jobs)
    waiting.removeAll { gone.contains($0.jobID) }
    let connection = try database.unstopped { () throws(Diagnostic) in
      try deleting { (connection) throws(Diagnostic) in
        for job in jobs { try connection.run("DELETE FROM podium_results WHERE job = ?", [.text(job)]) }
      }
    }
    if let connection { shrink(connection) }
  }

  func removeAll() throws(Diagnostic) -> Int {
    let count =
      try transactions.reading(0) { (connection) throws(Diagnostic) in
        try connection.integer("SELECT count(*) FROM podium_results") ?? 0
      } + waiting.count
    waiting = []
    let connection = try deleting { (connection) throws(Diagnostic) in
      try connection.run("DELETE FROM podium_results")
    }
    if let connection { shrink(connection) }
    return count
  }

  /// Deletes results; returns the connection if there were any and no transaction is open: their space can be returned.
  private func deleting(_ body: (Connection) throws(Diagnostic) -> Void) throws(Diagnostic) -> Connection? {
    if transactions.isOpen {
      try transactions.writing(body)
      return nil
    }
    guard let there = try database.opened(creating: false),
      try there.integer("SELECT count(*) FROM podium_results") ?? 0 > 0
    else { return nil }
    let (connection, _) = try database.lock()
    do throws(Diagnostic) {
      try body(connection)
      try connection.run("COMMIT")
    } catch {
      connection.rollBack()
      database.settle()
      throw error
    }
    return connection
  }

  /// Shrinks the file if more than half of it, and more than 4 MiB, is free.
  ///
  /// This is optional: after Ctrl-C, or if another process reads or the disk is full, the space is reused later.
  private func shrink(_ connection: Connection) {
    guard let free = try? connection.integer("PRAGMA freelist_count"),
      let pages = try? connection.integer("PRAGMA page_count"), let size = try? connection.integer("PRAGMA page_size"),
      free * 2 > pages, free * size > 4 << 20
    else { return }
    do throws(Diagnostic) {
      try connection.vacuum()
      _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
      database.schemaVersion = try connection.integer("PRAGMA schema_version") ?? database.schemaVersion
    } catch { database.settle() }
  }

  static func checksum(_ job: String, _ content: String) -> Int {
    var sum = Checksum()
    sum.add(job)
    sum.add(content)
    return sum.value
  }
}
