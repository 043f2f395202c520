internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside
public import PodiumPlugin
internal import Synchronization

/// The worker of one chunk of a run: it reads plan, data and orders from the folder of the run, and appends results to a file of
/// its own.
///
/// It reads no startup file, workspace or plugin folder, and does not use the network. It starts only the external learners
/// that an order describes, and only after the hashes of plan and orders were checked.
public struct RunWorker {
  /// Exit statuses, those of sysexits.h.
  enum Status: Int32 {
    case done = 0
    case damaged = 65
    case missing = 66
    case unable = 69
    case open = 73
    case full = 74
    case stopped = 75
  }

  private let registry: Registry
  private let version: String
  private let build: String
  private let clock: @Sendable () -> Double

  /// A worker with the contents of a registry; `build` names the program, and `version` is what external learners get.
  public init(_ registry: Registry, version: String, build: String, clock: @escaping @Sendable () -> Double) {
    (self.registry, self.version, self.build, self.clock) = (registry, version, build, clock)
  }

  /// Runs the orders of a chunk and returns the exit status; a complaint goes to standard error, the task's log.
  public func run(folder path: String, round number: Int, chunk: Int, plan hash: String) -> Int32 {
    RunWorker.handleTermination()
    let place = FilePath(path)
    guard place.isAbsolute, let runs = place.parent, let root = runs.parent, access(path, F_OK) == 0 else {
      return complain(.missing, "'\(path)' is not the folder of a run")
    }
    let folder = RunFolder(root: root.text, id: place.name)
    do throws(Diagnostic) {
      try folder.requireOwn()
      guard let (plan, found) = try folder.plan() else { return complain(.missing, "'\(path)' has no plan") }
      guard found == hash else { return complain(.damaged, folder.damaged("plan.json").message) }
      let orders = try folder.orders(of: plan)
      guard let round = try folder.round(number, orders: orders.count) else {
        return complain(.missing, "'\(path)' has no round \(number)")
      }
      guard round.chunks.indices.contains(chunk) else {
        return complain(.damaged, "round \(number) has no chunk \(chunk)")
      }
      let own = RunChunk(round: number, index: chunk)
      let file = ResultFile(
        own, job: RunWorker.variable("SLURM_JOB_ID") ?? "p\(getpid())",
        restart: RunWorker.variable("SLURM_RESTART_COUNT").flatMap { Int($0) } ?? 0)
      var known = RunResults(folder: folder, orders: orders.count, plan: hash)
      let done = known.done(of: own)
      return try work(
        round.chunks[chunk].filter { !done.contains($0) }, of: orders, plan, in: folder,
        ResultWriter(folder.at("results/\(file.name)"), plan: hash))
    } catch {
      let status: Status =
        switch error.code {
        case "cluster-folder": error.subject == "open" ? .open : .missing
        case "damaged-run": .damaged
        case "disk-full": .full
        default: .missing
        }
      return complain(status, error.inOneLine)
    }
  }

