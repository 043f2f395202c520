import PodiumCore
import SurfModel
import Testing

/// Tides between high and low water.
struct TideTests {
  private func at(_ hours: Double) -> Moment { Moment(microseconds: Int(hours * 3_600_000_000)) }

  private var curve: TideCurve {
    TideCurve([
      TideEvent(at: at(6), height: 2, isHigh: true), TideEvent(at: at(0), height: 0, isHigh: false),
      TideEvent(at: at(12), height: 0.4, isHigh: false), TideEvent(at: at(29), height: 1.8, isHigh: true),
      TideEvent(at: at(60), height: 0, isHigh: false),
    ])
  }

  @Test func `heights follow half a cosine`() {
    #expect(curve.height(at: at(0)) == 0)
    #expect(curve.height(at: at(6)) == 2)
    #expect(((curve.height(at: at(3)) ?? .nan) - 1).magnitude < 1e-12)
    #expect(((curve.height(at: at(1)) ?? .nan) - 0.1339746).magnitude < 1e-6)
    #expect(((curve.height(at: at(9)) ?? .nan) - 1.2).magnitude < 1e-12)
  }

  @Test func `heights outside of the events, and where one is missing, are not known`() {
    #expect(curve.height(at: at(-1)) == nil && curve.height(at: at(61)) == nil)
    #expect(curve.height(at: at(40)) == nil)
    #expect(curve.height(at: at(60)) == nil)
    let last = TideCurve(Array(curve.events.prefix(3))).height(at: at(12))
    #expect(((last ?? .nan) - 0.4).magnitude < 1e-12)
    let twice = TideCurve([
      TideEvent(at: at(0), height: 0, isHigh: false), TideEvent(at: at(6), height: 0.1, isHigh: false),
    ])
    #expect(twice.height(at: at(3)) == nil)
    #expect(TideCurve([]).height(at: at(0)) == nil)
  }

  @Test func `a leg far from six hours is marked`() {
    #expect(curve.isUsual(at: at(3)) && !curve.isUsual(at: at(20)) && !curve.isUsual(at: at(100)))
  }

  @Test(arguments: [
    (0.2, TideStage.Level.low, TideStage.Trend.slack), (1, .low, .rising), (3, .mid, .rising), (5, .high, .rising),
    (6.4, .high, .slack), (9, .mid, .falling), (11, .low, .falling),
  ])
  func `level and trend follow from the leg`(_ hour: Double, _ level: TideStage.Level, _ trend: TideStage.Trend) {
    let stage = curve.stage(at: at(hour))
    #expect(stage?.level == level && stage?.trend == trend)
  }

  @Test func `high and low waters are detected in a curve, and ripples are not`() {
    let points = stride(from: 1.0, through: 24, by: 0.1).map { hour in
      TidePoint(at: at(hour), height: (curve.height(at: at(hour)) ?? 0) + (Int(hour * 10) % 2 == 0 ? 0.004 : 0))
    }
    let events = TideCurve.events(of: points.filter { $0.at < at(14) })
    #expect(events.map(\.isHigh) == [true, false])
    #expect(((events.first?.height ?? 0) - 2).magnitude < 0.01)
    #expect(TideCurve.events(of: []).isEmpty)
    #expect(TideCurve.events(of: [TidePoint(at: at(0), height: 1)]).isEmpty)
  }
}
