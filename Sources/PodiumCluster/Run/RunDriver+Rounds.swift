internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside

extension RunDriver {
  /// Submits what is lost, once a minute at most: one round for what is lost at about the same time.
  func drive() throws(Diagnostic) {
    let open = Dictionary(grouping: missing.filter { !own.numbers.contains($0) }) { assigned[$0] }
    // By their files: the queue is asked rarely.
    away.running = open.keys.count { $0 != .here && results.last(of: $0) != nil }
    away.waiting = open.keys.count { $0 != .here } - away.running
    try refuseUnfitNodes()
    let lost = open.filter { isLost($0.key) }
    if !lost.isEmpty, ChildProcess.now() - lastRound >= 60 * options.pace { try submit(lost) }
  }

  private func isLost(_ chunk: RunChunk) -> Bool {
    let (last, quiet) = (results.last(of: chunk), quiet[chunk] ?? [])
    // A worker that ended by itself says so.
    return chunk == .here || last?.hasEnded == true
      || !quiet.isEmpty && (last?.isStopped == true || chunk.round <= cancelledRounds)
      || quiet.count >= 2 && ChildProcess.now() - quiet[0] >= 90 * options.pace
  }

  /// Asks the queue for the tasks of chunks that are not done; no answer changes nothing.
  func ask() {
    (heard, silence) = (ChildProcess.now(), silence + 1)
    let open = Set(missing.map { assigned[$0] }).subtracting([.here])
    guard let answer = slurm.queue(Set(open.map(\.round)).map { rounds[$0 - 1] }) else {
      away.reason = "the queue does not answer"
      return
    }
    let found = Dictionary(grouping: answer.filter { open.contains($0.chunk) }, by: \.chunk)
    for chunk in open {
      quiet[chunk] = found[chunk]?.contains(where: \.isAlive) == true ? nil : (quiet[chunk] ?? []) + [heard]
      tasks[chunk] = found[chunk]?.last ?? tasks[chunk]
    }
    let all = found.values.joined()
    let held = all.filter(\.isHeld)
    let reason = SafeText.escape((held.first ?? all.first(where: \.isWaiting))?.reason ?? "")
    away.reason = ["None", ""].contains(reason) ? nil : reason
    if !held.isEmpty { away.reason = "\(held.count.counted("task")) held by the cluster: \(reason)" }
  }

  /// Throws why no node can do the work, where the tasks of rounds all say so since the last that had one at work; their arrays
  /// are cancelled.
  private func refuseUnfitNodes() throws(Diagnostic) {
    let first = max(firstOwnRound, results.lastRound + 1)
    let chunks = Set(assigned.filter { $0.round >= first })
    let logs = chunks.isEmpty ? [] : Set(folder.names(in: "log"))
    let reasons = chunks.compactMap { refusal(of: $0, first, hasLog: logs.contains($0.name)) }
    guard reasons.count >= min(3, chunks.count), let reason = reasons.min(by: { $0.message < $1.message })
    else { return }
    try folder.requireOwn()
    slurm.cancel(rounds)
    for number in (first...rounds.count).reversed() { forget(number) }
    throw Diagnostic(
      "cluster-nodes", "the nodes cannot do this work: " + reason.message,
      help: reason.help ?? "see 'jobs log \(folder.id)'; what a node needs (module load …) goes into slurm.sh")
  }

  /// Why the task of a chunk did nothing; nil where that is not known.
  private func refusal(of chunk: RunChunk, _ first: Int, hasLog: Bool) -> Diagnostic? {
    if let last = results.last(of: chunk) { return last.declined }
    let hasFailed = tasks[chunk]?.state == "FAILED"
    if hasFailed, let last = folder.log(chunk.name).last(where: { !$0.hasPrefix("slurmstepd") }) {
      // The shell or the loader said so: a worker writes to its results first.
      return Diagnostic("cluster-nodes", SafeText.escape(last))
    }
    // Slurm makes the log before it starts a task. Where there is one, the first such round may have been cancelled or killed.
    let isUnseen = hasFailed && !hasLog && quiet[chunk].map { $0.count >= 2 } ?? false
    guard isUnseen || chunk.round > first && isLost(chunk) else { return nil }
    return Diagnostic(
      "cluster-nodes", "the tasks left no line: do the nodes see '\(folder.root)'?",
      help: "choose a folder that all nodes see: set cluster-folder=DIR")
  }

  /// Removes what the folder has of the last round, at which no node works: who repairs what was wrong does not wait for it.
  private func forget(_ number: Int) {
    let results = folder.names(in: "results").filter { $0.hasPrefix("\(number).") }.map { "results/" + $0 }
    for name in results + ["rounds/\(number).sh", "rounds/\(number).json"] { unlink(folder.at(name)) }
  }

  /// How the task of a chunk ended: the state in the queue, the last line of its log, and whether its time was over.
  private func end(of chunk: RunChunk) -> (state: String, words: String, isLate: Bool) {
    let state = tasks[chunk]?.state ?? "ended"
    let words = folder.log(chunk.name).last.map(SafeText.escape) ?? "its task was \(state)"
    return (state, words, state == "TIMEOUT" || words.contains("TIME LIMIT"))
  }

