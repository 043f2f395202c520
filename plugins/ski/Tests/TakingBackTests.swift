import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

@testable import SkiPlugin

/// What was entered can be taken back after 'undo' no longer reaches it.
struct TakingBackTests {
  /// Enters something, then takes it back: what is stored is as it was before.
  private func taken(_ entered: String, _ back: String, _ before: String...) throws {
    var fixture = try SkiFixture(
      "ski pair add 101 102 103 type=Classic", "ski waxer add LN", "ski waxer add UN",
      "ski session new Oslo number=1 at=2026-01-10T09:00Z air=-5 new=100", "ski add 1 101 102 103")
    for line in before { try fixture.does(line) }
    func stored() throws -> [String] {
      // Who changed a record last, and when, stays with it.
      try fixture.kept().map { line in
        line.split(separator: " ").filter { !$0.hasPrefix("edited_") && !$0.hasPrefix("revision") }.joined(
          separator: " ")
      }
    }
    let first = try stored()
    try fixture.does(entered)
    #expect(try stored() != first)
    try fixture.does(back)
    #expect(try stored() == first, "\(entered); \(back)")
    #expect(try fixture.run(back).error != nil, "\(back) again")
  }

  @Test(arguments: [
    ("ski treat 101 wax LF6 on=2026-01-11", "ski treat 101 wax on=2026-01-11 remove=yes"),
    ("ski conditions 1 at=10:30 air=-4", "ski conditions 1 at=10:30 remove=yes"),
    ("ski cover LN away=2026-01-20..2026-01-27 by=UN", "ski cover LN away=2026-01-20..2026-01-27 end=yes"),
    ("ski rank 1 103 101/102", "ski rank 1 remove=yes"),
    ("ski rank 1 103 101 part=kick", "ski rank 1 part=kick remove=yes"),
    ("ski rank 1 103 101 rater=BO", "ski rank 1 rater=BO remove=yes"),
  ])
  func `a mistake is taken back by the verb that entered it`(_ entered: String, _ back: String) throws {
    try taken(entered, back)
  }

  @Test func `other ranks stay, and keys that removing does not use are refused`() throws {
    try taken("ski rank 1 103 101 rater=BO", "ski rank 1 rater=BO remove=yes", "ski rank 1 101 102 103")
    var fixture = try SkiFixture(
      "ski pair add 101 102", "ski waxer add LN", "ski session new Oslo number=1 at=2026-01-10T09:00Z",
      "ski rank 1 101 102 add=yes",
      "ski treat 101 wax LF6 on=2026-01-11")
    try fixture.refuses("ski rank 1 102 101 remove=yes", "unexpected-argument")
    try fixture.refuses("ski rank 1 remove=yes add=yes", "unexpected-key")
    try fixture.refuses("ski treat 101 wax on=2026-01-11 remove=yes comment=x", "unexpected-key")
    try fixture.refuses("ski treat 101 powder on=2026-01-11 remove=yes", "unknown-treatment")
    try fixture.refuses("ski conditions 1 remove=yes", "missing-argument")
    try fixture.refuses("ski conditions 1 at=10:30 air=1 remove=yes", "unexpected-key")
    try fixture.refuses("ski conditions 1 at=10:30 remove=yes", "unknown-measurement")
    try fixture.refuses("ski cover LN away=2026-01-20..2026-01-27 end=yes", "unknown-leave")
  }

  @Test func `none is not a term`() throws {
    var fixture = try SkiFixture("ski pair add 101 type=Classic")
    try fixture.refuses("ski pair edit 101 type=none", "bad-name", naming: "\"\"")
    try fixture.refuses("ski session new Oslo type=none", "bad-name")
  }
}
