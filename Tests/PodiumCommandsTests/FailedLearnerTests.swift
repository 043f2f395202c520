import PodiumPlugin
import PodiumRender
import Testing

/// Reports on a learner that failed while others succeeded.
struct FailedLearnerTests {
  @Test(arguments: ["compare tree zeror k=3", "cv tree(max-depth=2,3) zeror k=3"])
  func `the reason comes with advice`(line: String) throws {
    var session = CommandFixture.session()
    for line in ["load ski-thesis", "label"] { #expect(session.report(line)?.status == .ok) }
    let given = session.report(line)
    let report = try #require(given)
    let text = TextRenderer(style: .plain).render(report)
    #expect(text.contains("failed: feature 'base' has categories, but the learner needs numbers; type: encode"))
    #expect(JSONRenderer().render(report).contains("type: encode"))
  }
}
