internal import PodiumCore
internal import Synchronization

/// The words of all columns that one thread has met, with the numbers it gave them.
struct BulkWords: Sendable {
  /// Which of the threads' it is; codes of a part are numbers of one of them.
  let number: Int
  /// For each column its words.
  var levels: [BulkLevels]
}

/// The words of the threads: a part takes one, so that each thread learns a word once for all of its parts.
///
/// A class, because threads share it. Which part met which words first never shows: levels are put in order at the end.
final class BulkWordsPool: Sendable {
  private struct State {
    var free: [BulkWords] = []
    var made = 0
  }

  private let state = Mutex(State())
  private let columnCount: Int

  init(columnCount: Int) { self.columnCount = columnCount }

  /// Words that no other part is writing to.
  func take() -> BulkWords {
    state.withLock { state in
      if let words = state.free.popLast() { return words }
      state.made += 1
      return BulkWords(number: state.made - 1, levels: Array(repeating: BulkLevels(), count: columnCount))
    }
  }

  /// Gives back what was taken.
  func put(_ words: consuming BulkWords) {
    let words = words
    state.withLock { $0.free.append(words) }
  }

  /// What all threads met, by number.
  var all: [BulkWords] { state.withLock { $0.free.sorted { $0.number < $1.number } } }
}
