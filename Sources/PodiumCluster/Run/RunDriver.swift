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
  /// The orders as `orders.jsonl` has them, the job of each, and what its time is estimated by.
  private let lines: [UInt8]
  let places: [Int]
  let groups: [String]
  private var mark: DriverMark
  private(set) var isDriver = false
  var results: RunResults
  var done: Set<Int> = []
  private(set) var rounds: [RunRound] = []
  /// The chunk that each order was submitted in last.
  private(set) var assigned: [Int: RunChunk] = [:]
  /// What the queue said last of a chunk's task, and when it was asked and that was not among the living, without a break.
  var tasks: [RunChunk: SlurmTask] = [:]
  var quiet: [RunChunk: [Double]] = [:]
  /// The seconds of the orders of each learner that have ended, and the memory of a task in MB.
  private var took: [String: (sum: Double, count: Double)] = [:]
  private(set) var megabytes = 512
  /// What this process fits itself, the seconds that it has left for that, and the results that the folder lacks.
  var own: OwnWork<Kind>?
  var allowance: Double
  private var (unwritten, writer) = ([RunResults.Fit](), ResultWriter?.none)
  var firstOwnRound = Int.max
  /// When something came or the queue was asked last, and how often in a row that was without news.
  var (heard, silence) = (ChildProcess.now(), 0)
  /// When a round was submitted last, and whether the site took nothing of it.
  var (lastRound, isRefused) = (-Double.infinity, false)
  private(set) var roundsBefore = 0
  var away = JobsElsewhere()

  init(
    _ queue: JobQueue<Kind>, _ context: JobContext, _ options: ClusterExecutor, _ template: SlurmTemplate
  ) throws(Diagnostic) {
    (self.queue, self.context, self.options, self.template) = (queue, context, options, template)
    slurm = Slurm(commands: options.commands, cancellation: context.cancellation)
    places = queue.drain()
    groups = places.map { queue.learners(at: $0).joined(separator: " ") }
    var lines: [UInt8] = []
    for place in places { lines += try JSONJobCoder().bytes(of: try queue.order(at: place)) + [0x0A] }
    self.lines = lines
    plan = RunPlan(
      program: options.build, shared: queue.sharedHash, orders: SHA256.hex(lines), command: options.command)
    folder = RunFolder(root: options.root, id: try plan.id())
    mark = DriverMark(of: folder)
    results = RunResults(folder: folder, orders: places.count, plan: "")
    allowance = options.share
  }

  /// Lets all orders end; throws `interrupted`, what is wrong with the folder, and why the nodes cannot do the work.
  func run() throws(Diagnostic) {
    if places.isEmpty { return }
    defer {
      own?.stop()
      if isDriver { mark.release() }
    }
    if try open(), missing.isEmpty { return }
    if rounds.isEmpty {
      try sample()
      let left = missing.reduce(0) { $0 + seconds($1) }
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

  /// The seconds that an order is estimated to take.
  func seconds(_ order: Int) -> Double { took[groups[order]].map { $0.sum / $0.count } ?? 30 }

  /// Waits, and goes on being the driver; throws `interrupted`.
  func pause(_ seconds: Double) throws(Diagnostic) {
    context.cancellation.wait(seconds: seconds * options.pace)
    try lookWhoDrives()
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

  /// Makes the folder and the plan, unless they are there; where another podium makes them it waits for that.
  private func begin() throws(Diagnostic) {
    try folder.make()
    // Who asks for the run wants it again.
    unlink(folder.at("cancelled"))
    try lookWhoDrives()
    // Another driver may have gone on meanwhile, or makes the plan just now.
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
  private func open() throws(Diagnostic) -> Bool {
    guard let known = try folder.plan() else { return false }
    try folder.requireOwn()
    (results, rounds, assigned) = (RunResults(folder: folder, orders: places.count, plan: known.hash), [], [:])
    for round in try folder.rounds(orders: places.count) { note(round) }
    take(results.news())
    roundsBefore = rounds.count
    return true
  }

  /// Becomes the driver where no one is any more, and takes what the one before left.
  private func lookWhoDrives() throws(Diagnostic) {
    let wasDriver = isDriver
    isDriver = try mark.drives()
    if isDriver, !wasDriver { _ = try open() }
  }

  func note(_ round: RunRound) {
    rounds.append(round)
    for (index, orders) in round.chunks.enumerated() {
      for order in orders { assigned[order] = RunChunk(round: rounds.count, index: index) }
    }
  }

  /// Fits one order of each learner here, to know how long they take; what is done is done.
  private func sample() throws(Diagnostic) {
    let picks = Dictionary(missing.map { (groups[$0], $0) }, uniquingKeysWith: { first, _ in first })
    let (start, memory) = (ChildProcess.now(), RunDriver.kilobytes("VmRSS:"))
    own = OwnWork(picks.values.sorted(), at: places, of: queue, threads: options.threads, seconds: options.sample)
    while own != nil, !context.cancellation.isCancelled {
      usleep(5000)
      takeOwn()
    }
    try context.cancellation.check()
    allowance -= ChildProcess.now() - start
    // A worker holds the data too, as bytes and as a table.
    let data = (try? queue.blobs.get(plan.shared).count) ?? 0
    let need = max(0, RunDriver.kilobytes("VmHWM:") - memory) + 3 * data >> 10
    megabytes = max(megabytes, 256 + (need + need / 2) >> 10)
  }

  private static func kilobytes(_ name: String) -> Int {
    let line = MemoryRoom.text("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private func takeOwn() {
    guard let (fits, goesOn) = own?.news() else { return }
    if !goesOn { own = nil }
    take(fits)
    unwritten += fits
  }

  private func take(_ fits: [RunResults.Fit]) {
    for (order, outcome, seconds) in fits where !done.contains(order) && queue.receive(outcome, at: places[order]) {
      done.insert(order)
      let before = took[groups[order]] ?? (0, 0)
      took[groups[order]] = (before.sum + max(1e-3, seconds), before.count + 1)
    }
  }

  /// One turn of the loop: takes what has come, and as the driver sees to what is missing.
  private func step() throws(Diagnostic) {
    // What the queue says is older than the results that are read after it.
    if isDriver, !rounds.isEmpty, ChildProcess.now() - heard >= [10, 20, 40, 60][min(silence, 3)] * options.pace {
      ask()
    }
    let found = results.news()
    if !found.isEmpty {
      (heard, silence, roundsBefore) = (ChildProcess.now(), 0, rounds.count)
      take(found)
    }
    takeOwn()
    if writer == nil, !unwritten.isEmpty { writer = try ResultWriter(folder, .here, plan: results.plan) }
    while let (order, outcome, seconds) = unwritten.popLast() {
      try writer?.write(ResultLine(order, outcome, seconds: seconds), syncing: unwritten.isEmpty)
    }
    if missing.isEmpty { return }
    if isDriver { try drive() } else { away.reason = "driven by podium on \(mark.holder ?? "another machine")" }
  }
}
