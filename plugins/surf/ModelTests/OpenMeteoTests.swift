import PodiumCore
import SurfModel
import Testing

/// Answers of Open-Meteo, made up in the form of the service.
struct OpenMeteoTests {
  /// An answer with three hours, at an offset of two hours.
  private func answer(
    units: String, hourly: String, times: String = #""2026-05-12T00:00","2026-05-12T01:00","2026-05-12T02:00""#,
    more: String = #""utc_offset_seconds":7200,"#
  ) -> String {
    """
    {"latitude":43.5,"longitude":-8.25,\(more)"hourly_units":{"time":"iso8601",\(units)},
     "hourly":{"time":[\(times)],\(hourly)}}
    """
  }

  private func read(_ text: String) throws -> OpenMeteoFile {
    try OpenMeteoFile(Sample.bytes(text), name: "made.json")
  }

  @Test func `units come from the answer, and times lose its offset`() throws {
    let file = try read(
      answer(
        units:
          #""wave_height":"ft","wave_direction":"°","wind_speed_10m":"kn","temperature_2m":"°F","precipitation":"inch","sea_level_height_msl":"m""#,
        hourly:
          #""wave_height":[10,null,5],"wave_direction":[360,10,20],"wind_speed_10m":[10,9,8],"temperature_2m":[50,51,52],"precipitation":[0,1,0],"sea_level_height_msl":[-0.4,0,0.4]"#
      ))
    let run = try #require(file.runs.first)
    #expect(file.runs.count == 1 && run.model == "best_match" && run.issued == nil)
    #expect(run.place == Coordinate(latitude: 43.5, longitude: -8.25))
    #expect(run.times.first?.description == "2026-05-11T22:00:00Z")
    #expect((run[.waveHeight, 0] - 3.048).magnitude < 1e-12 && run[.waveHeight, 1].isNaN)
    #expect(run[.waveDirection, 0] == 0 && run[.waveDirection, 2] == 20)
    #expect((run[.windSpeed, 0] - 5.144444444).magnitude < 1e-8)
    #expect((run[.airTemperature, 0] - 10).magnitude < 1e-9 && run[.precipitation, 1] == 25.4)
    #expect(run[.tide, 0] == -0.4 && file.report.read == 3 && file.report.kept == 3)
  }

  @Test func `models are the ends of names, and the service's choice has none`() throws {
    let file = try read(
      answer(
        units:
          #""wave_height":"m","wave_height_ewam":"m","wind_speed_10m_some_new_model":"m/s","cloud_cover_low":"%","wave_height_previous_day1":"m","swell_wave_height_ewam":"m""#,
        hourly:
          #""wave_height":[1,1,1],"wave_height_ewam":[2,2,2],"wind_speed_10m_some_new_model":[3,3,3],"cloud_cover_low":[4,4,4],"wave_height_previous_day1":[5,5,5],"swell_wave_height_ewam":[1.5,1.5,1.5]"#
      ))
    #expect(file.runs.map(\.model) == ["best_match", "ewam", "some_new_model"])
    #expect(file.runs[1].values.keys.sorted() == [.waveHeight, .swellHeight])
    #expect(file.runs.allSatisfy { run in !run.values.values.contains { $0.contains(4) || $0.contains(5) } })
    #expect(file.report.remarks.contains { $0.contains("cloud_cover_low") })
    #expect(file.report.remarks.contains { $0.contains("wave_height_previous_day1") })
  }

  @Test func `a model of zeros or nulls has no data`() throws {
    let file = try read(
      answer(
        units:
          #""wave_height_a":"m","wave_direction_a":"°","wave_period_a":"s","wave_height_b":"undefined","wave_height_c":"m","wave_period_c":"s","wave_direction_c":"°""#,
        hourly:
          #""wave_height_a":[0,0,0],"wave_direction_a":[0,0,0],"wave_period_a":[0,null,0],"wave_height_b":[null,null,null],"wave_height_c":[1,0,1],"wave_period_c":[8,0,8],"wave_direction_c":[90,0,91]"#
      ))
    #expect(file.runs.map(\.model) == ["c"])
    #expect(file.report.refused.map(\.place) == ["model a", "model b"])
    #expect(file.report.remarks.contains { $0.contains("not a flat sea") })
    // One hour without waves is not a missing model.
    #expect(file.runs[0][.waveHeight, 1] == 0 && file.runs[0][.waveDirection, 1].isNaN)
  }

