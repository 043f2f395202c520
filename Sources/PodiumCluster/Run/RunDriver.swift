internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside

/// Drives a run: takes the results that exist, submits what is missing, and reads results until all are there. A class: one per
/// call, with the state of its loop.
final class RunDriver<Kind: JobKind> {
  let queue: JobQueue<Kind>
  let context: JobContext
  let options: ClusterExecutor
  let template: SlurmTemplate
  let slurm: Slurm
  let folder: RunFolder
  let plan: RunPlan
  /// The orders as `orders.jsonl` has them, and the job of each.
  private let lines: [UInt8]
  let places: [Int]
  private var lease: ProcessLease
  private(set) var isDriver = false
  var results: RunResults
  var done: Set<Int> = []
  private(set) var rounds: [RunRound] = []
  /// The chunk that each order was submitted in last; `here` where it was not.
  private(set) var assigned: [RunChunk] = []
  /// What the queue said last of a chunk's task, and when it was asked and that was not among the living, without a break.
  var tasks: [RunChunk: SlurmTask] = [:]
  var quiet: [RunChunk: [Double]] = [:]
  /// What this process fits itself, and the results that the folder lacks.
  var own: OwnJobs<Kind>
  private var (unwritten, writer) = ([JobFit](), ResultWriter?.none)
  private(set) var (firstOwnRound, cancelledRounds) = (1, 0)
  /// When something came or the queue was asked last, and how often in a row that was without news.
  var (heard, silence) = (ChildProcess.now(), 0)
  /// When a round was submitted last, and how many tasks the site may take in the next.
  var (lastRound, most) = (-Double.infinity, Chunking.most)
  var away = JobsElsewhere()

  init(_ queue: JobQueue<Kind>, _ context: JobContext, _ options: ClusterExecutor) throws(Diagnostic) {
    (self.queue, self.context, self.options) = (queue, context, options)
    template = try options.template()
    slurm = Slurm(commands: options.commands, cancellation: context.cancellation)
    places = queue.drain()
    own = OwnJobs(queue, at: places, seconds: options.share)
    var lines: [UInt8] = []
    for place in places { lines += try JSONJobCoder().bytes(of: try queue.order(at: place)) + [0x0A] }
    self.lines = lines
    plan = RunPlan(
      program: options.build, shared: queue.sharedHash, orders: SHA256.hex(lines), command: options.command)
    let hash = try plan.hash()
    folder = RunFolder(root: options.root, id: String(hash.prefix(16)))
    lease = folder.lease
    results = RunResults(folder: folder, orders: places.count, plan: hash)
  }

  /// Lets all orders end; throws `interrupted`, what is wrong with the folder, and why the nodes cannot do the work.
  func run() throws(Diagnostic) {
    if places.isEmpty { return }
    defer {
      own.stop()
      lease.release()
    }
    if try open(), missing.isEmpty { return }
    if rounds.isEmpty {
      // How long each learner takes; what is done is done.
      own.sample(missing, threads: options.threads, seconds: options.sample)
      while !own.numbers.isEmpty, !context.cancellation.isCancelled {
        usleep(5000)
        takeOwn()
      }
      try context.cancellation.check()
      let left = own.seconds(missing)
      // What is short would wait longer in the queue than it takes.
      if queue.failure != nil || left <= options.here { return queue.keep(missing.map { places[$0] }) }
      if let reason = slurm.missing {
        throw Diagnostic(
          "no-slurm",
          "the command sbatch cannot be run, and the work takes about \(NumberText.shortest(left.rounded())) s",
          help: "start podium where Slurm's commands are, or run it here: set executor=threads", cause: reason)
      }
    }
    try begin()
    while !missing.isEmpty, queue.failure == nil {
      try step()
      context.elsewhere?(away)
      // The results of few tasks are read quickly.
      if !missing.isEmpty { try pause(rounds.reduce(0) { $0 + $1.chunks.count } <= 64 ? 0.1 : 1) }
    }
    context.elsewhere?(JobsElsewhere())
  }

  var missing: [Int] { places.indices.filter { !done.contains($0) } }

  /// Waits, and goes on being the driver; throws `interrupted` and `run-cancelled`.
  func pause(_ seconds: Double) throws(Diagnostic) {
    context.cancellation.wait(seconds: seconds * options.pace)
    let wasDriver = isDriver
    isDriver = try lease.holds()
    // What the driver before left.
    if isDriver, !wasDriver { _ = try open() }
    // Listed: a network remembers for a while that a file was not there.
    if folder.names(in: ".").contains("cancelled") {
      // Slurm may not have known the last array yet when it was to cancel all.
      slurm.cancel(Array(rounds.suffix(1)))
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

  /// Makes the folder and the plan, unless they are there; where another podium makes them it waits for that.
  private func begin() throws(Diagnostic) {
    try folder.make()
    // Who asks for the run wants it again, and does not wait for tasks that 'jobs cancel' has stopped.
    if unlink(folder.at("cancelled")) == 0 { (cancelledRounds, heard) = (rounds.count, -.infinity) }
    try pause(0)
    while try !open() {
      if isDriver {
        try RunFolder.write(lines, to: folder.at("orders.jsonl"))
        try folder.write(plan, to: "plan.json")
      } else {
        try pause(0.1)
      }
    }
    if !isDriver { unwritten = [] }
  }

  /// Takes the results and rounds that exist; false as long as the plan is missing.
  func open() throws(Diagnostic) -> Bool {
    if try folder.plan() == nil { return false }
    try folder.requireOwn()
    (rounds, assigned) = ([], [RunChunk](repeating: .here, count: places.count))
    for round in try folder.rounds(orders: places.count) { note(round) }
    firstOwnRound = rounds.count + 1
    // Rounds that were refused are gone, and others may have their numbers.
    results = RunResults(folder: folder, orders: places.count, plan: results.plan)
    _ = results.news(take)
    return true
  }

  func note(_ round: RunRound) {
    rounds.append(round)
    for (index, orders) in round.chunks.enumerated() {
      for order in orders { assigned[order] = RunChunk(round: rounds.count, index: index) }
    }
  }

  private func takeOwn() { unwritten += own.news().filter(take) }

  /// Takes what came of an order, unless it has ended; false where that is not a result of its job.
  private func take(_ fit: JobFit) -> Bool {
    if done.contains(fit.order) { return true }
    guard queue.receive(fit.outcome, at: places[fit.order]) else { return false }
    own.note(fit.order, seconds: fit.seconds)
    return done.insert(fit.order).inserted
  }

  /// One turn of the loop: takes what has come, and as the driver sees to what is missing.
  private func step() throws(Diagnostic) {
    // What the queue says is older than the results that are read after it.
    if isDriver, !rounds.isEmpty, ChildProcess.now() - heard >= [10, 20, 40, 60][min(silence, 3)] * options.pace {
      ask()
    }
    if results.news(take) { (heard, silence) = (ChildProcess.now(), 0) }
    takeOwn()
    if writer == nil, !unwritten.isEmpty { writer = try ResultWriter(folder, .here, plan: results.plan) }
    while let (order, outcome, seconds) = unwritten.popLast() {
      try writer?.write(ResultLine(order, outcome, seconds: seconds), syncing: unwritten.isEmpty)
    }
    if missing.isEmpty { return }
    if isDriver { try drive() } else { away.reason = "driven by podium on \(lease.holder ?? "another machine")" }
  }
}
