public import PodiumCore

/// A stretch of time at a spot, and how good it is expected to be.
public struct Window: Sendable, Equatable {
  public let from: Moment
  /// The end, which is not part of it.
  public let to: Moment
  /// From 0 to 1: the mean over its hours.
  public let quality: Double

  public init(from: Moment, to: Moment, quality: Double = 1) {
    (self.from, self.to, self.quality) = (from, max(from, to), quality)
  }

  /// In seconds.
  public var seconds: Double { Double(to.microseconds - from.microseconds) / 1e6 }

  /// The share of this window that another one covers, from 0 to 1; 0 for a window without length.
  public func share(coveredBy other: Window) -> Double {
    let shared = min(to, other.to).microseconds - max(from, other.from).microseconds
    return shared > 0 && seconds > 0 ? Double(shared) / 1e6 / seconds : 0
  }
}

/// Merging of hours into windows.
public enum SurfWindows {
  /// An hour, or another step of a forecast.
  public struct Hour: Sendable, Equatable {
    /// The start.
    public let at: Moment
    public let matches: Bool
    /// From 0 to 1.
    public let quality: Double

    public init(at: Moment, matches: Bool, quality: Double = 1) {
      (self.at, self.matches, self.quality) = (at, matches, quality)
    }
  }

  /// The shortest time worth going out for, in seconds.
  public static let shortest = 7200.0

  /// The windows of hours that match without a break, in order.
  ///
  /// `step` is the length of an hour in seconds. Hours may come in any order; of two at one moment the first counts.
  /// An hour that is missing breaks a window, and windows shorter than `shortest` seconds are left out.
  public static func merge(_ hours: [Hour], step: Double = 3600, shortest: Double = SurfWindows.shortest) -> [Window] {
    guard step > 0, step <= 31 * 86_400 else { return [] }
    let length = Int(step * 1e6)
    var windows: [Window] = []
    var run: [Hour] = []
    func close() {
      defer { run = [] }
      guard let first = run.first, let last = run.last else { return }
      let quality = run.reduce(0) { $0 + $1.quality } / Double(run.count)
      let window = Window(from: first.at, to: Moment(microseconds: last.at.microseconds + length), quality: quality)
      if window.seconds >= shortest { windows.append(window) }
    }
    var last: Moment?
    let isOrdered = zip(hours, hours.dropFirst()).allSatisfy { $0.at <= $1.at }
    let ordered =
      isOrdered
      ? hours
      : hours.enumerated().ordered { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map { $0.element }
    for hour in ordered {
      if hour.at == last { continue }
      if let end = last, hour.at.microseconds - end.microseconds > length { close() }
      last = hour.at
      if hour.matches { run.append(hour) } else { close() }
    }
    close()
    return windows
  }
}
