internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside
internal import Synchronization

/// Drives a run: takes the results that exist, submits what is missing, and reads results until all are there.
///
/// A class: one per call, with the state of its loop.
final class RunDriver<Kind: JobKind> {
  let queue: JobQueue<Kind>
  let context: JobContext
  let options: DriverOptions
  let slurm: Slurm
  let template: SlurmTemplate
  let folder: RunFolder
  private let orders: [WorkOrder]
  private let plan: RunPlan
  /// The job of each order.
  let places: [Int]
  /// What an order's time is estimated by.
  let groups: [String]
  var mark: DriverMark
  private(set) var isDriver = false
  /// The hash of the plan, once there is one.
  private(set) var hash = ""
  var results: RunResults
  var done: Set<Int> = []
  var rounds: [Int: RunRound] = [:]
  /// The chunk that each order was submitted in last.
  var assigned: [Int: RunChunk] = [:]
  /// What the queue said of the chunks.
  var watches: [RunChunk: Watch] = [:]
  /// The seconds of an order of a learner, and the memory of a task in MB.
  var estimates: [String: Double] = [:]
  var megabytes = 512
  /// The first round that this process submitted.
  var firstOwnRound = Int.max
  /// When something came last, when the queue was asked last, and how often in a row without news.
  var (news, asked, silence) = (ChildProcess.now(), ChildProcess.now(), 0)
  /// When a round was submitted last, and whether the site took nothing of it.
  var (lastRound, isRefused) = (-Double.infinity, false)
  /// How many rounds there were, and tasks that had declined the work, when a result came last.
  var before = (rounds: 0, declines: 0)
  var away = JobsElsewhere()

  /// What the queue said of a chunk's task.
  struct Watch {
    /// How often in a row it was not among the living, and since when; nil while it lives.
    var quiet: (asks: Int, since: Double)?
    var task: Slurm.Task?
  }

  init(
    _ queue: JobQueue<Kind>, _ context: JobContext, _ options: DriverOptions, template: SlurmTemplate
  ) throws(Diagnostic) {
    (self.queue, self.context, self.options, self.template) = (queue, context, options, template)
    slurm = Slurm(commands: options.commands, cancellation: context.cancellation)
    places = queue.drain()
    var orders: [WorkOrder] = []
    for place in places { orders.append(try queue.order(at: place)) }
    self.orders = orders
    groups = places.map { queue.learners(at: $0).joined(separator: " ") }
    let arithmetic = Arithmetic.here()
    plan = RunPlan(
      program: options.build, openblas: arithmetic.openblas, fma: arithmetic.fma, math: arithmetic.math,
      shared: orders.first?.shared ?? "", orders: SHA256.hex(try RunFolder.bytes(of: orders)), command: options.command)
    folder = RunFolder(root: options.root, id: try plan.id())
    mark = DriverMark(of: folder)
    results = RunResults(folder: folder, orders: orders.count, plan: "")
  }

  /// Lets all orders end, here or on the nodes.
  ///
  /// Throws `interrupted`, what is wrong with the folder, and why the nodes cannot do the work.
  func run() throws(Diagnostic) {
    if orders.isEmpty { return }
    defer { if isDriver { mark.release() } }
    if try open(), missing.isEmpty { return }
    var samples: [Sample] = []
    if rounds.isEmpty {
      samples = try sample()
      if queue.failure != nil || missing.isEmpty { return }
      let left = missing.reduce(0.0) { $0 + seconds(of: $1) }
      // What is short would wait longer in the queue than it takes.
      if left <= options.here { return queue.keep(missing.map { places[$0] }) }
      if let reason = slurm.missing {
        throw Diagnostic(
          "no-slurm",
          "the command sbatch cannot be run, and the work takes about \(NumberText.shortest(left.rounded())) s",
          help: "start podium where Slurm's commands are, or run it here: set executor=threads", cause: reason)
      }
    }
    try begin(samples)
    while !missing.isEmpty {
      try step()
      context.elsewhere?(away)
      if !missing.isEmpty { try pause(options.look(tasks: watches.count)) }
    }
    context.elsewhere?(JobsElsewhere())
  }

  /// The orders that have not ended.
  var missing: [Int] { orders.indices.filter { !done.contains($0) } }

  func seconds(of order: Int) -> Double { estimates[groups[order]] ?? options.unknown }

  /// Waits, and goes on being the driver; throws `interrupted`.
  func pause(_ seconds: Double) throws(Diagnostic) {
    context.cancellation.wait(seconds: seconds)
    if isDriver { isDriver = mark.beat() }
    if access(folder.at("cancelled"), F_OK) == 0 {
      throw Diagnostic(
        "run-cancelled", "the run was stopped by 'jobs cancel'", help: "type the same command again to take it up")
    }
    guard context.cancellation.isCancelled else { return }
    var error = Diagnostic.interrupted
    if !rounds.isEmpty {
      error.help = "the array goes on; the same command takes it up again ('jobs cancel \(folder.id)' stops it)"
    }
    throw error
  }

  // MARK: - The folder

