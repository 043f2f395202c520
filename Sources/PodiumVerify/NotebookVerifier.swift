public import PodiumCore
public import PodiumNotebook
internal import PodiumOutside

/// Verifies a notebook in a process of its own, and watches the clock over it.
public struct NotebookVerifier: Sendable {
  /// The command that starts the process, without the notebook.
  let command: [String]
  /// The folder it starts in, and names of notebooks count from.
  let folder: String
  /// The seconds a cell may take that says nothing else, and those of the whole notebook.
  let seconds: (cell: Double, notebook: Double)
  let cancellation: Cancellation

  /// The seconds between the question to stop and the end.
  static let grace = 5.0

  /// Makes a verifier: `command` starts a process of podium that runs `VerifyChild` on the notebook named after it.
  public init(
    command: [String], folder: String, seconds: (cell: Double, notebook: Double), cancellation: Cancellation
  ) {
    self.command = command
    self.folder = folder
    self.seconds = seconds
    self.cancellation = cancellation
  }

  /// Verifies notebooks beside each other, a cell never beside another; each is reported in the order of the files.
  ///
  /// After a stop the rest is not reported.
  public func verify(_ files: [String], tell: (NotebookReport) -> Void) {
    let atOnce = max(1, min(Parallel.processors, 8))
    var start = 0
    while start < files.count, !cancellation.isCancelled {
      let some = Array(files[start..<min(files.count, start + atOnce)])
      let reports = Parallel.map(count: some.count, threads: atOnce) { verify(some[$0]) }
      if cancellation.isCancelled { return }
      for report in reports { tell(report) }
      start += some.count
    }
  }

  /// Verifies the notebook at a path.
  func verify(_ file: String) -> NotebookReport {
    var report = NotebookReport(file: file)
    guard let home = TemporaryHome() else {
      report.error = Diagnostic("unwritable-file", "no temporary folder can be created")
      return report
    }
    defer { withExtendedLifetime(home) {} }
    let words = home.environment + command + ["--", file]
    var program: LineProgram
    do throws(Diagnostic) {
      program = try LineProgram(
        words.map(NotebookVerifier.quoted).joined(separator: " "), folder: folder)
    } catch {
      report.error = error
      return report
    }
    var watch = VerificationWatch(report)
    watch.run(&program, self)
    let (ending, complaint) = program.end(seconds: watch.isDone ? NotebookVerifier.grace : 0.5)
    watch.finish(ending, complaint, cancellation.isCancelled)
    return watch.report
  }

  /// A word of the system's shell.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
