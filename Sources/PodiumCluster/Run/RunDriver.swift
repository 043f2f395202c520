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
  private let orders: [WorkOrder]
  let plan: RunPlan
  /// The job of each order, and what its time is estimated by.
  let places: [Int]
  let groups: [String]
  private var mark: DriverMark
  private(set) var isDriver = false
  private(set) var hash = ""
  var results: RunResults
  var done: Set<Int> = []
  var rounds: [Int: RunRound] = [:]
  /// The chunk that each order was submitted in last.
  private(set) var assigned: [Int: RunChunk] = [:]
  /// What the queue said last of a chunk's task, and how often in a row and since when that was not among the living.
  var tasks: [RunChunk: Slurm.Task] = [:]
  var quiet: [RunChunk: (asks: Int, since: Double)] = [:]
  /// The seconds of an order of a learner, and the memory of a task in MB.
  var (estimates, megabytes) = ([String: Double](), 512)
  /// What this process fits itself, the seconds that it has left for that, and the results that the folder lacks.
  var own: OwnWork<Kind>?
  var allowance: Double
  private var (unwritten, writer) = ([ResultLine](), ResultWriter?.none)
  var firstOwnRound = Int.max
  /// When something came last, when the queue was asked last, and how often in a row without news.
  var (news, asked, silence) = (ChildProcess.now(), ChildProcess.now(), 0)
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
    var orders: [WorkOrder] = []
    for place in places { orders.append(try queue.order(at: place)) }
    self.orders = orders
    groups = places.map { queue.learners(at: $0).joined(separator: " ") }
    plan = RunPlan(
      program: options.build, shared: orders.first?.shared ?? "", orders: SHA256.hex(try RunFolder.bytes(of: orders)),
      command: options.command)
    folder = RunFolder(root: options.root, id: try plan.id())
    mark = DriverMark(of: folder)
    results = RunResults(folder: folder, orders: orders.count, plan: "")
    allowance = options.share
  }

  /// Lets all orders end; throws `interrupted`, what is wrong with the folder, and why the nodes cannot do the work.
  func run() throws(Diagnostic) {
    if orders.isEmpty { return }
    defer {
      own?.stop()
      if isDriver { mark.release() }
    }
    if try open(), missing.isEmpty { return }
    if rounds.isEmpty {
      try sample()
      if queue.failure != nil || missing.isEmpty { return }
      let left = missing.reduce(0) { $0 + seconds($1) }
      // What is short would wait longer in the queue than it takes.
      if left <= options.here { return queue.keep(missing.map { places[$0] }) }
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
      if !missing.isEmpty { try pause(rounds.values.reduce(0) { $0 + $1.chunks.count } <= 64 ? 0.1 : 1) }
    }
    context.elsewhere?(JobsElsewhere())
  }

  var missing: [Int] { orders.indices.filter { !done.contains($0) } }

  func seconds(_ order: Int) -> Double { estimates[groups[order]] ?? 30 }

  /// Waits, and goes on being the driver; throws `interrupted`.
  func pause(_ seconds: Double) throws(Diagnostic) {
    context.cancellation.wait(seconds: seconds * options.pace)
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

  /// Makes the folder and the plan, unless they are there; where another podium makes them it waits for that.
  private func begin() throws(Diagnostic) {
    try folder.make()
    // Who asks for the run wants it again.
    unlink(folder.at("cancelled"))
    while true {
      isDriver = try mark.claim()
      if isDriver, try folder.plan() == nil {
        try RunFolder.write(try RunFolder.bytes(of: orders), to: folder.at("orders.jsonl"))
        try folder.write(plan, to: "plan.json")
      }
      // Another driver may have gone on meanwhile, or makes the plan just now.
      if try open() { break }
      try pause(0.1)
    }
    if !isDriver { unwritten = [] }
  }

  /// Takes the results and rounds that exist; false as long as the plan is missing.
  private func open() throws(Diagnostic) -> Bool {
    guard let known = try folder.plan() else { return false }
    try folder.requireOwn()
    hash = known.hash
    results = RunResults(folder: folder, orders: orders.count, plan: hash)
    try learnRounds()
    take(results.news())
    roundsBefore = rounds.count
    return true
  }

  private func learnRounds() throws(Diagnostic) {
    for (number, round) in try folder.rounds(orders: orders.count).sorted(by: { $0.key < $1.key })
    where rounds[number] == nil { note(round, number) }
  }

  func note(_ round: RunRound, _ number: Int) {
    rounds[number] = round
    for (index, orders) in round.chunks.enumerated() {
      for order in orders { assigned[order] = RunChunk(round: number, index: index) }
    }
  }

  /// Writes the data that the orders share, unless they are there: 'jobs clean' of another run may have removed them, or the disk
  /// damaged them.
  func writeData() throws(Diagnostic) { _ = try folder.put(try queue.blobs.get(plan.shared)) }

  /// Fits one order of each learner here, to know how long they take; what is done is done.
  private func sample() throws(Diagnostic) {
    var picks: [String: Int] = [:]
    for order in missing where picks[groups[order]] == nil { picks[groups[order]] = order }
    let (start, memory) = (ChildProcess.now(), RunDriver.kilobytes("VmRSS:"))
    own = OwnWork(picks.values.sorted(), at: places, of: queue, threads: options.threads, seconds: options.sample)
    while own != nil, !context.cancellation.isCancelled {
      usleep(5000)
      takeOwn()
    }
    try context.cancellation.check()
    allowance -= ChildProcess.now() - start
    // A worker holds the data too, as bytes and as a table.
    let data = (try? queue.blobs.get(orders[0].shared).count) ?? 0
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
    for (order, outcome, seconds) in fits {
      if case .failure(let error) = outcome, error.stopsWork {
        if error.isOfMachine == true { queue.give(up: error) }
        continue
      }
      estimates[groups[order]] = max(1e-3, seconds)
      end(order, outcome)
      let bytes = RunResults.Outcome { () throws(Diagnostic) in try queue.bytes(of: try outcome.get()) }
      unwritten.append(ResultLine(order, bytes, seconds: seconds))
    }
  }

  private func end(_ order: Int, _ outcome: JobQueue<Kind>.Outcome) {
    if done.insert(order).inserted { queue.take(outcome, at: places[order]) }
  }

  func take(_ found: [(order: Int, outcome: RunResults.Outcome)]) {
    for (order, outcome) in found where !done.contains(order) {
      switch outcome {
      case .failure(let error): end(order, .failure(error))
      case .success(let bytes):
        if let output = queue.output(bytes, at: places[order]) { end(order, .success(output)) }
      }
    }
  }

  /// One turn of the loop: takes what has come, and as the driver sees to what is missing.
  private func step() throws(Diagnostic) {
    let found = results.news()
    if !found.isEmpty {
      (news, silence, roundsBefore) = (ChildProcess.now(), 0, rounds.count)
      take(found)
    }
    takeOwn()
    if writer == nil, !unwritten.isEmpty { writer = try ResultWriter(folder, .here, plan: hash) }
    while let line = unwritten.popLast() { try writer?.write(line, syncing: unwritten.isEmpty) }
    if missing.isEmpty { return }
    if !isDriver, try mark.claim() {
      isDriver = true
      try learnRounds()
    }
    if isDriver { try drive() } else { away.reason = "driven by podium on \(mark.holder ?? "another machine")" }
  }
}
