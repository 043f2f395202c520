internal import Glibc
internal import PodiumCore
internal import PodiumOutside

/// Slurm by its own commands: submit an array, ask the queue, cancel.
struct Slurm: Sendable {
  var commands: String?
  let cancellation: Cancellation

  /// What the scheduler calls an array. The name is one that no other job has, so an array is found whose submission was
  /// never answered.
  struct Job: Hashable, Codable {
    let name: String
    /// The cluster, of those that a site has several of.
    var cluster: String?
  }

  enum Submission {
    case accepted(cluster: String?)
    /// No answer came; it may have submitted.
    case unsure(String)
    /// The site allows fewer tasks, in an array or at once.
    case tooMany(String)
    /// Slurm's words for why it will not.
    case refused(String)
  }

  struct Task {
    /// The name of the array, `podium-RUN-ROUND-DIGITS`, and its number.
    let job: String
    let array: String
    let index: Int
    let state: String
    let reason: String

    var run: String { part(1) }
    var chunk: RunChunk { RunChunk(round: Int(part(2)) ?? 0, index: index) }

    private func part(_ place: Int) -> String { String(job.split(separator: "-").dropFirst(place).first ?? "") }

    /// States from which nothing more comes; all others, and those that no one foresaw, are alive.
    private static let ended: Set<String> = [
      "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "TIMEOUT",
    ]

    var isHeld: Bool { state == "PENDING" && (reason.contains("Held") || reason.contains("held")) }
    var isRunning: Bool { !isWaiting && isAlive }
    var isWaiting: Bool { state == "PENDING" && !isHeld }
    /// Whether results may still come; a task that is held waits for a person.
    var isAlive: Bool { !Task.ended.contains(state) && !isHeld }
  }

  /// Parts of what Slurm says where a site allows fewer tasks, and where the controller is not there.
  private static let limits = [
    "SubmitJobLimit", "QOSMaxSubmit", "AssocMaxSubmit", "submit job limit", "Job violates accounting",
    "array specification", "MaxArraySize",
  ]
  private static let silences = [
    "timed out", "Unable to contact", "Connection refused", "Zero Bytes", "temporarily", "Slurm is busy",
  ]

  func submit(_ script: String, _ job: Job, log: String, count: Int, options: [String]) -> Submission {
    let range = count == 1 ? "0" : "0-\(count - 1)"
    let words =
      ["sbatch", "--parsable"] + options
      + ["--requeue", "--open-mode=append", "--array=" + range, "--job-name=" + job.name, "--output=" + log, script]
    guard let answer = run(words) else { return .unsure("sbatch did not answer in time") }
    if answer.status == 0 {
      return Slurm.cluster(in: answer.output).map { .accepted(cluster: $0) } ?? .unsure("sbatch printed no id")
    }
    let complaint = answer.errors
    if Slurm.limits.contains(where: complaint.contains) { return .tooMany(complaint) }
    if Slurm.silences.contains(where: complaint.contains) { return .unsure(complaint) }
    return .refused(complaint.isEmpty ? "sbatch ended with status \(answer.status)" : complaint)
  }

  /// The cluster in the answer of sbatch, `ID` or `ID;CLUSTER` after lines of the site; nil where it has no id.
  static func cluster(in output: String) -> String?? {
    for line in output.split(whereSeparator: \.isNewline).reversed() {
      let parts = line.split(separator: ";", omittingEmptySubsequences: false).map { String($0) }
      if parts.count <= 2, UInt64(parts[0]) != nil, parts.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) {
        return .some(parts.count == 2 ? parts[1] : nil)
      }
    }
    return nil
  }

  /// The tasks of arrays that the queue knows; what it has forgotten has ended. Nil where it does not answer.
  func queue(_ jobs: [Job]) -> [Task]? {
    var tasks: [Task] = []
    for (cluster, jobs) in Dictionary(grouping: jobs, by: \.cluster) {
      // Of one user: a controller does not list the jobs of all others for that.
      let words = [
        "squeue", "--noheader", "--array", "--states=all", "--user=\(geteuid())",
        "--name=" + jobs.map(\.name).joined(separator: ","), "--format=%j|%F|%K|%T|%r",
      ]
      guard let answer = run(words, in: cluster), answer.status == 0 else { return nil }
      for line in answer.output.split(whereSeparator: \.isNewline) {
        let parts = line.split(separator: "|", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let index = Int(parts[2]) else { continue }
        tasks.append(Task(job: parts[0], array: parts[1], index: index, state: parts[3], reason: parts[4]))
      }
    }
    return tasks
  }

  func cancel(_ jobs: some Sequence<Job>) {
    for job in jobs { _ = run(["scancel", "--name=" + job.name], in: job.cluster) }
  }

  func cancel(_ tasks: [Task], of job: Job?) {
    if !tasks.isEmpty { _ = run(["scancel"] + tasks.map { "\($0.array)_\($0.index)" }, in: job?.cluster) }
  }

  var missing: String? {
    guard let answer = run(["sbatch", "--version"]) else { return "sbatch did not answer in time" }
    return answer.status == 0 ? nil : answer.errors
  }

  /// What a command of the user's own jobs answered, and its last complaints in a line; nil where it did not end in 30 s.
  private func run(_ words: [String], in cluster: String? = nil) -> (status: Int32, output: String, errors: String)? {
    let name = commands.map { FilePath.join($0, words[0]) } ?? words[0]
    let words = [name] + words.dropFirst() + (cluster.map { ["--clusters=" + $0] } ?? [])
    let deadline = ChildProcess.now() + 30
    var texts: [[UInt8]] = [[], []]
    // What is exported to the nodes: a token in the environment would be kept on the controller's disc.
    let status = try? ShellProgram.run(
      "exec " + words.map(ShellWord.quoted).joined(separator: " "), in: "/",
      environment: .exactly(["PATH", "HOME", "USER", "LANG", "SLURM_CONF"]),
      isStopped: { cancellation.isCancelled || ChildProcess.now() > deadline }
    ) { bytes, isError in texts[isError ? 1 : 0] += bytes }
    let errors = String(decoding: texts[1], as: UTF8.self).split(whereSeparator: \.isNewline).suffix(4)
    let line = errors.map { $0.hasPrefix("sbatch: error: ") ? $0.dropFirst(15) : $0 }.joined(separator: " / ")
    return status.map { ($0, String(decoding: texts[0], as: UTF8.self), SafeText.escape(line)) }
  }
}
