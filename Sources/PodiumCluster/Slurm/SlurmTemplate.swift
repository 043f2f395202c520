internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// What a site needs, from the user's `slurm.sh`: `#SBATCH` lines, and lines of the shell that run before the worker.
struct SlurmTemplate: Sendable {
  private var (directives, lines) = ([String](), [String]())
  /// The options that the directives give, by their long names or letters.
  private var given: Set<String> = []
  /// The cluster, of those that a site has several of.
  private(set) var cluster: String?

  /// Options that podium gives itself.
  private static let own: Set<String> = [
    "array", "a", "job-name", "J", "output", "o", "error", "e", "parsable", "open-mode", "requeue", "no-requeue",
    "wait", "W", "wrap",
  ]

  init() {}

  /// Reads a template; throws `cluster-template` with the line of an option that podium gives itself.
  init(_ text: String, shown name: String) throws(Diagnostic) {
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard line.hasPrefix("#SBATCH") else {
        if !line.hasPrefix("#!"), !line.allSatisfy(\.isWhitespace) { lines.append(String(line)) }
        continue
      }
      let words = line.dropFirst("#SBATCH".count).prefix { $0 != "#" }.split { $0.isWhitespace || $0 == "=" }
      for (place, word) in words.enumerated() where word.hasPrefix("-") {
        let option = String(word.hasPrefix("--") ? word.dropFirst(2) : word.dropFirst().prefix(1))
        if SlurmTemplate.own.contains(option) {
          throw Diagnostic(
            "cluster-template", "podium itself chooses '\(word)'", help: "remove the option from \(name)"
          ).inFile(name, line: number + 1)
        }
        given.insert(option)
        if option == "clusters" || option == "M" { cluster = words.dropFirst(place + 1).first.map(String.init) }
      }
      directives.append(String(line))
    }
  }

  init(file: String?) throws(Diagnostic) {
    guard let file, DiskFiles().kind(of: file) != .none else { return }
    self = try SlurmTemplate(try DiskFiles().text(of: file, shown: file), shown: file)
  }

  /// The options of `sbatch` for a round, without those that the directives give.
  func options(for round: RunRound, without nodes: Set<String> = []) -> [String] {
    let all = [
      (["export"], "ALL"), (["cpus-per-task", "c"], "1"), (["time", "t"], "\(round.minutes)"),
      (["mem", "mem-per-cpu", "mem-per-gpu"], "\(round.megabytes)"),
      (["exclude", "x"], nodes.sorted().joined(separator: ",")),
    ]
    return all.filter { given.isDisjoint(with: $0.0) && !$0.1.isEmpty }.map { "--\($0.0[0])=\($0.1)" }
  }

  /// The script of a round. It carries the hash of the plan: Slurm keeps its own copy of the script, so nothing that is altered
  /// in the folder is run.
  func script(program: String, folder: RunFolder, round: Int, plan: String) -> String {
    let command =
      "exec \(ShellWord.quoted(program)) worker --run \(ShellWord.quoted(folder.path)) --round \(round) "
      + "--chunk \"$SLURM_ARRAY_TASK_ID\" --plan \(plan)"
    return
      (["#!/bin/bash"] + directives + lines
      + ["export OPENBLAS_NUM_THREADS=1", command, ""]).joined(separator: "\n")
  }
}
