internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The predicted tide of a station over a span of time: its curve where one is stored, else a cosine between high and
/// low waters.
struct TideSource {
  /// Stored heights, in order of time; empty where only high and low waters are known.
  let points: [TidePoint]
  /// The high and low waters, stored or found in the curve.
  let curve: TideCurve
  /// Whether the high and low waters are those of the source.
  let hasEvents: Bool

  /// Neighbours of a curve further apart than this have a hole between them.
  private static let widest = 61 * 60_000_000
  /// A swing smaller than this is not a high or low water, in metres.
  private static let swing = 0.02

  init(_ samples: [Sample]) {
    points = samples.filter { $0.has(.tide) }.map { TidePoint(at: $0.time, height: $0[.tide]) }
    var events: [TideEvent] = []
    for sample in samples {
      if sample.has(.highWater) { events.append(TideEvent(at: sample.time, height: sample[.highWater], isHigh: true)) }
      if sample.has(.lowWater) { events.append(TideEvent(at: sample.time, height: sample[.lowWater], isHigh: false)) }
    }
    hasEvents = !events.isEmpty
    curve = TideCurve(hasEvents ? events : TideSource.turns(of: points))
  }

  /// The tide of a station around a span of time; the day before and after hold the neighbouring high and low waters.
  init(of station: String, from: Moment, through: Moment, in store: any RecordStore) throws(Diagnostic) {
    let day = SessionTimes.day
    self.init(
      try Series.tide.samples(
        of: station, from: from.later(-day), through: through.later(day), in: store))
  }

  /// The tide at a spot; nil for one without a station, and for no time.
  init?(at spot: Spot, from: Moment?, through: Moment?, in store: any RecordStore) throws(Diagnostic) {
    guard let station = spot.tide, let from, let through else { return nil }
    try self.init(of: station, from: from, through: through, in: store)
  }

  /// An hour with its tide; a height of the source of the other values has a datum of its own.
  func state(at moment: Moment, _ values: [SeaVariable: Double]) -> SeaState {
    var values = values
    values[.tide] = height(at: moment)
    return SeaState(at: moment, values: values, tide: stage(at: moment))
  }

  var isEmpty: Bool { points.isEmpty && curve.events.isEmpty }

  /// The turns of a curve; a hole in it ends a stretch, so that none is invented there.
  private static func turns(of points: [TidePoint]) -> [TideEvent] {
    var events: [TideEvent] = []
    var start = 0
    for end in points.indices {
      let isLast = end + 1 == points.count
      guard isLast || points[end + 1].at.microseconds - points[end].at.microseconds > widest else { continue }
      events += TideCurve.events(of: Array(points[start...end]), swing: swing)
      start = end + 1
    }
    return events
  }

  /// The height in metres; nil where neither curve nor high and low waters tell it.
  func height(at moment: Moment) -> Double? {
    let low = points.partitioningIndex { $0.at > moment }
    if low > 0 {
      let before = points[low - 1]
      if before.at == moment { return before.height }
      if low < points.count {
        let after = points[low]
        let length = after.at.microseconds - before.at.microseconds
        if length <= TideSource.widest {
          let part = Double(moment.microseconds - before.at.microseconds) / Double(length)
          return before.height + (after.height - before.height) * part
        }
      }
    }
    return hasEvents ? curve.height(at: moment) : nil
  }

  /// Level and trend; nil where a stored curve has a hole, as in the hour that a clock showed twice.
  func stage(at moment: Moment) -> TideStage? {
    hasEvents || height(at: moment) != nil ? curve.stage(at: moment) : nil
  }
}
