internal import CSQLite
internal import Glibc
internal import PodiumCore

/// What a foreign database may do while podium reads it: select, and be stopped at any time.
///
/// A class: SQLite holds a pointer to it as long as the connection is open.
final class ForeignWatch {
  /// Maximum number of bytes that reading one file may allocate in SQLite.
  static let mostMemory: Int64 = 4 << 30
  /// How long to wait for another program's lock, in steps of 10 ms.
  static let patience: Int32 = 200

  let cancellation: Cancellation
  private let memory = sqlite3_memory_used()
  /// What the statement may cost; nil to limit only its memory.
  private var budget: ForeignBudget?
  private var steps = 0
  private var start = 0
  /// Why the statement was stopped, as a predicate ("needs too much memory").
  private(set) var excess: String?
  /// How many tables and columns the statement has named so far.
  private var looks = 0
  /// What a statement asked for that is not allowed.
  var denied: String?
  /// Whether the pages are being checked, which needs a PRAGMA of podium's own.
  var isChecking = false

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// How many instructions of SQLite's machine run before the watch is asked again.
  private static let interval = 400

  /// Maximum number of tables and columns that a statement names, those of its views included.
  ///
  /// Fifteen views, each of which names the one before twice, would take 18 s to prepare.
  private static let mostLooks = 20_000

  /// Forgets the last statement.
  func beginStatement() { (denied, excess, looks) = (nil, nil, 0) }

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
    let used = sqlite3_memory_used() - memory
    if used > ForeignWatch.mostMemory {
      excess = "needs more than \(ForeignWatch.mostMemory >> 30) GB of memory to be read"
    }
    if let budget {
      steps += ForeignWatch.interval
      excess = excess ?? budget.excess(steps: steps, memory: used, seconds: ForeignWatch.processorTime - start)
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

  /// Allows only reading from now on.
  func allowOnlyReading(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { pointer, action, first, second, _, _ in
        guard ForeignWatch.of(pointer)?.mayLook() == true else { return SQLITE_DENY }
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_FUNCTION:
          let name = second.map { String(cString: $0) } ?? ""
          if ForeignWatch.functions.contains(name.lowercased()) { return SQLITE_OK }
          ForeignWatch.of(pointer)?.denied = "the function '\(SafeText.escape(String(name.prefix(40))))'"
        case SQLITE_PRAGMA where ForeignWatch.of(pointer)?.isChecking == true: return SQLITE_OK
        case SQLITE_PRAGMA: ForeignWatch.of(pointer)?.denied = "PRAGMA"
        case SQLITE_ATTACH, SQLITE_DETACH: ForeignWatch.of(pointer)?.denied = "another file"
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: ForeignWatch.of(pointer)?.denied = "writing"
        default: ForeignWatch.of(pointer)?.denied = "something else"
        }
        return SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// SQLite's own functions without side effects (lang_corefunc, lang_datefunc, lang_mathfunc, lang_aggfunc,
  /// windowfunctions, json1); other functions of a build are refused.
  private static let functions: Set<String> = Set(
    """
    abs char coalesce format glob hex iif ifnull instr length like likelihood likely lower ltrim max min nullif printf \
    quote random randomblob replace round rtrim sign soundex substr substring trim typeof unhex unicode unlikely upper \
    zeroblob concat concat_ws octet_length date time datetime julianday unixepoch strftime timediff current_date \
    current_time current_timestamp acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln \
    log log10 log2 mod pi pow power radians sin sinh sqrt tan tanh trunc avg count group_concat string_agg sum total \
    row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value json json_array \
    json_array_length json_extract -> ->> json_insert json_object json_patch json_quote json_remove json_replace \
    json_set json_type json_valid json_group_array json_group_object
    """.split(separator: " ").map { String($0) })
}
