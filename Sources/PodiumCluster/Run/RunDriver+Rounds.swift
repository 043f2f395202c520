internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumLearn
internal import PodiumOutside

extension RunDriver {
  /// After how many rounds without news the work is given up, and after how many tasks that decline it.
  private static var most: (rounds: Int, declines: Int) { (100, 1000) }

  /// Asks the queue if it is time, and submits what is lost.
  func drive() throws(Diagnostic) {
    let now = ChildProcess.now()
    if !rounds.isEmpty, now - max(news, asked) >= options.silences[min(silence, options.silences.count - 1)] {
      (asked, silence) = (now, silence + 1)
      ask()
      // What ended while the queue was asked.
      take(results.news())
    }
    let open = Dictionary(grouping: missing) { assigned[$0] }
    // By their files: the queue is asked rarely.
    away.running = open.keys.count { $0.map { results.last(of: $0) != nil } ?? false }
    away.waiting = open.keys.count { $0 != nil } - away.running
    try refuseUnfitNodes()
    let lost = open.filter { chunk, _ in chunk.map { isLost($0, at: now) } ?? true }
    // One round for what is lost at about the same time.
    if lost.isEmpty || (lost.count < open.count || isRefused) && now - lastRound < options.between { return }
    try submit(lost)
  }

  /// Whether nothing more comes from a chunk.
  private func isLost(_ chunk: RunChunk, at now: Double) -> Bool {
    let quiet = watches[chunk]?.quiet
    // A worker that ended by itself says so.
    if let last = results.last(of: chunk), last.hasEnded || last.declined != nil || last.isStopped && quiet != nil {
      return true
    }
    return quiet.map { $0.asks >= 2 && now - $0.since >= options.lateness } ?? false
  }

  /// Asks the queue for the tasks of chunks that are not done; no answer changes nothing.
  private func ask() {
    let open = Set(missing.compactMap { assigned[$0] })
    let jobs = Set(open.map(\.round)).compactMap { number in rounds[number]?.job.map { (number, $0) } }
    guard let answer = slurm.queue(jobs.map(\.1)) else {
      away.reason = "the queue does not answer"
      return
    }
    let numbers = Dictionary(jobs.map { ($1.name, $0) }) { first, _ in first }
    let tasks = Dictionary(grouping: answer) { RunChunk(round: numbers[$0.job] ?? 0, index: $0.index) }
    let now = ChildProcess.now()
    for chunk in open {
      let (own, known) = (tasks[chunk] ?? [], watches[chunk])
      let quiet = ((known?.quiet?.asks ?? 0) + 1, known?.quiet?.since ?? now)
      watches[chunk] = Watch(
        quiet: own.contains(where: \.isAlive) ? nil : quiet, task: own.last ?? known?.task)
    }
    let all = open.flatMap { tasks[$0] ?? [] }
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
    let own = watches.filter { $0.key.round >= firstOwnRound }
    guard !own.isEmpty, !results.hasWorked else { return }
    var reasons: [Diagnostic] = []
    for (chunk, watch) in own {
      if let last = results.last(of: chunk) {
        guard let declined = last.declined else { return }
        reasons.append(declined)
      } else if watch.task?.state == "FAILED",
        let last = RunLog.lines(folder, chunk).last(where: { !$0.hasPrefix("slurmstepd") })
      {
        // The shell or the loader said so: a worker writes to its results first.
        reasons.append(Diagnostic("cluster-nodes", last))
      } else if chunk.round > firstOwnRound, isLost(chunk, at: ChildProcess.now()) {
        // The first such round may have been cancelled or killed.
        reasons.append(
          Diagnostic(
            "cluster-nodes", "the tasks left no line: do the nodes see '\(folder.root)'?",
            help: "choose a folder that all nodes see: set cluster-folder=DIR"))
      }
    }
    guard reasons.count >= min(3, own.count), let first = reasons.min(by: { $0.message < $1.message }) else { return }
    slurm.cancel(rounds.values.compactMap(\.job))
    throw Diagnostic(
      "cluster-nodes", "the nodes cannot do this work: " + first.message,
      help: first.help ?? "see 'jobs log \(folder.id)'; what a node needs (module load …) goes into slurm.sh")
  }

