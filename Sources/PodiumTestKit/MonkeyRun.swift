import PodiumCore
public import PodiumEngine
public import PodiumPlugin

/// A session that a monkey types in, with the invariants that must hold whatever it types.
public struct MonkeyRun {
  private var monkey: Monkey
  public private(set) var session: Interpreter
  /// The number of commands by how they ended.
  public private(set) var counts: [CommandReport.Status: Int] = [:]
  /// All problems found.
  public private(set) var problems: [String] = []
  /// The number of times undo and redo were tried.
  public private(set) var walks = 0

  /// Lets a monkey type in a session.
  public init(_ session: Interpreter, seed: UInt64) {
    self.session = session
    monkey = Monkey(seed: seed)
  }

  /// Types commands; at intervals, undoes and redoes all steps.
  public mutating func type(_ commands: Int, walkingEvery stride: Int) {
    for number in 1...max(1, commands) {
      let line = monkey.command(for: session)
      let before = session.state
      var failed = false
      _ = session.run(line) { report in
        counts[report.status, default: 0] += 1
        if report.status != .ok { failed = true }
        if let error = report.error, error.message.isEmpty { problems.append("'\(line)' fails without a word") }
      }
      // A script of cells that failed half-way is undone as a whole too.
      if failed, session.state != before { problems.append("'\(line)' failed and changed the session") }
      if session.results.entries.count > Results.limit { problems.append("too many results after '\(line)'") }
      if number % stride == 0 { walk(after: line) }
    }
  }

  /// Undoes and redoes as far as possible: the state must be the same.
  private mutating func walk(after line: String) {
    walks += 1
    let end = session.state
    var states = [end]
    while run("undo") { states.append(session.state) }
    for (place, state) in states.dropLast().enumerated().reversed() {
      guard run("redo") else {
        problems.append("redo ended \(place + 1) steps before the end after '\(line)'")
        return
      }
      if session.state != state { problems.append("redo came to another state, \(place) steps before '\(line)'") }
    }
    if session.state != end { problems.append("undo and redo did not come back after '\(line)'") }
  }

  private mutating func run(_ line: String) -> Bool { session.run(line) { _ in } }
}
