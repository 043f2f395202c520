public import PodiumCore
public import PodiumEngine
public import PodiumLearn
public import PodiumPlugin

/// Runs the suites for podium's own plugins on an external plugin, and reports the results line by line.
public struct PluginCheck {
  private let workers: (any Executor)?
  private let isStopping: () -> Bool
  private let say: (String) -> Void

  /// `workers` runs jobs in other processes, `isStopping` is called after each suite, and `say` gets each line.
  public init(
    workers: (any Executor)?, isStopping: @escaping () -> Bool,
    say: @escaping (String) -> Void
  ) {
    self.workers = workers
    self.isStopping = isStopping
    self.say = say
  }

  /// Checks a plugin in sessions that include it, and replays the session files in the folder `tests`; returns whether
  /// everything passed.
  ///
  /// Throws `interrupted`, and whatever reading a session throws.
  public func run(
    plugin name: String, tests folder: String, files: any FileAccess, session: @escaping @Sendable () -> Interpreter
  ) throws(Diagnostic) -> Bool {
    let suite = PluginConformance(name, workers: workers, session: session)
    var isGood = true
    for check in PluginConformance.Check.allCases {
      let count = suite.count(check)
      if count == 0, check != .names { continue }
      isGood = tell(suite.problems(check), of: check.rawValue + " (\(count))") && isGood
      if isStopping() { throw .interrupted }
    }
    isGood = try replay(folder, files, session) && isGood
    say(isGood ? "\(name) passed all checks" : "\(name) failed some checks")
    return isGood
  }

  /// Checks a learner; returns whether everything passed.
  ///
  /// Throws `interrupted`.
  public func run(learner definition: LearnerDefinition) throws(Diagnostic) -> Bool {
    let suite = LearnerConformance(LearnerCatalogue([definition]), workers: workers)
    var isGood = true
    for check in LearnerConformance.Check.allCases {
      let problems = suite.keys.flatMap { suite.problems(of: $0, check) }
      if isStopping() { throw .interrupted }
      isGood = tell(problems, of: check.rawValue) && isGood
    }
    say(isGood ? "the learner passed all checks" : "the learner failed some checks")
    return isGood
  }

  /// Reports the problems of a suite; returns whether there are none.
  private func tell(_ problems: [String], of suite: String) -> Bool {
    say((problems.isEmpty ? "ok     " : "failed ") + suite)
    for problem in problems { say("       " + problem) }
    return problems.isEmpty
  }

  private func replay(
    _ folder: String, _ files: any FileAccess, _ session: () -> Interpreter
  ) throws(Diagnostic) -> Bool {
    guard files.kind(of: folder) == .folder else {
      say("none   tests: there is no folder 'tests'")
      return true
    }
    var isGood = true
    for file in try files.list(folder, shown: "tests") where FilePath(file).ends(in: ".session") {
      let text = String(decoding: try files.read(FilePath.join(folder, file), shown: file), as: UTF8.self)
      let script = ScriptedSession(text)
      var fresh = session()
      let differences = script.replay(in: &fresh).differences
      say((differences.isEmpty ? "ok     " : "failed ") + "tests/\(file) (\(script.steps.count))")
      for difference in differences {
        say("       line \(difference.step.line): \(difference.step.input)")
        say("       expected:\n\(difference.step.expected)       found:\n\(difference.found)")
      }
      isGood = isGood && differences.isEmpty
    }
    return isGood
  }
}
