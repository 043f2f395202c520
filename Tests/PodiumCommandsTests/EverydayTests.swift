import Glibc
import PodiumCore
import PodiumEngine
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

/// The page of everyday tasks shows what podium prints.
///
/// PODIUM_RECORD=1 writes what is printed now; the difference is then reviewed like any other change.
struct EverydayTests {
  static let path = Checkout.path("docs/everyday.md")

  @Test func `each everyday task takes at most three commands and prints what the page says`() throws {
    let page = String(decoding: try CommandFixture.files.read(Self.path, shown: "everyday.md"), as: UTF8.self)
    let parsed = try #require(FencedPage(page))
    #expect(parsed.blocks.count == 12)
    var recorded: [String] = []
    for block in parsed.blocks {
      let scripted = ScriptedSession(block.text)
      // Loading the tables does not count.
      let work = scripted.steps.filter { !$0.input.hasPrefix("load ") && !$0.input.hasPrefix("quiet: load ") }
      #expect((1...3).contains(work.count), "\(block.text)")
      var session = try #require(CommandFixture.session().session.apart())
      let replay = scripted.replay(in: &session)
      recorded.append(replay.text)
      if getenv("PODIUM_RECORD") != nil { continue }
      for (step, found) in replay.differences {
        Issue.record("\(step.input)\nexpected:\n\(step.expected)found:\n\(found)")
      }
    }
    if getenv("PODIUM_RECORD") != nil {
      let text = parsed.text(withBlocks: recorded)
      try CommandFixture.files.write(Array(text.utf8), to: Self.path, shown: "everyday.md", mode: .replace)
    }
  }
}
