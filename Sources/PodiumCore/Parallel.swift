internal import Glibc
internal import Synchronization

/// Work spread over threads; results are in the order of their numbers, so the threads never affect them.
public enum Parallel {
  /// The processors this process may use: those of its affinity mask (`taskset`, a scheduler's allotment), at least one.
  public static var processors: Int {
    // The C library hides the call in a macro that Swift's headers do not set.
    typealias Affinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32
    // Read from a file of the kernel's, so only where the mask is not known.
    var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
    guard let symbol = dlsym(nil, "sched_getaffinity") else { return online }
    let affinity = unsafeBitCast(symbol, to: Affinity.self)
    // Words of the mask for 65,536 processors; the kernel refuses a mask that is shorter than its own.
    var mask = [UInt64](repeating: 0, count: 1024)
    let bytes = mask.count * MemoryLayout<UInt64>.size
    // The call gives the number of bytes it wrote, or 0 through the C library.
    guard mask.withUnsafeMutableBytes({ affinity(0, bytes, $0.baseAddress) }) >= 0 else { return online }
    return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
  }

  /// At most so many threads, fewer where a limit of memory would not hold them: each reserves its stack, an arena of the
  /// allocator and, once it multiplies matrices, 128 MB of OpenBLAS, which waits for ever for memory it does not get.
  static func affordable(_ threads: Int, left: () -> Int = { MemoryRoom.addressesLeft }) -> Int {
    guard threads > 1 else { return threads }
    let left = left()
    // Half is for the data. Threads that wait hold theirs already.
    return left == .max ? threads : max(1, min(threads, WaitingThreads.working.idleCount + left / 2 / (320 << 20)))
  }

  /// Calls `body` for 0 ..< count on at most `threads` threads and returns what it returned, in order.
  public static func map<Result: Sendable>(
    count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let width = affordable(min(max(1, threads), count))
    if width <= 1 { return Spare.during { (0..<max(0, count)).map(body) } }
    let work = Work(count: count, body)
    // The calling thread works too, so a system that gives no threads still gets the answer.
    let gates = (1..<width).compactMap { _ -> Gate? in
      let gate = Gate()
      return WaitingThreads.working.take(run: { work.run() }, signalDone: { gate.open() }) ? gate : nil
    }
    work.run()
    for gate in gates { gate.waitAndClose() }
    return work.results()
  }
}

/// A class: the threads share it and take numbers from one counter.
private final class Work<Result: Sendable>: Sendable {
  private let count: Int
  private let body: @Sendable (Int) -> Result
  private let nextNumber = Atomic<Int>(0)
  private let slots: Mutex<[Result?]>

  init(count: Int, _ body: @escaping @Sendable (Int) -> Result) {
    self.count = count
    self.body = body
    slots = Mutex([Result?](repeating: nil, count: count))
  }

  func run() {
    Spare.during {
      while true {
        let number = nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
        if number >= count { return }
        let result = body(number)
        slots.withLock { $0[number] = result }
      }
    }
  }

  func results() -> [Result] {
    slots.withLock { $0.compactMap { $0 } }
  }
}
