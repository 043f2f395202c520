import PodiumCore
import SurfModel
import Testing

/// Files are known by their content, and each reader refuses the files of the others by name.
struct FileKindTests {
  /// Made beginnings of files, one for each product.
  static let samples: [(text: String, kind: SurfFileKind)] = [
    (#"{"hourly_units":{},"hourly":{}}"#, .openMeteo), (#"{"error":true,"reason":"no"}"#, .openMeteoError),
    (#"[{"timestamp":1,"localTimestamp":1}]"#, .magicseaweed), (#"{"error_response":{"code":501}}"#, .magicseaweed),
    (#"{"associated":{"utcOffset":-8},"data":{}}"#, .surfline), (#"[{"size_ft":2,"shape":0.5}]"#, .spitcast),
    (#"[{"gmt":"2018-4-28 7","tide":1,"tide_meters":0.3}]"#, .spitcast),
    (#"{"hours":[{"waveHeight":{"sg":1}}]}"#, .stormglass), (#"{"predictions":[]}"#, .tidesJSON),
    (#"{"metadata":{},"data":[]}"#, .waterLevelJSON), (#"{"error":{"message":"x"}}"#, .errorJSON),
    (#"{"type":"FeatureCollection","features":[{"geometry":{}}]}"#, .geoJSON),
    (#"[{"name":"A","lat":1,"lng":2}]"#, .spots), (#"{"a":1}"#, .otherJSON),
    ("Date Time, Prediction, Type\n", .tidesCSV), ("Date Time, Water Level, Sigma\n", .waterLevelCSV),
    ("NOAA/NOS/CO-OPS\nStationid: 1\n", .tideTable),
    ("#YY  MM DD hh mm WDIR WSPD GST  WVHT\n#yr mo\n", .standardMet), ("YY MM DD hh WD WSPD GST WVHT\n", .standardMet),
    ("#YY  MM DD hh mm WVHT  SwH  SwP  WWH\n", .spectralSummary),
    ("#YY  MM DD hh mm WDIR WSPD GDR GST GTIME\n", .continuousWinds),
    ("#YY MM DD hh mm Sep_Freq\n", .rawSpectrum), ("YYYY MM DD hh mm .0200 .0325\n", .spectrum),
    ("spot,date,rating\n", .sessions), ("name,latitude,longitude\n", .spots), ("issued,valid,hs_m\n", .forecasts),
    ("name,lat,lon,issued,valid,hs_m\n", .forecasts), ("name,latitude,longitude,swell_direction\n", .spots),
    ("time,station,Hs (m),wind_speed_ms\n", .measurements), ("station_id,time,VHM0\n", .measurements),
    ("referenceTime;sea_surface_wave_significant_height;wind_speed\n", .measurements),
    ("issued,valid,station,hs_m\n", .forecasts), ("time,station,model,hs_m\n", .forecasts),
    (#"{"data":[{"sourceId":"SN1:0","referenceTime":"2026","observations":[]}]}"#, .frost),
    ("Date,HomeTeam,AwayTeam\n", .football), ("a,b,c\n", .delimited), ("<!doctype html>", .page),
  ]

  @Test(arguments: samples)
  func `a product is known by its content`(_ sample: (text: String, kind: SurfFileKind)) {
    for text in [sample.text, "\u{FEFF}" + sample.text, "\r\n \n" + sample.text] {
      #expect(SurfFileKind.detect(Sample.bytes(text)) == sample.kind)
    }
  }

  @Test func `packed files and text of no product are known too`() {
    #expect(SurfFileKind.detect([0x1F, 0x8B, 8]) == .gzip)
    #expect(SurfFileKind.detect([0x50, 0x4B, 3, 4]) == .zip)
    #expect(SurfFileKind.detect(Sample.bytes("SQLite format 3\u{0}")) == .database)
    for text in ["", " \n", "hello", "\u{FEFF}"] { #expect(SurfFileKind.detect(Sample.bytes(text)) == nil) }
  }

  @Test func `every format reads a kind of file`() {
    // A table of tides is named with format=.
    let named: Set<SurfFileKind.Format> = [.tides]
    #expect(
      Set(SurfFileKind.allCases.compactMap(\.format)) == Set(SurfFileKind.Format.allCases).subtracting(named))
  }

  /// Calls every reader of bytes with the kinds that it takes.
  private func readers(_ bytes: [UInt8]) -> [(kinds: Set<SurfFileKind>, error: Diagnostic?)] {
    [
      ([.openMeteo, .openMeteoError], Sample.failure { _ = try OpenMeteoFile(bytes, name: "x.json") }),
      (
        [.tidesJSON, .tidesCSV, .waterLevelJSON, .waterLevelCSV, .tideTable, .errorJSON],
        Sample.failure { _ = try TideFile(bytes, name: "x.json") }
      ),
      ([.spectralSummary], Sample.failure { _ = try SpectralFile(bytes, name: "x.json") }),
      ([.spots, .geoJSON], Sample.failure { _ = try SpotList(bytes, name: "x.json") }),
    ]
  }

  @Test(arguments: samples)
  func `every reader refuses the files of other products by name`(_ sample: (text: String, kind: SurfFileKind)) {
    for (kinds, error) in readers(Sample.bytes(sample.text)) where !kinds.contains(sample.kind) {
      #expect(error?.code == "other-format")
      let isNamed = error?.message.hasPrefix("'x.json' is \(sample.kind.product), not ") == true
      // What podium does not know has no name.
      #expect(isNamed || [.otherJSON, .delimited].contains(sample.kind), "\(error?.message ?? "")")
      if sample.kind.format != nil { #expect(error?.help == "read it with: surf import FILE") }
    }
  }
}
