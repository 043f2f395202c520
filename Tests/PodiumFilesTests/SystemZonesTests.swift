import PodiumCore
import PodiumFiles
import PodiumPlugin
import Testing

/// Time zones of the machine's IANA database.
@Suite(
  .enabled(if: DiskFiles().kind(of: "/usr/share/zoneinfo") == .folder, "the Debian package tzdata is not installed"))
struct SystemZonesTests {
  @Test func `a zone is found by its name, and its clock is put forward and back`() throws {
    let clock = LocalClock(zone: "Europe/Stockholm", rules: try SystemZones.rules("Europe/Stockholm"))
    let winter = try #require(Moment(iso: "2024-03-30T14:00Z"))
    let summer = try #require(Moment(iso: "2024-05-06T18:00Z"))
    #expect(clock.shown(at: winter).description == "2024-03-30T15:00:00Z")
    #expect(clock.shown(at: summer).description == "2024-05-06T20:00:00Z")
    let skipped = try #require(Moment(iso: "2024-03-31T02:30Z"))
    #expect(clock.reading(of: skipped) == .skipped)
  }

  @Test(arguments: [
    "Europe/Stockhlm", "", "/etc/passwd", "../../etc/passwd", "Europe/../../../../etc/passwd", "Europe", "Europe/",
    "zone1970.tab", "Europe//Stockholm", "a\u{0}b", "localtime",
  ])
  func `a name leads nowhere but to a zone`(_ name: String) {
    #expect(throws: Diagnostic.self) { try SystemZones.rules(name) }
  }

  @Test func `a zone that is kept has the rules that were read, and another name is refused again`() throws {
    let zones = KeptZones()
    for _ in 1...2 {
      #expect(try zones.rules("Europe/Stockholm") == SystemZones.rules("Europe/Stockholm"))
      #expect(throws: Diagnostic.self) { try zones.rules("Europe/Stockhlm") }
    }
  }

  @Test func `a misspelled zone is suggested`() {
    do throws(Diagnostic) {
      _ = try SystemZones.rules("Europe/Stockhlm")
      Issue.record("the zone was found")
    } catch {
      #expect(error.code == "unknown-time-zone")
      #expect(error.help?.contains("Europe/Stockholm") == true)
    }
  }
}
