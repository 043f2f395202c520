internal import CSQLite
internal import PodiumCore

/// The functions of SQLite that a query of tables or a foreign file may call, and what they may cost.
///
/// A value depends on its arguments alone: no function reads a clock, a time zone, random numbers or SQLite itself. Those that
/// take longer than their arguments are long, and those of dates, are replaced by the ones below. A class: SQLite holds a
/// pointer to it as long as the connection is open. It is used by one thread.
final class SQLFunctions {
  private let cancellation: Cancellation
  /// What a function refused to do, and what to do instead.
  private(set) var refusal: Refusal?
  private var search: TextSearch?
  private var dates: DateFunctions?

  /// What is not allowed, as a noun phrase, and the way out.
  struct Refusal {
    let what: String
    let help: String
  }

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// Forgets the last statement.
  func beginStatement() { refusal = nil }

  /// SQLite's own functions without side effects (lang_corefunc, lang_datefunc, lang_mathfunc, lang_aggfunc,
  /// windowfunctions, json1); other functions of a build are refused.
  private static let allowed: Set<String> = Set(
    """
    abs char coalesce format glob hex iif ifnull instr length like likelihood likely lower ltrim max min nullif printf \
    quote replace round rtrim sign soundex substr substring trim typeof unhex unicode unlikely upper zeroblob concat \
    concat_ws octet_length date time datetime julianday unixepoch strftime timediff acos acosh asin asinh atan atan2 \
    atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power radians sin sinh sqrt tan tanh \
    trunc avg count group_concat string_agg sum total row_number rank dense_rank percent_rank cume_dist ntile lag lead \
    first_value last_value nth_value json json_array json_array_length json_extract -> ->> json_insert json_object \
    json_patch json_quote json_remove json_replace json_set json_type json_valid json_group_array json_group_object
    """.split(separator: " ").map { String($0) })

  /// Why a function is not allowed; nil for one that is.
  static func refusal(of function: String) -> Refusal? {
    let name = function.lowercased()
    guard !allowed.contains(name) else { return nil }
    let what = "the function '\(SafeText.escape(String(function.prefix(40))))'"
    switch name {
    case "random", "randomblob":
      return Refusal(
        what: what + ", which has another value each time",
        help: "draw rows with sample, which has a seed: sample 100 seed=1")
    case "current_date", "current_time", "current_timestamp": return DateFunctions.clock(what)
    default:
      return Refusal(
        what: what, help: "functions of text, numbers, dates and JSON, aggregates and windows of SQLite are allowed")
    }
  }

  /// Disables what only a program that trusts its SQL needs, and puts the functions below in the place of SQLite's.
  ///
  /// Call it before the first statement; this value must outlive the connection.
  func register(on handle: OpaquePointer) -> Int32 {
    let own = Unmanaged.passUnretained(self).toOpaque()
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    let functions: [(name: String, counts: [Int32], run: Function)] = [
      ("instr", [2], { SQLFunctions.call($0, $1, $2) { $0.place(in: $2, $1) } }),
      ("replace", [3], { SQLFunctions.call($0, $1, $2) { $0.replace(in: $2, $1) } }),
      ("like", [2, 3], { SQLFunctions.call($0, $1, $2) { $0.fits($2, $1, isGlob: false) } }),
      ("glob", [2], { SQLFunctions.call($0, $1, $2) { $0.fits($2, $1, isGlob: true) } }),
      ("trim", [2], { SQLFunctions.call($0, $1, $2) { $0.trim($2, $1, start: true, end: true) } }),
      ("ltrim", [2], { SQLFunctions.call($0, $1, $2) { $0.trim($2, $1, start: true, end: false) } }),
      ("rtrim", [2], { SQLFunctions.call($0, $1, $2) { $0.trim($2, $1, start: false, end: true) } }),
      ("printf", [-1], { SQLFunctions.call($0, $1, $2) { $0.printed($2, $1) } }),
      ("format", [-1], { SQLFunctions.call($0, $1, $2) { $0.printed($2, $1) } }),
      ("date", [-1], { SQLFunctions.call($0, $1, $2) { $0.date("date", $2, $1) } }),
      ("time", [-1], { SQLFunctions.call($0, $1, $2) { $0.date("time", $2, $1) } }),
      ("datetime", [-1], { SQLFunctions.call($0, $1, $2) { $0.date("datetime", $2, $1) } }),
      ("julianday", [-1], { SQLFunctions.call($0, $1, $2) { $0.date("julianday", $2, $1) } }),
      ("unixepoch", [-1], { SQLFunctions.call($0, $1, $2) { $0.date("unixepoch", $2, $1) } }),
      ("strftime", [-1], { SQLFunctions.call($0, $1, $2) { $0.date("strftime", $2, $1) } }),
      ("timediff", [2], { SQLFunctions.call($0, $1, $2) { $0.date("timediff", $2, $1) } }),
      ("json_patch", [2], { SQLFunctions.call($0, $1, $2) { $0.patch($2, $1) } }),
    ]
    for function in functions {
      for count in function.counts {
        let code = sqlite3_create_function_v2(
          handle, function.name, count, flags, own, function.run, nil, nil, nil)
        guard code == SQLITE_OK else { return code }
      }
    }
    return SQLITE_OK
  }

