public import PodiumCore
internal import Synchronization

/// How much memory the reader of a file may use: 256 times the bytes of the file on disk, at least 384 MB, and never
/// more than is free.
///
/// A reader counts what it makes before it makes it, by the bytes of its own parts: a small file that unpacks, repeats
/// or nests cannot take the memory of the machine. A class, so that the copies of a context count together.
public final class ReadBudget: Sendable {
  /// What a file of any size may take.
  public static let least = MemoryLimits.least
  /// How many times its own size a file may take.
  public static let times = 256

  private let name: String
  private let (least, times): (Int, Int)
  private let room: @Sendable () -> MemoryRoom
  private let state = Mutex(State())

  private struct State {
    var disk = 0
    var used = 0
    var most = 0
    /// The room that was left when reading began, less a part for what is not counted; nil before it was needed.
    var free: MemoryRoom?
  }

  /// A budget for a file of a name; `room` is how much memory is free. Only tests change the limits.
  public init(
    _ name: String, least: Int = ReadBudget.least, times: Int = ReadBudget.times,
    room: @escaping @Sendable () -> MemoryRoom = { MemoryRoom.now() }
  ) {
    (self.name, self.room) = (name, room)
    (self.least, self.times) = (least, times)
  }

  /// A budget for bytes that are in memory already, as a file's.
  public convenience init(_ name: String, opened bytes: Int) {
    self.init(name)
    opened(bytes)
  }

  /// The number of bytes in use.
  public var used: Int { state.withLock { $0.used } }

  /// The largest number of bytes that were in use at once.
  public var most: Int { state.withLock { $0.most } }

  /// Notes how large the file is on disk, and that its bytes are in memory unless `isInMemory` is false.
  public func opened(_ bytes: Int, isInMemory: Bool = true) {
    state.withLock { state in
      state.disk = max(state.disk, bytes)
      if isInMemory { state.used += max(0, bytes) }
      state.most = max(state.most, state.used)
    }
  }

  /// Counts bytes that are about to be made.
  ///
  /// Throws `too-large`, which names the limit.
  public func use(_ bytes: Int) throws(Diagnostic) {
    let refusal = state.withLock { state -> Diagnostic? in
      let (sum, isOver) = state.used.addingReportingOverflow(max(0, bytes))
      let (product, isHuge) = state.disk.multipliedReportingOverflow(by: times)
      let most = max(least, isHuge ? .max : product)
      guard !isOver, sum <= most else { return tooLarge(most, disk: state.disk) }
      // Below this there is room in any case, and asking takes time.
      if sum > ReadBudget.unasked {
        let free = state.free ?? ReadBudget.usable(room(), used: state.used)
        state.free = free
        guard sum <= free.bytes else { return noRoom(free) }
      }
      state.used = sum
      state.most = max(state.most, sum)
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Counts what is made of rows and columns, at most so many bytes a cell.
  ///
  /// Throws `too-large`.
  public func use(rows: Int, columns: Int, cell: Int) throws(Diagnostic) {
    let (cells, isOver) = rows.multipliedReportingOverflow(by: columns)
    let (bytes, isHuge) = cells.multipliedReportingOverflow(by: cell)
    try use(isOver || isHuge ? .max : bytes)
  }

  /// Counts bytes that are not in use any more.
  public func free(_ bytes: Int) { state.withLock { $0.used = max(0, $0.used - max(0, bytes)) } }

  /// Bytes in use up to which the system is not asked for its memory.
  private static let unasked = 32 << 20

  /// What may be in use of this room: seven eighths, and what is in use already.
  private static func usable(_ room: MemoryRoom, used: Int) -> MemoryRoom {
    let (sum, isOver) = (room.bytes - room.bytes / 8).addingReportingOverflow(used)
    return MemoryRoom(bytes: isOver ? .max : sum, source: room.source)
  }

  private func tooLarge(_ most: Int, disk: Int) -> Diagnostic {
    Diagnostic(
      "too-large",
      "reading '\(name)' takes more than \(MemoryRoom.shown(most)) of memory, the limit for a file of "
        + MemoryRoom.shown(disk),
      help:
        "split it, or unpack it first: the limit is \(MemoryRoom.shown(least)) or \(times) times its size on disk"
    )
  }

  private func noRoom(_ free: MemoryRoom) -> Diagnostic { ReadBudget.noRoom(name, free) }

  /// The error for a file that needs more memory than there is.
  public static func noRoom(_ name: String, _ room: MemoryRoom) -> Diagnostic {
    Diagnostic(
      "too-large", "'\(name)' needs more than the \(MemoryRoom.shown(room.bytes)) that \(room.source) leaves",
      help: "free memory, raise the limit, or load a part of the file")
  }
}
