import PodiumCore
import SurfModel
import Testing

/// Waves, wind, sun, units and places.
struct SkyAndSeaTests {
  private func near(_ a: Double?, _ b: Double, _ distance: Double) -> Bool {
    a.map { ($0 - b).magnitude <= distance } ?? false
  }

  @Test(arguments: [
    "33.65,-118", "33.65, -118", "33.65 -118", "33.65N 118W", "33.65 N, 118 W", "33°39'N 118°W",
    "33°39'0\"N, 118°0'0\"W",
    "33.65n,118w",
  ])
  func `a place is read as maps write it`(_ text: String) {
    let place = Coordinate(text)
    #expect(near(place?.latitude, 33.65, 1e-9) && near(place?.longitude, -118, 1e-9))
  }

  @Test(arguments: [
    "33.65", "33.65N", "33.65W 118N", "33°65'N 118W", "95,0", "-33N 118W", "America/Nome", "a b", "", "N W", "1,2,3",
  ])
  func `other texts are not places`(_ text: String) { #expect(Coordinate(text) == nil) }

  @Test func `partitions add up by their energy`() {
    #expect(Waves.total([2, 1.5]) == 2.5)
    #expect(Waves.total([]) == nil && Waves.total([-1, 2]) == nil && Waves.total([.nan]) == nil)
  }

  @Test func `waves of 2 m and 14 s have the published power, length and height at breaking`() {
    #expect(near(Waves.power(height: 2, energyPeriod: 14 * 0.9), 24.7, 0.05))
    #expect(near(Waves.power(height: 1, energyPeriod: 1), 0.4906, 5e-5))
    #expect(near(Waves.crestSpeed(period: 1), 1.56, 0.005))
    #expect(near(Waves.length(period: 14), 1.56 * 14 * 14, 0.3))
    #expect(near(Waves.breaking(height: 2, period: 14), 3.1, 0.05))
    #expect(near(Waves.steepness(height: 2, period: 14), 2 / 305.9, 1e-4))
  }

  @Test(arguments: [(-1.0, 10.0), (2, 0), (2, -3), (.nan, 10), (2, .nan), (.infinity, 10), (2, .infinity)])
  func `impossible waves have no properties`(_ height: Double, _ period: Double) {
    #expect(Waves.power(height: height, energyPeriod: period) == nil)
    #expect(Waves.breaking(height: height, period: period) == nil)
    #expect(Waves.steepness(height: height, period: period) == nil)
  }

  @Test(arguments: [
    (150.0, 10.0, WindSide.onshore), (195, 10, .onshore), (196, 10, .cross), (285, 10, .cross), (286, 10, .offshore),
    (330, 10, .offshore), (105, 10, .onshore), (330, 2.5, .glassy),
  ])
  func `wind has a side at a beach that faces 150`(_ direction: Double, _ speed: Double, _ side: WindSide) {
    #expect(WindSide(from: direction, speed: speed, facing: 150) == side)
  }

  @Test func `wind without a direction has no side unless it is calm`() {
    #expect(WindSide(from: nil, speed: 10, facing: 150) == nil)
    #expect(WindSide(from: nil, speed: 0, facing: 150) == .glassy)
    #expect(WindSide(from: 10, speed: -1, facing: 150) == nil)
    #expect(near(WindSide.onshore(from: 350, speed: 10, facing: 170), -10, 1e-9))
  }

  @Test func `differences of directions are the shorter way round`() throws {
    #expect(Direction.difference(350, 10) == -20)
    #expect(Direction.difference(10, 350) == 20)
    #expect(Direction.difference(180, 0) == -180)
    let mean = try #require(CircularMean([350, 10]))
    #expect(near(mean.deviation, (-2 * 0.984807753.logarithm).squareRoot() * 180 / .pi, 1e-6))
    #expect(CircularMean([0, 180])?.deviation == nil)
  }

  @Test(arguments: [
    ("ft", 6.627, 2.0199096), ("kn", 1, 0.514444444), ("mph", 1, 0.44704), ("km/h", 3.6, 1), ("F", 60, 15.555555556),
    ("°C", 15, 15), ("KTS", 12, 6.173333333), ("nmi", 1, 1852),
  ])
  func `units are converted exactly`(_ name: String, _ value: Double, _ stored: Double) throws {
    let unit = try #require(SurfUnit(name))
    #expect(near(unit.stored(value), stored, 1e-9))
    #expect(near(unit.shown(unit.stored(value)), value, 1e-9))
  }

  @Test(arguments: ["furlong", "mm/s", "undefined", "iso8601"])
  func `an unknown unit is not guessed`(_ name: String) { #expect(SurfUnit(name) == nil) }

  @Test func `distances are great circles, across the date line too`() throws {
    let santaCruz = try #require(Coordinate("36.97,-121.96"))
    let monterey = try #require(Coordinate(" 36.6 , -121.9 "))
    #expect(near(santaCruz.distance(to: monterey), 41.49, 0.05))
    let (west, east) = (Coordinate(latitude: 0, longitude: 179.5), Coordinate(latitude: 0, longitude: -179.5))
    let apart = try #require(west).distance(to: #require(east))
    #expect(near(apart, 111.195, 0.001))
    let pole = try #require(Coordinate(latitude: 90, longitude: 0))
    let same = try #require(Coordinate(latitude: 90, longitude: 90))
    #expect(pole.distance(to: same) < 1e-9)
  }

  @Test(arguments: ["", "36.97", "36.97,", "91,0", "0,181", "a,b", "nan,0", "1,2,3", "36.97 X,121 W"])
  func `text that is not a place is not read`(_ text: String) { #expect(Coordinate(text) == nil) }

  @Test func `the sun rises and sets as in the almanac`() throws {
    // The almanac of the US Naval Observatory, in minutes: Greenwich and San Francisco.
    let greenwich = try #require(Coordinate(latitude: 51.48, longitude: 0))
    let june = try day("2026-06-21T12:00:00Z", greenwich)
    #expect(near(minutes(june.sun.rise), 3 * 60 + 43, 2) && near(minutes(june.sun.set), 20 * 60 + 21, 2))
    #expect(near(minutes(june.noon), 12 * 60 + 2, 1))
    let civil = try #require(june.civil.rise)
    let rise = try #require(june.sun.rise)
    #expect(civil < rise)
  }

  private func day(_ noon: String, _ place: Coordinate) throws -> SolarDay {
    let moment = try #require(Moment(iso: noon))
    return try #require(SolarDay(nearest: moment, at: place))
  }

  private func minutes(_ moment: Moment?) -> Double? {
    moment.map { Double($0.microseconds - $0.date.days * 86_400_000_000) / 60_000_000 }
  }

  @Test func `beyond the polar circles a day may have no sunrise or no sunset`() throws {
    let tromso = try #require(Coordinate(latitude: 69.65, longitude: 18.96))
    let june = try day("2026-06-21T11:00:00Z", tromso)
    #expect(june.sun == .alwaysUp && june.civil == .alwaysUp)
    let december = try day("2026-12-21T11:00:00Z", tromso)
    #expect(december.sun == .alwaysDown)
    #expect(december.civil.rise != nil)
    for latitude in [90.0, -90] {
      let pole = try #require(Coordinate(latitude: latitude, longitude: 0))
      let found = try day("2026-06-21T12:00:00Z", pole)
      #expect(found.sun == (latitude > 0 ? .alwaysUp : .alwaysDown))
    }
  }

  @Test func `the day is that of the clocks, also near the date line`() throws {
    // Apia is 13 hours ahead of UTC at 172 degrees west.
    let apia = try #require(Coordinate(latitude: -13.83, longitude: -171.77))
    let noon = try #require(Moment(iso: "2026-03-20T23:00:00Z"))
    let day = try #require(SolarDay(nearest: noon, at: apia))
    #expect((day.noon.microseconds - noon.microseconds).magnitude < 45 * 60_000_000)
  }
}

extension Double {
  /// The natural logarithm by its series, since the tests import no C library.
  fileprivate var logarithm: Double {
    let ratio = (self - 1) / (self + 1)
    return 2
      * stride(from: 1.0, to: 60, by: 2).reduce(0) { sum, power in
        sum + (0..<Int(power)).reduce(1) { product, _ in product * ratio } / power
      }
  }
}
