import PodiumCore
import SurfModel
import Testing

/// Lists of surf spots, made for these tests.
struct SpotListTests {
  private func json(_ text: String) throws -> SpotList { try SpotList(Sample.bytes(text), name: "made.json") }

  @Test func `a table gives what it has of each spot`() throws {
    let list = try SpotList(
      Sample.rows(
        """
        id,name,swell_buoy_id,tide_station_id,wind_lat,breaking_wave_angle,timezone,wind_long,region
        1,Made Point,46000,1234567,36.97,150,America/Los_Angeles,-121.96,North
        2,Made Point,,,10.5,,,20.25,South
        3,Made Point,,,36.9701,,,-121.9601,North
        4,No Place,,,91,,,0,
        5,No Number,,,36.9 N,,,0,
        6,,,,1,,,1,
        7,Turned,,,1,400,,1,

        """), name: "made.csv")
    #expect(list.spots.map(\.name) == ["Made Point", "Made Point", "Turned"])
    let first = try #require(list.spots.first)
    #expect(first.facing == 150 && first.buoy == "46000" && first.tide == "1234567" && first.region == "North")
    #expect(first.zone == "America/Los_Angeles" && first.place == Coordinate(latitude: 36.97, longitude: -121.96))
    #expect(list.spots[1].facing == nil && list.spots[1].buoy == nil && list.spots[2].facing == nil)
    #expect(list.report.refused.map(\.place) == ["line 5", "line 6", "line 7"])
    #expect(list.report.remarks.contains { $0.contains("counts once") })
    #expect(list.report.remarks.contains { $0.contains("'400'") })
    #expect(list.report.read == 7 && list.report.kept == 3)
  }

  @Test func `JSON may have a list below a key, and letters for the direction`() throws {
    let list = try json(
      """
      {"beaches":[{"name":"A","latitude":36.18,"longitude":-5.9,"orientation":"SW"},
        {"name":"B","lat":"1.5","lng":"2.5","tideStation":"9","buoy":46012},
        {"name":"C","location":{"lat":3,"lon":4}},{"name":"D","latitude":null,"longitude":1},7]}
      """)
    #expect(list.spots.map(\.name) == ["A", "B", "C"])
    #expect(list.spots[0].facing == 225 && list.spots[1].tide == "9" && list.spots[1].buoy == "46012")
    #expect(list.spots[2].place == Coordinate(latitude: 3, longitude: 4))
    #expect(list.report.refused.map(\.place) == ["entry 4", "entry 5"])
  }

  @Test func `GeoJSON has the longitude first`() throws {
    let list = try json(
      """
      {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-121.96,36.97]},
         "properties":{"name":"A","region":"R","lat":99}},
        {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2]]]},"properties":{"name":"B"}},
        {"type":"Feature","geometry":null,"properties":{"name":"C"}}]}
      """)
    #expect(list.spots.map(\.place) == [Coordinate(latitude: 36.97, longitude: -121.96)])
    #expect(list.report.refused.count == 2)
  }

  @Test func `a list without spots or without their columns is an error`() {
    #expect(Sample.failure { _ = try json(#"[{"name":"A","lat":100,"lon":1}]"#) }?.code == "no-rows")
    #expect(Sample.failure { _ = try json(#"{"name":"A","lat":1,"lon":1}"#) }?.code == "other-format")
    let table = Sample.failure { _ = try SpotList(Sample.rows("name,lat\nA,1\n"), name: "made.csv") }
    #expect(table?.code == "missing-column" && table?.help?.contains("lat") == true)
    #expect(Sample.failure { _ = try SpotList(Sample.rows(""), name: "made.csv") }?.code == "missing-column")
  }
}