  private func work(
    _ places: [Int], of orders: [WorkOrder], _ plan: RunPlan, in folder: RunFolder, _ writer: ResultWriter
  ) throws(Diagnostic) -> Int32 {
    RunWorker.writer.withLock { $0 = writer }
    func decline(_ reason: Diagnostic) throws(Diagnostic) -> Int32 {
      var reason = reason
      reason.subject = RunWorker.variable("SLURMD_NODENAME")
      try writer.write(.declined(reason), syncing: true)
      return complain(.unable, reason.inOneLine)
    }
    guard plan.program == build else {
      return try decline(
        Diagnostic("other-worker", "the worker is podium \(build), but the run is of podium \(plan.program)"))
    }
    Arithmetic.ask(for: plan.openblas)
    if let difference = Arithmetic.here().difference(from: plan.arithmetic) { return try decline(difference) }
    let worker = Worker(registry, blobs: FolderBlobs(folder: folder.data), version: version, clock: clock)
    let refusal = Mutex<Diagnostic?>(nil)
    let clock = clock
    let cpus = RunWorker.variable("SLURM_CPUS_PER_TASK").flatMap { Int($0) } ?? 1
    _ = Parallel.map(count: places.count, threads: max(1, min(cpus, 1024))) { number in
      if refusal.withLock({ $0 != nil }) { return }
      do throws(Diagnostic) {
        let (order, start) = (places[number], clock())
        try writer.write(.begin(order))
        do throws(Diagnostic) {
          let outcome = try worker.run(orders[order])
          try writer.write(.took(order, Int(max(0, min(1e12, (clock() - start) * 1000)))))
          switch outcome {
          case .success(let bytes): try writer.write(.result(order, bytes))
          case .failure(let error): try writer.write(.failed(order, error))
          }
        } catch {
          if error.stopsWork || ["disk-full", "cluster-folder"].contains(error.code) { throw error }
          try writer.write(.refused(order, error))
        }
      } catch {
        refusal.withLock { $0 = $0 ?? error }
      }
    }
    if let refusal = refusal.withLock(\.self) {
      if refusal.code == "disk-full" { throw refusal }
      return try decline(refusal)
    }
    try writer.write(.end, syncing: true)
    return Status.done.rawValue
  }

  private func complain(_ status: Status, _ message: String) -> Int32 {
    _ = writeWhole(Array(("podium worker: " + SafeText.escape(message) + "\n").utf8), to: STDERR_FILENO)
    return status.rawValue
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
      // No line is cut: the writer's lock is held until the end.
      writer.withLock { $0 }?.writeLast(.stopped)
      _exit(Status.stopped.rawValue)
    }
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Appends lines to a results file, one at a time, from any thread.
///
/// A class: the threads of the work and the one that waits for signals share it.
final class ResultWriter: Sendable {
  private let path: String
  private let state: Mutex<State>

  private struct State {
    let file: Int32
    var synced = ChildProcess.now()
  }

  /// The seconds between two syncs.
  private static let interval = 1.0

  /// Opens the file and writes its first line, with the hash of the plan.
  ///
  /// Throws `cluster-folder` and `disk-full`.
  init(_ path: String, plan: String) throws(Diagnostic) {
    self.path = path
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw ResultWriter.failure(path, errno) }
    state = Mutex(State(file: file))
    try write(.plan(plan))
  }

  deinit { close(state.withLock(\.file)) }

  /// Writes a line, whole; `syncing` makes sure that others see it.
  ///
  /// Throws `disk-full`, and `cluster-folder` where nothing can be written.
  func write(_ line: ResultLine, syncing: Bool = false) throws(Diagnostic) {
    let bytes = try line.bytes()
    let code = state.withLock { state -> Int32 in
      if let code = writeWhole(bytes, to: state.file) { return code }
      let now = ChildProcess.now()
      if syncing || now - state.synced >= ResultWriter.interval {
        state.synced = now
        // A disc over the network says here that it is full.
        if fsync(state.file) != 0, ResultWriter.isFull(errno) { return errno }
      }
      return 0
    }
    if code != 0 { throw ResultWriter.failure(path, code) }
  }

  /// Writes the last line and keeps others from writing more.
  func writeLast(_ line: ResultLine) {
    guard let bytes = try? line.bytes() else { return }
    state.withLock { state in
      _ = writeWhole(bytes, to: state.file)
      fsync(state.file)
      _exit(RunWorker.Status.stopped.rawValue)
    }
  }

  private static func isFull(_ code: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

  /// How a worker's complaint begins whose disk is full, by which the driver knows it.
  static let noRoom = "no room is left"

  private static func failure(_ path: String, _ code: Int32) -> Diagnostic {
    isFull(code)
      ? Diagnostic("disk-full", "\(noRoom) for '\(path)'", help: "make room, then type the same command again")
      : RunFolder.unwritable(path, code)
  }
}
