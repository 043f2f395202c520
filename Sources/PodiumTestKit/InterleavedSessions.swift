public import PodiumCore
public import PodiumEngine
import PodiumPlugin
import PodiumRender
import Synchronization

/// Sessions of one engine that run at the same time on one workspace, with random interrupts and completions, compared
/// with each session alone.
public struct InterleavedSessions: Sendable {
  /// The result of a run.
  public struct Outcome: Sendable {
    /// The number of commands that finished.
    public var commands = 0
    /// The number of commands that were interrupted and run again.
    public var interrupts = 0
    /// The number of completions and inspections.
    public var answers = 0
    /// The number of those that were answered while a command ran.
    public var answersMeanwhile = 0
    /// The rounds whose text differed from that of the session alone, each with the first line that differs.
    public var differences: [String] = []
  }

  /// Creates an engine on a workspace file.
  private let engine: @Sendable (_ workspace: String) throws(Diagnostic) -> Engine
  /// A command that starts a learner, for `learner add`; nil without one.
  private let learner: String?
  private let count: Int

  /// Prepares this many sessions; `engine` creates one on a workspace file.
  public init(
    sessions count: Int, learner: String?,
    engine: @escaping @Sendable (_ workspace: String) throws(Diagnostic) -> Engine
  ) {
    self.count = count
    self.learner = learner
    self.engine = engine
  }

  /// The commands of a round of a session; each round begins like the one before.
  public func lines(_ number: Int) -> [String] {
    var lines = [
      "set seed=\(number) threads=1 hints=no", "load iris", "label species",
      "cv tree(max-depth=\(2 + number % 4)) k=5 shuffle=yes", "head 2 if petal_length_cm > \(number % 6)",
      "fit tree as mine\(number)", "model save mine\(number) replace=yes", "predict mine\(number)",
      "save table\(number) replace=yes", "load saved table\(number) as again\(number)", "columns",
      "cv nosuch", "compare tree zeror k=3", "describe", "model load mine\(number) as back", "undo", "redo",
    ]
    if let learner {
      lines += [
        "use iris", "learner add own\(number) \"\(learner)\"", "cv own\(number) k=3", "learner remove own\(number)",
      ]
    }
    return lines + ["load wine", "label cultivar", "scale", "cv svm k=4", "missing"]
  }

  /// The output of a session in its first round and in a later one, alone in its own workspace.
  private func reference(_ number: Int, _ folder: String) throws(Diagnostic) -> (first: String, later: String) {
    let session = try engine(folder + "/alone\(number).sqlite").session()
    defer { session.close() }
    var rounds: [String] = []
    for _ in 0..<2 { rounds.append(lines(number).map { Self.text(session, $0).text }.joined()) }
    return (rounds[0], rounds[1])
  }

  /// Runs rounds in each session at the same time, until `isOver` returns true after a round.
  public func run(
    in folder: String, seed: UInt64, until isOver: @escaping @Sendable (_ rounds: Int) -> Bool
  ) throws(Diagnostic) -> Outcome {
    var references: [(first: String, later: String)] = []
    for number in 0..<count { references.append(try reference(number, folder)) }
    let shared = try engine(folder + "/shared.sqlite")
    var sessions: [EngineSession] = []
    for _ in 0..<count { sessions.append(try shared.session()) }
    defer { for session in sessions { session.close() } }
    let outcome = Mutex(Outcome())
    let left = Atomic(count)
    let (all, expected) = (sessions, references)
    // The sessions, and one thread that interrupts and completes.
    _ = Parallel.map(count: count + 1, threads: count + 1) { number in
      if number == 0 { return disturb(all, seed, left, outcome) }
      defer { left.wrappingSubtract(1, ordering: .relaxed) }
      var rounds = 0
      repeat {
        let found = round(number - 1, all[number - 1], outcome)
        let wanted = rounds == 0 ? expected[number - 1].first : expected[number - 1].later
        if found != wanted {
          let lines = zip(found.split(separator: "\n"), wanted.split(separator: "\n"))
          let first = lines.first { $0 != $1 }.map { "'\($0)', alone '\($1)'" } ?? "one is longer"
          outcome.withLock { $0.differences.append("session \(number - 1), round \(rounds): \(first)") }
        }
        rounds += 1
      } while !isOver(rounds)
    }
    return outcome.withLock { $0 }
  }

  /// One round of a session; interrupted commands are run again.
  private func round(_ number: Int, _ session: EngineSession, _ outcome: borrowing Mutex<Outcome>) -> String {
    var text = ""
    for line in lines(number) {
      while true {
        let found = InterleavedSessions.text(session, line)
        let wasInterrupted = found.status == .interrupted
        outcome.withLock { if wasInterrupted { $0.interrupts += 1 } else { $0.commands += 1 } }
        if wasInterrupted { continue }
        text += found.text
        break
      }
    }
    return text
  }

  /// Interrupts and completes at random until all sessions are done.
  private func disturb(
    _ sessions: [EngineSession], _ seed: UInt64, _ left: borrowing Atomic<Int>, _ outcome: borrowing Mutex<Outcome>
  ) {
    var random = SystemlessRandom(seed: seed)
    while left.load(ordering: .relaxed) > 0 {
      let number = random.below(sessions.count)
      let session = sessions[number]
      if random.chance(0.02) { session.interrupt() }
      let verbs = session.complete("colu", at: 4)?.candidates.map(\.text)
      let page = session.inspect("cv tree k=5", at: 9)
      let isWhole = session.isComplete("head (") == .incomplete
      let isRight = verbs == ["columns"] && page != nil && isWhole
      outcome.withLock { outcome in
        outcome.answers += 2
        if session.isRunning { outcome.answersMeanwhile += 2 }
        if !isRight { outcome.differences.append("an answer: \(verbs ?? []), \(page == nil ? "no page" : "a page")") }
      }
      Waiting.pause(milliseconds: 2)
    }
  }

  /// The output of a line, without what depends on the memory limits.
  private static func text(_ session: EngineSession, _ line: String) -> (text: String, status: ExecutionResult.Status) {
    let text = Mutex("")
    let result = session.execute(line) { event in
      guard case .report(var report) = event else { return }
      report.outputs.removeAll { output in
        guard case .note(let note) = output else { return false }
        return note.text.hasPrefix("undo can no longer") || note.text.hasPrefix("result $")
      }
      report.milliseconds = 0
      let error = report.error.map { "error: \($0.code): \($0.message)\n" } ?? ""
      text.withLock { $0 += TextRenderer(style: .plain).render(report) + error }
    }
    return (text.withLock { $0 }, result.status)
  }
}