  /// Submits the orders of lost chunks in a new round: those that were under way when their task ended alone, so that one that
  /// ends each task is found; after some attempts it has failed.
  private func submit(_ lost: [RunChunk: [Int]]) throws(Diagnostic) {
    var (alone, others, isLate, isKilled) = ([Int](), [Int](), false, false)
    // Being stopped is normal, but for a time limit.
    let attempts = results.attempts { end(of: $0).isLate }
    for (chunk, orders) in lost {
      let (last, end) = (results.last(of: chunk), end(of: chunk))
      if end.words.contains(RunFolder.noRoom), chunk.round >= firstOwnRound {
        // Another round would end as this one did.
        slurm.cancel(rounds)
        throw RunFolder.unwritable(folder.root, ENOSPC)
      }
      let broken = last?.broken ?? []
      isLate = isLate || end.isLate
      // Without control groups a task that took too much memory has just failed.
      isKilled = isKilled || end.state == "OUT_OF_MEMORY" || end.state == "FAILED" && !broken.isEmpty
      let again = orders.filter { order in
        queue.tries(
          places[order], after: attempts[order] ?? 0, refused: last?.refused[order], because: end.words,
          help: "see 'jobs log \(folder.id)'")
      }
      done.formUnion(Set(orders).subtracting(again))
      alone += again.filter(broken.contains)
      others += again.filter { !broken.contains($0) }
    }
    // What is held would run when somebody lets it go.
    slurm.cancel(lost.keys.compactMap { tasks[$0] }.filter(\.isHeld))
    // Slurm may have been slow to answer: another podium may have taken over.
    try pause(0)
    let chunks = alone.sorted().map { [$0] } + self.chunks(of: others.sorted())
    if chunks.isEmpty || !isDriver { return }
    // 'jobs clean' of another run may have removed the data, or the disk damaged them.
    let data = try queue.blobs.get(plan.shared)
    _ = try folder.put(data)
    // A worker holds the data too, as bytes and as a table.
    let (last, needed) = (rounds.last, own.kilobytes + 3 * data.count >> 10)
    try send(
      Array(chunks.prefix(most)), minutes: isLate ? 2 * (last?.minutes ?? 0) : 0,
      megabytes: max(512, 256 + (needed + needed / 2) >> 10, (last?.megabytes ?? 0) * (isKilled ? 2 : 1)))
  }

  /// The chunks of some orders, without those that this process fits itself while tasks start: as much as a chunk takes, or what
  /// it can where other tasks have started before.
  private func chunks(of orders: [Int]) -> [[Int]] {
    let all = Chunking.chunks(of: orders, size: options.chunk, seconds: own.seconds)
    let equal = own.seconds(orders) / Double(all.count + 1)
    let share = own.share(of: orders, seconds: rounds.isEmpty ? equal : .infinity)
    return Chunking.chunks(of: orders.filter { !share.contains($0) }, size: options.chunk, seconds: own.seconds)
  }

  /// Submits chunks. Each task may take so many minutes, or three times what its orders are estimated to take.
  private func send(_ chunks: [[Int]], minutes: Int, megabytes: Int) throws(Diagnostic) {
    let number = rounds.count + 1
    let (script, name) = (folder.at("rounds/\(number).sh"), "rounds/\(number).json")
    let longest = chunks.map { own.seconds($0) }.max() ?? 0
    let needed = Int((min(longest, 1e6) * 3 / 60).rounded(.up)) + 1
    var round = RunRound(
      array: "podium-\(folder.id)-\(number)-\(RunFolder.random)", cluster: template.cluster, chunks: chunks,
      minutes: min(1_000_000, max(minutes, needed)), megabytes: min(1_000_000_000, megabytes))
    let text = template.script(program: options.program, folder: folder, round: number, plan: results.plan)
    try RunFolder.write(Array(text.utf8), to: script)
    // A podium that takes itself for the driver may have submitted this round.
    guard try folder.write(round, to: name, isNew: true) else { return _ = try open() }
    let unfit = Set(results.declines.compactMap(\.subject))
    let answer = slurm.submit(
      script, round, log: folder.at("log/\(number)"), options: template.options(for: round, without: unfit))
    (heard, silence, lastRound, away) = (ChildProcess.now(), 0, ChildProcess.now(), JobsElsewhere())
    switch answer {
    case .refused(let words):
      forget(number)
      throw Diagnostic(
        "cluster-refused", "Slurm refuses the array: " + words,
        help: results.declines.first.map { "some nodes are left out: \($0.message)" }
          ?? "options of your site (#SBATCH --partition=…, --account=…) go into ~/.config/podium/slurm.sh")
    case .tooMany(let words):
      forget(number)
      away.reason = words
      // What the site does not take stays lost, and goes into a later round.
      if chunks.count > 1 { (most, lastRound) = ((chunks.count + 1) / 2, -.infinity) }
      return
    case .unsure(let words): away.reason = words
    case .accepted(let cluster):
      round.cluster = cluster ?? round.cluster
      if number > firstOwnRound { away.reason = "tasks lost, tried again" }
    }
    most = Chunking.most
    note(round)
  }
}
