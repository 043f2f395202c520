public import PodiumCore
public import PodiumEngine
public import PodiumPlugin
internal import Synchronization

/// The examples of verbs, each run once in a session of its own: whatever checks them reads the same reports.
///
/// A class: all checks of a process share the runs, which are made when a check first asks for them.
public final class ExampleRuns: Sendable {
  /// What an example printed.
  public struct Run: Sendable {
    public let example: Example
    /// Every report of its setup, then of the example, each with its line.
    public fileprivate(set) var reports: [(line: String, report: CommandReport)] = []
    /// The first line of the setup that failed, and why; the example itself did not run then.
    public fileprivate(set) var failedSetup: (line: String, error: Diagnostic)?
    /// What the example itself changed: `the session`, `the workspace`, `a file`.
    public fileprivate(set) var changes: [String] = []
    /// Where the reports of the example itself begin.
    fileprivate var start = 0

    /// The reports of the example itself.
    public var own: [CommandReport] { reports[start...].map(\.report) }
  }

  private let makeSession: @Sendable () -> Interpreter
  private let examples: @Sendable (Registry, String) -> [Example]
  private let kept = Mutex<[String: [Run]]>([:])

  /// `makeSession` returns a fresh session each time; `examples` are those of a verb, by default all.
  public init(
    examples: @escaping @Sendable (Registry, String) -> [Example] = { $0.examples(of: $1) },
    _ makeSession: @escaping @Sendable () -> Interpreter
  ) {
    self.examples = examples
    self.makeSession = makeSession
  }

  /// A fresh session.
  public func session() -> Interpreter { makeSession() }

  /// The runs of a verb's examples, in order; those that are only shown are left out.
  public func runs(of verb: String) -> [Run] {
    if let runs = kept.withLock({ $0[verb] }) { return runs }
    let session = makeSession()
    let run = examples(session.registry, verb).filter { $0.prints != nil || $0.fails != nil }
    let runs = run.map { ExampleRuns.run($0, in: makeSession()) }
    return kept.withLock { kept in
      if let others = kept[verb] { return others }
      kept[verb] = runs
      return runs
    }
  }

  private static func run(_ example: Example, in whole: Interpreter) -> Run {
    // Successful examples may write files, so they write to memory.
    var session = example.fails == nil ? whole.session.apart() ?? whole : whole
    var run = Run(example: example)
    for line in example.setup {
      _ = session.run(line) { run.reports.append((line, $0)) }
      if let error = run.reports.lazy.compactMap(\.report.error).first {
        run.failedSetup = (line, error)
        run.start = run.reports.count
        return run
      }
    }
    run.start = run.reports.count
    let before = session.state
    _ = session.run(example.line) { run.reports.append((example.line, $0)) }
    let cell = session.cells.entries.last
    if session.state != before { run.changes.append("the session") }
    if cell?.wroteWorkspace == true { run.changes.append("the workspace") }
    if cell?.files.contains(where: \.isWritten) == true { run.changes.append("a file") }
    return run
  }
}
