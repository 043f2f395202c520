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
    let parts = page.components(between: "```\n")
    #expect(parts.count == 25, "twelve blocks, and the text around them")
    var recorded: [String] = []
    for (place, part) in parts.enumerated() {
      // Every other part is a block.
      guard place % 2 == 1 else {
        recorded.append(part)
        continue
      }
      let scripted = ScriptedSession(part)
      // Loading the tables does not count.
      let work = scripted.steps.filter { !$0.input.hasPrefix("load ") && !$0.input.hasPrefix("quiet: load ") }
      #expect((1...3).contains(work.count), "\(part)")
      var session = try #require(CommandFixture.session().session.apart())
      let replay = scripted.replay(in: &session)
      recorded.append(replay.text)
      if getenv("PODIUM_RECORD") != nil { continue }
      for (step, found) in replay.differences {
        Issue.record("\(step.input)\nexpected:\n\(step.expected)found:\n\(found)")
      }
    }
    if getenv("PODIUM_RECORD") != nil {
      let text = recorded.joined(separator: "```\n")
      try CommandFixture.files.write(Array(text.utf8), to: Self.path, shown: "everyday.md", mode: .replace)
    }
  }
}

extension String {
  /// The parts between the occurrences of a text.
  fileprivate func components(between separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
