internal import CSQLite
internal import Glibc
internal import PodiumCore

/// What a foreign database may do while podium reads it: select, and be stopped at any time.
///
/// A class: SQLite holds a pointer to it as long as the connection is open.
final class ForeignWatch {
  /// Maximum number of bytes that reading one file may allocate in SQLite.
  static let mostMemory = 4 << 30
  /// How long to wait for another program's lock, in steps of 10 ms.
  static let patience: Int32 = 200

  let cancellation: Cancellation
  private let functions: SQLFunctions
  private let memory = SQLiteMemory.used
  /// What the statement may cost; nil to limit only its memory.
  private var budget: ForeignBudget?
  private var steps = 0
  private var start = 0
  /// Why the statement was stopped, as a predicate ("needs too much memory").
  private(set) var excess: String?
  /// How many tables and columns the statement has named so far.
  private var looks = 0
  /// How many calls of functions it has.
  private(set) var calls = 0
  /// What a statement asked for that is not allowed.
  private var denied: String?
  /// Whether the pages are being checked, which needs a PRAGMA of podium's own.
  var isChecking = false

  init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
    functions = SQLFunctions(cancellation)
  }

  /// How many instructions of SQLite's machine run before the watch is asked again.
  private static let interval = 100

  /// Maximum number of tables and columns that a statement names, those of its views included.
  ///
  /// Fifteen views, each of which names the one before twice, would take 18 s to prepare.
  private static let mostLooks = 20_000

  /// Forgets the last statement.
  func beginStatement() {
    (denied, excess, looks, calls) = (nil, nil, 0, 0)
    functions.beginStatement()
  }

  /// What a statement asked for that is not allowed, when it was prepared or when it ran.
  var refusal: String? { denied ?? functions.refusal?.what }

  /// Whether the statement that is being prepared may name another table or column.
  private func mayLook() -> Bool {
    looks += 1
    if looks > ForeignWatch.mostLooks { excess = "names tables and columns more than \(ForeignWatch.mostLooks) times" }
    return excess == nil && !cancellation.isCancelled
  }

  /// Limits what the next statements cost together.
  func limit(to budget: ForeignBudget?) {
    (self.budget, steps, start) = (budget, 0, ForeignWatch.processorTime)
  }

  /// Whether the running statement must stop.
  func mustStop() -> Bool {
    let used = SQLiteMemory.used - memory
    if used > ForeignWatch.mostMemory {
      excess = "needs more than \(ForeignWatch.mostMemory >> 30) GB of memory to be read"
    }
    if let budget {
      steps += ForeignWatch.interval
      // Asking for the time takes longer than some steps.
      let seconds = steps % (16 * ForeignWatch.interval) == 0 ? ForeignWatch.processorTime - start : 0
      excess = excess ?? budget.excess(steps: steps, memory: used, seconds: seconds)
    }
    return excess != nil || cancellation.isCancelled
  }

  /// Seconds of processor time of this thread.
  private static var processorTime: Int {
    var time = timespec()
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 ? time.tv_sec : 0
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> ForeignWatch? {
    pointer.map { Unmanaged<ForeignWatch>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes a connection consult this watch, which must outlive the connection.
  func guardStatements(of handle: OpaquePointer) {
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle, Int32(ForeignWatch.interval), { ForeignWatch.of($0)?.mustStop() == true ? 1 : 0 }, pointer)
    sqlite3_busy_handler(
      handle,
      { pointer, count in
        guard let watch = ForeignWatch.of(pointer), count < ForeignWatch.patience, !watch.cancellation.isCancelled
        else { return 0 }
        sqlite3_sleep(10)
        return 1
      }, pointer)
  }

  /// Allows only reading from now on; gives SQLite's code.
  func allowOnlyReading(on handle: OpaquePointer) -> Int32 {
    let code = functions.register(on: handle)
    guard code == SQLITE_OK else { return code }
    return sqlite3_set_authorizer(
      handle,
      { pointer, action, first, second, _, _ in
        guard ForeignWatch.of(pointer)?.mayLook() == true else { return SQLITE_DENY }
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_FUNCTION:
          ForeignWatch.of(pointer)?.calls += 1
          let name = second.map { String(cString: $0) } ?? ""
          guard let refusal = SQLFunctions.refusal(of: name) else { return SQLITE_OK }
          ForeignWatch.of(pointer)?.denied = refusal.what
        case SQLITE_PRAGMA where ForeignWatch.of(pointer)?.isChecking == true: return SQLITE_OK
        case SQLITE_PRAGMA: ForeignWatch.of(pointer)?.denied = "PRAGMA"
        case SQLITE_ATTACH, SQLITE_DETACH: ForeignWatch.of(pointer)?.denied = "another file"
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: ForeignWatch.of(pointer)?.denied = "writing"
        default: ForeignWatch.of(pointer)?.denied = "something else"
        }
        return SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
