internal import PodiumCore
internal import PodiumNotebook
internal import PodiumOutside

/// What is known of a running verification.
struct VerificationWatch {
  var report: NotebookReport
  /// Whether the process has said that it is done.
  private(set) var isDone = false
  private var running: (cell: Int, line: Int)?
  private var isLate = false

  init(_ report: NotebookReport) { self.report = report }

  mutating func run(_ program: inout LineProgram, _ verifier: NotebookVerifier) {
    let end = LineProgram.now() + verifier.seconds.notebook
    var deadline = end
    var limit = verifier.seconds.notebook
    while true {
      switch program.next(until: deadline, isStopped: { verifier.cancellation.isCancelled }) {
      case .line(let bytes):
        guard let value = try? JSONReader.value(bytes), let message = VerificationMessage(json: value),
          let seconds = take(message)
        else { continue }
        if isLate { continue }
        limit = seconds.isNaN ? verifier.seconds.cell : seconds
        deadline = min(end, LineProgram.now() + limit)
        if deadline == end { limit = verifier.seconds.notebook }
      case .late:
        guard !isLate else { return }
        isLate = true
        program.interrupt()
        reason = "took longer than \(NumberText.shortest(limit)) s"
        deadline = LineProgram.now() + NotebookVerifier.grace
      case .stopped:
        program.interrupt()
        return
      case .ended: return
      }
    }
  }

  private var reason = ""

  /// Takes a message; the seconds that may pass until the next, NaN where a cell begins that says nothing of them.
  private mutating func take(_ message: VerificationMessage) -> Double? {
    switch message {
    case .event(.starting(let cell, let line, let seconds)):
      running = (cell, line)
      return seconds ?? .nan
    case .event(.ended(var check)):
      running = nil
      if isLate {
        check = CellCheck(cell: check.cell, line: check.line, .timeout)
        check.reason = reason
      }
      report.checks.append(check)
      return .infinity
    case .event(.plugin(let change)): report.plugins.append(change)
    case .data(let hashes): report.data.merge(hashes) { $1 }
    case .refused(let error):
      isDone = true
      report.error = error
    case .done: isDone = true
    }
    return nil
  }

  /// Says what became of the process where it did not come to its end.
  mutating func finish(_ ending: LineProgram.Ending, _ complaint: String?, _ wasStopped: Bool) {
    if wasStopped {
      report.error = Diagnostic.interrupted
      return
    }
    if let running {
      var check = CellCheck(cell: running.cell, line: running.line, isLate ? .timeout : .crash)
      check.reason = isLate ? reason : VerificationWatch.words(ending) + (complaint.map { ": " + $0 } ?? "")
      report.checks.append(check)
    } else if !isDone, !isLate {
      report.error = Diagnostic(
        "crashed", "the process that verifies the notebook " + VerificationWatch.words(ending), cause: complaint)
    }
  }
}

extension VerificationWatch {
  /// How a process ended, in words.
  private static func words(_ ending: LineProgram.Ending) -> String {
    switch ending {
    case .status(let status): "ended podium with status \(status)"
    case .signal(let signal): "killed podium with signal \(signal)"
    case .killed: "had to be killed"
    }
  }
}
