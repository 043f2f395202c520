import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// Each importer with one bad cell in each column, one at a time: the others are kept and the bad one is named. All files are
/// made.
struct BadCellTests {
  private static let spot = "surf spot add Ramp 36.95,-122.02 zone=UTC facing=180"

  /// A made table: its header, two rows, and the columns without which a row is nothing.
  struct Made: Sendable {
    let name: String
    let line: String
    let above: String
    let header: [String]
    let rows: [[String]]
    let separator: String
    /// Columns without which a row cannot be kept.
    let keys: Set<String>
    /// Columns that take any text.
    let texts: Set<String>
    /// Lines above the first row.
    var lines = 1

    func text(bad column: Int?, row: Int) -> String {
      let cells = rows.enumerated().map { place, cells in
        cells.enumerated().map { $0 == column && place == row ? "??" : $1 }.joined(separator: separator)
      }
      return above + ([header.joined(separator: separator)] + units + cells).joined(separator: "\n") + "\n"
    }

    private var units: [String] {
      lines == 2 ? [name.hasSuffix("spec") ? BadCellTests.specUnits : BadCellTests.units] : []
    }
  }

  private static let units = "#yr mo dy hr mn degT m/s m/s m sec sec degT hPa degC degC degC nmi hPa ft"
  private static let specUnits = "#yr mo dy hr mn m m sec m sec - degT - sec degT"

  static let all: [Made] = [
    Made(
      name: "46000.txt", line: "surf import ndbc 46000.txt", above: "",
      header: "#YY MM DD hh mm WDIR WSPD GST WVHT DPD APD MWD PRES ATMP WTMP DEWP VIS PTDY TIDE"
        .split(separator: " ").map(String.init),
      rows: [
        "2026 05 01 01 00 340 5.0 6.0 1.3 10 6.1 345 1015.4 10.1 12.0 9.0 5.0 -0.3 1.0",
        "2026 05 01 00 00 330 5.0 6.0 1.2 10 6.0 340 1015.6 10.2 12.0 9.0 5.0 -0.3 1.0",
      ].map { $0.split(separator: " ").map(String.init) },
      separator: " ", keys: ["#YY", "MM", "DD", "hh", "mm"], texts: [], lines: 2),
    Made(
      name: "46000.spec", line: "surf import ndbc 46000.spec", above: "",
      header: "#YY MM DD hh mm WVHT SwH SwP WWH WWP SwD WWD STEEPNESS APD MWD".split(separator: " ").map(String.init),
      rows: [
        "2026 05 01 01 40 1.3 1.0 10.0 0.8 5.0 NW N AVERAGE 6.1 345",
        "2026 05 01 00 40 1.2 1.0 10.0 0.7 5.0 NW N AVERAGE 6.0 340",
      ].map { $0.split(separator: " ").map(String.init) },
      separator: " ", keys: ["#YY", "MM", "DD", "hh", "mm"], texts: [], lines: 2),
    Made(
      name: "forecast.csv", line: "surf import forecast forecast.csv spot=ramp model=made", above: "",
      header: [
        "issued", "valid", "wave_height_m", "wave_period_s", "wave_direction_deg", "wind_speed_kn",
        "wind_direction_deg", "swell_height_ft", "swell_period_s", "air_temperature_c", "score_1_10",
      ],
      rows: [
        ["2026-05-01T00:00Z", "2026-05-01T06:00Z", "1.2", "10", "300", "8", "90", "3", "12", "15", "6"],
        ["2026-05-01T00:00Z", "2026-05-01T12:00Z", "1.3", "11", "301", "9", "91", "3", "12", "15", "7"],
      ], separator: ",", keys: ["issued", "valid"], texts: []),
    Made(
      name: "journal.csv", line: "surf import sessions journal.csv", above: "",
      header: [
        "spot", "start", "end", "rating", "power", "waves", "size_m", "wave_height_ft", "wind_speed_kt", "board",
        "notes",
      ],
      rows: [
        ["Ramp", "2026-05-01 07:30", "09:00", "4", "3", "12", "1.2", "4", "5", "fish", "clean"],
        ["Ramp", "2026-05-02 07:30", "09:00", "3", "2", "11", "1.1", "3", "6", "log", "bumpy"],
      ], separator: ",", keys: ["spot", "start", "rating"], texts: ["board", "notes"]),
    Made(
      name: "spots.csv", line: "surf import spots spots.csv", above: "",
      header: [
        "name", "latitude", "longitude", "region", "facing", "buoy", "tide", "zone", "swell_window", "tide_band",
      ],
      rows: [
        ["Cove", "43.3", "-8.6", "Galicia", "330", "62001", "T1", "Europe/Madrid", "290..20", "low,mid"],
        ["Reef", "43.4", "-8.3", "Galicia", "320", "62001", "T1", "Europe/Madrid", "290..20", "mid"],
      ].map { $0.map { $0.contains(",") ? "\"\($0)\"" : $0 } }, separator: ",",
      keys: ["latitude", "longitude"], texts: ["name", "region", "buoy", "tide"]),
    Made(
      name: "tide.csv", line: "surf import coops tide.csv station=9 units=m datum=MLLW zone=gmt", above: "",
      header: ["Date Time", " Prediction", " Type"],
      rows: [["2026-05-01 01:00", "0.2", "L"], ["2026-05-01 07:10", "1.4", "H"], ["2026-05-01 13:20", "0.3", "L"]],
      separator: ",", keys: ["Date Time", " Prediction", " Type"], texts: []),
  ]

