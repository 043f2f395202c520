internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside
public import PodiumPlugin
internal import Synchronization

/// The worker of one chunk: it reads plan, data and orders from the folder of the run, and appends to a file of its own.
///
/// It reads no startup file, workspace or plugin folder, and does not use the network. It starts only the external learners
/// that an order describes, and only after the hashes of plan and orders were checked.
public struct RunWorker {
  private let registry: Registry
  private let version: String
  private let build: String
  private let clock: @Sendable () -> Double

  /// A worker with the contents of a registry; `build` names the program, and `version` is what external learners get.
  public init(_ registry: Registry, version: String, build: String, clock: @escaping @Sendable () -> Double) {
    (self.registry, self.version, self.build, self.clock) = (registry, version, build, clock)
  }

  /// Runs the orders of a chunk and returns the exit status, one of sysexits.h; a complaint goes to standard error.
  public func run(folder path: String, round number: Int, chunk: Int, plan hash: String) -> Int32 {
    RunWorker.handleTermination()
    do throws(Diagnostic) {
      try work(path, number, chunk, hash)
      return 0
    } catch {
      _ = writeWhole(Array(("podium worker: " + SafeText.escape(error.inOneLine) + "\n").utf8), to: STDERR_FILENO)
      return switch error.code {
      case "damaged-run", "altered-blob": 65
      case "cluster-folder" where error.subject == "open": 73
      case "cluster-folder", "unreadable-file", "not-a-file", "missing-blob": 66
      case "disk-full": 74
      default: 69
      }
    }
  }

  private func work(_ path: String, _ number: Int, _ chunk: Int, _ hash: String) throws(Diagnostic) {
    let folder = RunFolder(root: FilePath(path).parent?.parent?.text ?? "", id: FilePath(path).name)
    func missing(_ name: String) -> Diagnostic { Diagnostic("cluster-folder", "'\(folder.at(name))' is missing") }
    try folder.requireOwn()
    guard let (plan, found) = try folder.plan() else { throw missing("plan.json") }
    guard found == hash else { throw folder.damaged("plan.json") }
    let orders = try folder.orders(of: plan)
    guard let round = try folder.round(number, orders: orders.count) else { throw missing("rounds/\(number).json") }
    guard round.chunks.indices.contains(chunk) else { throw folder.damaged("rounds/\(number).json") }
    let own = RunChunk(round: number, index: chunk)
    var known = RunResults(folder: folder, orders: orders.count, plan: hash)
    let done = Set(known.news(of: own).map(\.order))
    let places = round.chunks[chunk].filter { !done.contains($0) }
    let writer = try ResultWriter(folder, own, plan: hash)
    RunWorker.writer.withLock { $0 = writer }
    do throws(Diagnostic) {
      plan.askForKernel()
      if let difference = RunPlan(program: build).difference(from: plan) { throw difference }
      try run(places, of: orders, in: folder, writer)
    } catch {
      // These concern the folder and not the node.
      if RunWorker.isOfFolder(error) { throw error }
      var reason = error
      reason.subject = RunWorker.variable("SLURMD_NODENAME")
      try writer.write(.declined(reason), syncing: true)
      throw reason
    }
    try writer.write(.end, syncing: true)
  }

  /// Runs orders, as many at once as the task has processors; throws why none can be run here.
  private func run(
    _ places: [Int], of orders: [WorkOrder], in folder: RunFolder, _ writer: ResultWriter
  ) throws(Diagnostic) {
    let worker = Worker(registry, blobs: folder, version: version, clock: clock)
    let refusal = Mutex<Diagnostic?>(nil)
    let (clock, learners) = (clock, registry.learners)
    let cpus = RunWorker.variable("SLURM_CPUS_PER_TASK").flatMap { Int($0) } ?? 1
    _ = Parallel.map(count: places.count, threads: max(1, min(cpus, 1024))) { number in
      if refusal.withLock({ $0 != nil }) { return }
      let (order, start) = (places[number], clock())
      do throws(Diagnostic) {
        try writer.write(.begin(order))
        do throws(Diagnostic) {
          let outcome = try worker.run(orders[order])
          let line = ResultLine(order, outcome, seconds: clock() - start)
          // Who stops the task ends a learner's program as well, perhaps a moment earlier: that is not a failed fold.
          if !orders[order].programs.isEmpty, orders[order].hasFailed(outcome, learners) { usleep(500_000) }
          try writer.write(line)
        } catch {
          if error.stopsWork || RunWorker.isOfFolder(error) { throw error }
          try writer.write(.refused(order, error))
        }
      } catch {
        refusal.withLock { $0 = $0 ?? error }
      }
    }
    if let refusal = refusal.withLock(\.self) { throw refusal }
  }

  private static func isOfFolder(_ error: Diagnostic) -> Bool {
    ["disk-full", "cluster-folder", "missing-blob", "altered-blob"].contains(error.code)
  }

  /// Where the end of the work is written if a signal asks for it.
  private static let writer = Mutex<ResultWriter?>(nil)

  /// Lets TERM end the process with a line in the results: the scheduler sends it before a time limit and on preemption.
  private static func handleTermination() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    _ = SystemThread.detach { [signals] in
      var (wanted, signal) = (signals, Int32(0))
      while sigwait(&wanted, &signal) != 0 {}
      // The scheduler stops a learner's program too: no failure of its comes after this line.
      let end: () -> Void = { _exit(75) }
      try? writer.withLock { $0 }?.write(.stopped, syncing: true, then: end)
      end()
    }
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