  /// How the task of a chunk ended: the state in the queue, and the last line of its log.
  private func end(of chunk: RunChunk) -> (state: String, words: String) {
    (watches[chunk]?.task?.state ?? "", RunLog.lines(folder, chunk).last ?? "")
  }

  private func wasLate(_ chunk: RunChunk) -> Bool {
    let end = end(of: chunk)
    return end.state == "TIMEOUT" || end.words.contains("TIME LIMIT")
  }

  /// Submits the orders of lost chunks in a new round: those that were under way when their task ended alone, so that one that
  /// ends each task is found; after some attempts it has failed.
  private func submit(_ lost: [RunChunk?: [Int]]) throws(Diagnostic) {
    learnTimes()
    var (alone, others): ([Int], [Int]) = ([], [])
    var (isLate, isKilled) = (false, false)
    // Being stopped is normal, but for a time limit.
    let attempts = results.attempts(counting: wasLate)
    for (chunk, orders) in lost.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let chunk else {
        others += orders
        continue
      }
      let (last, end) = (results.last(of: chunk), end(of: chunk))
      if end.words.contains(RunFolder.noRoom), chunk.round >= firstOwnRound {
        // Another round would end as this one did.
        slurm.cancel(rounds.values.compactMap(\.job))
        throw Diagnostic(
          "disk-full", "\(RunFolder.noRoom) in '\(folder.root)'",
          help: "make room there, then type the same command again: what is done stays")
      }
      if wasLate(chunk) { isLate = true }
      // Without control groups a task that took too much memory has just failed.
      let hasDied = end.state == "FAILED" && !(last?.broken ?? []).isEmpty
      if end.state == "OUT_OF_MEMORY" || end.words.contains("exceeded memory limit") || hasDied { isKilled = true }
      for order in orders {
        if let reason = last?.refused[order], reason.isOfWorker || reason.code == "other-learner" {
          // This process can.
          done.insert(order)
          queue.keep([places[order]])
        } else if attempts[order] ?? 0 >= ProcessExecutor.attempts {
          done.insert(order)
          let reason =
            last?.refused[order]?.message
            ?? (!end.words.isEmpty ? end.words : end.state.isEmpty ? "its tasks ended" : "its task was \(end.state)")
          queue.lose(places[order], because: reason, help: "see 'jobs log \(folder.id)'")
        } else if last?.broken.contains(order) == true {
          alone.append(order)
        } else {
          others.append(order)
        }
      }
    }
    if alone.isEmpty, others.isEmpty { return }
    if rounds.count - before.rounds >= RunDriver.most.rounds
      || results.declines.count - before.declines > RunDriver.most.declines
    {
      throw Diagnostic(
        "cluster-nodes",
        "after \(rounds.count) rounds \((alone.count + others.count).counted("fold")) are still missing",
        help: "see 'jobs log \(folder.id)'; then 'jobs clean \(folder.id)'")
    }
    for (number, chunks) in Dictionary(grouping: lost.keys.compactMap(\.self), by: \.round) {
      // What is held would run when somebody lets it go.
      let tasks = chunks.compactMap { watches[$0]?.task }.filter(\.isHeld)
      slurm.cancel(tasks.sorted { $0.index < $1.index }, of: rounds[number]?.job)
    }
    let chunks =
      alone.sorted().map { [$0] } + Chunking.chunks(of: others.sorted(), size: options.chunk) { seconds(of: $0) }
    let last = rounds.keys.max().flatMap { rounds[$0] }
    try submit(
      chunks, minutes: isLate ? 2 * (last?.minutes ?? 0) : 0,
      megabytes: max(megabytes, (last?.megabytes ?? 0) * (isKilled ? 2 : 1)))
  }

  /// Submits the first of some chunks, as many as the site takes; what it does not take stays lost, and goes into a later round.
  ///
  /// Each task may take so many minutes, or three times what its orders are estimated to take.
  private func submit(_ chunks: [[Int]], minutes: Int, megabytes: Int) throws(Diagnostic) {
    let number = (rounds.keys.max() ?? 0) + 1
    var count = min(chunks.count, Chunking.most)
    while true {
      let longest = chunks[..<count].map { $0.reduce(0) { $0 + seconds(of: $1) } }.max() ?? 0
      let needed = Int((min(longest, 1e6) * 3 / 60).rounded(.up)) + 1
      let job = Slurm.Job(name: "podium-\(folder.id)-\(number)-\(DriverMark.random)", cluster: template.cluster)
      var round = RunRound(
        job: job, chunks: Array(chunks[..<count]), minutes: min(1_000_000, max(minutes, needed)),
        megabytes: min(1_000_000_000, megabytes))
      let (script, plan) = (folder.at("rounds/\(number).sh"), folder.at("rounds/\(number).json"))
      let text = template.script(program: options.program, folder: folder, round: number, plan: hash)
      try RunFolder.write(Array(text.utf8), to: script)
      try RunFolder.write(try JSONJobCoder().bytes(of: round), to: plan)
      let unfit = Set(results.declines.compactMap(\.subject).filter(Slurm.isName))
      let answer = slurm.submit(
        script, job, log: folder.at("log/\(number).%a"), count: count,
        options: template.options(for: round, without: unfit))
      lastRound = ChildProcess.now()
      (news, asked, silence, isRefused) = (lastRound, lastRound, 0, false)
      away = JobsElsewhere()
      switch answer {
      case .refused(let words):
        throw Diagnostic(
          "cluster-refused", "Slurm refuses the array: " + words,
          help: "options of your site (#SBATCH --partition=…, --account=…) go into ~/.config/podium/slurm.sh")
      case .tooMany(let words):
        away.reason = words
        try pause(0)
        // Another podium has taken over, and knows what it must submit.
        if !isDriver { return }
        if count > 1 {
          count = (count + 1) / 2
          continue
        }
        isRefused = true
        for path in [script, plan] { unlink(path) }
        return
      case .unsure(let words): away.reason = words
      case .accepted(let cluster):
        if let cluster {
          round.job?.cluster = cluster
          try RunFolder.write(try JSONJobCoder().bytes(of: round), to: plan)
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

  /// Estimates times by what orders took.
  private func learnTimes() {
    var took: [String: (sum: Double, count: Double)] = [:]
    for (order, milliseconds) in results.parts.values.flatMap({ $0.values.flatMap(\.done) }) {
      let known = took[groups[order]] ?? (0, 0)
      took[groups[order]] = (known.sum + Double(milliseconds) / 1000, known.count + 1)
    }
    for (group, sum) in took { estimates[group] = max(1e-3, min(1e9, sum.sum / sum.count)) }
  }
}

/// What scheduler and worker said of a chunk.
enum RunLog {
  /// How much of a log's end is read.
  private static let limit = 8192

  /// The last lines of a log, escaped.
  static func lines(_ folder: RunFolder, _ chunk: RunChunk) -> [String] {
    let path = folder.at("log/\(chunk.name)")
    guard let bytes = try? RegularFile(path, flags: O_NOFOLLOW, shown: path).end(limit, shown: path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }.map { SafeText.escape(String($0)) }
  }
}

/// The memory of this process, in bytes.
enum ProcessMemory {
  /// What it occupies now.
  static var now: Int {
    let pages = MemoryRoom.text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * max(1, sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The most that it ever occupied.
  static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }
}