  /// Makes the folder and the plan, unless they are there; where another podium makes them it waits for that.
  private func begin(_ samples: [Sample]) throws(Diagnostic) {
    try folder.make()
    // Who asks for the run wants it again.
    unlink(folder.at("cancelled"))
    isDriver = try mark.claim()
    if isDriver {
      // 'jobs clean' of another run may have removed them, or the disk damaged them.
      _ = try FolderBlobs(folder: folder.data).put(try queue.blobs.get(plan.shared))
      if try folder.plan() == nil {
        try folder.write(try RunFolder.bytes(of: orders), to: "orders.jsonl")
        try folder.write(try JSONJobCoder().bytes(of: plan), to: "plan.json")
      }
    }
    // Another driver may have gone on meanwhile, or makes the plan just now.
    while try !open() {
      try pause(options.look(tasks: 0))
      if try mark.claim() { return try begin(samples) }
    }
    if samples.isEmpty || !isDriver { return }
    let writer = try ResultWriter(folder, .here, plan: hash)
    for (order, outcome, seconds) in samples {
      switch outcome {
      case .success(let output): try writer.write(order, .success(try queue.bytes(of: output)), seconds: seconds)
      case .failure(let error): try writer.write(order, .failure(error), seconds: seconds)
      }
    }
    try writer.write(.end, syncing: true)
  }

  /// Takes the results and rounds that exist; false as long as the plan is missing.
  private func open() throws(Diagnostic) -> Bool {
    guard let known = try folder.plan() else { return false }
    try folder.requireOwn()
    guard try known.plan.id() == folder.id else { throw folder.damaged("plan.json") }
    hash = known.hash
    results = RunResults(folder: folder, orders: orders.count, plan: hash)
    try learnRounds()
    take(results.news())
    before = (rounds.count, results.declines.count)
    return true
  }

  /// Notes the rounds of the folder that are not known.
  private func learnRounds() throws(Diagnostic) {
    for (number, round) in try folder.rounds(orders: orders.count).sorted(by: { $0.key < $1.key })
    where rounds[number] == nil { note(round, number) }
  }

  func note(_ round: RunRound, _ number: Int) {
    rounds[number] = round
    for (index, orders) in round.chunks.enumerated() {
      let chunk = RunChunk(round: number, index: index)
      for order in orders { assigned[order] = chunk }
      watches[chunk] = Watch()
    }
  }

  // MARK: - Times

  private typealias Sample = (order: Int, outcome: JobQueue<Kind>.Outcome, seconds: Double)

  /// Runs one order of each learner here, to know how long they take; what is done is done.
  private func sample() throws(Diagnostic) -> [Sample] {
    var picks: [String: Int] = [:]
    for order in missing where picks[groups[order]] == nil { picks[groups[order]] = order }
    let chosen = picks.values.sorted().map { (order: $0, place: places[$0]) }
    let memory = ProcessMemory.now
    let found = Mutex<[Sample]>([])
    let stop = Cancellation()
    let (queue, threads) = (queue, options.threads)
    let isStarted = SystemThread.detach(stack: .deep) {
      _ = Parallel.map(count: chosen.count, threads: threads) { number in
        if stop.isCancelled { return }
        let start = ChildProcess.now()
        let outcome = queue.outcome(at: chosen[number].place, stoppedBy: stop)
        found.withLock { $0.append((chosen[number].order, outcome, ChildProcess.now() - start)) }
      }
    }
    let deadline = ChildProcess.now() + (isStarted ? options.sample : 0)
    while found.withLock({ $0.count }) < chosen.count, ChildProcess.now() < deadline, !context.cancellation.isCancelled
    {
      usleep(5000)
    }
    stop.cancel()
    try context.cancellation.check()
    // A worker holds the data too, as bytes and as a table.
    let data = (try? queue.blobs.get(orders[0].shared).count) ?? 0
    let need = max(0, ProcessMemory.peak - memory) + 3 * data
    megabytes = max(megabytes, 256 + ((need + need / 2) >> 20))
    return found.withLock(\.self).sorted { $0.order < $1.order }.filter { order, outcome, seconds in
      if case .failure(let error) = outcome, error.stopsWork {
        if error.isOfMachine == true { queue.give(up: error) }
        return false
      }
      estimates[groups[order]] = max(1e-3, seconds)
      end(order, outcome)
      return true
    }
  }

  // MARK: - Results

  private func end(_ order: Int, _ outcome: JobQueue<Kind>.Outcome) {
    guard done.insert(order).inserted else { return }
    queue.take(outcome, at: places[order])
  }

  func take(_ found: [(order: Int, outcome: RunResults.Outcome)]) {
    for (order, outcome) in found where !done.contains(order) {
      switch outcome {
      case .failure(let error): end(order, .failure(error))
      // What does not fit its job counts for nothing.
      case .success(let bytes):
        if let output = queue.output(bytes, at: places[order]) { end(order, .success(output)) }
      }
    }
  }

  /// One turn of the loop: takes what has come, and as the driver sees to what is missing.
  private func step() throws(Diagnostic) {
    let found = results.news()
    if !found.isEmpty {
      (news, silence, before) = (ChildProcess.now(), 0, (rounds.count, results.declines.count))
      take(found)
      if missing.isEmpty { return }
    }
    if !isDriver, try mark.claim() {
      isDriver = true
      try learnRounds()
    }
    if isDriver { try drive() } else { away.reason = "driven by podium on \(mark.holder ?? "another machine")" }
  }
}
