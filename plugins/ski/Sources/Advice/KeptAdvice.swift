internal import PodiumCore
internal import PodiumPlugin
internal import SkiModel
internal import Synchronization

/// The history and model of the latest fit, reused until someone writes to the workspace.
///
/// A class because the commands of one registry share it. It asks the store each time whether it is still valid, so
/// writes by another process count too. It does not keep the store, which keeps the registry: neither would ever be freed.
final class KeptAdvice: Sendable {
  private struct Entry: Sendable {
    let mark: StoreMark
    /// The period in which the pairs keep their current grindings; nil without a clock.
    let time: ClosedRange<Moment>?
    let history: PairHistory
    let model: PairModel
  }

  private let entry = Mutex<Entry?>(nil)

  /// The model of the store's current contents, fitted again only if something may have changed.
  ///
  /// Throws `too-few-tests` and `interrupted`.
  func model(
    _ store: any RecordStore, now: Moment?, threads: Int, cancellation: Cancellation
  ) throws(Diagnostic) -> (history: PairHistory, model: PairModel) {
    let mark = try store.mark()
    if let known = entry.withLock({ $0 }), known.mark == mark,
      now.map({ known.time?.contains($0) ?? false }) ?? (known.time == nil)
    {
      return (known.history, known.model)
    }
    let history = try PairHistory(store, now: now)
    let model = try PairModel(history.pairs, history.tests, threads: threads, cancellation: cancellation)
    // Someone may have written between the check and the end of the read.
    if let mark, try store.mark() == mark {
      let time = now.map { $0...max($0, history.nextGrinding ?? Moment(microseconds: .max)) }
      entry.withLock {
        $0 = Entry(mark: mark, time: time, history: history, model: model)
      }
    }
    return (history, model)
  }
}
