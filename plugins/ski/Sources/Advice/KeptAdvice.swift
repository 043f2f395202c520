internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel
internal import Synchronization

/// The history and model that were read and learned last, for as long as nobody writes into the workspace.
///
/// A class: the commands of one registry share it. Whether it still holds is asked of the store each time, so that
/// what another process wrote counts too.
final class KeptAdvice: Sendable {
  private struct Entry: Sendable {
    let store: any RecordStore
    let mark: StoreMark
    /// From when until when the pairs have the grindings that they had; nil where time stands still.
    let time: ClosedRange<Moment>?
    let history: PairHistory
    let model: PairModel
  }

  private let entry = Mutex<Entry?>(nil)

  /// The model over what a store holds now, learned anew only where something may have changed.
  ///
  /// Throws `too-few-tests` and `interrupted`.
  func model(
    _ store: any RecordStore, now: Moment?, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (history: PairHistory, model: PairModel) {
    let mark = try store.mark()
    if let known = entry.withLock({ $0 }), known.mark == mark, (known.store as AnyObject) === (store as AnyObject),
      now.map({ known.time?.contains($0) ?? false }) ?? (known.time == nil)
    {
      return (known.history, known.model)
    }
    let history = try PairHistory(store, now: now)
    let model = try PairModel(history.pairs, history.tests, threads: threads, cancellation: cancellation)
    // Somebody may have written between the look and the end of the reading.
    if let mark, try store.mark() == mark {
      let time = now.map { $0...max($0, history.nextGrinding ?? Moment(microseconds: .max)) }
      entry.withLock {
        $0 = Entry(store: store, mark: mark, time: time, history: history, model: model)
      }
    }
    return (history, model)
  }
}
