import PodiumCore
import SurfModel
import SurfPlugin
import Testing

/// Each service's JSON with one bad cell in each field, one at a time: the others are kept and the bad one is named with its
/// place. All files are made.
struct BadJSONCellTests {
  /// What a reader found: values by moment, model and variable, and all that it says.
  struct Found {
    var values: [String: Double] = [:]
    var said: [String] = []

    mutating func take(_ runs: [ForecastRun], _ report: ReadingReport) {
      for run in runs {
        for (row, time) in run.times.enumerated() {
          for (variable, column) in run.values where !column[row].isNaN {
            values["\(run.model) \(time) \(variable.column)"] = column[row]
          }
        }
      }
      said = report.refused.map { "\($0.place): \($0.reason)" } + report.remarks
    }

    mutating func take(_ tides: TideFile.Heights?) {
      for point in tides?.points ?? [] { values["tide \(point.at)"] = point.height }
      for event in tides?.events ?? [] { values["\(event.isHigh ? "high" : "low") \(event.at)"] = event.height }
    }
  }

  struct Service: Sendable {
    let name: String
    let text: String
    /// The members that lead to the entries.
    let entries: [String]
    /// Fields that podium does not read, or reads as any text.
    var others: Set<String> = []
    /// Fields without which an entry is nothing.
    let keys: Set<String>
    let read: @Sendable ([UInt8]) throws -> Found
  }

