public import PodiumCore
public import PodiumNotebook
internal import PodiumOutside

/// Verifies a notebook in a separate process and enforces its time limits.
public struct NotebookVerifier: Sendable {
  /// The command that starts the process, without the notebook.
  let command: [String]
  /// The folder it starts in, which paths of notebooks are relative to.
  let folder: String
  /// The time limits in seconds of a cell that sets none, and of the whole notebook.
  let seconds: (cell: Double, notebook: Double)
  let cancellation: Cancellation
  /// Whether cells may start programs, which need time to be stopped.
  let startsPrograms: Bool

  /// The seconds between asking a process to stop and killing it.
  static let grace = 5.0

  /// `command` starts a podium that runs `VerifyChild` on the notebook named after it.
  public init(
    command: [String], folder: String, seconds: (cell: Double, notebook: Double), cancellation: Cancellation,
    startsPrograms: Bool
  ) {
    self.command = command
    self.folder = folder
    self.seconds = seconds
    self.cancellation = cancellation
    self.startsPrograms = startsPrograms
  }

  /// Verifies notebooks in parallel, each one's cells in order, and reports them in the order of the files.
  ///
  /// Notebooks that were not verified when it was cancelled are not reported.
  public func verify(_ files: [String], tell: (NotebookReport) -> Void) {
    let atOnce = max(1, min(Parallel.processors, 8))
    var start = 0
    while start < files.count, !cancellation.isCancelled {
      let some = Array(files[start..<min(files.count, start + atOnce)])
      let reports = Parallel.map(count: some.count, threads: atOnce) { verify(some[$0], atOnce: some.count) }
      if cancellation.isCancelled { return }
      for report in reports { tell(report) }
      start += some.count
    }
  }

  /// Verifies the notebook at a path, as one of so many at once.
  func verify(_ file: String, atOnce: Int = 1) -> NotebookReport {
    var report = NotebookReport(file: file)
    let home: TemporaryHome
    do throws(Diagnostic) { home = try TemporaryHome() } catch {
      report.error = error
      return report
    }
    defer { withExtendedLifetime(home) {} }
    let words = home.environment + command + ["--", file]
    var program: ChildProcess
    do throws(Diagnostic) {
      program = try ChildProcess.start(
        words.map(ShellWord.quoted).joined(separator: " "), folder: folder, atOnce: atOnce)
    } catch {
      report.error = error
      return report
    }
    var watch = VerificationWatch(report)
    watch.run(&program, self)
    let (ending, complaint) = program.end(seconds: patience(watch))
    watch.finish(ending, complaint, cancellation.isCancelled)
    return watch.report
  }

  /// How long the process may take to exit.
  private func patience(_ watch: VerificationWatch) -> Double {
    if watch.isDone { return NotebookVerifier.grace }
    // It has nothing to save.
    return cancellation.isCancelled && !startsPrograms ? 0.03 : 0.5
  }
}
