internal import Glibc
internal import PodiumCore
internal import PodiumOutside

/// Slurm by its own commands: submit an array, ask the queue, cancel.
struct Slurm: Sendable {
  /// The limit of one command in seconds.
  private static let limit = 30.0
  /// The folder of the commands; nil for those on PATH.
  var commands: String?
  let cancellation: Cancellation

  /// What the scheduler calls an array. The name is one that no other job has, so an array is found whose submission was
  /// never answered.
  struct Job: Hashable, Codable {
    let name: String
    /// The cluster, of those that a site has several of.
    var cluster: String?
  }

  /// What came of a submission.
  enum Submission {
    /// Slurm has the array, in the cluster that it names.
    case accepted(cluster: String?)
    /// No answer came; it may have submitted.
    case unsure(String)
    /// The site allows fewer tasks, in an array or at once.
    case tooMany(String)
    /// Slurm's words for why it will not.
    case refused(String)
  }

  /// A task of an array, as the queue has it.
  struct Task {
    /// The name of the job.
    let job: String
    /// The number of the array.
    let array: String
    let index: Int
    let state: String
    let reason: String

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

  /// Submits so many tasks.
  func submit(_ script: String, _ job: Job, log: String, count: Int, options: [String]) -> Submission {
    let range = count == 1 ? "0" : "0-\(count - 1)"
    let words =
      ["sbatch", "--parsable"] + options
      + ["--requeue", "--open-mode=append", "--array=" + range, "--job-name=" + job.name, "--output=" + log, script]
    guard let answer = run(words) else { return .unsure("sbatch did not answer in time") }
    let complaint = SafeText.escape(Slurm.oneLine(answer.errors))
    if answer.status == 0 {
      return Slurm.cluster(in: answer.output).map { .accepted(cluster: $0) } ?? .unsure("sbatch printed no id")
    }
    let isLimit = [
      "SubmitJobLimit", "QOSMaxSubmit", "AssocMaxSubmit", "submit job limit", "Job violates accounting",
      "array specification", "MaxArraySize",
    ]
    if isLimit.contains(where: complaint.contains) { return .tooMany(complaint) }
    let isDeaf = ["timed out", "Unable to contact", "Connection refused", "Zero Bytes", "temporarily", "Slurm is busy"]
    if isDeaf.contains(where: complaint.contains) { return .unsure(complaint) }
    return .refused(complaint.isEmpty ? "sbatch ended with status \(answer.status)" : complaint)
  }

  /// The cluster in the answer of sbatch, `ID` or `ID;CLUSTER` after lines of the site; nil where it has no id.
  static func cluster(in output: String) -> String?? {
    for line in output.split(whereSeparator: \.isNewline).reversed() {
      let parts = line.split(separator: ";", omittingEmptySubsequences: false).map { String($0) }
      guard parts.count <= 2, (1..<20).contains(parts[0].utf8.count),
        parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), parts.allSatisfy({ !$0.isEmpty && isName($0) })
      else { continue }
      return .some(parts.count == 2 ? parts[1] : nil)
    }
    return nil
  }

  /// The tasks of arrays that the queue knows; what it has forgotten has ended. Nil where it does not answer.
  func queue(_ jobs: [Job]) -> [Task]? {
    var tasks: [Task] = []
    for (cluster, jobs) in Dictionary(grouping: jobs, by: \.cluster) {
      let names = jobs.map(\.name).joined(separator: ",")
      // Of one user: a controller does not list the jobs of all others for that.
      let words = [
        "squeue", "--noheader", "--array", "--states=all", "--user=\(geteuid())", "--name=" + names,
        "--format=%j|%F|%K|%T|%r",
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

  /// Cancels arrays.
  func cancel(_ jobs: some Sequence<Job>) {
    for job in jobs { _ = run(["scancel", "--name=" + job.name], in: job.cluster) }
  }

  /// Cancels some tasks of an array.
  func cancel(_ tasks: [Task], of job: Job?) {
    if !tasks.isEmpty { _ = run(["scancel"] + tasks.map { "\($0.array)_\($0.index)" }, in: job?.cluster) }
  }

  /// Why the commands cannot be used here; nil where they can.
  var missing: String? {
    guard let answer = run(["sbatch", "--version"]) else { return "sbatch did not answer in time" }
    return answer.status == 0 ? nil : SafeText.escape(Slurm.oneLine(answer.errors))
  }

  /// What a command of the user's own jobs answered; nil where it did not end in time.
  private func run(_ words: [String], in cluster: String? = nil) -> (status: Int32, output: String, errors: String)? {
    let name = commands.map { FilePath($0).joined(words[0]).text } ?? words[0]
    let words = [name] + words.dropFirst() + (cluster.map { ["--clusters=" + $0] } ?? [])
    let command = "exec " + words.map(ShellWord.quoted).joined(separator: " ")
    let deadline = ChildProcess.now() + Slurm.limit
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    // What is exported to the nodes: a token in the environment would be kept on the controller's disc.
    let status = try? ShellProgram.run(
      command, in: "/", environment: .exactly(["PATH", "HOME", "USER", "LANG", "SLURM_CONF"]),
      isStopped: { cancellation.isCancelled || ChildProcess.now() > deadline }
    ) { bytes, isError in
      if isError { errors += bytes } else { output += bytes }
    }
    return status.map { ($0, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self)) }
  }

  static func isName(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil || "._-".unicodeScalars.contains($0))
    }
  }

  /// The last lines of what a command wrote, joined.
  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).suffix(4).map {
      $0.hasPrefix("sbatch: error: ") ? $0.dropFirst(15) : $0[...]
    }
    .joined(separator: " / ")
  }
}
