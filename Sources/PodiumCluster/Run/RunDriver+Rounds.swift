internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside

extension RunDriver {
  /// Submits what is lost.
  func drive() throws(Diagnostic) {
    let open = Dictionary(grouping: missing.filter { own?.orders.contains($0) != true }) { assigned[$0] }
    // By their files: the queue is asked rarely.
    away.running = open.keys.count { $0.flatMap { results.last(of: $0) } != nil }
    away.waiting = open.keys.count { $0 != nil } - away.running
    try refuseUnfitNodes()
    let lost = open.filter { chunk, _ in chunk.map(isLost) ?? true }
    // One round for what is lost at about the same time.
    if lost.isEmpty || (lost.count < open.count || isRefused) && ChildProcess.now() - lastRound < 60 * options.pace {
      return
    }
    try submit(lost)
  }

  private func isLost(_ chunk: RunChunk) -> Bool {
    // A worker that ended by itself says so.
    if let last = results.last(of: chunk),
      last.hasEnded || last.declined != nil || last.isStopped && quiet[chunk] != nil
    {
      return true
    }
    return quiet[chunk].map { $0.count >= 2 && ChildProcess.now() - $0[0] >= 90 * options.pace } ?? false
  }

  /// Asks the queue for the tasks of chunks that are not done; no answer changes nothing.
  func ask() {
    (heard, silence) = (ChildProcess.now(), silence + 1)
    let open = Set(missing.compactMap { assigned[$0] })
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
    let reason = all.first(where: \.isWaiting)?.reason ?? ""
    away.reason = ["None", ""].contains(reason) ? nil : SafeText.escape(reason)
    if let first = all.first(where: \.isHeld) {
      let count = all.count(where: \.isHeld)
      away.reason = "\(count.counted("task")) held by the cluster: \(SafeText.escape(first.reason))"
    }
  }

  /// Throws why no node can do the work, where the first tasks all say so; their array is cancelled.
  private func refuseUnfitNodes() throws(Diagnostic) {
    if results.hasWorked(since: firstOwnRound) { return }
    let first = Set(assigned.values.filter { $0.round >= firstOwnRound })
    var reasons: [Diagnostic] = []
    for chunk in first {
      if let last = results.last(of: chunk) {
        guard let declined = last.declined else { return }
        reasons.append(declined)
      } else if tasks[chunk]?.state == "FAILED",
        let last = folder.log(chunk).last(where: { !$0.hasPrefix("slurmstepd") })
      {
        // The shell or the loader said so: a worker writes to its results first.
        reasons.append(Diagnostic("cluster-nodes", last))
      } else if chunk.round > firstOwnRound, isLost(chunk) {
        // The first such round may have been cancelled or killed.
        reasons.append(
          Diagnostic(
            "cluster-nodes", "the tasks left no line: do the nodes see '\(folder.root)'?",
            help: "choose a folder that all nodes see: set cluster-folder=DIR"))
      }
    }
    guard reasons.count >= min(3, first.count), let reason = reasons.min(by: { $0.message < $1.message }) else {
      return
    }
    slurm.cancel(rounds)
    for number in (firstOwnRound...rounds.count).reversed() { forget(number) }
    throw Diagnostic(
      "cluster-nodes", "the nodes cannot do this work: " + reason.message,
      help: reason.help ?? "see 'jobs log \(folder.id)'; what a node needs (module load …) goes into slurm.sh")
  }

  /// Removes what the folder has of the last round, at which no node works: who repairs what was wrong does not wait for it.
  private func forget(_ number: Int) {
    let results = folder.names(in: "results").filter { $0.hasPrefix("\(number).") }.map { "results/" + $0 }
    for name in results + ["rounds/\(number).sh", "rounds/\(number).json"] { unlink(folder.at(name)) }
  }

  /// How the task of a chunk ended: the state in the queue, the last line of its log, and whether its time was over.
  private func end(of chunk: RunChunk) -> (state: String, words: String, isLate: Bool) {
    let (state, words) = (tasks[chunk]?.state ?? "", folder.log(chunk).last ?? "")
    return (state, words, state == "TIMEOUT" || words.contains("TIME LIMIT"))
  }

