import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import Synchronization
import Testing

@testable import PodiumCommands

/// Folds after Ctrl-C.
@Suite struct InterruptedFoldTests {
  /// Cancels itself in its first fold, and counts those that begin.
  private struct CountingCommand: Command {
    let counter: Counter
    let signature = Signature(
      "count-folds", topic: .learning, summary: "Count folds.",
      parameters: [LearningCurveCommand.learner.any] + FoldWork.keys, exampleLines: "", traits: [.openKeys, .readsOnly])

    func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
      let work = try FoldWork(call[LearningCurveCommand.learner], span: nil, call, in: session)
      let cancellation = session.cancellation
      _ = try work.each { (_) throws(Diagnostic) in
        counter.begun.withLock { $0 += 1 }
        cancellation.cancel()
        return 1
      }
      return []
    }
  }

  private final class Counter: Sendable {
    let begun = Mutex(0)
  }

  @Test func `no fold begins once the command was interrupted`() throws {
    let counter = Counter()
    var registry = CommandFixture.registry
    try registry.add(CountingCommand(counter: counter))
    var session = CommandFixture.session(registry: registry)
    for line in ["set threads=1", "load iris", "label species"] { #expect(session.report(line)?.status == .ok) }
    #expect(session.report("count-folds zeror k=10")?.status == .interrupted)
    #expect(counter.begun.withLock { $0 } == 1)
  }
}
