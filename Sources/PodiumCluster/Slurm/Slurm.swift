internal import PodiumCore
internal import PodiumOutside

/// Slurm by its own commands: submit an array, ask the queue, cancel.
struct Slurm: Sendable {
  /// The limit of one command in seconds.
  private static let limit = 30.0
  /// The folder of the commands; nil for those on PATH.
  var commands: String?
  let cancellation: Cancellation
  /// The cluster that jobs are looked up in by name; nil for the usual one.
  var cluster: String?

  /// What the scheduler calls an array.
  struct ArrayID: Hashable {
    let number: String
    /// The cluster, of those that have several.
    let cluster: String?

    init(number: String, cluster: String?) { (self.number, self.cluster) = (number, cluster) }

    /// Reads `ID` or `ID;CLUSTER`; nil for anything else.
    init?(_ text: Substring) {
      let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { String($0) }
      guard parts.count <= 2, let number = parts.first, !number.isEmpty, number.utf8.count < 20,
        number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), parts.count == 1 || !parts[1].isEmpty,
        parts.last.map(Slurm.isName) ?? false
      else { return nil }
      self.init(number: number, cluster: parts.count == 2 ? parts[1] : nil)
    }

    var text: String { number + (cluster.map { ";" + $0 } ?? "") }
  }

  /// What came of a submission.
  enum Submission {
    case accepted(ArrayID)
    /// The site allows fewer tasks at once.
    case tooMany(String)
    /// The site allows no array of so many tasks.
    case tooLong(String)
    /// No answer came; it may have submitted.
    case unsure(String)
    /// Slurm's words for why it will not.
    case refused(String)
  }

  /// A task of an array, as the queue has it.
  struct Task {
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

  /// Submits the tasks of some chunks of a round.
  func submit(_ script: String, name: String, log: String, chunks: Range<Int>, options: [String]) -> Submission {
    let range = chunks.count == 1 ? "\(chunks.lowerBound)" : "\(chunks.lowerBound)-\(chunks.upperBound - 1)"
    let words =
      ["sbatch", "--parsable"] + options + [
        "--requeue", "--open-mode=append", "--array=" + range, "--job-name=" + name,
      ]
      + ["--output=" + log, script]
    guard let answer = run(words) else { return .unsure("sbatch did not answer in time") }
    let complaint = Slurm.oneLine(answer.errors)
    // A site may print lines before the id.
    if answer.status == 0, let id = answer.output.split(whereSeparator: \.isNewline).compactMap({ ArrayID($0) }).last {
      return .accepted(id)
    }
    let isLimit = ["SubmitJobLimit", "QOSMaxSubmit", "AssocMaxSubmit", "submit job limit", "Job violates accounting"]
    if isLimit.contains(where: complaint.contains) { return .tooMany(complaint) }
    if complaint.contains("array specification") || complaint.contains("MaxArraySize") { return .tooLong(complaint) }
    let isDeaf = ["timed out", "Unable to contact", "Connection refused", "Zero Bytes", "temporarily", "Slurm is busy"]
    if answer.status == 0 || isDeaf.contains(where: { complaint.contains($0) }) {
      return .unsure(complaint.isEmpty ? "sbatch printed no id" : complaint)
    }
    return .refused(complaint.isEmpty ? "sbatch ended with status \(answer.status)" : complaint)
  }

  /// The tasks of arrays that the queue knows, by the ids or by the names of the jobs; nil where it does not answer.
  func queue(_ arrays: [ArrayID], named names: [String]) -> [Task]? {
    var tasks: [Task] = []
    for cluster in Set(arrays.map(\.cluster) + (arrays.isEmpty ? [cluster] : [])) {
      let ids = arrays.filter { $0.cluster == cluster }.map(\.number)
      let which = ids.isEmpty ? "--name=" + names.joined(separator: ",") : "--jobs=" + ids.joined(separator: ",")
      let words =
        ["squeue", "--noheader", "--array", "--states=all", which, "--format=%F|%K|%T|%r"]
        + (cluster.map { ["--clusters=" + $0] } ?? [])
      guard let answer = run(words) else { return nil }
      guard answer.status == 0 else {
        // What it has forgotten has ended.
        if answer.errors.contains("Invalid job id") { continue }
        return nil
      }
      for line in answer.output.split(whereSeparator: \.isNewline) {
        let parts = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let index = Int(parts[1]) else { continue }
        tasks.append(Task(array: parts[0], index: index, state: parts[2], reason: parts[3]))
      }
    }
    return tasks
  }

  /// Cancels arrays, or some tasks of one.
  func cancel(_ arrays: [ArrayID], tasks: [Int] = []) {
    for array in arrays {
      let names = tasks.isEmpty ? [array.number] : tasks.map { "\(array.number)_\($0)" }
      _ = run(["scancel"] + names + (array.cluster.map { ["--clusters=" + $0] } ?? []))
    }
  }

  /// Why the commands cannot be used here; nil where they can.
  var missing: String? {
    guard let answer = run(["sbatch", "--version"]) else { return "sbatch did not answer in time" }
    return answer.status == 0 ? nil : SafeText.escape(Slurm.oneLine(answer.errors))
  }

  /// What a command answered; nil where it did not end in time.
  private func run(_ words: [String]) -> (status: Int32, output: String, errors: String)? {
    let name = commands.map { FilePath($0).joined(words[0]).text } ?? words[0]
    let command = "exec " + ([name] + words.dropFirst()).map(ShellWord.quoted).joined(separator: " ")
    // What is exported to the nodes: a token in the environment would be kept on the controller's disc.
    guard
      var child = try? ChildProcess.start(
        command, folder: "/", megabytes: .max, environment: .exactly(["PATH", "HOME", "USER", "LANG", "SLURM_CONF"]))
    else { return (127, "", "the command cannot be started") }
    let deadline = ChildProcess.now() + Slurm.limit
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    let isOver = child.stream(isStopped: { cancellation.isCancelled || ChildProcess.now() > deadline }) {
      bytes, isError in
      if isError { errors += bytes } else { output += bytes }
    }
    guard isOver, case .status(let status) = child.end() else {
      if !isOver { _ = child.end() }
      return nil
    }
    return (status, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
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
