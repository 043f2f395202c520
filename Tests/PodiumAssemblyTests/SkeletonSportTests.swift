import Foundation
import PodiumAssembly
import PodiumConformance
import PodiumTestKit
import Testing

@testable import PodiumOutside

/// The sport that `podium plugin new NAME language=swift` writes, which `RowingPlugin.swift` is to the letter.
struct SkeletonSportTests {
  static let suite = PluginConformance("rowing") {
    try Assembly.session(folder: Checkout.root, datasets: [], plugins: [RowingPlugin()])
  }

  @Test(arguments: [PluginConformance.Check.names, .commands, .things])
  func `the sport of a skeleton conforms`(_ check: PluginConformance.Check) {
    #expect(Self.suite.count(check) > 0)
    for problem in Self.suite.problems(check) { Issue.record("\(problem)") }
  }

  @Test func `what is tested here is what a skeleton has`() throws {
    let files = try Skeleton("rowing", language: "swift").files
    let source = try #require(files.first { $0.path == "sport/Sources/RowingPlugin.swift" })
    let here = Checkout.path("Tests/PodiumAssemblyTests/RowingPlugin.swift")
    #expect(try String(contentsOfFile: here, encoding: .utf8) == source.text)
    // A kind of five fields, its verbs and its checks.
    let kind = FencedPage.lines(source.text).drop { $0 != "struct Item: Sendable {" }
    #expect((20...40).contains(kind.count))
    #expect(try Skeleton("row-2", language: "swift").files.contains { $0.path == "sport/Sources/Row2Plugin.swift" })
  }
}
