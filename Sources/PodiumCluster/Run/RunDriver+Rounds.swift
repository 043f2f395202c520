internal import Glibc
internal import PodiumCore
internal import PodiumFiles
internal import PodiumLearn
internal import PodiumOutside

extension RunDriver {
  private static var mostRounds: Int { 100 }
  /// After how many tasks without news that decline the work it is given up although others did some.
  private static var mostDeclines: Int { 1000 }

  /// Asks the queue if it is time, and submits what is lost.
  func drive() throws(Diagnostic) {
    let now = ChildProcess.now()
    if !rounds.isEmpty, now - max(news, asked) >= options.silences[min(silence, options.silences.count - 1)] {
      asked = now
      silence += 1
      ask()
      // What ended while the queue was asked.
      take(results.news())
      for (number, range) in unsubmitted { _ = try submit(range, of: number) }
    }
    let open = Dictionary(grouping: missing) { assigned[$0] }
    // By their files: the queue is asked rarely.
    away.running = open.keys.count { $0.map { results.last(of: $0) != nil } ?? false }
    away.waiting = open.keys.count { $0 != nil } - away.running
    try refuseUnfitNodes()
    let lost = open.filter { chunk, _ in chunk.map { isLost($0, at: now) } ?? true }
    // One round for what is lost at about the same time.
    guard !lost.isEmpty, lost.count == open.count || now - lastRound >= options.between else { return }
    try submit(lost)
  }

  /// Whether nothing more comes from a chunk.
  private func isLost(_ chunk: RunChunk, at now: Double) -> Bool {
    if unsubmitted[chunk.round]?.contains(chunk.index) == true { return false }
    let watch = watches[chunk] ?? Watch()
    if let last = results.last(of: chunk) {
      // A worker that ended by itself says so.
      if last.hasEnded || last.declined != nil { return true }
      if last.isStopped, !watch.isAlive { return true }
    }
    return !watch.isAlive && watch.quietAsks >= 2 && now - watch.quietSince >= options.lateness
  }

  /// Asks the queue for the tasks of chunks that are not done; no answer changes nothing.
  private func ask() {
    let open = Set(missing.compactMap { assigned[$0] })
    var tasks: [RunChunk: [Slurm.Task]] = [:]
    let numbers = Set(open.map(\.round)).sorted()
    let known = numbers.flatMap { number in (rounds[number]?.arrays ?? []).map { (number, $0) } }
    let unnamed = numbers.filter { rounds[$0]?.arrays.isEmpty ?? true }
    var answer = known.isEmpty ? [] : slurm.queue(known.map(\.1), named: [])
    let roundOfArray = Dictionary(known.map { ($0.1.number, $0.0) }, uniquingKeysWith: { first, _ in first })
    for task in answer ?? [] {
      if let round = roundOfArray[task.array] {
        tasks[RunChunk(round: round, index: task.index), default: []].append(task)
      }
    }
    // The driver that submitted these was gone before it knew the id.
    for number in unnamed where answer != nil {
      answer = slurm.queue([], named: [jobName(number)])
      for task in answer ?? [] {
        tasks[RunChunk(round: number, index: task.index), default: []].append(task)
        rounds[number]?.add(Slurm.ArrayID(number: task.array, cluster: slurm.cluster))
      }
      if let round = rounds[number], !round.array.isEmpty { try? save(round, number) }
    }
    guard answer != nil else {
      away.reason = "the queue does not answer"
      return
    }
    let now = ChildProcess.now()
    for chunk in open {
      let own = tasks[chunk] ?? []
      var watch = watches[chunk] ?? Watch()
      watch.isAlive = own.contains(where: \.isAlive)
      watch.state = own.last?.state ?? watch.state
      if watch.quietAsks == 0 { watch.quietSince = now }
      watch.quietAsks = watch.isAlive ? 0 : watch.quietAsks + 1
      watches[chunk] = watch
    }
    let all = open.flatMap { tasks[$0] ?? [] }
    let (held, waiting) = (all.filter(\.isHeld), all.filter(\.isWaiting))
    away.reason = nil
    if let first = held.first {
      away.reason = "\(held.count.counted("task")) held by the cluster: \(SafeText.escape(first.reason))"
    } else if let reason = waiting.first?.reason, !["None", ""].contains(reason) {
      away.reason = SafeText.escape(reason)
    }
  }

