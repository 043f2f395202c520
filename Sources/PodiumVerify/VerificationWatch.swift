internal import PodiumCore
internal import PodiumNotebook
internal import PodiumOutside

/// The state of a running verification.
struct VerificationWatch {
  var report: NotebookReport
  /// Whether the process has reported that it is done.
  private(set) var isDone = false
  private var running: (cell: Int, line: Int)?
  private var isLate = false

  init(_ report: NotebookReport) { self.report = report }

  mutating func run(_ program: inout ChildProcess, _ verifier: NotebookVerifier) {
    let end = ChildProcess.now() + verifier.seconds.notebook
    var deadline = end
    var limit = verifier.seconds.notebook
    while true {
      do throws(ChildFailure) {
        let bytes = try program.line(until: deadline, isStopped: { verifier.cancellation.isCancelled })
        guard let value = try? JSONReader.value(bytes), let message = VerificationMessage(json: value),
          let seconds = take(message), !isLate
        else { continue }
        limit = seconds.isNaN ? verifier.seconds.cell : seconds
        deadline = min(end, ChildProcess.now() + limit)
        if deadline == end { limit = verifier.seconds.notebook }
      } catch {
        if error == .late || error == .stopped { program.sendInterrupt() }
        guard error == .late, !isLate else { return }
        isLate = true
        reason = "took longer than \(NumberText.shortest(limit)) s"
        deadline = ChildProcess.now() + NotebookVerifier.grace
      }
    }
  }

  private var reason = ""

  /// Handles a message; returns the seconds until the next is due, NaN if a cell starts that sets no time limit.
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

  /// Reports how the process ended, if it did not finish.
  mutating func finish(_ ending: ChildProcess.Ending, _ complaint: String?, _ wasStopped: Bool) {
    if wasStopped {
      report.error = Diagnostic.interrupted
      return
    }
    if let running {
      var check = CellCheck(cell: running.cell, line: running.line, isLate ? .timeout : .crash)
      check.reason =
        isLate
        ? reason : "crashed: the process " + VerificationWatch.words(ending) + (complaint.map { ": " + $0 } ?? "")
      report.checks.append(check)
    } else if !isDone, !isLate {
      report.error = Diagnostic(
        "crashed", "the process that verified the notebook " + VerificationWatch.words(ending), cause: complaint)
    }
  }
}

extension VerificationWatch {
  /// How a process ended.
  private static func words(_ ending: ChildProcess.Ending) -> String {
    switch ending {
    case .status(let status): "exited with status \(status)"
    case .signal(let signal): "was killed by signal \(signal)"
    case .killedByUs: "did not exit and was killed"
    }
  }
}
