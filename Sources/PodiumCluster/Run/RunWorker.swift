internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside
public import PodiumPlugin
internal import Synchronization

/// The worker of one chunk: it reads plan, data and its orders from the folder of the run, and appends to a file of its own.
///
/// It reads no startup file, workspace or plugin folder, and does not use the network. It starts only the external learners
/// that an order describes, and only after the hashes of plan and orders were checked.
public struct RunWorker: Sendable {
  private let folder: RunFolder
  private let worker: Worker
  private let build: String
  private let learners: LearnerCatalogue

  /// A worker with the contents of a registry; `build` names the program, and `version` is what external learners get.
  public init(
    folder path: String, _ registry: Registry, version: String, build: String, clock: @escaping @Sendable () -> Double
  ) {
    folder = RunFolder(root: FilePath(path).parent?.parent?.text ?? "", id: FilePath(path).name)
    worker = Worker(registry, blobs: folder, version: version, clock: clock)
    (self.build, learners) = (build, registry.learners)
  }

  /// Runs the orders of a chunk and returns the exit status, one of sysexits.h; a complaint goes to standard error.
  public func run(round: Int, chunk: Int, plan: String) -> Int32 {
    do throws(Diagnostic) {
      try work(RunChunk(round: round, index: chunk), plan)
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

  private func work(_ chunk: RunChunk, _ hash: String) throws(Diagnostic) {
    // The scheduler sends it before a time limit and on preemption; it waits until there is a file to say so in.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let name = "rounds/\(chunk.round).json"
    func missing(_ name: String) -> Diagnostic { Diagnostic("cluster-folder", "'\(folder.at(name))' is missing") }
    try folder.requireOwn()
    guard let plan = try folder.plan() else { throw missing("plan.json") }
    guard try plan.hash() == hash else { throw folder.damaged("plan.json") }
    let lines = try folder.orders(of: plan)
    guard let round = try folder.round(chunk.round, orders: lines.count) else { throw missing(name) }
    guard round.chunks.indices.contains(chunk.index) else { throw folder.damaged(name) }
    var (known, done) = (RunResults(folder: folder, orders: lines.count, plan: hash), Set<Int>())
    _ = known.news(of: chunk) { done.insert($0.order).inserted }
    let orders = try round.chunks[chunk.index].filter { !done.contains($0) }.map { (number) throws(Diagnostic) in
      (number: number, order: try JSONJobCoder().value(Array(lines[number])) { try WorkOrder(from: $0) })
    }
    let writer = try ResultWriter(folder, chunk, plan: hash)
    _ = SystemThread.detach { [signals] in
      var (wanted, signal) = (signals, Int32(0))
      while sigwait(&wanted, &signal) != 0 {}
      // The scheduler stops a learner's program too: no failure of its comes after this line.
      try? writer.write(.stopped, syncing: true) { _exit(75) }
      _exit(75)
    }
    do throws(Diagnostic) {
      Arithmetic.ask(forKernel: plan.openblas)
      if let difference = RunPlan(program: build).difference(from: plan) { throw difference }
      try run(orders, writer)
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
  private func run(_ orders: [(number: Int, order: WorkOrder)], _ writer: ResultWriter) throws(Diagnostic) {
    let refusal = Mutex<Diagnostic?>(nil)
    let cpus = RunWorker.variable("SLURM_CPUS_PER_TASK").flatMap { Int($0) } ?? 1
    _ = Parallel.map(count: orders.count, threads: max(1, min(cpus, 1024))) { place in
      if refusal.withLock({ $0 != nil }) { return }
      let ((number, order), start) = (orders[place], ChildProcess.now())
      do throws(Diagnostic) {
        try writer.write(.begin(number))
        do throws(Diagnostic) {
          let outcome = try worker.run(order)
          let line = ResultLine(number, outcome, seconds: ChildProcess.now() - start)
          // Who stops the task ends a learner's program as well, perhaps a moment earlier: that is not a failed fold.
          if !order.programs.isEmpty, JSONJobCoder().isFailure(outcome, learners) { usleep(500_000) }
          try writer.write(line)
        } catch {
          if error.stopsWork || RunWorker.isOfFolder(error) { throw error }
          try writer.write(.refused(number, error))
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

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
