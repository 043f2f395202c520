internal import PodiumCore
internal import Synchronization

/// The rows that `if` and `in` choose: a list, or the answers of the condition, of which a list is made once it is wanted.
///
/// A class: the copies of a call share the list.
package final class ChosenRows: Sendable {
  /// 1 for each row where the condition is true; nil where the rows are chosen otherwise.
  package let answers: [UInt8]?
  private let threads: Int
  private let made: Mutex<[Int]?>

  /// Rows in order; nil for all.
  package init(_ rows: [Int]?) {
    (answers, threads) = (nil, 1)
    made = Mutex(rows)
  }

  /// The rows of the whole table where a condition is true.
  package init(answers: [UInt8], threads: Int) {
    (self.answers, self.threads) = (answers, threads)
    made = Mutex(nil)
  }

  /// The rows in order; nil for all.
  package var rows: [Int]? {
    guard let answers else { return made.withLock { $0 } }
    return made.withLock { made in
      let rows = made ?? BoundExpression.truePlaces(answers, threads: threads).places
      made = rows
      return rows
    }
  }
}