  @Test func `an answer in which no model has data is an error`() {
    let error = Sample.failure {
      _ = try read(answer(units: #""wave_height":"undefined""#, hourly: #""wave_height":[null,null,null]"#))
    }
    #expect(error?.code == "no-values" && error?.message.contains("best_match") == true)
  }

  @Test func `times of Unix are UTC whatever the offset`() throws {
    let text = answer(
      units: #""wave_height":"m""#, hourly: #""wave_height":[1,2,3]"#, times: "1778544000,1778547600,1778551200")
    #expect(try read(text).runs.first?.times.first?.description == "2026-05-12T00:00:00Z")
  }

  @Test func `quarters of an hour are read where there are no hours`() throws {
    let text = """
      {"latitude":1,"longitude":2,"utc_offset_seconds":0,"minutely_15_units":{"time":"iso8601","wave_height":"m"},
       "minutely_15":{"time":["2026-05-12T00:00","2026-05-12T00:15"],"wave_height":[1,1.5]},
       "current":{"time":"2026-05-12T00:10"}}
      """
    let file = try read(text)
    #expect(file.runs.first?.times.count == 2)
    #expect(file.earliestRetrieval?.description == "2026-05-12T00:10:00Z")
  }

  @Test func `a list of places gives a run for each`() throws {
    let one = answer(units: #""wave_height":"m""#, hourly: #""wave_height":[1,2,3]"#)
    let two = one.split(separator: "43.5").joined(separator: "44.5")
    let file = try read("[\(one),\(two)]")
    #expect(file.runs.map { $0.place?.latitude } == [43.5, 44.5])
  }

  @Test func `impossible values are refused with their hour`() throws {
    let file = try read(
      answer(
        units: #""wave_height":"m","wind_speed_10m":"km/h""#,
        hourly: #""wave_height":[-1,"2",3],"wind_speed_10m":[36,36,36000]"#))
    #expect(file.report.refused.count == 3)
    #expect(file.report.refused.allSatisfy { $0.place.contains("hour 2026-05-1") })
    #expect(file.runs[0][.waveHeight, 0].isNaN && file.runs[0][.windSpeed, 0] == 10)
  }

  @Test func `repeated and unordered hours are reported`() throws {
    let file = try read(
      answer(
        units: #""wave_height":"m""#, hourly: #""wave_height":[1,2,1,9]"#,
        times: #""2026-05-12T00:00","2026-05-12T02:00","2026-05-12T00:00","2026-05-12T02:00""#))
    #expect(file.runs[0].values[.waveHeight] == [1, 2])
    #expect(file.report.refused.map(\.reason).allSatisfy { $0.contains("other values") })
    #expect(file.report.refused.count == 1 && file.report.kept == 2)
    #expect(file.report.remarks.contains { $0.contains("out of time order") })
    #expect(file.report.remarks.contains { $0.contains("repeat an earlier one") })
  }

  @Test(arguments: [
    (#""wave_height":"furlong""#, #""wave_height":[1,2,3]"#, "unknown-unit"),
    (#""wave_height":"undefined""#, #""wave_height":[1,2,3]"#, "unknown-unit"),
    (#""wave_height":"s""#, #""wave_height":[1,2,3]"#, "unknown-unit"),
    (#""x":"s""#, #""wave_height":[1,2,3]"#, "unknown-unit"),
    (#""wave_height":"m""#, #""wave_height":[1,2]"#, "unequal-columns"),
    (#""wave_height":"m""#, #""wave_height":[1,2,3],"x":[]"#, "unequal-columns"),
    (#""wave_height":"m""#, #""wave_height":7"#, "damaged-file"),
    (#""wave_height":"m""#, #""wave_height":[1,2,3],"wave_height":[1,2,4]"#, "repeated-column"),
    (#""x":"m""#, #""x":[1,2,3]"#, "no-values"),
  ])
  func `a body that contradicts itself is refused`(_ units: String, _ hourly: String, _ code: String) {
    #expect(Sample.failure { _ = try read(answer(units: units, hourly: hourly)) }?.code == code)
  }

  @Test func `local times without an offset are refused`() {
    let error = Sample.failure {
      _ = try read(answer(units: #""wave_height":"m""#, hourly: #""wave_height":[1,2,3]"#, more: ""))
    }
    #expect(error?.code == "damaged-file" && error?.message.contains("utc_offset_seconds") == true)
  }

  @Test func `an error message of the service is shown with its reason`() {
    let error = Sample.failure { _ = try read(#"{"error":true,"reason":"Latitude must be in range\u001b[2J"}"#) }
    #expect(error?.code == "other-format" && error?.message.contains("Latitude must be in range") == true)
  }

  @Test(arguments: ["", "  \n", "{}", "[]", #"{"hourly_units":{},"hourly":{"time":[]}}"#, "[1,2]", #"{"hourly":7}"#])
  func `an empty answer is an error`(_ text: String) { #expect(Sample.failure { _ = try read(text) } != nil) }
}