  private func jobName(_ round: Int) -> String { "podium-\(folder.id)-\(round)" }

  /// Throws why no node can do the work, where the first tasks all say so; their array is cancelled.
  private func refuseUnfitNodes() throws(Diagnostic) {
    let own = watches.filter { $0.key.round >= firstOwnRound }
    guard !own.isEmpty, !results.hasWorked else { return }
    var reasons: [Diagnostic] = []
    for (chunk, watch) in own {
      if let last = results.last(of: chunk) {
        guard let declined = last.declined else { return }
        reasons.append(declined)
      } else if watch.state == "FAILED",
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
    slurm.cancel(rounds.values.flatMap(\.arrays))
    throw Diagnostic(
      "cluster-nodes", "the nodes cannot do this work: " + first.message,
      help: first.help ?? "see 'jobs log \(folder.id)'; what a node needs (module load …) goes into slurm.sh")
  }

  /// How the task of a chunk ended: the state in the queue, and the last line of its log.
  private func end(of chunk: RunChunk) -> (state: String, words: String) {
    (watches[chunk]?.state ?? "", RunLog.lines(folder, chunk).last ?? "")
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
      if end.words.contains(ResultWriter.noRoom), chunk.round >= firstOwnRound {
        // Another round would end as this one did.
        slurm.cancel(rounds.values.flatMap(\.arrays))
        throw Diagnostic(
          "disk-full", "\(ResultWriter.noRoom) in '\(folder.root)'",
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
          queue.keep(places[order])
        } else if attempts[order] ?? 0 >= ProcessExecutor.attempts {
          done.insert(order)
          let reason =
            last?.refused[order]?.message
            ?? (!end.words.isEmpty ? end.words : end.state.isEmpty ? "its tasks ended" : "its task was \(end.state)")
          for place in places[order] { queue.lose(place, because: reason, help: "see 'jobs log \(folder.id)'") }
        } else if last?.broken.contains(order) == true {
          alone.append(order)
        } else {
          others.append(order)
        }
      }
    }
    if alone.isEmpty, others.isEmpty { return }
    let last = rounds.keys.max() ?? 0
    if last >= RunDriver.mostRounds || results.declines - declinesBefore > RunDriver.mostDeclines {
      throw Diagnostic(
        "cluster-nodes", "after \(last) rounds \((alone.count + others.count).counted("fold")) are still missing",
        help: "see 'jobs log \(folder.id)'; then 'jobs clean \(folder.id)'")
    }
    try cancelHeld(lost.keys.compactMap(\.self))
    let before = rounds[last]
    var most = Chunking.most
    while true {
      // What an array cannot hold stays lost, and goes into a later round.
      let single = alone.sorted().prefix(most).map { [$0] }
      let grouped =
        others.isEmpty || single.count == most
        ? [] : Chunking.chunks(of: others.sorted(), size: options.chunk, most: most - single.count) { seconds(of: $0) }
      let chunks = single + grouped
      let longest = chunks.map { $0.reduce(0) { $0 + seconds(of: $1) } }.max() ?? 0
      let minutes = Int((min(longest, 1e6) * 3 / 60).rounded(.up)) + 1
      let round = RunRound(
        array: "", chunks: chunks, minutes: min(1_000_000, max(minutes, isLate ? 2 * (before?.minutes ?? 0) : 0)),
        megabytes: min(1_000_000_000, max(megabytes, (before?.megabytes ?? 0) * (isKilled ? 2 : 1))), seconds: estimates
      )
      try write(round, last + 1)
      if let before, last >= firstOwnRound {
        away.reason = "\((before.chunks.count > 1 ? "some tasks" : "a task")) lost, tried again"
      }
      if try submit(chunks.indices, of: last + 1) { return }
      most = max(1, chunks.count / 2)
    }
  }

