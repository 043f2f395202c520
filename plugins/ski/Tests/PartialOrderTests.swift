import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SkiPlugin

/// Orders that are only partly known.
struct PartialOrderTests {
  /// Four pairs in a session with manual ranks, three of which glided.
  private func fixture() throws -> SkiFixture {
    try SkiFixture(
      "ski pair add 4711005 4711006 4711008 4711017 type=Classic owner=Anna", "ski session new Bruksvallarna",
      "ski rank 1 017 006/005 008 add=yes", "ski glide 1 017 beats 006 margin=14cm",
      "ski glide 1 006 beats 008 margin=9cm", "ski glide 1 017 beats 008 margin=20cm")
  }

  @Test func `agreement covers the pairs that glided, even if one did not`() throws {
    var fixture = try fixture()
    let report = try fixture.does("ski agreement 1")
    #expect(report.column("first") == ["by hand"] && report.column("second") == ["by glides"])
    #expect(report.column("pairs") == ["3"] && report.column("contradictions") == ["0"])
    #expect(try fixture.does("ski order 1").record["manual_tau"] == "1")
    // Two parts of equal size: only the first counts, and nothing is compared across.
    try fixture.does("ski glide 1 remove=2")
    try fixture.does("ski glide 1 remove=3")
    try fixture.does("ski glide 1 008 beats 005 margin=3cm")
    #expect(try fixture.does("ski agreement 1").column("pairs") == ["2"])
  }

  @Test func `a tie is not a cycle, and a cycle is detected`() throws {
    var fixture = try fixture()
    #expect(!(try fixture.does("ski glide 1 005 ties 006").warnings.contains { $0.contains("cycle") }))
    #expect(!(try fixture.does("ski order 1").warnings.contains { $0.contains("cycle") }))
    try fixture.does("ski glide 1 008 beats 017 margin=2cm")
    #expect(try fixture.does("ski order 1").warnings.contains { $0.contains("cycle") })
  }

  @Test func `pairs without an owner can be recommended`() throws {
    var fixture = try SkiFixture.thesis("ski pair edit 017 owner=Anna")
    try fixture.refuses("ski recommend type=Klister air=5 new=50 wet=50", "which-athlete", naming: "nobody", "Anna")
    let report = try fixture.does("ski recommend type=Klister air=5 new=50 wet=50 athlete=nobody")
    #expect(report.column("serial_number").count == 7 && !report.column("serial_number").contains("017"))
  }

  @Test func `a sheet reports the session it adds and what it lacks`() throws {
    var fixture = try SkiFixture(files: ["protocol.csv": "Serienummer;Åkare;Rank\n011;Ebba Berg;1\n014;Ebba Berg;2\n"])
    let report = try fixture.does("ski import protocol.csv create=yes")
    let notes = report.remarked.filter { $0.contains("session '1' is new") }
    #expect(notes.count == 1 && notes[0].contains("ski session edit 1 at=… place=… air=…"), "\(report.remarked)")
    #expect(!(try fixture.does("ski import protocol.csv session=1").remarked.contains { $0.contains("is new") }))
  }
  @Test(arguments: [5, 6, 40]) func `a list reports many new sessions and pairs in a line each`(_ count: Int) throws {
    var list = "Datum;Plats;Par;Placering;Luft;Nysnö\n"
    for number in 1...count { list += "2024-01-\(10 + number % 19);Place \(number);P\(number);1;-5;100\n" }
    var fixture = try SkiFixture(files: ["list.csv": list])
    let notes = try fixture.does("ski import list.csv create=yes").remarked
    let (pairs, sessions) = (
      notes.filter { $0.contains("added") && !$0.contains("place") }, notes.filter { $0.contains("new") }
    )
    guard count > 5 else {
      #expect(pairs.count == count && sessions.count == count, "\(notes)")
      return
    }
    #expect(pairs == ["added \(count) ski pairs: 'P1', 'P2', 'P3', 'P4', … 'P\(count)'"], "\(notes)")
    let session = try #require(sessions.first)
    #expect(sessions.count == 1 && session.hasPrefix("\(count) sessions are new: '1', '2', '3', '4', … '\(count)'; "))
    #expect(session.hasSuffix("ski session edit NUMBER type=…"), "\(session)")
  }
}
