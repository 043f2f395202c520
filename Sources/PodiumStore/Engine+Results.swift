internal import PodiumCore
internal import PodiumLearn

extension Engine {
  func results(_ jobs: [String]) throws(Diagnostic) -> [String: EvaluationResult] {
    var found = try reading([:]) { (connection) throws(Diagnostic) -> [String: EvaluationResult] in
      var out: [String: EvaluationResult] = [:]
      for job in Set(jobs).sorted(by: CodePointOrder.precedes) {
        let rows = try connection.rows(
          "SELECT content, checksum FROM podium_results WHERE job = ?", [.text(job)]
        ) { (row) throws(Diagnostic) in
          guard let content = row.text(0), row.integer(1) == Engine.checksum(job, content) else {
            throw SQLiteFailure.damaged("the result of job '\(job)'", cause: "its checksum does not fit")
          }
          return try JSONForm.value(EvaluationResult.self, content, of: "the result of job '\(job)'")
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

  /// While a command holds the lock its results wait for its end, whatever that is.
  func keep(_ results: [EvaluationResult]) throws(Diagnostic) {
    guard !results.isEmpty || !waiting.isEmpty else { return }
    waiting += results
    if !isOpen { try unstopped { () throws(Diagnostic) in try keepWaiting() } }
  }

  /// Keeps what waits; what cannot be kept now waits on, and the next call of `keep` says why.
  func flushWaiting() {
    guard !waiting.isEmpty, !isOpen else { return }
    try? keepWaiting()
  }

  private func keepWaiting() throws(Diagnostic) {
    var texts: [(job: String, text: String)] = []
    for result in waiting { texts.append((result.jobID, try JSONForm.text(result, of: "a result"))) }
    let (connection, moment) = try lock()
    do throws(Diagnostic) {
      for (job, text) in texts {
        try connection.run(
          "INSERT INTO podium_results (job, at, content, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
          [.text(job), .integer(moment.microseconds), .text(text), .integer(Engine.checksum(job, text))])
      }
      try connection.run("COMMIT")
    } catch {
      connection.rollBack()
      settle(error)
      throw error
    }
    waiting = []
  }

  static func checksum(_ job: String, _ content: String) -> Int {
    var sum = Checksum()
    sum.add(job)
    sum.add(content)
    return sum.value
  }
}
