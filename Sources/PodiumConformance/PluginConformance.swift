internal import PodiumCore
public import PodiumEngine
public import PodiumLearn
internal import PodiumPlugin

/// The checks for every plugin, built in or external; the result is a list of problems, empty if there are none.
///
/// In a test, create a suite over sessions that include the plugin, and run a test over `Check.allCases`.
public struct PluginConformance: Sendable {
  /// The checks by name.
  public enum Check: String, Sendable, CaseIterable {
    case names = "it describes itself, and its names begin with the plugin's name"
    case commands = "its commands do what their signatures promise"
    case datasets = "its datasets load, with the same result twice"
    case foreignFiles = "its importers refuse files in other formats and name them"
    case cutFiles = "its importers read or refuse files that are cut in half"
    case repeatedImports = "importing twice stores records once"
    case things = "its records can be made, changed, cleared, archived, deleted and brought back"
    case evaluators = "its evaluators give the same results for the same input"
    case learners = "its learners do what every learner must"
  }

  /// The plugin's name.
  public let name: String
  let archive: LearnerConformance.Archive
  let workers: (any Executor)?
  let samples: [String: LearnerSample]
  let exceptions: [String: [LearnerConformance.Exception]]
  let makeSession: @Sendable () -> Interpreter
  private let examples: ExampleRuns

  /// `session` returns a fresh session each time; `examples` are the runs of all examples, where other checks share them.
  ///
  /// A plugin with learners has an archive for saved models, and `workers` to run them in other processes;
  /// `samples` are the tables of learners that name columns of their own, and `exceptions` the skipped checks, both by the learner's
  /// key.
  public init(
    _ name: String, archive: LearnerConformance.Archive = .json, workers: (any Executor)? = nil,
    samples: [String: LearnerSample] = [:], exceptions: [String: [LearnerConformance.Exception]] = [:],
    examples: ExampleRuns? = nil, session makeSession: @escaping @Sendable () throws -> Interpreter
  ) {
    self.name = name
    self.archive = archive
    self.workers = workers
    self.samples = samples
    self.exceptions = exceptions
    let made: @Sendable () -> Interpreter = {
      do { return try makeSession() } catch { preconditionFailure("there is no session to test in: \(error)") }
    }
    self.makeSession = made
    self.examples = examples ?? ExampleRuns(made)
  }

  /// All problems of the plugin.
  public func problems() -> [String] { Check.allCases.flatMap { problems($0) } }

  /// The problems found by one check.
  public func problems(_ check: Check) -> [String] {
    guard makeSession().registry.plugins.contains(where: { $0.name == name }) else {
      return ["plugin '\(name)' is not registered"]
    }
    let found =
      switch check {
      case .names: namesProblems()
      case .commands: commandProblems()
      case .datasets: datasetProblems()
      case .foreignFiles: foreignProblems()
      case .cutFiles: cutProblems()
      case .repeatedImports: repeatedProblems()
      case .things: thingProblems()
      case .evaluators: evaluatorProblems()
      case .learners: learnerProblems()
      }
    return found.map { "\(name): \(check.rawValue): \($0)" }
  }

  /// The number of items that a check inspects; 0 if the plugin has none.
  public func count(_ check: Check) -> Int {
    switch check {
    case .names: makeSession().registry.registered(by: name).count
    case .commands: brought("command").count
    case .datasets, .cutFiles: brought("dataset").count
    case .foreignFiles: brought("importer").count
    case .repeatedImports: importCommands.count
    case .things: addedThings.count
    case .evaluators: brought("evaluator").count
    case .learners: brought("learner").count
    }
  }

  /// The keys of a kind that the plugin registered, in order.
  func brought(_ kind: String) -> [String] {
    makeSession().registry.registered(by: name).filter { $0.kind == kind }.map(\.name)
  }

  /// The commands that import records to the workspace, if there is one.
  var importCommands: [String] {
    makeSession().services.store == nil ? [] : brought("command").filter { $0 == name + " import" }
  }

  private func namesProblems() -> [String] {
    var problems: [String] = []
    let registry = makeSession().registry
    guard let entry = registry.plugins.first(where: { $0.name == name }) else { return [] }
    if entry.version.isEmpty { problems.append("there is no version") }
    if entry.summary.last != "." { problems.append("the summary does not end in a full stop") }
    if entry.summary.first?.isUppercase != true { problems.append("the summary does not begin with a capital") }
    let registered = registry.registered(by: name)
    if registered.isEmpty { problems.append("it registers nothing") }
    // A dataset's name is what users type after 'load'; a migration's contains its version.
    for (kind, key) in registered where !["dataset", "migration"].contains(kind) {
      let isOwn = key == name || key.hasPrefix(name + ".") || key.hasPrefix(name + " ")
      if !isOwn { problems.append("\(kind) '\(key)' does not begin with '\(name)'") }
    }
    let sentences =
      brought("importer").compactMap { key in registry.importers[key].map { (key, $0.summary) } }
      + brought("evaluator").compactMap { key in registry.evaluators[key].map { (key, $0.summary) } }
      + brought("figure").compactMap { key in registry.figures[key].map { (key, $0.summary) } }
    for (key, summary) in sentences where summary.last != "." {
      problems.append("the summary of '\(key)' does not end in a full stop")
    }
    return problems
  }

  private func commandProblems() -> [String] {
    let suite = CommandConformance(examples)
    return brought("command").flatMap { suite.problems(of: $0) }
  }

  private func repeatedProblems() -> [String] {
    var problems: [String] = []
    for key in importCommands {
      var session = makeSession()
      guard let example = session.registry.commands[key]?.signature.examples.first(where: { $0.fails == nil }) else {
        problems.append("'\(key)' has no example that succeeds")
        continue
      }
      var failure: Diagnostic?
      for line in example.setup + [example.line] { _ = session.run(line) { failure = failure ?? $0.error } }
      let first = records(session)
      _ = session.run(example.line) { failure = failure ?? $0.error }
      if let failure { problems.append("'\(example.line)' failed: \(failure.message)") }
      if first != records(session) {
        problems.append(
          "'\(example.line)' run a second time changed the records from \(first ?? [:]) to \(records(session) ?? [:])")
      }
    }
    return problems
  }

  private func records(_ session: Interpreter) -> [String: Int]? {
    guard let store = session.services.store, let info = try? store.info() else { return nil }
    return info.records
  }

  private func learnerProblems() -> [String] {
    let keys = brought("learner")
    guard !keys.isEmpty else { return [] }
    let suite = LearnerConformance(
      makeSession().registry.learners, archive: archive, workers: workers, samples: samples,
      exceptions: exceptions)
    return keys.flatMap { suite.problems(of: $0) }
  }
}
