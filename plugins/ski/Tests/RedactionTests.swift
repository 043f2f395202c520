import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import SkiModel
import Testing

@testable import SkiPlugin

/// Exports with pseudonyms.
struct RedactionTests {
  static let secrets = [
    "Anna", "Nilsson", "3505000", "Raketen", "Falun", "Grön sten", "m3", "HF8", "UN", "hemlig", "Sweden", "2026-01-1",
    "60.6", "4711001", "4711002",
  ]

  @Test func `a redacted export contains no names, has stable pseudonyms and keeps the order`() throws {
    var fixture = try SkiFixture(
      "ski team add Sweden", "ski waxer add UN name=Urban", "ski athlete add \"Anna Nilsson\" fis=3505000 team=Sweden",
      "ski pair add 4711001 owner=Nilsson nickname=Raketen tags=Annas comment=hemlig", "ski pair add 4711002",
      "ski grind 001 \"Grön sten\" on=2026-01-09", "ski term edit grinding \"Grön sten\" description=hemlig snow=new",
      "ski treat 001 structure m3 on=2026-01-09",
      "ski session new Falun at=2026-01-10 latitude=60.6 longitude=15.6 waxer=UN comment=hemlig",
      "ski rank 1 001 002 add=yes", "ski comment 1 001 \"hemlig, wie 4711002\"", "ski rank 1 002 001 rater=UN",
      "ski glide 1 001 beats 002 margin=3 tester=UN treatments=HF8,m3 comment=hemlig", "ski cover UN Nilsson",
      "ski session new Falun at=2026-01-12")
    try fixture.does("ski export away redact=yes")
    try fixture.does("ski export again redact=yes key=away.key.json")
    let away = fixture.fileNames.filter { $0.hasPrefix("away/") }
    #expect(away.contains("away/glides.csv") && !fixture.fileNames.contains("away/away.key.json"))
    for name in away {
      let text = try #require(fixture.file(name))
      for secret in Self.secrets { #expect(!text.contains(secret), "\(name) holds \(secret)") }
      #expect(fixture.file("again" + name.dropFirst(4)) == text)
    }
    let key = try #require(fixture.file("away.key.json"))
    #expect(key.contains("Grön sten") && key.contains("Falun") && key.contains("4711001"))
    // As-of joins give the same result.
    var other = try SkiFixture(files: Dictionary(uniqueKeysWithValues: away.map { ($0, fixture.file($0) ?? "") }))
    try other.does("ski import away")
    let session = try other.view("1")
    #expect(session.time?.date == CalendarDate(iso: "2026-01-01"))
    // A pair has the same pseudonym in every file: ranks, glides, ratings and treatments agree.
    let ranked = session.participations.sorted { ($0.rank ?? 0) < ($1.rank ?? 0) }
    let serials = ranked.map(\.serialNumber)
    #expect(serials.allSatisfy { $0.hasPrefix("pair-") } && ranked.first?.grinding?.hasPrefix("grinding-") == true)
    #expect(session.glides.map { [$0.winner, $0.loser] } == [serials])
    #expect(try other.does("ski pair \(serials[0]) grinds").column("what") == ["grinding", "structure"])
    let ratings = try Rating.thing.items(in: other.session.store()).sorted { $0.rank < $1.rank }
    #expect(ratings.map(\.serialNumber) == serials.reversed())
    // The order of the rows does not reveal which is which.
    let rows = (fixture.file("away/ski_pairs.csv") ?? "").split(separator: "\n").dropFirst().map { $0.prefix(15) }
    #expect(rows.count == 2 && rows == rows.sorted())
    #expect(try other.does("ski sessions").column("session") == ["2", "1"])
    // A reused key file keeps its earlier pseudonyms.
    try fixture.does("ski session new Falun at=2026-01-13 number=Falun-3")
    try fixture.does("ski export part redact=yes key=away.key.json session=Falun-3")
    #expect(fixture.file("part/sessions.csv")?.contains("session-") == true)
    let later = try #require(fixture.file("away.key.json"))
    #expect(later.contains("4711001") && later.contains("Falun-3") && later.contains("Grön sten"))
    try fixture.does("ski export other redact=yes")
    #expect(fixture.file("other/sessions.csv") != fixture.file("away/sessions.csv"))
  }
}
