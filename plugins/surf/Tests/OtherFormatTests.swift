import PodiumCore
import PodiumEngine
import PodiumPlugin
import SurfModel
import Testing

/// Every importer refuses the files of the others by the name of their product.
struct OtherFormatTests {
  private static let samples: [(kind: SurfFileKind, text: String)] = [
    (.standardMet, "#YY MM DD hh mm WDIR WSPD GST WVHT DPD APD MWD PRES ATMP WTMP DEWP VIS PTDY TIDE\n"),
    (.spectralSummary, "#YY MM DD hh mm WVHT SwH SwP WWH WWP SwD WWD STEEPNESS APD MWD\n"),
    (.continuousWinds, "#YY MM DD hh mm WDIR WSPD GDR GST GTIME\n"),
    (.tidesJSON, #"{"predictions":[{"t":"2026-07-01 06:41","v":"-0.7","type":"L"}]}"#),
    (.waterLevelJSON, #"{"metadata":{"id":"9413450"},"data":[{"t":"2026-07-01 06:42","v":"0.5"}]}"#),
    (.tidesCSV, "Date Time, Prediction, Type\n2026-07-01 06:41,-0.7,L\n"),
    (.tideTable, "NOAA/NOS/CO-OPS\nStationid: 9413450\nDatum: MLLW\n"),
    (.openMeteo, #"{"latitude":36,"hourly_units":{"wave_height":"m"},"hourly":{"time":[],"wave_height":[]}}"#),
    (.spitcast, #"[{"gmt":"2018-4-28 7","size_ft":2,"shape_full":"Fair"}]"#),
    (.magicseaweed, #"[{"timestamp":1500000000,"localTimestamp":1500000000,"solidRating":1}]"#),
    (.surfline, #"{"associated":{"utcOffset":-8},"data":{"wave":[]}}"#),
    (.stormglass, #"{"hours":[{"time":"2021-08-13T00:00:00+00:00","waveHeight":{"sg":1}}],"meta":{}}"#),
    (.sessions, "spot,start,rating\nRamp,2025-12-05 07:30,4\n"),
    (.spots, "name,latitude,longitude\nRamp,36.95,-122.02\n"),
    (.forecasts, "issued,valid,wave_height_m\n2026-03-01T00:00Z,2026-03-01T06:00Z,1.2\n"),
    (.stationList, #"[{"id":"9413450","name":"Monterey","lat":36.6,"lng":-121.9}]"#),
    (.football, "Div,Date,HomeTeam,AwayTeam,FTHG\n"), (.page, "<!DOCTYPE html><html></html>"),
  ]

  @Test(arguments: SurfFileKind.Format.allCases)
  func `an importer names the product of a foreign file`(_ format: SurfFileKind.Format) throws {
    for (kind, text) in OtherFormatTests.samples {
      #expect(SurfFileKind.detect(Array(text.utf8)) == kind, "\(kind)")
      guard kind.format != format else { continue }
      var session = try SurfFixture.session(files: ["file": text])
      let error = session.report("surf import \(format.rawValue) file")?.error
      #expect(error?.code == "other-format", "\(kind): \(error?.message ?? "no error")")
      #expect(error?.message.contains(kind.product) == true, "\(kind): \(error?.message ?? "no error")")
    }
  }

  @Test(arguments: SurfFileKind.Format.allCases, ["", "\n \n"])
  func `an empty file has no rows`(_ format: SurfFileKind.Format, _ text: String) throws {
    var session = try SurfFixture.session(files: ["44013.txt": text])
    let key =
      [
        .ndbc: "station=44013", .coops: "station=44013", .observations: "station=A", .tides: "station=A", .spots: "",
      ][format] ?? "spot=ramp"
    let error = session.report(
      "surf spot add Ramp 36.95,-122.02 zone=UTC", "surf import \(format.rawValue) 44013.txt \(key)"
    )?.error
    let isPlain = error?.message.contains("is empty") == true || error?.message.contains("no rows") == true
    #expect(isPlain, "\(error?.message ?? "no error")")
  }

  @Test func `a JSON list of spots is not a log`() throws {
    let files = ["beaches.json": #"{"beaches":[{"name":"Ramp","latitude":36.95,"longitude":-122.02}]}"#]
    var session = try SurfFixture.session(files: files)
    let error = session.report("surf import sessions beaches.json")?.error
    #expect(error?.code == "other-format" && error?.message.contains("list of surf spots") == true)
  }
}
