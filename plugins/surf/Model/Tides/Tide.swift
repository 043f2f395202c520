internal import Glibc
public import PodiumCore

/// A high or low water.
public struct TideEvent: Sendable, Equatable {
  public let at: Moment
  /// In metres above the datum of its station.
  public let height: Double
  public let isHigh: Bool

  public init(at: Moment, height: Double, isHigh: Bool) { (self.at, self.height, self.isHigh) = (at, height, isHigh) }
}

/// A height of the water at a moment.
public struct TidePoint: Sendable, Equatable {
  public let at: Moment
  public let height: Double

  public init(at: Moment, height: Double) { (self.at, self.height) = (at, height) }
}

/// How high a tide is between its neighbouring events.
public struct TideStage: Sendable, Equatable {
  public enum Level: String, Sendable, CaseIterable {
    case low
    case mid
    case high
  }

  public enum Trend: String, Sendable, CaseIterable {
    case rising
    case falling
    /// Within half an hour of an event.
    case slack
  }

  public let level: Level
  public let trend: Trend
  /// From 0 at low water to 1 at high water.
  public let fraction: Double

  /// Below a quarter of the leg the tide is low, above three quarters high.
  public init(fraction: Double, trend: Trend) {
    level = fraction < 0.25 ? .low : fraction > 0.75 ? .high : .mid
    (self.fraction, self.trend) = (fraction, trend)
  }
}

/// The tide between high and low waters: half a cosine from each event to the next.
public struct TideCurve: Sendable {
  /// In order of time; high and low water alternate.
  public let events: [TideEvent]

  /// Heights between events further apart than this are not known: an event is missing.
  public static let longestLeg = 18 * 3_600_000_000
  /// Legs from 5 to 7 hours follow a cosine closely; others may be a foot off.
  static let usualLeg = (5 * 3_600_000_000)...(7 * 3_600_000_000)
  private static let slack = 30 * 60_000_000

  /// Sorts events; of several at one moment the first counts.
  public init(_ events: [TideEvent]) {
    var kept: [TideEvent] = []
    for event in events.enumerated().ordered(by: { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }).map(
      \.element)
    where kept.last?.at != event.at && event.height.isFinite { kept.append(event) }
    self.events = kept
  }

  /// The events around a moment; nil outside of all, and where an event between them must be missing.
  public func leg(at moment: Moment) -> (before: TideEvent, after: TideEvent)? {
    var low = events.partitioningIndex { $0.at > moment }
    // The last event ends a leg, and begins none.
    if low == events.count, low > 1, events[low - 1].at == moment { low -= 1 }
    guard low > 0, low < events.count else { return nil }
    let (before, after) = (events[low - 1], events[low])
    guard before.isHigh != after.isHigh, after.at.microseconds - before.at.microseconds <= TideCurve.longestLeg else {
      return nil
    }
    return (before, after)
  }

  /// The height at a moment, h₁ + (h₂ − h₁) (1 − cos πp) / 2; nil where no leg holds it.
  public func height(at moment: Moment) -> Double? {
    guard let (before, after) = leg(at: moment) else { return nil }
    let part =
      Double(moment.microseconds - before.at.microseconds) / Double(after.at.microseconds - before.at.microseconds)
    return before.height + (after.height - before.height) * (1 - cos(.pi * part)) / 2
  }

  /// Whether a cosine is a good estimate at a moment: its leg takes 5 to 7 hours.
  public func isUsual(at moment: Moment) -> Bool {
    leg(at: moment).map { TideCurve.usualLeg.contains($0.after.at.microseconds - $0.before.at.microseconds) } ?? false
  }

  /// Level and trend at a moment; nil where no leg holds it.
  public func stage(at moment: Moment) -> TideStage? {
    guard let (before, after) = leg(at: moment), let height = height(at: moment) else { return nil }
    let (low, high) = (min(before.height, after.height), max(before.height, after.height))
    let fraction = high > low ? (height - low) / (high - low) : 0.5
    let toEvent = min(
      moment.microseconds - before.at.microseconds, after.at.microseconds - moment.microseconds)
    let trend: TideStage.Trend = toEvent <= TideCurve.slack ? .slack : after.isHigh ? .rising : .falling
    return TideStage(fraction: fraction, trend: trend)
  }

  /// The high and low waters of a curve: turns of at least `swing` metres.
  ///
  /// Of a flat turn the first point counts. Points must be in order of time.
  public static func events(of points: [TidePoint], swing: Double = 0.02) -> [TideEvent] {
    guard var lowest = points.first, var highest = points.first else { return [] }
    var events: [TideEvent] = []
    // Until the first swing either extreme may become the first event; the ends of a curve are not turns.
    var isRising: Bool?
    for point in points.dropFirst() where point.height.isFinite {
      if point.height > highest.height { highest = point }
      if point.height < lowest.height { lowest = point }
      if isRising != false, highest.height - point.height >= swing {
        if isRising == true || highest.at != points[0].at {
          events.append(TideEvent(at: highest.at, height: highest.height, isHigh: true))
        }
        (isRising, lowest, highest) = (false, point, point)
      } else if isRising != true, point.height - lowest.height >= swing {
        if isRising == false || lowest.at != points[0].at {
          events.append(TideEvent(at: lowest.at, height: lowest.height, isHigh: false))
        }
        (isRising, lowest, highest) = (true, point, point)
      }
    }
    return events
  }
}