  static let all = [
    Service(
      name: "surfline wave", text: surfline(#""wave":[\#(wave(1)),\#(wave(2))]"#), entries: ["data", "wave"],
      keys: ["timestamp"], read: readSurfline),
    Service(
      name: "surfline wind",
      text: surfline(
        #""wind":[{"timestamp":1700006400,"speed":9,"gust":12,"direction":270},{"timestamp":1700010000,"speed":8,"gust":11,"direction":260}]"#
      ), entries: ["data", "wind"], keys: ["timestamp"], read: readSurfline),
    Service(
      name: "surfline rating",
      text: surfline(
        #""rating":[{"timestamp":1700006400,"rating":{"value":3}},{"timestamp":1700010000,"rating":{"value":2}}]"#),
      entries: ["data", "rating"], keys: ["timestamp", "value"], read: readSurfline),
    Service(
      name: "surfline weather",
      text: surfline(
        #""weather":[{"timestamp":1700006400,"temperature":15,"pressure":1015},{"timestamp":1700010000,"temperature":14,"pressure":1016}]"#
      ), entries: ["data", "weather"], keys: ["timestamp"], read: readSurfline),
    Service(
      name: "surfline tides",
      text: surfline(
        #""tides":[{"timestamp":1700006400,"type":"LOW","height":1},{"timestamp":1700010000,"type":"HIGH","height":4}]"#
      ),
      entries: ["data", "tides"], keys: ["timestamp", "height"], read: readSurfline),
    Service(
      name: "magicseaweed", text: "[\(magic(1_500_000_000)),\(magic(1_500_010_800))]", entries: [],
      keys: ["timestamp", "issueTimestamp"]
    ) { bytes in
      var found = Found()
      let file = try MagicseaweedFile(bytes, name: "m.json")
      found.take(file.runs, file.report)
      return found
    },
    Service(
      name: "stormglass",
      text: #"{"hours":[\#(storm("02")),\#(storm("03"))],"meta":{"lat":0.5,"lng":1}}"#, entries: ["hours"],
      keys: ["time"], read: readStormglass),
    Service(
      name: "stormglass extremes",
      text:
        #"{"data":[{"height":-0.6,"time":"2021-08-13T00:36:00+00:00","type":"low"},{"height":0.7,"time":"2021-08-13T06:40:00+00:00","type":"high"}],"meta":{"lat":1,"lng":1}}"#,
      entries: ["data"], keys: ["time", "height", "type"], read: readStormglass),
    Service(
      name: "stormglass levels",
      text:
        #"{"data":[{"sg":0.1,"time":"2021-08-13T00:00:00+00:00"},{"sg":0.2,"time":"2021-08-13T01:00:00+00:00"}],"meta":{"lat":1,"lng":1}}"#,
      entries: ["data"], keys: ["time", "sg"], read: readStormglass),
    Service(
      name: "spitcast", text: "[\(spit("7")),\(spit("8"))]", entries: [], others: ["hour", "spot_name"],
      keys: ["gmt"], read: readSpitcast),
    Service(
      name: "spitcast tide",
      text:
        #"[{"gmt":"2018-4-28 7","tide":3,"tide_meters":0.9144},{"gmt":"2018-4-28 8","tide":4,"tide_meters":1.2192}]"#,
      entries: [], keys: ["gmt"], read: readSpitcast),
    Service(
      name: "openmeteo",
      text:
        #"{"latitude":36,"longitude":-122,"utc_offset_seconds":0,"hourly_units":{"time":"iso8601","wave_height":"m","wave_direction":"°","wind_speed_10m":"km/h"},"hourly":{"time":["2026-05-12T00:00","2026-05-12T01:00"],"wave_height":[1.2,1.3],"wave_direction":[300,301],"wind_speed_10m":[18,36]}}"#,
      entries: ["hourly"], keys: ["time"]
    ) { bytes in
      var found = Found()
      let file = try OpenMeteoFile(bytes, name: "o.json")
      found.take(file.runs, file.report)
      return found
    },
    Service(
      name: "coops",
      text:
        #"{"predictions":[{"t":"2026-07-01 00:41","v":"-0.7","type":"L"},{"t":"2026-07-01 06:41","v":"1.7","type":"H"}]}"#,
      entries: ["predictions"], keys: ["t", "v", "type"]
    ) { bytes in
      let file = try TideFile(bytes, name: "t.json")
      var found = Found()
      found.take([], file.report)
      for row in 0..<file.report.read - file.report.refused.count { found.values["row \(row)"] = 1 }
      return found
    },
  ]

  private static func surfline(_ data: String) -> String {
    #"{"associated":{"units":{"waveHeight":"FT","swellHeight":"FT","tideHeight":"FT","windSpeed":"KTS","temperature":"C","pressure":"MB"},"utcOffset":-8,"runInitializationTimestamp":1700000000},"data":{\#(data)}}"#
  }

  private static func wave(_ number: Int) -> String {
    #"{"timestamp":\#(1_700_002_800 + 3600 * number),"surf":{"min":2,"max":3,"raw":{"min":2,"max":3}},"swells":[{"height":\#(number + 2),"period":10,"direction":200},{"height":4,"period":14,"direction":290}]}"#
  }

  private static func magic(_ time: Int) -> String {
    let part = #"{"height":2,"period":10,"direction":90,"trueDirection":270,"compassDirection":"W"}"#
    return
      #"{"timestamp":\#(time),"localTimestamp":\#(time - 3600),"issueTimestamp":1499990000,"fadedRating":1,"solidRating":3,"swell":{"minBreakingHeight":1,"absMinBreakingHeight":1,"maxBreakingHeight":2,"absMaxBreakingHeight":2,"unit":"ft","components":{"combined":\#(part),"primary":\#(part)}},"wind":{"speed":10,"gusts":14,"direction":90,"trueDirection":270,"compassDirection":"W","unit":"mph"},"condition":{"pressure":1015,"temperature":15,"unitPressure":"mb","unit":"c"}}"#
  }

  private static func storm(_ hour: String) -> String {
    #"{"time":"2021-08-13T\#(hour):00:00+00:00","waveHeight":{"sg":1.7,"noaa":1.5},"wavePeriod":{"sg":11},"windSpeed":{"noaa":4}}"#
  }

  private static func spit(_ hour: String) -> String {
    #"{"hour":"12AM","gmt":"2018-4-28 \#(hour)","size":2.5,"size_ft":2.5,"shape":"pf","shape_full":"Poor-Fair","spot_name":"Made Point","latitude":36.9,"longitude":-122,"hst":5,"0":{"hs":3,"tp":9,"dir":200},"1":{"hs":4,"tp":15,"dir":290},"speed_kts":9,"direction_degrees":270,"direction_text":"W"}"#
  }

  @Sendable private static func readSurfline(_ bytes: [UInt8]) throws -> Found {
    let file = try SurflineFile(bytes, name: "s.json")
    var found = Found()
    found.take([file.run].compactMap { $0 }, file.report)
    found.take(file.tides)
    return found
  }

  @Sendable private static func readStormglass(_ bytes: [UInt8]) throws -> Found {
    let file = try StormglassFile(bytes, name: "g.json")
    var found = Found()
    found.take(file.runs, file.report)
    found.take(file.tides)
    return found
  }

  @Sendable private static func readSpitcast(_ bytes: [UInt8]) throws -> Found {
    let file = try SpitcastFile(bytes, name: "p.json")
    var found = Found()
    found.take([file.run].compactMap { $0 }, file.report)
    found.take(file.tides)
    return found
  }

  /// The value with `??` in place of one leaf, for each of its leaves and each of its blocks, with the names that lead to it.
  private static func spoiled(_ value: JSONValue) -> [(path: [String], value: JSONValue)] {
    let own: [(path: [String], value: JSONValue)] = [([], .string("??"))]
    if let members = value.members {
      return own
        + members.indices.flatMap { place in
          spoiled(members[place].1).map { inner in
            var copy = members
            copy[place].1 = inner.value
            return ([members[place].0] + inner.path, .object(copy))
          }
        }
    }
    if let list = value.array {
      return own
        + list.indices.flatMap { place in
          spoiled(list[place]).map { inner in
            var copy = list
            copy[place] = inner.value
            return (["[\(place)]"] + inner.path, .array(copy))
          }
        }
    }
    return own
  }

  /// The file with one bad cell in its last entry, or in a row of columns.
  private static func spoiled(_ value: JSONValue, in entries: ArraySlice<String>) -> [(
    path: [String], value: JSONValue
  )] {
    guard let first = entries.first, let members = value.members,
      let place = members.firstIndex(where: { $0.0 == first })
    else {
      // Of entries the last; of columns the last row of each.
      if let list = value.array, let last = list.last {
        return spoiled(last).filter { !$0.path.isEmpty }.map { ($0.path, .array(list.dropLast() + [$0.value])) }
      }
      return spoiled(value).filter { $0.path.last == "[1]" }
    }
    return spoiled(members[place].1, in: entries.dropFirst()).map { inner in
      var copy = members
      copy[place].1 = inner.value
      return (inner.path, .object(copy))
    }
  }

  @Test(arguments: all.indices)
  func `one bad cell costs no other, and is named with its place`(_ number: Int) throws {
    let service = Self.all[number]
    let whole = try service.read(Sample.bytes(service.text))
    #expect(!whole.values.isEmpty && whole.said.allSatisfy { !$0.contains("??") }, "\(service.name): \(whole.said)")
    let cells = Self.spoiled(
      try JSONReader.value(ArraySlice(Sample.bytes(service.text)), file: "x"), in: service.entries[...])
    #expect(cells.count >= 2, "\(service.name)")
    for (path, value) in cells {
      let name = path.filter { !$0.hasPrefix("[") }
      guard !service.others.contains(name.last ?? "") else { continue }
      let found = try service.read(Sample.bytes(value.text))
      let title = "\(service.name) \(path.joined(separator: "."))"
      let place = ["entry 2", "hour 2", "2021-08-13T03:00", "2026-05-12T01:00"]
      let isPlace = ["latitude", "longitude"].contains(name.last)
      #expect(
        found.said.contains { line in
          line.contains("??") && (isPlace || place.contains { line.contains($0) })
            && (service.keys.contains(name.last ?? "") || isPlace
              || line.contains(name.last?.hasPrefix("unit") == true ? "unit" : name.last ?? ""))
        }, "\(title): \(found.said)")
      // Nothing else changes: what is lost belongs to the cell, and what is kept has its value.
      // Without the height of a swell the next highest takes its place.
      let moves = ["height", "hs"].contains(name.last) && path.count > 1 || path.last == "[0]" || path.last == "1"
      for (key, kept) in found.values where !(moves && key.contains("swell")) {
        #expect(whole.values[key].map { ($0 - kept).magnitude < 1e-9 } == true, "\(title): \(key)")
      }
      let lost = whole.values.keys.filter { found.values[$0] == nil }
      #expect(lost.allSatisfy { !Self.isOfFirst($0, whole) }, "\(title): \(lost)")
      if !service.keys.contains(name.last ?? "") {
        let own = whole.values.count / 2
        #expect(lost.count < own || own < 3 || value.text.contains(#""??""#) && path.count == 1, "\(title): \(lost)")
      }
    }
  }

  /// Whether a value is of the first time of a file.
  private static func isOfFirst(_ key: String, _ found: Found) -> Bool {
    let times = found.values.keys.compactMap { $0.split(separator: " ").first { $0.contains("T") || $0 == "0" } }
    guard let first = times.min() else { return false }
    return key.split(separator: " ").contains(first)
  }
}
