import Foundation
import PodiumCore
import PodiumLearn
import PodiumPlugin
import Testing

/// Kinds of jobs in the registry, and jobs of any kind on threads.
@Suite struct JobKindTests {
  /// Quotients; dividing by 0 fails.
  private struct Quotients: JobKind {
    var key = "ski.quotients"
    func run(_ input: Int, sharing dividend: Int, in context: JobContext) throws(Diagnostic) -> Int {
      try context.cancellation.check()
      if input == 0 { throw Diagnostic("by-zero", "nothing is divided by 0") }
      return dividend / input
    }
  }

  private static let context = JobContext(learners: LearnerCatalogue([]))

  @Test func `a plugin registers a kind of jobs under its name, once`() throws {
    func code(_ bring: @escaping @Sendable (inout Registry) throws(Diagnostic) -> Void) -> String? {
      var registry = Registry()
      do throws(Diagnostic) {
        try registry.add(FakePlugin("ski", bring))
        return registry.jobKinds["ski.quotients"] == nil ? "not there" : nil
      } catch {
        return error.code
      }
    }
    #expect(code { (r) throws(Diagnostic) in try r.add(Quotients()) } == nil)
    #expect(code { (r) throws(Diagnostic) in try r.add(Quotients(key: "quotients")) } == "unprefixed-name")
    #expect(code { (r) throws(Diagnostic) in try r.add(Quotients(key: "fit")) } == "taken-name")
    #expect(
      code { (r) throws(Diagnostic) in
        try r.add(Quotients())
        try r.add(Quotients())
      } == "taken-name")
    #expect(Registry().jobKinds.keys.sorted() == ["evaluation", "evaluator", "fit"])
  }

  @Test(arguments: [1, 2, 8])
  func `threads return the result of each job in the order of the inputs`(_ threads: Int) throws {
    let inputs = Array(0..<40)
    let found = try ThreadExecutor(threads: threads).map(inputs, sharing: 120, by: Quotients(), in: Self.context)
    #expect(found.count == 40)
    guard case .failure(let error) = found[0] else {
      Issue.record("0 divides")
      return
    }
    #expect(error.code == "by-zero")
    #expect(try found.dropFirst().map { try $0.get() } == inputs.dropFirst().map { 120 / $0 })
    #expect(try ThreadExecutor(threads: threads).run(7, sharing: 120, by: Quotients(), in: Self.context) == 17)
    #expect(try ThreadExecutor(threads: threads).map([], sharing: 1, by: Quotients(), in: Self.context).isEmpty)
  }

  @Test func `stopped work returns nothing`() {
    var context = Self.context
    context.cancellation = Cancellation()
    context.cancellation.cancel()
    let error = #expect(throws: Diagnostic.self) {
      _ = try ThreadExecutor(threads: 2).map([1, 2], sharing: 1, by: Quotients(), in: context)
    }
    #expect(error?.code == "interrupted")
  }

  @Test func `a measure with counts and interval survives encoding`() throws {
    let share = NamedMeasure.share("ski.risk", 3, of: 20, explanation: "three of twenty")
    for measure in [share, NamedMeasure("ski.tau", nil, explanation: "undefined")] {
      #expect(try JSONDecoder().decode(NamedMeasure.self, from: JSONEncoder().encode(measure)) == measure)
    }
  }
}
