import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

/// Completion of the answer to a question.
struct GuideTests {
  /// The texts offered for an answer that ends at the cursor, and where they begin.
  private func offered(
    _ answer: String, to line: String, after setup: [String] = []
  ) throws -> (start: Int, texts: [String]) {
    var session = CommandFixture.session()
    for line in setup { #expect(session.report(line)?.error == nil, "\(line)") }
    let guide = try #require(Guide(line, in: session.session))
    let list = guide.completions(of: answer, at: answer.unicodeScalars.count)
    return (list?.start ?? 0, list?.candidates.map(\.text) ?? [])
  }

  private static let iris = ["load iris", "label species"]

  @Test func `only values of the requested parameter are offered`() throws {
    #expect(try offered("sv", to: "cv", after: Self.iris).texts == ["svm", "svr"])
    #expect(try offered("k", to: "cv", after: Self.iris).texts.contains("k=") == false)
    let columns = try offered("", to: "count", after: Self.iris).texts
    #expect(columns.contains("species"))
    #expect(!columns.contains("if") && !columns.contains { $0.hasSuffix("=") })
    #expect(try offered("'spe", to: "count", after: Self.iris).texts.isEmpty)
  }

  @Test func `an answer of several words continues after the last`() throws {
    let (start, texts) = try offered("species sep", to: "count", after: Self.iris)
    #expect(start == 8)
    #expect(texts == ["sepal_length_cm", "sepal_width_cm"])
    #expect(try !offered("species ", to: "count", after: Self.iris).texts.contains("species"))
  }

  @Test func `hyperparameters of a learner are offered in its parentheses`() throws {
    #expect(try offered("svm(ga", to: "cv", after: Self.iris).texts == ["gamma="])
    #expect(try offered("tree(criterion=g", to: "cv", after: Self.iris).texts == ["gini"])
  }

  @Test func `a later word depends on earlier ones`() throws {
    let setup = ["ski term add base White"]
    #expect(try offered("W", to: "ski term delete base", after: setup).texts == ["White"])
    #expect(try offered("W", to: "ski term delete brand", after: setup).texts.isEmpty)
  }

  @Test func `nothing is offered at a cursor outside the answer`() throws {
    var session = CommandFixture.session()
    #expect(session.report("load iris")?.error == nil)
    let guide = try #require(Guide("count", in: session.session))
    #expect(guide.completions(of: "spe", at: 4) == nil)
    #expect(guide.completions(of: "spe", at: -1) == nil)
  }
}
