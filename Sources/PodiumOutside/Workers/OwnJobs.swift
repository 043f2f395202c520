internal import Glibc
package import PodiumCore
package import PodiumLearn
internal import Synchronization

/// A job by its number, what a worker answers of it, and how long it took.
package typealias JobFit = (order: Int, outcome: Result<[UInt8], Diagnostic>, seconds: Double)

/// The jobs that this process runs itself, to know how long they take and while others start, and how long jobs of the same
/// learners have taken so far. A job has the number of its place in a list.
package struct OwnJobs<Kind: JobKind> {
  private let queue: JobQueue<Kind>
  /// The job of each number in the queue, and what its time is estimated by.
  private let places: [Int]
  private let groups: [String]
  private var took: [String: (sum: Double, count: Double)] = [:]
  /// The jobs that it is at; `news` tells when it no longer is.
  package private(set) var numbers: Set<Int> = []
  private var work = Work()
  private var (started, deadline, before) = (0.0, 0.0, 0)
  /// The seconds that are left for jobs while others start.
  private var allowance: Double
  /// The memory that jobs took here.
  package private(set) var kilobytes = 0

  /// What the threads of the jobs share with who waits for them.
  private final class Work: Sendable {
    let stopping = Cancellation()
    let state = Mutex<(fits: [JobFit], isOver: Bool)>(([], false))
  }

  package init(_ queue: JobQueue<Kind>, at places: [Int], seconds: Double) {
    (self.queue, self.places, allowance) = (queue, places, seconds)
    groups = places.map { queue.learners(at: $0).joined(separator: " ") }
  }

  /// The seconds that a job is estimated to take.
  package func seconds(_ number: Int) -> Double { took[groups[number]].map { $0.sum / $0.count } ?? 30 }

  /// The same for several, one after another.
  package func seconds(_ numbers: [Int]) -> Double { numbers.reduce(0) { $0 + seconds($1) } }

  /// Learns how long a job took.
  package mutating func note(_ number: Int, seconds: Double) {
    let before = took[groups[number]] ?? (0, 0)
    took[groups[number]] = (before.sum + max(1e-3, seconds), before.count + 1)
  }

  /// Starts with one job of each learner.
  package mutating func sample(_ numbers: [Int], threads: Int, seconds: Double) {
    let picks = Dictionary(numbers.map { (groups[$0], $0) }, uniquingKeysWith: { first, _ in first })
    start(picks.values.sorted(), threads: threads, seconds: seconds)
  }

  /// Starts with the shortest of some jobs, on one thread and in so many seconds at most, once; returns which.
  package mutating func share(of numbers: [Int], seconds most: Double) -> Set<Int> {
    guard self.numbers.isEmpty, allowance > 0 else { return [] }
    var left = min(allowance, most)
    let share = numbers.sorted { (seconds($0), $0) < (seconds($1), $1) }.prefix {
      left -= seconds($0)
      return left > 0
    }
    // An estimate may be wrong.
    if !share.isEmpty { start(Array(share), threads: 1, seconds: 2 * allowance) }
    allowance = share.isEmpty ? allowance : 0
    return self.numbers
  }

  private mutating func start(_ list: [Int], threads: Int, seconds: Double) {
    (numbers, work, started, before) = (Set(list), Work(), ChildProcess.now(), OwnJobs.kilobytes("VmRSS:"))
    deadline = started + seconds
    let isStarted = SystemThread.detach(stack: .deep) { [queue, places, work] in
      _ = Parallel.map(count: list.count, threads: threads) { number in
        let start = ChildProcess.now()
        if work.stopping.isCancelled { return }
        guard let outcome = queue.answer(at: places[list[number]], stoppedBy: work.stopping) else { return }
        work.state.withLock { $0.fits.append((list[number], outcome, ChildProcess.now() - start)) }
      }
      work.state.withLock { $0.isOver = true }
    }
    if !isStarted { stop() }
  }

  package func stop() { work.stopping.cancel() }

  /// What has ended since the last call.
  package mutating func news() -> [JobFit] {
    if numbers.isEmpty { return [] }
    if ChildProcess.now() >= deadline { stop() }
    let (fits, isOver) = work.state.withLock { state in
      defer { state.fits = [] }
      return state
    }
    if isOver || work.stopping.isCancelled {
      numbers = []
      allowance -= ChildProcess.now() - started
      kilobytes = max(kilobytes, OwnJobs.kilobytes("VmHWM:") - before)
    }
    return fits
  }

  private static func kilobytes(_ name: String) -> Int {
    let line = MemoryRoom.text("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
