internal import Synchronization

/// How much memory a piece of work may make: a limit of its own, and what is free.
///
/// The one rule for what a session makes: whoever makes bytes in bulk asks before it makes them, and a small command is
/// refused (`too-large`) before it takes the machine. The defaults leave tables of any size that fits alone.
public struct MemoryLimits: Sendable {
  /// What work on little data may make.
  public static let least = 384 << 20

  private let least: Int
  private let room: @Sendable () -> MemoryRoom

  /// The limits of a process; only tests change them.
  public init(
    least: Int = MemoryLimits.least, room: @escaping @Sendable () -> MemoryRoom = { MemoryRoom.now() }
  ) {
    (self.least, self.room) = (least, room)
  }

  /// A budget for work that makes its memory part by part; `most` is more than the least where the data is large, and `what` a
  /// noun phrase for messages (`the texts of the expression`).
  public func budget(
    _ what: String, most: Int = 0, help: String, cancellation: Cancellation = Cancellation()
  ) -> MemoryBudget {
    MemoryBudget(what, most: max(least, most), help: help, room: room, cancellation: cancellation)
  }

  /// Throws `too-large` for something that is about to be made and takes more than its limit, or than is free.
  public func check(_ what: String, bytes: Int, most: Int = 0, help: String) throws(Diagnostic) {
    try budget(what, most: most, help: help).use(bytes)
  }

  /// Throws `too-large` where some matrices of all columns by all columns take more than 2 KB for each of the `cells` that they
  /// are computed from, or than is free.
  public func checkSquares(of columns: Int, cells: Int, count: Int = 4) throws(Diagnostic) {
    try check(
      "matrices of \(columns) by \(columns) columns",
      bytes: MemoryLimits.bytes(columns, times: columns, each: 8 * count),
      most: MemoryLimits.bytes(cells, each: 2048), help: "leave out columns, as by: features drop=COLUMN")
  }

  /// The bytes of so many things of a size; `Int.max` beyond all numbers.
  public static func bytes(_ count: Int, times other: Int = 1, each size: Int = 8) -> Int {
    let (cells, isOver) = max(0, count).multipliedReportingOverflow(by: max(0, other))
    let (bytes, isHuge) = cells.multipliedReportingOverflow(by: size)
    return isOver || isHuge ? .max : bytes
  }
}

/// Counts the memory that a piece of work makes, on any number of threads; once it is over, it stays so.
public final class MemoryBudget: Sendable {
  private let what: String
  private let most: Int
  private let help: String
  private let room: @Sendable () -> MemoryRoom
  private let cancellation: Cancellation
  private let used = Atomic<Int>(0)
  /// Up to here nothing is asked.
  private let granted = Atomic<Int>(0)
  private let state = Mutex(State())

  private struct State {
    var excess: Diagnostic?
    /// What stays free for all that is not counted: an eighth of what was free when that was first asked.
    var reserve: Int?
  }

  /// Asking the system takes as long as making some of these bytes.
  private static let step = 32 << 20

  init(
    _ what: String, most: Int, help: String, room: @escaping @Sendable () -> MemoryRoom, cancellation: Cancellation
  ) {
    (self.what, self.most, self.help) = (what, most, help)
    (self.room, self.cancellation) = (room, cancellation)
    granted.store(min(most, MemoryBudget.step), ordering: .relaxed)
  }

  /// Counts bytes that are about to be made.
  ///
  /// Throws `too-large`, which names the limit.
  public func use(_ bytes: Int) throws(Diagnostic) {
    if !take(bytes) { try check() }
  }

  /// Counts one of several parts of like size: where even half of what all of them would take is too much, the first is refused,
  /// and not the last after all the work.
  public func use(_ bytes: Int, ofParts count: Int) throws(Diagnostic) {
    try use(MemoryLimits.bytes(count, each: bytes / 2) > most ? .max : bytes)
  }

  /// The same for loops that cannot throw: false where the bytes must not be made, or the work was asked to stop. Whoever waits
  /// for the result calls `check`.
  public func take(_ bytes: Int) -> Bool {
    guard !cancellation.isCancelled else { return false }
    let before = used.wrappingAdd(max(0, bytes), ordering: .relaxed).oldValue
    let (sum, isOver) = before.addingReportingOverflow(max(0, bytes))
    if !isOver, before >= 0, sum <= granted.load(ordering: .relaxed) { return true }
    return grant(isOver || before < 0 ? .max : sum, more: max(0, bytes))
  }

  /// Whether the work must stop, because it made too much or was asked to.
  public var mustStop: Bool { cancellation.isCancelled || granted.load(ordering: .relaxed) < 0 }

  /// Throws `too-large` after too much was made, and `interrupted`.
  public func check() throws(Diagnostic) {
    if let excess = state.withLock({ $0.excess }) { throw excess }
    try cancellation.check()
  }

  /// Asks whether there is room for more.
  private func grant(_ sum: Int, more: Int) -> Bool {
    state.withLock { state in
      if state.excess == nil {
        if sum > most {
          state.excess = Diagnostic(
            "too-large", "\(what) would take more than \(MemoryRoom.shown(most)) of memory, the limit for this data",
            help: help)
        } else {
          let free = room()
          // An eighth of what is left at each time would never end: many small parts would take all.
          let reserve = state.reserve ?? free.bytes / 8
          state.reserve = reserve
          let usable = max(0, free.bytes - reserve)
          if max(more, MemoryBudget.step) > usable {
            state.excess = Diagnostic(
              "too-large", "\(what) would take more than the \(MemoryRoom.shown(usable)) that \(free.source) leaves",
              help: help
            ).ofMachine()
          } else {
            granted.store(min(most, max(granted.load(ordering: .relaxed), sum) + MemoryBudget.step), ordering: .relaxed)
          }
        }
        // Below 0 no more bytes fit.
        if state.excess != nil { granted.store(-1, ordering: .relaxed) }
      }
      return state.excess == nil
    }
  }
}
