/// A task of an array, as the queue knows it.
struct SlurmTask {
  let run: String
  let chunk: RunChunk
  /// What `scancel` calls it.
  let id: String
  let state: String
  let reason: String
  let cluster: String?

  /// Reads a line of `squeue`: the name of the array, `podium-RUN-ROUND-DIGITS`, its number, the task's, state and reason.
  init?(_ line: String, in cluster: String?) {
    let parts = line.split(separator: "|", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].split(separator: "-")
    guard parts.count == 5, name.count == 4, let round = Int(name[2]), let index = Int(parts[2]) else { return nil }
    (run, chunk, id) = (String(name[1]), RunChunk(round: round, index: index), "\(parts[1])_\(index)")
    (state, reason, self.cluster) = (parts[3], parts[4], cluster)
  }

  /// States from which nothing more comes; all others, and those that no one foresaw, are alive.
  private static let ended: Set<String> = [
    "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "TIMEOUT",
  ]

  var isHeld: Bool { state == "PENDING" && (reason.contains("Held") || reason.contains("held")) }
  var isRunning: Bool { !isWaiting && isAlive }
  var isWaiting: Bool { state == "PENDING" && !isHeld }
  /// Whether results may still come; a task that is held waits for a person.
  var isAlive: Bool { !SlurmTask.ended.contains(state) && !isHeld }
}