  private func field(_ report: CommandReport?, _ name: String) -> Int? {
    for output in report?.outputs ?? [] {
      guard case .record(let record) = output else { continue }
      if case .integer(let count)? = record.fields.first(where: { $0.name == name })?.values.first { return count }
    }
    return nil
  }

  @Test(arguments: all.indices)
  func `one bad cell costs no other`(_ place: Int) throws {
    let made = Self.all[place]
    var whole = try SurfFixture.session(files: [made.name: made.text(bad: nil, row: 1)])
    let good = whole.report(Self.spot, made.line)
    #expect(good?.error == nil && field(good, "kept") == made.rows.count, "\(made.name): \(good?.remarks ?? [])")
    for (column, title) in made.header.enumerated() where !made.texts.contains(title) {
      var session = try SurfFixture.session(files: [made.name: made.text(bad: column, row: 1)])
      let report = session.report(Self.spot, made.line)
      let remarks = (report?.remarks ?? []).joined(separator: "\n")
      let line = made.lines + 2
      #expect(report?.error == nil, "\(made.name) \(title): \(report?.error?.message ?? "")")
      #expect(remarks.contains("??"), "\(made.name) \(title): \(remarks)")
      #expect(remarks.contains("line \(line)") || title == "spot", "\(made.name) \(title): \(remarks)")
      let kept = made.rows.count - (made.keys.contains(title) ? 1 : 0)
      #expect(field(report, "kept") == kept, "\(made.name) \(title): \(remarks)")
    }
  }

  @Test func `headers in the middle of joined files are skipped, and other columns are refused`() throws {
    for made in Self.all.prefix(2) {
      let text = made.text(bad: nil, row: 0)
      let later = text.replacing("2026 05 01", with: "2026 05 02")
      var session = try SurfFixture.session(files: [made.name: text + later])
      let report = session.report(Self.spot, made.line)
      #expect(field(report, "kept") == 4 && field(report, "refused") == 0, "\(report?.remarks ?? [])")
      let swapped = later.replacing(" WVHT", with: " XXXX").replacing(" APD", with: " WVHT").replacing(
        " XXXX", with: " APD")
      var other = try SurfFixture.session(files: [made.name: text + swapped])
      #expect(other.report(Self.spot, made.line)?.error?.code == "not-ndbc")
    }
  }

  @Test func `the zone of a spot in JSON that no clock knows is named with its entry`() throws {
    let text =
      #"[{"name":"A","lat":43.3,"lon":-8.6,"zone":"Europe/Madrid"},{"name":"B","lat":43.4,"lon":-8.2,"zone":"??"}]"#
    var session = try SurfFixture.session(files: ["spots.json": text])
    let report = session.report(Self.spot, "surf import spots spots.json")
    #expect(report?.error == nil && field(report, "kept") == 2, "\(report?.remarks ?? [])")
    let remarks = (report?.remarks ?? []).joined(separator: "\n")
    #expect(remarks.contains("entry 2: left out the zone of 'B': '??' is not a time zone"), "\(remarks)")
  }
}
