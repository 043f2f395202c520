internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The parts of a day by the clock of a spot, in which hours are summed up.
enum DayPart: String, CaseIterable {
  case morning, midday, evening

  /// The minute after local midnight at which the next part begins.
  private var end: Int {
    switch self {
    case .morning: 11 * 60
    case .midday: 15 * 60
    case .evening: 24 * 60
    }
  }

  init(minute: Int) { self = DayPart.allCases.first { minute < $0.end } ?? .evening }

  /// The part of a day that a moment is in, by a clock.
  init(_ moment: Moment, _ clock: LocalClock) {
    self.init(minute: clock.shown(at: moment).minuteOfDay)
  }
}
