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

  private let known = Mutex<[Key: TideSource?]>([:])
  private static let most = 500

  func tide(of station: String, on day: CalendarDate, in store: any RecordStore) -> TideSource? {
    let key = Key(station: station, day: day)
    if let tide = known.withLock({ $0[key] }) { return tide }
    let start = Moment(microseconds: day.days * SessionTimes.day)
    let tide = try? TideSource(of: station, from: start, through: start.later(SessionTimes.day), in: store)
    known.withLock { known in
      if known.count >= LastTide.most { known = [:] }
      known[key] = .some(tide)
    }
    return tide
  }
}
