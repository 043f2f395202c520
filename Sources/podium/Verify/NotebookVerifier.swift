import Glibc
import PodiumCore
import PodiumNotebook
import PodiumOutside

/// Verifies a notebook in a process of its own, and watches the clock over it.
struct NotebookVerifier: Sendable {
  /// The command that starts the process, without the notebook.
  let command: [String]
  /// The seconds a cell may take that says nothing else, and those of the whole notebook.
  let seconds: (cell: Double, notebook: Double)
  let cancellation: Cancellation

  /// The seconds between the question to stop and the end.
  static let grace = 5.0

  /// Verifies the notebook at a path.
  func verify(_ file: String) -> NotebookReport {
    var report = NotebookReport(file: file)
    guard let home = TemporaryHome() else {
      report.error = Diagnostic("unwritable-file", "no temporary folder can be made")
      return report
    }
    defer { home.remove() }
    let words = home.environment + command + ["--", file]
    var program: LineProgram
    do throws(Diagnostic) {
      program = try LineProgram(
        words.map(NotebookVerifier.quoted).joined(separator: " "), folder: Environment.currentFolder)
    } catch {
      report.error = error
      return report
    }
    var watch = Watch(report)
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

/// What is known of a running verification.
private struct Watch {
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
        guard let value = try? JSONReader.value(bytes), let seconds = take(value) else { continue }
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

  /// Takes an event; the seconds that the cell which begins may take, NaN where it says nothing.
  private mutating func take(_ value: JSONValue) -> Double? {
    switch value["event"]?.string {
    case "starting":
      guard let cell = value["cell"]?.integer, let line = value["line"]?.integer else { return nil }
      running = (cell, line)
      return value["seconds"]?.number ?? .nan
    case "ended":
      running = nil
      guard let json = value["check"], var check = CellCheck(json: json) else { return nil }
      if isLate {
        check = CellCheck(cell: check.cell, line: check.line, .timeout)
        check.reason = reason
      }
      report.checks.append(check)
      return .infinity
    case "plugin":
      if let change = value["plugin"].flatMap({ PluginChange(json: $0) }) { report.plugins.append(change) }
      return nil
    case "data":
      for (name, hash) in value["data"]?.members ?? [] { report.data[name] = hash.string }
      return nil
    case "refused":
      isDone = true
      report.error = value["error"].flatMap { Diagnostic(json: $0) }
      return nil
    case "done":
      isDone = true
      return nil
    default: return nil
    }
  }

  /// Says what became of the process where it did not come to its end.
  mutating func finish(_ ending: LineProgram.Ending, _ complaint: String?, _ wasStopped: Bool) {
    if wasStopped {
      report.error = Diagnostic.interrupted
      return
    }
    if let running {
      var check = CellCheck(cell: running.cell, line: running.line, isLate ? .timeout : .crash)
      check.reason = isLate ? reason : NotebookVerifier.words(ending) + (complaint.map { ": " + $0 } ?? "")
      report.checks.append(check)
    } else if !isDone, !isLate {
      report.error = Diagnostic(
        "crashed", "the process that verifies the notebook " + NotebookVerifier.words(ending), cause: complaint)
    }
  }
}

extension NotebookVerifier {
  /// How a process ended, in words.
  fileprivate static func words(_ ending: LineProgram.Ending) -> String {
    switch ending {
    case .status(let status): "ended the program with status \(status)"
    case .signal(let signal): "ended the program by signal \(signal)"
    case .killed: "had to be ended"
    }
  }
}

/// A home folder for a process that shall know nothing of this user.
private struct TemporaryHome {
  let path: String

  init?() {
    var template = Array(((Environment.variable("TMPDIR") ?? "/tmp") + "/podium-verify-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    path = String(cString: made)
  }

  /// The command before the command: a fixed zone and locale, one thread of BLAS, no settings of this user.
  var environment: [String] {
    let fixed = [
      "HOME": path, "XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path, "XDG_CACHE_HOME": path, "TZ": "UTC",
      "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "COLUMNS": "80", "OPENBLAS_NUM_THREADS": "1",
    ]
    return ["exec", "env"] + fixed.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
  }

  /// Takes the folder away with what a cell left in it.
  func remove() { TemporaryHome.remove(path, depth: 0) }

  private static func remove(_ path: String, depth: Int) {
    guard unlink(path) != 0, depth < 32 else { return }
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove(path + "/" + name, depth: depth + 1) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
