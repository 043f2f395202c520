internal import Glibc
internal import PodiumCore
internal import PodiumLearn
internal import PodiumOutside

extension RunDriver {
  /// Asks the queue if it is time, and submits what is lost.
  func drive() throws(Diagnostic) {
    let now = ChildProcess.now()
    if !rounds.isEmpty, now - max(news, asked) >= [10, 20, 40, 60][min(silence, 3)] * options.pace {
      (asked, silence) = (now, silence + 1)
      ask()
      take(results.news())
    }
    let open = Dictionary(grouping: missing.filter { own?.orders.contains($0) != true }) { assigned[$0] }
    // By their files: the queue is asked rarely.
    away.running = open.keys.count { $0.flatMap { results.last(of: $0) } != nil }
    away.waiting = open.keys.count { $0 != nil } - away.running
    try refuseUnfitNodes()
    let lost = open.filter { chunk, _ in chunk.map { isLost($0, at: now) } ?? true }
    // One round for what is lost at about the same time.
    if lost.isEmpty || (lost.count < open.count || isRefused) && now - lastRound < 60 * options.pace { return }
    try submit(lost)
  }

  private func isLost(_ chunk: RunChunk, at now: Double) -> Bool {
    // A worker that ended by itself says so.
    if let last = results.last(of: chunk),
      last.hasEnded || last.declined != nil || last.isStopped && quiet[chunk] != nil
    {
      return true
    }
    return quiet[chunk].map { $0.asks >= 2 && now - $0.since >= 90 * options.pace } ?? false
  }

  /// Asks the queue for the tasks of chunks that are not done; no answer changes nothing.
  private func ask() {
    let open = Set(missing.compactMap { assigned[$0] })
    guard let answer = slurm.queue(Set(open.map(\.round)).compactMap { rounds[$0]?.job }) else {
      away.reason = "the queue does not answer"
      return
    }
    let found = Dictionary(grouping: answer, by: \.chunk)
    for chunk in open {
      let before = quiet[chunk] ?? (0, ChildProcess.now())
      let isAlive = found[chunk]?.contains(where: \.isAlive) == true
      quiet[chunk] = isAlive ? nil : (before.asks + 1, before.since)
      tasks[chunk] = found[chunk]?.last ?? tasks[chunk]
    }
    let all = open.flatMap { found[$0] ?? [] }
    let held = all.filter(\.isHeld)
    away.reason = nil
    if let first = held.first {
      away.reason = "\(held.count.counted("task")) held by the cluster: \(SafeText.escape(first.reason))"
    } else if let reason = all.first(where: \.isWaiting)?.reason, !["None", ""].contains(reason) {
      away.reason = SafeText.escape(reason)
    }
  }

