import Foundation
import PodiumCore
import PodiumLearn
import Testing

@testable import SkiModel
@testable import SkiPlugin
@testable import SkiStudies

/// Held-out sessions as jobs.
@Suite struct HeldOutTests {
  private static let context = JobContext(learners: LearnerCatalogue([]))

  private static func model() throws -> PairModel {
    let team = try MadeTeam(.init(), seed: Seed(3))
    return try PairModel(team.testedPairs, team.tests, cancellation: Cancellation())
  }

  @Test func `any number of threads and a decoded model give the same outcomes`() throws {
    let model = try Self.model()
    func outcomes(_ model: PairModel, _ threads: Int) throws -> [HeldOutSessions.Outcome] {
      try HeldOutSessions(
        model, seed: Seed(5), executor: ThreadExecutor(threads: threads), in: Self.context
      ).outcomes
    }
    let one = try outcomes(model, 1)
    #expect(one.count > 2)
    for threads in [2, 8] { #expect(try outcomes(model, threads) == one) }
    let read = try JSONDecoder().decode(PairModel.self, from: JSONEncoder().encode(model))
    #expect(read.variances == model.variances && read.isSettled == model.isSettled)
    #expect(try outcomes(read, 2) == one)
    #expect(try JSONDecoder().decode([HeldOutSessions.Outcome].self, from: JSONEncoder().encode(one)) == one)
  }

  @Test func `tests that refer to missing pairs or entries are refused`() throws {
    let model = try Self.model()
    let bytes = try JSONEncoder().encode(model)
    var fields = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    fields["pairs"] = [Any]()
    let broken = try JSONSerialization.data(withJSONObject: fields)
    #expect(throws: DecodingError.self) { _ = try JSONDecoder().decode(PairModel.self, from: broken) }
  }

  @Test func `an outcome of other sessions does not fit a group, and missing sessions are refused`() throws {
    let model = try Self.model()
    let kind = HeldOutJobs()
    let input = HeldOutJobs.Input(left: [0, 1], seed: Seed(5))
    let outcomes = try kind.run(input, sharing: model, in: Self.context)
    #expect(!outcomes.isEmpty && kind.fits(outcomes, input, sharing: model))
    #expect(!kind.fits(outcomes, HeldOutJobs.Input(left: [7], seed: Seed(5)), sharing: model))
    let missing = HeldOutJobs.Input(left: [model.tests.count], seed: Seed(5))
    let error = #expect(throws: Diagnostic.self) { try kind.require(missing, sharing: model, in: Self.context) }
    #expect(error?.code == "unknown-sessions")
  }

  @Test func `interrupted work leaves no outcome`() throws {
    var context = Self.context
    context.cancellation = Cancellation()
    context.cancellation.cancel()
    let model = try Self.model()
    let error = #expect(throws: Diagnostic.self) {
      _ = try HeldOutSessions(model, seed: Seed(5), executor: ThreadExecutor(threads: 2), in: context)
    }
    #expect(error?.code == "interrupted")
  }
}
