import PodiumTestKit
import Testing

/// The guide to the service can be followed; its files for systemd and nginx are for machines that have them.
@Suite(.enabled(if: ServedHome.isBuilt, "podium-serve is not built; ./test builds it"))
struct ServeGuideTests {
  @Test func `its commands print what it shows, and it has at most 150 lines`() throws {
    let text = try #require(try Home().text(GuideTests.folder + "/serve.md"))
    #expect(FencedPage.lines(text).count <= 150)
    let page = try #require(FencedPage(text))
    let reader = try GuideReader(data: [:])
    let kinds = Set(page.blocks.compactMap { $0.info.split(separator: " ").first.map(String.init) })
    #expect(kinds == ["console", "ini", "nginx"])
    for block in page.blocks where block.info.hasPrefix("console") {
      for step in try reader.follow(block).differences {
        Issue.record("serve.md:\(step.line): \(step.input)\nexpected:\n\(step.shown)found:\n\(step.printed)")
      }
    }
  }
}