  /// Submits the orders of lost chunks in a new round: those that were under way when their task ended alone, so that one that
  /// ends each task is found; after some attempts it has failed.
  private func submit(_ lost: [RunChunk?: [Int]]) throws(Diagnostic) {
    var (alone, others) = ([Int](), lost[nil] ?? [])
    var (isLate, isKilled) = (false, false)
    // Being stopped is normal, but for a time limit.
    let attempts = results.attempts { end(of: $0).isLate }
    for case let (chunk?, orders) in lost {
      let (last, end) = (results.last(of: chunk), end(of: chunk))
      if end.words.contains(RunFolder.noRoom), chunk.round >= firstOwnRound {
        // Another round would end as this one did.
        slurm.cancel(rounds)
        throw RunFolder.unwritable(folder.root, ENOSPC)
      }
      isLate = isLate || end.isLate
      // Without control groups a task that took too much memory has just failed.
      let hasDied = end.state == "FAILED" && last?.broken.isEmpty == false
      isKilled = isKilled || hasDied || end.state == "OUT_OF_MEMORY" || end.words.contains("exceeded memory limit")
      for order in orders {
        let isAgain = queue.tries(
          places[order], after: attempts[order] ?? 0, refused: last?.refused[order],
          because: end.words.isEmpty ? "its task was \(end.state.isEmpty ? "ended" : end.state)" : end.words,
          help: "see 'jobs log \(folder.id)'")
        if !isAgain {
          done.insert(order)
        } else if last?.broken.contains(order) == true {
          alone.append(order)
        } else {
          others.append(order)
        }
      }
    }
    if rounds.count - roundsBefore >= 100 {
      throw Diagnostic(
        "cluster-nodes",
        "after \(rounds.count) rounds \((alone.count + others.count).counted("fold")) are still missing",
        help: "see 'jobs log \(folder.id)'; then 'jobs clean \(folder.id)'")
    }
    // What is held would run when somebody lets it go.
    slurm.cancel(lost.keys.compactMap { $0.flatMap { tasks[$0] } }.filter(\.isHeld))
    let chunks = alone.sorted().map { [$0] } + self.chunks(of: others.sorted())
    if chunks.isEmpty { return }
    // 'jobs clean' of another run may have removed the data, or the disk damaged them.
    _ = try folder.put(try queue.blobs.get(plan.shared))
    let last = rounds.last
    try submit(
      Array(chunks.prefix(Chunking.most)), minutes: isLate ? 2 * (last?.minutes ?? 0) : 0,
      megabytes: max(megabytes, (last?.megabytes ?? 0) * (isKilled ? 2 : 1)))
  }

  /// The chunks of some orders, without those that this process fits itself while tasks start: as much as a chunk takes, or all
  /// where other tasks have started before, and some seconds at most.
  private func chunks(of orders: [Int]) -> [[Int]] {
    let all = Chunking.chunks(of: orders, size: options.chunk, seconds: seconds)
    guard own == nil, allowance > 0 else { return all }
    let equal = orders.reduce(0) { $0 + seconds($1) } / Double(all.count + 1)
    var left = rounds.isEmpty ? min(allowance, equal) : allowance
    let share = orders.sorted { (seconds($0), $0) < (seconds($1), $1) }.prefix {
      left -= seconds($0)
      return left > 0
    }
    if share.isEmpty { return all }
    // As with tasks, an estimate may be wrong.
    let work = OwnWork(Array(share), at: places, of: queue, threads: 1, seconds: 2 * allowance)
    (own, allowance) = (work, 0)
    let rest = orders.filter { !work.orders.contains($0) }
    return rest.isEmpty ? [] : Chunking.chunks(of: rest, size: options.chunk, seconds: seconds)
  }

  /// Submits the first of some chunks, as many as the site takes; what it does not take stays lost, and goes into a later round.
  ///
  /// Each task may take so many minutes, or three times what its orders are estimated to take.
  private func submit(_ chunks: [[Int]], minutes: Int, megabytes: Int) throws(Diagnostic) {
    let number = rounds.count + 1
    let (script, name) = (folder.at("rounds/\(number).sh"), "rounds/\(number).json")
    let longest = chunks.map { $0.reduce(0) { $0 + seconds($1) } }.max() ?? 0
    let needed = Int((min(longest, 1e6) * 3 / 60).rounded(.up)) + 1
    var round = RunRound(
      array: "podium-\(folder.id)-\(number)-\(RunFolder.random)", cluster: template.cluster, chunks: chunks,
      minutes: min(1_000_000, max(minutes, needed)), megabytes: min(1_000_000_000, megabytes))
    let text = template.script(program: options.program, folder: folder, round: number, plan: results.plan)
    try RunFolder.write(Array(text.utf8), to: script)
    try folder.write(round, to: name)
    let unfit = Set(results.declines.compactMap(\.subject))
    let answer = slurm.submit(
      script, round, log: folder.at("log/\(number).%a"), options: template.options(for: round, without: unfit))
    lastRound = ChildProcess.now()
    (heard, silence, isRefused, away) = (lastRound, 0, false, JobsElsewhere())
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
      try pause(0)
      isRefused = chunks.count == 1
      // Another podium that has taken over knows what it must submit.
      if isRefused || !isDriver { return }
      let half = Array(chunks.prefix((chunks.count + 1) / 2))
      return try submit(half, minutes: minutes, megabytes: megabytes)
    case .unsure(let words): away.reason = words
    case .accepted(let cluster):
      if let cluster {
        round.cluster = cluster
        try folder.write(round, to: name)
      }
      if let before = rounds.last, number > firstOwnRound {
        away.reason = "\(before.chunks.count > 1 ? "some tasks" : "a task") lost, tried again"
      }
    }
    firstOwnRound = min(firstOwnRound, number)
    note(round)
    try pause(0)
  }
}
