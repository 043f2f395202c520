internal import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// What a site needs, from the user's `slurm.sh`: `#SBATCH` lines, and lines of the shell that run before the worker.
struct SlurmTemplate: Sendable {
  private(set) var directives: [String] = []
  private(set) var lines: [String] = []
  /// The options that the directives give, by their long names.
  private var given: Set<String> = []
  /// The cluster, of those that a site has several of.
  private(set) var cluster: String?

  /// Options that podium gives itself.
  private static let own: Set<String> = [
    "array", "job-name", "output", "error", "parsable", "open-mode", "requeue", "no-requeue", "wait", "wrap",
  ]
  /// The long names of options that have a letter too.
  private static let letters: [Substring: String] = [
    "a": "array", "J": "job-name", "o": "output", "e": "error", "W": "wait", "c": "cpus-per-task", "t": "time",
    "n": "ntasks", "M": "clusters", "x": "exclude",
  ]

  /// No lines.
  init() {}

  /// Reads a template.
  ///
  /// Throws `cluster-template` with the line of an option that podium gives itself.
  init(_ text: String, shown name: String) throws(Diagnostic) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.hasPrefix("#SBATCH") else {
        if !line.hasPrefix("#!"), !line.allSatisfy(\.isWhitespace) { lines.append(String(line)) }
        continue
      }
      let words = line.dropFirst("#SBATCH".count).prefix { $0 != "#" }.split(separator: " ")
      for word in words where word.hasPrefix("-") {
        let option = SlurmTemplate.name(word)
        if SlurmTemplate.own.contains(option) {
          throw Diagnostic(
            "cluster-template", "podium itself chooses '\(word)'", help: "remove the option from \(name)"
          ).inFile(name, line: number + 1)
        }
        given.insert(option)
        if option == "clusters", let value = word.split(separator: "=").dropFirst().first { cluster = String(value) }
      }
      directives.append(String(line))
    }
  }

  /// Reads the user's file; one that is not there has no lines.
  init(file: String?) throws(Diagnostic) {
    guard let file, DiskFiles().kind(of: file) != .none else { return }
    self = try SlurmTemplate(try DiskFiles().text(of: file, shown: file), shown: file)
  }

  /// The options of `sbatch` for a round, without those that the directives give.
  func options(for round: RunRound, without nodes: Set<String> = []) -> [String] {
    let all =
      [("export", "ALL"), ("cpus-per-task", "1"), ("time", "\(round.minutes)"), ("mem", "\(round.megabytes)")]
      + (nodes.isEmpty ? [] : [("exclude", nodes.sorted().joined(separator: ","))])
    return all.filter { name, _ in !given.contains(name) && !(name == "mem" && given.contains("mem-per-cpu")) }
      .map { "--\($0)=\($1)" }
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

  /// The long name of an option as it is written: `--time=5`, `-t`, `-t5`.
  private static func name(_ word: Substring) -> String {
    if word.hasPrefix("--") { return String(word.dropFirst(2).prefix { $0 != "=" }) }
    let letter = word.dropFirst().prefix(1)
    return letters[letter] ?? String(letter)
  }
}
