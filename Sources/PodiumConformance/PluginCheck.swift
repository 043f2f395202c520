public import PodiumCore
public import PodiumEngine
public import PodiumLearn
public import PodiumPlugin

/// The suites that podium's own plugins pass, run on what someone else wrote and reported line by line.
public struct PluginCheck {
  private let archive: LearnerConformance.Archive
  private let workers: (any Executor)?
  private let isStopping: () -> Bool
  private let say: (String) -> Void

  /// Makes a check: `workers` does jobs in other processes, `isStopping` is asked after each suite, `say` takes lines.
  public init(
    archive: LearnerConformance.Archive, workers: (any Executor)?, isStopping: @escaping () -> Bool,
    say: @escaping (String) -> Void
  ) {
    self.archive = archive
    self.workers = workers
    self.isStopping = isStopping
    self.say = say
  }

  /// Tries a plugin over sessions that know it, and the sessions that the folder of its tests holds; whether nothing is
  /// wrong.
  ///
  /// Throws `interrupted`, and what reading a session throws.
  public func run(
    plugin name: String, tests folder: String, files: any FileAccess, session: @escaping @Sendable () -> Interpreter
  ) throws(Diagnostic) -> Bool {
    let suite = PluginConformance(name, archive: archive, workers: workers, session: session)
    var isGood = true
    for check in PluginConformance.Check.allCases {
      let count = suite.count(check)
      if count == 0, check != .names { continue }
      isGood = tell(suite.problems(check), of: check.rawValue + " (\(count))") && isGood
      if isStopping() { throw .interrupted }
    }
    isGood = try replay(folder, files, session) && isGood
    say(isGood ? "\(name) passes every check" : "\(name) is not ready")
    return isGood
  }

  /// Tries a learner; whether nothing is wrong.
  ///
  /// Throws `interrupted`.
  public func run(learner definition: LearnerDefinition) throws(Diagnostic) -> Bool {
    let suite = LearnerConformance(LearnerCatalogue([definition]), archive: archive, workers: workers)
    var isGood = true
    for check in LearnerConformance.Check.allCases {
      let problems = suite.keys.flatMap { suite.problems(of: $0, check) }
      if isStopping() { throw .interrupted }
      isGood = tell(problems, of: check.rawValue) && isGood
    }
    say(isGood ? "it passes every check" : "it is not ready")
    return isGood
  }

  /// Says what a suite found; whether it found nothing.
  private func tell(_ problems: [String], of suite: String) -> Bool {
    say((problems.isEmpty ? "ok     " : "wrong  ") + suite)
    for problem in problems { say("       " + problem) }
    return problems.isEmpty
  }

  private func replay(
    _ folder: String, _ files: any FileAccess, _ session: () -> Interpreter
  ) throws(Diagnostic) -> Bool {
    guard files.kind(of: folder) == .folder else {
      say("none   sessions: no folder 'tests'")
      return true
    }
    var isGood = true
    for file in try files.list(folder, shown: "tests") where file.hasSuffix(".session") {
      let text = String(decoding: try files.read(folder + "/" + file, shown: file), as: UTF8.self)
      let script = ScriptedSession(text)
      var fresh = session()
      let differences = script.replay(in: &fresh).differences
      say((differences.isEmpty ? "ok     " : "wrong  ") + "tests/\(file) (\(script.steps.count))")
      for difference in differences {
        say("       line \(difference.step.line): \(difference.step.input)")
        say("       expected:\n\(difference.step.expected)       found:\n\(difference.found)")
      }
      isGood = isGood && differences.isEmpty
    }
    return isGood
  }
}
