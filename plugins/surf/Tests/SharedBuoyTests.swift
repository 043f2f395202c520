import Glibc
import PodiumCore
import PodiumFiles
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SurfModel
@testable import SurfPlugin

/// Real files next to the checkout, not part of it; skipped where they are absent.
///
/// The counts and means were computed independently of this program.
@Suite(
  .enabled(if: SharedSurf.exists("ndbc/44013.txt"), "the shared surf data are not next to this checkout"))
struct SharedBuoyTests {
  private func read(_ file: String) throws -> StandardMetFile {
    try StandardMetFile(try SharedSurf.context(file))
  }

  private func values(_ file: StandardMetFile, _ variable: Variable) -> [Double] {
    file.samples.map { $0[variable] }.filter { !$0.isNaN }
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

  @Test func `44013, the last 45 days`() throws {
    let file = try read("ndbc/44013.txt")
    #expect(file.rowCount == 6508 && file.samples.count == 6508 && file.refused.isEmpty)
    #expect(file.samples.map(\.time).min()?.description == "2022-04-21T00:00:00Z")
    #expect(file.samples.map(\.time).max()?.description == "2022-06-05T13:00:00Z")
    let heights = values(file, .waveHeight)
    #expect(heights.count == 1717 && (mean(heights) - 0.8465).magnitude < 5e-5)
    let periods = values(file, .peakPeriod)
    #expect(periods.count == 1069 && (mean(periods) - 7.2816).magnitude < 5e-5)
    let directions = values(file, .meanDirection)
    #expect(directions.count == 1695 && (mean(directions) - 106.84).magnitude < 5e-3)
    let around = try #require(CircularMean(directions))
    #expect((try #require(around.direction) - 90.84).magnitude < 5e-3 && (around.length - 0.7953).magnitude < 5e-5)
    let wind = values(file, .windDirection)
    let windAround = try #require(CircularMean(wind))
    #expect(wind.count == 6408)
    #expect(
      (try #require(windAround.direction) - 118.77).magnitude < 5e-3 && (windAround.length - 0.1662).magnitude < 5e-5)
    #expect(file.samples.count { [.waveHeight, .peakPeriod, .meanDirection].allSatisfy($0.has) } == 1056)
  }

  @Test func `46097, a month`() throws {
    let file = try read("ndbc/46097h201908qc.txt")
    #expect(file.samples.count == 4464 && file.header.age == .historical)
    let waves = file.samples.filter { $0.has(.waveHeight) }
    #expect(waves.count == 744 && waves.allSatisfy { $0.has(.peakPeriod) && $0.has(.meanDirection) })
    #expect((mean(waves.map { $0[.waveHeight] }) - 1.1948).magnitude < 5e-5)
    let wind = values(file, .windDirection)
    let around = try #require(CircularMean(wind))
    #expect((try #require(around.direction) - 3.2).magnitude < 5e-3 && (around.length - 0.2046).magnitude < 5e-5)
    let hours = try HourlySamples.merge(file.samples)
    #expect(hours.count { $0.has(.waveHeight) } == 744)
  }

  @Test(arguments: [
    ("ndbc/44013.spec", ".spec"), ("coops/hilo_day.json", "CO-OPS"), ("coops/9413450_daily_hilo.txt", "CO-OPS"),
    ("openmeteo/marine_monterey_ft.json", "Open-Meteo"),
    ("msw/success_response.json", "Magicseaweed"), ("msw/error_response.json", "Magicseaweed"),
    ("surfline/tourmy-waves.json", "Surfline"), ("surfline/tourmy-ratings.json", "Surfline"),
    ("stormglass/weather-point-first24h.json", "Stormglass"),
    ("stormglass/tide-extremes-point-msl.json", "Stormglass"), ("sessions/sample_sessions.csv", "log of surf sessions"),
    ("spots/surf_spots_rows_5.csv", "list of surf spots"),
  ])
  func `files of other products are refused by name`(_ file: String, _ name: String) throws {
    let error = BuoyText.failure { _ = try read(file) }
    #expect(error?.code == "other-format")
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
  }
}

/// Files in the folder of surf data next to the checkout.
enum SharedSurf {
  static func exists(_ file: String) -> Bool { access(Checkout.shared("data/surf/" + file), R_OK) == 0 }

  static func context(_ file: String) throws -> any ImportContext {
    try FileImportContext(
      Checkout.shared("data/surf/" + file), access: DiskFiles(), cancellation: Cancellation())
  }
}
