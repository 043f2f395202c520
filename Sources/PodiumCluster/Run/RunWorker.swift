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
  private enum Status: Int32 {
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
    do throws(Diagnostic) { return try work(path, number, chunk, hash) } catch {
      let status: Status =
        switch error.code {
        case "cluster-folder" where error.subject == "open": .open
        case "damaged-run": .damaged
        case "disk-full": .full
        default: .missing
        }
      return complain(status, error)
    }
  }

  private func work(_ path: String, _ number: Int, _ chunk: Int, _ hash: String) throws(Diagnostic) -> Int32 {
    func lacking(_ what: String) -> Diagnostic { Diagnostic("cluster-folder", "'\(path)' \(what)") }
    let place = FilePath(path)
    guard place.isAbsolute, let root = place.parent?.parent, access(path, F_OK) == 0 else {
      throw lacking("is not the folder of a run")
    }
    let folder = RunFolder(root: root.text, id: place.name)
    try folder.requireOwn()
    guard let (plan, found) = try folder.plan() else { throw lacking("has no plan") }
    guard found == hash else { throw folder.damaged("plan.json") }
    let orders = try folder.orders(of: plan)
    guard let round = try folder.round(number, orders: orders.count) else { throw lacking("has no round \(number)") }
    guard round.chunks.indices.contains(chunk) else { throw folder.damaged("rounds/\(number).json") }
    let own = RunChunk(round: number, index: chunk)
    var known = RunResults(folder: folder, orders: orders.count, plan: hash)
    let done = known.done(of: own)
    let places = round.chunks[chunk].filter { !done.contains($0) }
    let writer = try ResultWriter(folder, own, plan: hash)
    RunWorker.writer.withLock { $0 = writer }
    func decline(_ reason: Diagnostic) throws(Diagnostic) -> Int32 {
      var reason = reason
      reason.subject = RunWorker.variable("SLURMD_NODENAME")
      try writer.write(.declined(reason), syncing: true)
      return complain(.unable, reason)
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
          try writer.write(order, try worker.run(orders[order]), seconds: clock() - start)
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
    return 0
  }

  private func complain(_ status: Status, _ error: Diagnostic) -> Int32 {
    _ = writeWhole(Array(("podium worker: " + SafeText.escape(error.inOneLine) + "\n").utf8), to: STDERR_FILENO)
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
      let end: () -> Void = { _exit(Status.stopped.rawValue) }
      try? writer.withLock { $0 }?.write(.stopped, syncing: true, then: end)
      end()
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

  /// Makes the next file of a chunk and writes its first line, with the hash of the plan.
  ///
  /// Throws `cluster-folder` and `disk-full`.
  init(_ folder: RunFolder, _ chunk: RunChunk, plan: String) throws(Diagnostic) {
    var (path, file, number) = ("", Int32(-1), 0)
    repeat {
      path = folder.at("results/\(ResultFile(chunk: chunk, number: number).name)")
      number += 1
      file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    } while file < 0 && errno == EEXIST
    guard file >= 0 else { throw RunFolder.unwritable(path, errno) }
    self.path = path
    state = Mutex(State(file: file))
    try write(.plan(plan))
  }

  deinit { close(state.withLock(\.file)) }

  /// Writes the outcome of an order.
  func write(_ order: Int, _ outcome: RunResults.Outcome, seconds: Double) throws(Diagnostic) {
    let milliseconds = Int(max(0, min(1e12, seconds * 1000)))
    switch outcome {
    case .success(let bytes): try write(.result(order, Base64.text(bytes), milliseconds: milliseconds))
    case .failure(let error): try write(.failed(order, error, milliseconds: milliseconds))
    }
  }

  /// Writes a line, whole; `syncing` makes sure that others see it, and after one `then` no other comes.
  ///
  /// Throws `disk-full`, and `cluster-folder` where nothing can be written.
  func write(_ line: ResultLine, syncing: Bool = false, then: () -> Void = {}) throws(Diagnostic) {
    let bytes = try line.bytes()
    let code = state.withLock { state -> Int32? in
      defer { then() }
      if let code = writeWhole(bytes, to: state.file) { return code }
      let now = ChildProcess.now()
      if syncing || now - state.synced >= ResultWriter.interval {
        state.synced = now
        // A disc over the network says here that it is full.
        if fsync(state.file) != 0, RunFolder.isFull(errno) { return errno }
      }
      return nil
    }
    if let code { throw RunFolder.unwritable(path, code) }
  }
}
