import PodiumCore
import PodiumFiles
import PodiumPlugin
import PodiumTestKit
import SurfModel
import Testing

/// The sun beside a published series of first and last light.
@Suite(
  .enabled(
    if: DiskFiles().kind(of: Checkout.shared("data/surf/sun/bolinas_civil_light.csv")) == .file,
    "the shared files are not next to this checkout"))
struct SharedSunTests {
  @Test func `civil twilight is within a minute of 93 published days`() throws {
    let path = Checkout.shared("data/surf/sun/bolinas_civil_light.csv")
    let lines = String(decoding: try DiskFiles().read(path, shown: path), as: UTF8.self).split(
      whereSeparator: \.isNewline)
    let bolinas = try #require(Coordinate(latitude: 37.9094, longitude: -122.6864))
    var worst = 0.0
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",").map(String.init)
      let date = try #require(CalendarDate(iso: cells[0]))
      // Daylight saving time began on 8 March 2026.
      let offset = date < (try #require(CalendarDate(iso: "2026-03-08"))) ? 8 : 7
      let noon = try #require(Moment(iso: "\(date)T\(12 + offset):00:00Z"))
      let day = try #require(SolarDay(nearest: noon, at: bolinas))
      for (found, text) in [(day.civil.rise, cells[1]), (day.civil.set, cells[2])] {
        let local = try #require(Moment(iso: text + "Z"))
        let moment = try #require(found)
        worst = max(worst, Double((moment.microseconds - local.microseconds - offset * 3_600_000_000).magnitude) / 6e7)
      }
    }
    #expect(lines.count == 94)
    #expect(worst < 0.6, "\(worst) minutes")
  }
}
