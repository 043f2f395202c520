internal import Glibc
internal import PodiumCore
internal import PodiumOutside

/// Slurm by its own commands: submit an array, ask the queue, cancel.
struct Slurm: Sendable {
  var commands: String?
  let cancellation: Cancellation

  enum Submission {
    case accepted(cluster: String?)
    /// No answer came; it may have submitted.
    case unsure(String)
    /// The site allows fewer tasks, in an array or at once.
    case tooMany(String)
    /// Slurm's words for why it will not.
    case refused(String)
  }

  /// Parts of what Slurm says where a task asks for too much, where a site allows fewer tasks, and where the controller is not
  /// there. Of a task that asks for too much it says as well that it violates accounting.
  private static let excesses = ["PerJob", "NotSatisfied"]
  private static let limits = [
    "SubmitJobLimit", "QOSMaxSubmit", "AssocMaxSubmit", "submit job limit", "Job violates accounting",
    "array specification", "MaxArraySize",
  ]
  private static let silences = [
    "timed out", "Unable to contact", "Connection refused", "Zero Bytes", "temporarily", "Slurm is busy",
  ]

  /// Submits an array. What sbatch prints is kept in the file `log`, since who asks may be killed before it is read.
  func submit(_ script: String, _ round: RunRound, log: String, options: [String]) -> Submission {
    let own = [
      "--requeue", "--open-mode=append", "--array=0-\(round.chunks.count - 1)", "--job-name=" + round.array,
      "--output=\(log).%a", script,
    ]
    guard let answer = run(["sbatch", "--parsable"] + options + own, keptIn: log) else {
      return .unsure("sbatch did not answer in time")
    }
    if answer.status == 0 {
      return Slurm.cluster(in: answer.lines).map { .accepted(cluster: $0) } ?? .unsure("sbatch printed no id")
    }
    let (complaint, isExcess) = (answer.complaint, Slurm.excesses.contains(where: answer.complaint.contains))
    if !isExcess, Slurm.limits.contains(where: complaint.contains) { return .tooMany(complaint) }
    if Slurm.silences.contains(where: complaint.contains) { return .unsure(complaint) }
    return .refused(complaint.isEmpty ? "sbatch ended with status \(answer.status)" : complaint)
  }

  /// The cluster in the answer of sbatch, `ID` or `ID;CLUSTER` after lines of the site; nil where it has no id.
  static func cluster(in lines: [String]) -> String?? {
    let parts = lines.map { $0.split(separator: ";", omittingEmptySubsequences: false).map(String.init) }
    let found = parts.last {
      $0.count <= 2 && UInt64($0[0]) != nil && $0.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
    }
    return found.map { $0.count == 2 ? $0[1] : nil }
  }

  /// The tasks of arrays that the queue knows; what it has forgotten has ended. Nil where it does not answer.
  func queue(_ rounds: [RunRound]) -> [SlurmTask]? {
    var tasks: [SlurmTask] = []
    for (cluster, rounds) in Dictionary(grouping: rounds, by: \.cluster) {
      // Of one user: a controller does not list the jobs of all others for that.
      let words = [
        "squeue", "--noheader", "--array", "--states=all", "--user=\(geteuid())",
        "--name=" + rounds.map(\.array).joined(separator: ","), "--format=%j|%F|%K|%T|%r",
      ]
      guard let answer = run(words, in: cluster), answer.status == 0 else { return nil }
      tasks += answer.lines.compactMap { SlurmTask($0, in: cluster) }
    }
    return tasks
  }

  func cancel(_ rounds: [RunRound]) {
    for round in rounds { _ = run(["scancel", "--name=" + round.array], in: round.cluster) }
  }

  func cancel(_ tasks: [SlurmTask]) {
    for (cluster, tasks) in Dictionary(grouping: tasks, by: \.cluster) {
      _ = run(["scancel"] + tasks.map(\.id), in: cluster)
    }
  }

  var missing: String? {
    guard let answer = run(["sbatch", "--version"]) else { return "sbatch did not answer in time" }
    return answer.status == 0 ? nil : answer.complaint
  }

  /// The answer of a command of the user's own jobs; nil where it did not end in 30 s.
  private func run(
    _ words: [String], in cluster: String? = nil, keptIn file: String? = nil
  ) -> (status: Int32, lines: [String], complaint: String)? {
    let keeping = file.map { ["/bin/sh", "-c", #"(umask 077; : >"$0"); "$@" >"$0"; s=$?; cat "$0"; exit $s"#, $0] }
    let name = commands.map { FilePath.join($0, words[0]) } ?? words[0]
    let words = (keeping ?? []) + [name] + words.dropFirst() + (cluster.map { ["--clusters=" + $0] } ?? [])
    // What is exported to the nodes: a token in the environment would be kept on the controller's disc.
    let variables = ["PATH", "HOME", "USER", "LANG", "SLURM_CONF"]
    return ShellProgram.answer(words, variables: variables, seconds: 30, cancellation).map {
      ($0.status, $0.lines, SafeText.escape($0.complaint.replacing("sbatch: error: ", with: "")))
    }
  }
}
