internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel
internal import Synchronization

/// The tides an expression asked for, by station and day: rows of a table ask for the same day again and again.
final class LastTide: Sendable {
  private struct Key: Hashable {
    let station: String
    let day: CalendarDate
  }

  private let store: (any RecordStore)?
  private let known = Mutex(Remembered<Key, TideSource>())

  init(_ session: Session) { store = session.services.store }

  /// Nil without a workspace.
  func tide(of station: String, on day: CalendarDate) -> TideSource? {
    guard let store else { return nil }
    return known.withLock { known in
      known.answer(Key(station: station, day: day)) {
        let start = Moment(startOf: day)
        return try? TideSource(of: station, from: start, through: start.later(SessionTimes.day), in: store)
      }
    }
  }
}