  /// Throws why no node can do the work, where the first tasks all say so; their array is cancelled.
  private func refuseUnfitNodes() throws(Diagnostic) {
    let first = Set(assigned.values.filter { $0.round >= firstOwnRound })
    guard !first.isEmpty, !results.hasWorked else { return }
    let nothing = Diagnostic(
      "cluster-nodes", "the tasks left no line: do the nodes see '\(folder.root)'?",
      help: "choose a folder that all nodes see: set cluster-folder=DIR")
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
      } else if chunk.round > firstOwnRound, isLost(chunk, at: ChildProcess.now()) {
        // The first such round may have been cancelled or killed.
        reasons.append(nothing)
      }
    }
    guard reasons.count >= min(3, first.count), let reason = reasons.min(by: { $0.message < $1.message }) else {
      return
    }
    slurm.cancel(rounds.values.compactMap(\.job))
    for number in rounds.keys where number >= firstOwnRound { forget(number) }
    throw Diagnostic(
      "cluster-nodes", "the nodes cannot do this work: " + reason.message,
      help: reason.help ?? "see 'jobs log \(folder.id)'; what a node needs (module load …) goes into slurm.sh")
  }

  /// Removes what the folder has of a round that no node works at: who repairs what was wrong does not wait for it.
  private func forget(_ number: Int) {
    let results = folder.names(in: "results").filter { $0.hasPrefix("\(number).") }.map { "results/" + $0 }
    for name in ["rounds/\(number).json", "rounds/\(number).sh"] + results { unlink(folder.at(name)) }
  }

  /// How the task of a chunk ended: the state in the queue, and the last line of its log.
  private func end(of chunk: RunChunk) -> (state: String, words: String) {
    (tasks[chunk]?.state ?? "", folder.log(chunk).last ?? "")
  }

  private func wasLate(_ chunk: RunChunk) -> Bool {
    let end = end(of: chunk)
    return end.state == "TIMEOUT" || end.words.contains("TIME LIMIT")
  }

  /// Submits the orders of lost chunks in a new round: those that were under way when their task ended alone, so that one that
  /// ends each task is found; after some attempts it has failed.
  private func submit(_ lost: [RunChunk?: [Int]]) throws(Diagnostic) {
    learnTimes()
    var (alone, others) = ([Int](), lost[nil] ?? [])
    var (isLate, isKilled) = (false, false)
    // Being stopped is normal, but for a time limit.
    let attempts = results.attempts(counting: wasLate)
    for case let (chunk?, orders) in lost {
      let (last, end) = (results.last(of: chunk), end(of: chunk))
      if end.words.contains(RunFolder.noRoom), chunk.round >= firstOwnRound {
        // Another round would end as this one did.
        slurm.cancel(rounds.values.compactMap(\.job))
        throw RunFolder.full("in '\(folder.root)'")
      }
      isLate = isLate || wasLate(chunk)
      // Without control groups a task that took too much memory has just failed.
      let hasDied = end.state == "FAILED" && last?.broken.isEmpty == false
      isKilled = isKilled || hasDied || end.state == "OUT_OF_MEMORY" || end.words.contains("exceeded memory limit")
      for order in orders {
        if let reason = last?.refused[order], reason.isOfWorker || reason.code == "other-learner" {
          // This process can.
          done.insert(order)
          queue.keep([places[order]])
        } else if attempts[order] ?? 0 >= ProcessExecutor.attempts {
          done.insert(order)
          let state = end.state.isEmpty ? "its tasks ended" : "its task was \(end.state)"
          let reason = last?.refused[order]?.message ?? (end.words.isEmpty ? state : end.words)
          queue.lose(places[order], because: reason, help: "see 'jobs log \(folder.id)'")
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
    for (number, chunks) in Dictionary(grouping: lost.keys.compactMap(\.self), by: \.round) {
      // What is held would run when somebody lets it go.
      let held = chunks.compactMap { tasks[$0] }.filter(\.isHeld)
      slurm.cancel(held.sorted { $0.index < $1.index }, of: rounds[number]?.job)
    }
    let chunks = alone.sorted().map { [$0] } + self.chunks(of: others.sorted())
    let last = rounds.keys.max().flatMap { rounds[$0] }
    if chunks.isEmpty { return }
    try writeData()
    try submit(
      chunks, minutes: isLate ? 2 * (last?.minutes ?? 0) : 0,
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
    let number = (rounds.keys.max() ?? 0) + 1
    let (script, plan) = ("rounds/\(number).sh", "rounds/\(number).json")
    var count = min(chunks.count, Chunking.most)
    while true {
      let longest = chunks[..<count].map { $0.reduce(0) { $0 + seconds($1) } }.max() ?? 0
      let needed = Int((min(longest, 1e6) * 3 / 60).rounded(.up)) + 1
      let job = Slurm.Job(name: "podium-\(folder.id)-\(number)-\(RunFolder.random)", cluster: template.cluster)
      var round = RunRound(
        job: job, chunks: Array(chunks[..<count]), minutes: min(1_000_000, max(minutes, needed)),
        megabytes: min(1_000_000_000, megabytes))
      let text = template.script(program: options.program, folder: folder, round: number, plan: hash)
      try RunFolder.write(Array(text.utf8), to: folder.at(script))
      try folder.write(round, to: plan)
      let unfit = Set(results.declines.compactMap(\.subject))
      let answer = slurm.submit(
        folder.at(script), job, log: folder.at("log/\(number).%a"), count: count,
        options: template.options(for: round, without: unfit))
      lastRound = ChildProcess.now()
      (news, asked, silence, isRefused) = (lastRound, lastRound, 0, false)
      away = JobsElsewhere()
      switch answer {
      case .refused(let words):
        forget(number)
        throw Diagnostic(
          "cluster-refused", "Slurm refuses the array: " + words,
          help: results.declines.first.map { "some nodes are left out: \($0.message)" }
            ?? "options of your site (#SBATCH --partition=…, --account=…) go into ~/.config/podium/slurm.sh")
      case .tooMany(let words):
        away.reason = words
        try pause(0)
        // Another podium has taken over, and knows what it must submit.
        if !isDriver { return }
        if count == 1 {
          isRefused = true
          return forget(number)
        }
        count = (count + 1) / 2
        continue
      case .unsure(let words): away.reason = words
      case .accepted(let cluster):
        if let cluster {
          round.job?.cluster = cluster
          try folder.write(round, to: plan)
        }
        if let before = rounds[number - 1], number > firstOwnRound {
          away.reason = "\(before.chunks.count > 1 ? "some tasks" : "a task") lost, tried again"
        }
      }
      firstOwnRound = min(firstOwnRound, number)
      note(round, number)
      return try pause(0)
    }
  }

  private func learnTimes() {
    var took: [String: [Double]] = [:]
    for (order, milliseconds) in results.parts.values.flatMap({ $0.values.flatMap(\.done) }) {
      took[groups[order], default: []].append(Double(milliseconds) / 1000)
    }
    for (group, times) in took {
      estimates[group] = max(1e-3, min(1e9, times.reduce(0, +) / Double(times.count)))
    }
  }
}
