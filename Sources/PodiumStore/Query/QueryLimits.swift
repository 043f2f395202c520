internal import Glibc
package import PodiumCore
internal import PodiumPlugin

/// What a query of tables may cost.
package struct QueryLimits {
  /// Steps of SQLite's machine, some seconds: 500 for each of a million rows.
  private let steps: Int
  /// Seconds of processor time, and one more for each so many cells: a single step may search a long text.
  private let seconds: Int
  private static let cellsEachSecond = 500_000
  /// The cells of the tables that the query names.
  private var read = 0
  private let limits: MemoryLimits
  /// What the query may make: SQLite's own bytes, and those of the result.
  private var own: MemoryBudget
  private(set) var result: MemoryBudget
  /// Bytes of SQLite up to which `own` was asked.
  private var memory = 0
  /// The least that SQLite held since the start: it counts all connections of the process, and others may free theirs.
  private var least = SQLiteMemory.used
  private let start = processorTime
  private var taken = 0
  /// The second in which the processor time was asked for last.
  private var looked = 0

  /// The most cells of a result.
  static let cells = 100_000_000
  /// Steps between two looks at the flag that stops the query.
  static let interval: Int32 = 100
  /// Bytes of the values that the parts of a query may make or read before SQLite looks at the flag again.
  private static let row = 1 << 27

  /// The limits of a query that names no table yet.
  package init(steps: Int = 500_000_000, seconds: Int = 6, memory: MemoryLimits = MemoryLimits()) {
    (self.steps, self.seconds, limits) = (steps, seconds, memory)
    (own, result) = QueryLimits.budgets(0, memory)
  }

  /// Lets the query take more for a table that it names.
  mutating func add(_ table: QueryTable) {
    read += (table.rows?.count ?? table.table.rowCount) * table.table.columns.count
    (own, result) = QueryLimits.budgets(read, limits)
    memory = 0
  }

  private static func budgets(_ cells: Int, _ limits: MemoryLimits) -> (own: MemoryBudget, result: MemoryBudget) {
    let most = MemoryLimits.bytes(cells, each: 256)
    return (
      limits.budget("the query", most: most, help: "use a condition, or fewer columns"),
      limits.budget("the result of the query", most: most, help: "use LIMIT, a condition, or shorter texts")
    )
  }

  /// What the query has spent too much of; called after each `interval` steps.
  mutating func excess() -> Diagnostic? {
    taken += Int(QueryLimits.interval)
    if taken > steps {
      return Diagnostic(
        "query-limit", "the query did not end within its limit of steps",
        help: "a recursion without an end, or a join without a condition, goes on for ever")
    }
    let used = SQLiteMemory.used
    least = min(least, used)
    let memory = used - least
    if memory > self.memory {
      do throws(Diagnostic) { try own.use(memory - self.memory) } catch { return error }
      self.memory = memory
    }
    // Asking for the processor time takes longer than some steps, and some steps take long.
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
    guard now.tv_sec != looked else { return nil }
    looked = now.tv_sec
    let seconds = seconds + read / QueryLimits.cellsEachSecond
    guard QueryLimits.processorTime - start > seconds else { return nil }
    return Diagnostic(
      "query-limit", "the query took more than \(seconds) s of processor time, the limit for these tables",
      help: "a recursion without an end, or a join without a condition, goes on for ever")
  }

  /// The longest value of a statement with so many calls of functions: its parts run without a look in between, and each may go
  /// through a whole value.
  static func longestValue(calls: Int, sql: Int) -> Int32 {
    Int32(clamping: min(1 << 24, max(1 << 16, row / (1 + calls + sql / 16))) + 1 << 10)
  }

  /// Seconds of processor time of this thread.
  private static var processorTime: Int {
    var time = timespec()
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 ? time.tv_sec : 0
  }
}