  /// Estimates times by what orders took on the nodes.
  private func learnTimes() {
    var took: [String: (sum: Double, count: Double)] = [:]
    for part in results.parts.values.flatMap(\.values) {
      for (order, milliseconds) in part.took where groups.indices.contains(order) {
        let sum = took[groups[order]] ?? (0, 0)
        took[groups[order]] = (sum.sum + Double(milliseconds) / 1000, sum.count + 1)
      }
    }
    for (group, sum) in took { estimates[group] = max(1e-3, min(1e9, sum.sum / sum.count)) }
  }

  /// Cancels tasks that are held: they would run when somebody lets them go.
  private func cancelHeld(_ chunks: [RunChunk]) throws(Diagnostic) {
    let held = Dictionary(grouping: chunks.filter { watches[$0]?.state == "PENDING" }, by: \.round)
    for (number, chunks) in held {
      slurm.cancel(rounds[number]?.arrays ?? [], tasks: chunks.map(\.index).sorted())
      try pause(0)
    }
  }

  private func write(_ round: RunRound, _ number: Int) throws(Diagnostic) {
    let script = template.script(program: options.program, folder: folder, round: number, plan: hash)
    try folder.write(Array(script.utf8), to: "rounds/\(number).sh")
    try save(round, number)
    note(round, number)
    firstOwnRound = min(firstOwnRound, number)
    lastRound = ChildProcess.now()
    (news, asked, silence) = (lastRound, lastRound, 0)
    away = JobsElsewhere()
  }

  private func save(_ round: RunRound, _ number: Int) throws(Diagnostic) {
    try folder.write(try JSONJobCoder().bytes(of: round), to: "rounds/\(number).json")
  }

  /// Submits some chunks of a round, as many as the site takes; false where the array must be shorter.
  private func submit(_ range: Range<Int>, of number: Int) throws(Diagnostic) -> Bool {
    guard var round = rounds[number] else { return true }
    var (next, size, silences) = (range.lowerBound, range.count, 0)
    unsubmitted[number] = range
    while next < range.upperBound {
      let part = next..<min(range.upperBound, next + size)
      var accepted: Slurm.ArrayID?
      switch slurm.submit(
        folder.at("rounds/\(number).sh"), name: jobName(number), log: folder.at("log/\(number).%a"),
        chunks: part,
        options: template.options(for: round, without: results.unfitNodes.filter(Slurm.isName)))
      {
      case .accepted(let id): accepted = id
      case .tooMany(let words):
        away.reason = SafeText.escape(words)
        // The rest follows as tasks end.
        if size == 1 { return true }
        size = (size + 1) / 2
      case .tooLong(let words):
        guard round.array.isEmpty, range.count > 1 else { throw refused(words) }
        unsubmitted[number] = nil
        return false
      case .unsure(let words):
        silences += 1
        if silences > 10 { throw refused(words) }
        away.reason = SafeText.escape(words)
        context.elsewhere?(away)
        // It may have submitted all the same: the queue knows, once it answers.
        var known: [Slurm.Task]?
        while known == nil {
          try pause(options.silences[0])
          known = slurm.queue([], named: [jobName(number)])
        }
        accepted = known?.first { part.contains($0.index) }.map {
          Slurm.ArrayID(number: $0.array, cluster: slurm.cluster)
        }
      case .refused(let words): throw refused(words)
      }
      try pause(0)
      // Another podium has taken over, and knows what it must submit.
      if !isDriver { return true }
      guard let accepted else { continue }
      next = part.upperBound
      unsubmitted[number] = next < range.upperBound ? next..<range.upperBound : nil
      round.add(accepted)
      rounds[number] = round
      try save(round, number)
    }
    return true
  }

  private func refused(_ words: String) -> Diagnostic {
    Diagnostic(
      "cluster-refused", "Slurm refuses the array: " + SafeText.escape(words),
      help: "options of your site (#SBATCH --partition=…, --account=…) go into ~/.config/podium/slurm.sh")
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