  /// Runs a function unless the work was asked to stop.
  @inline(__always)
  private static func call(
    _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?,
    _ run: (SQLFunctions, OpaquePointer?, UnsafeMutableBufferPointer<OpaquePointer?>) -> Void
  ) {
    guard let data = sqlite3_user_data(context) else { return sqlite3_result_null(context) }
    Unmanaged<SQLFunctions>.fromOpaque(data)._withUnsafeGuaranteedRef { own in
      guard !own.cancellation.isCancelled else { return sqlite3_result_error_code(context, SQLITE_INTERRUPT) }
      run(own, context, UnsafeMutableBufferPointer(start: arguments, count: Int(count)))
    }
  }

  /// The bytes of a value as a text; nil where it is missing.
  private func text(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
    guard let value, let start = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  /// A search for a text, which is most often that of the last row.
  private func search(for wanted: UnsafeBufferPointer<UInt8>) -> TextSearch {
    if let search, search.wanted.count == wanted.count, search.wanted.elementsEqual(wanted) { return search }
    let made = TextSearch(Array(wanted))
    search = made
    return made
  }

  /// `instr`: the place of a text in another as characters count, of bytes in bytes as they do.
  private func place(in values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?) {
    let types = values.map { sqlite3_value_type($0) }
    guard !types.contains(SQLITE_NULL) else { return sqlite3_result_null(context) }
    let areBytes = types.allSatisfy { $0 == SQLITE_BLOB }
    guard let all = text(values[0]), let wanted = text(values[1]), !wanted.isEmpty else {
      return sqlite3_result_int(context, 1)
    }
    guard let found = search(for: wanted).first(in: all.span) else { return sqlite3_result_int(context, 0) }
    let before = areBytes ? found : all[..<found].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    sqlite3_result_int64(context, Int64(before) + 1)
  }

  /// `replace`: a text with each occurrence of another replaced.
  private func replace(in values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?) {
    guard let all = text(values[0]), let old = text(values[1]) else { return sqlite3_result_null(context) }
    guard !old.isEmpty else { return sqlite3_result_value(context, values[0]) }
    guard let new = text(values[2]) else { return sqlite3_result_null(context) }
    let search = search(for: old)
    let limit = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
    var (out, done): ([UInt8], Int) = ([], 0)
    while let next = search.first(in: all.span, from: done) {
      out += all[done..<next]
      out += new
      done = next + old.count
      guard out.count <= limit else { return sqlite3_result_error_toobig(context) }
    }
    guard out.count + all.count - done <= limit else { return sqlite3_result_error_toobig(context) }
    out += all[done...]
    out.withUnsafeBufferPointer { give($0[...], context) }
  }

  private func give(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ context: OpaquePointer?) {
    UnsafeBufferPointer(rebasing: bytes).withMemoryRebound(to: CChar.self) {
      podium_sqlite_give_text(context, $0.baseAddress, Int32(clamping: $0.count))
    }
  }

  /// `trim` with the characters to remove.
  private func trim(
    _ values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?, start: Bool, end: Bool
  ) {
    guard sqlite3_value_type(values[0]) != SQLITE_NULL, let all = text(values[0]), let removed = text(values[1]) else {
      return sqlite3_result_null(context)
    }
    var characters: Set<UInt64> = []
    var place = 0
    while place < removed.count {
      let next = SQLFunctions.end(of: place, in: removed)
      characters.insert(SQLFunctions.word(removed[place..<next]))
      place = next
    }
    var (first, last) = (0, all.count)
    while start, first < last {
      let next = SQLFunctions.end(of: first, in: all)
      guard characters.contains(SQLFunctions.word(all[first..<next])) else { break }
      first = next
    }
    while end, first < last {
      var before = last - 1
      while before > first, all[before] & 0xC0 == 0x80 { before -= 1 }
      guard characters.contains(SQLFunctions.word(all[before..<last])) else { break }
      last = before
    }
    give(all[first..<last], context)
  }

  /// Where the character ends that begins at a place.
  private static func end(of place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var next = place + 1
    guard bytes[place] >= 0xC0 else { return next }
    while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }

  /// The bytes of a character as one number.
  private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The most pairs of bytes that LIKE and GLOB may compare in one text: a tenth of a second.
  private static let comparisons = 1 << 27

  /// `like` and `glob`: whether a text fits a pattern.
  private func fits(
    _ values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?, isGlob: Bool
  ) {
    let limit = sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1)
    guard sqlite3_value_bytes(values[0]) <= limit else {
      return sqlite3_result_error(context, "LIKE or GLOB pattern too complex", -1)
    }
    var escape: UInt32 = 0
    if values.count == 3 {
      guard let text = text(values[2]) else { return sqlite3_result_null(context) }
      let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      guard scalars.count == 1, let scalar = scalars.first else {
        return sqlite3_result_error(context, "ESCAPE expression must be a single character", -1)
      }
      escape = scalar.value
    }
    guard let pattern = text(values[0]), let all = text(values[1]) else { return sqlite3_result_null(context) }
    // Only the part between two wildcards is compared at each place of the text.
    if pattern.count * all.count > SQLFunctions.comparisons {
      let part = pattern.split(separator: UInt8(ascii: isGlob ? "*" : "%")).map(\.count).max() ?? 0
      guard part * all.count <= SQLFunctions.comparisons else {
        return refuse(
          Refusal(
            what: "a search for \(part) bytes of a pattern in a text of \(all.count >> 20) MB",
            help: "search with instr, which takes any text"), context)
      }
    }
    let (start, pattern8) = (sqlite3_value_text(values[1]), sqlite3_value_text(values[0]))
    guard let start, let pattern8 else { return sqlite3_result_null(context) }
    let misses = UnsafeRawPointer(pattern8).withMemoryRebound(to: CChar.self, capacity: pattern.count + 1) { pattern in
      UnsafeRawPointer(start).withMemoryRebound(to: CChar.self, capacity: all.count + 1) { text in
        isGlob ? sqlite3_strglob(pattern, text) : sqlite3_strlike(pattern, text, escape)
      }
    }
    sqlite3_result_int(context, misses == 0 ? 1 : 0)
  }

