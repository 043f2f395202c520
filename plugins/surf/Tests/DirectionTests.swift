import PodiumCore
import SurfModel
import Testing

@testable import SurfPlugin

/// Circular means, arcs and compass points.
struct DirectionTests {
  @Test func `the mean of 350 and 10 is north, not south`() throws {
    let mean = try #require(CircularMean([350, 10]))
    let direction = try #require(mean.direction)
    #expect(direction < 1e-9 || direction > 360 - 1e-9)
    #expect((mean.length - 0.984807753).magnitude < 1e-9)
  }

  @Test func `directions that cancel out have no mean`() throws {
    let mean = try #require(CircularMean([0, 180, 90, 270]))
    #expect(mean.direction == nil)
    #expect(mean.length == 0)
  }

  @Test func `weights count, and missing or zero-weight directions do not`() throws {
    #expect(CircularMean([90, 0], weights: [3, 0])?.direction == 90)
    #expect(CircularMean([.nan, 270])?.direction == 270)
    #expect(CircularMean([.nan]) == nil)
    #expect(CircularMean([90], weights: [.nan]) == nil)
    #expect(CircularMean([90], weights: [.infinity]) == nil)
    let tilted = try #require(CircularMean([0, 90], weights: [1, 3.0.squareRoot()])?.direction)
    #expect((tilted - 60).magnitude < 1e-9)
  }

  @Test(arguments: [
    (348.75, "N"), (348.7, "NNW"), (0, "N"), (360, "N"), (11.24, "N"), (11.25, "NNE"), (90, "E"), (225, "SW"),
    (-90, "W"), (298, "WNW"),
  ])
  func `each compass point includes its first edge`(_ degrees: Double, _ name: String) {
    #expect(Compass.name(of: degrees) == name)
  }

  @Test func `compass points are read in any case, other words are not`() {
    #expect(Compass.degrees(of: "nnw") == 337.5)
    #expect(Compass.degrees(of: "North") == nil)
  }

  @Test func `an arc may cross north`() throws {
    let arc = try #require(Arc("290..20"))
    for inside in [290, 350, 0, 10, 20, 360] { #expect(arc.contains(Double(inside))) }
    for outside in [30, 289, 180] { #expect(!arc.contains(Double(outside))) }
    #expect(try #require(Arc("NW..NE")).contains(0))
    let single = try #require(Arc("90..90"))
    #expect(single.contains(90) && !single.contains(91))
  }

  @Test func `from 0 to 360 is every direction, and 360 to 0 is north`() throws {
    let full = try #require(Arc("0..360"))
    #expect(full.contains(0) && full.contains(180) && full.text == "0..360" && Arc(full.text) == full)
    let north = try #require(Arc("360..0"))
    #expect(north.contains(0) && !north.contains(180) && north.text == "0..0")
  }

  @Test(arguments: ["", "290", "290..", "..20", "290..400", "-5..5", "a..b", "290..20..30", "1e2..3", "nan..3"])
  func `an invalid arc is not read`(_ text: String) { #expect(Arc(text) == nil) }

  @Test func `a direction just below a full turn stays below it`() {
    #expect(Direction.normalised(-1e-20) < 360)
    #expect(Direction.normalised(725) == 5)
  }
}
