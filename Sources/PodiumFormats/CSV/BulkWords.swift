internal import PodiumCore
internal import Synchronization

/// The words of all columns that one thread has seen, with the numbers it gave them.
struct BulkWords: Sendable {
  /// The thread's index; the codes of a part are numbers of one thread.
  let number: Int
  var levels: [BulkLevels]
}

/// The word lists of the threads: a part takes one, so that each thread learns a word once for all its parts.
///
/// A class, because threads share it. Which part saw a word first never shows, because levels are sorted at the end.
final class BulkWordsPool: Sendable {
  private struct State {
    var free: [BulkWords] = []
    var made = 0
  }

  private let state = Mutex(State())
  private let columnCount: Int

  init(columnCount: Int) { self.columnCount = columnCount }

  /// A word list that no other part is writing to.
  func take() -> BulkWords {
    state.withLock { state in
      if let words = state.free.popLast() { return words }
      state.made += 1
      return BulkWords(number: state.made - 1, levels: Array(repeating: BulkLevels(), count: columnCount))
    }
  }

  /// Returns a list that was taken.
  func put(_ words: consuming BulkWords) {
    let words = words
    state.withLock { $0.free.append(words) }
  }

  /// The word lists of all threads, by index.
  var all: [BulkWords] { state.withLock { $0.free.ordered { $0.number < $1.number } } }
}