  /// `printf`: SQLite writes a character as often as a width or precision asks for, however long the text may be.
  private func printed(_ values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?) {
    let most = 1_000_000
    var run = 0
    for byte in values.first.flatMap({ text($0) }) ?? UnsafeBufferPointer(start: nil, count: 0) {
      run = (48...57).contains(byte) ? min(run * 10 + Int(byte) - 48, most + 1) : 0
      if run > most { break }
    }
    let takesWidths = values.first.flatMap { text($0) }?.contains(UInt8(ascii: "*")) ?? false
    let isLarge = takesWidths && values.contains { sqlite3_value_int64($0).magnitude > most }
    guard run <= most, !isLarge else { return sqlite3_result_error_toobig(context) }
    delegate("printf", values, context)
  }

  /// `json_patch`: SQLite looks for each key of the second object among all keys of the first and those it has added.
  private func patch(_ values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?) {
    let (all, changes) = (Int(sqlite3_value_bytes(values[0])), Int(sqlite3_value_bytes(values[1])))
    // A tenth of a second.
    guard changes * (all + changes) <= 1 << 31 else {
      return refuse(
        Refusal(
          what: "json_patch of \(changes >> 10) KB on \(all >> 10) KB, which takes time by their product",
          help: "patch smaller objects, as one for each row"), context)
    }
    delegate("json_patch", values, context)
  }

  /// A function of dates.
  private func date(
    _ name: String, _ values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?
  ) {
    if let refusal = DateFunctions.refusal(name, values) { return refuse(refusal, context) }
    delegate(name, values, context)
  }

  /// Gives what SQLite's own function gives.
  private func delegate(
    _ name: String, _ values: UnsafeMutableBufferPointer<OpaquePointer?>, _ context: OpaquePointer?
  ) {
    if dates == nil { dates = DateFunctions() }
    guard let dates else { return sqlite3_result_error_nomem(context) }
    dates.give(name, values, context)
  }

  private func refuse(_ refusal: Refusal, _ context: OpaquePointer?) {
    self.refusal = self.refusal ?? refusal
    sqlite3_result_error(context, refusal.what, -1)
  }
}
