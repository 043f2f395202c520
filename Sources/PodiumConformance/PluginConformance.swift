internal import PodiumCore
public import PodiumEngine
public import PodiumLearn
internal import PodiumPlugin

/// What every plugin must hold, built in or from outside; the answer is a list of what is wrong, empty when nothing is.
///
/// In a test: a suite over sessions that know the plugin, and one test over `Check.allCases`.
public struct PluginConformance: Sendable {
  /// The checks by name.
  public enum Check: String, Sendable, CaseIterable {
    case names = "it describes itself, and its names begin with its name"
    case commands = "its commands do what their signatures promise"
    case datasets = "its datasets load, and the same way twice"
    case foreignFiles = "its importers refuse files of other formats and name the file"
    case cutFiles = "its importers read or refuse files that are cut in half"
    case repeatedImports = "importing twice adds nothing"
    case evaluators = "its evaluators are deterministic"
    case learners = "its learners do what all learners promise"
  }

  /// The plugin's name.
  public let name: String
  let archive: LearnerConformance.Archive?
  let workers: (any Executor)?
  let exceptions: [String: [LearnerConformance.Exception]]
  let makeSession: @Sendable () -> Interpreter

  /// Makes the suite of a plugin over sessions that are fresh each time.
  ///
  /// A plugin with learners needs an archive, for saved models, and `workers` to see them at work in other processes; `exceptions` hold, by the learner's key, what is left
  /// out and why.
  public init(
    _ name: String, archive: LearnerConformance.Archive? = nil, workers: (any Executor)? = nil,
    exceptions: [String: [LearnerConformance.Exception]] = [:],
    session makeSession: @escaping @Sendable () throws -> Interpreter
  ) {
    self.name = name
    self.archive = archive
    self.workers = workers
    self.exceptions = exceptions
    self.makeSession = {
      do { return try makeSession() } catch { preconditionFailure("there is no session to test in: \(error)") }
    }
  }

  /// Everything that is wrong with the plugin.
  public func problems() -> [String] { Check.allCases.flatMap { problems($0) } }

  /// Everything that is wrong with it in one respect.
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
      case .evaluators: evaluatorProblems()
      case .learners: learnerProblems()
      }
    return found.map { "\(name): \(check.rawValue): \($0)" }
  }

  /// How many things a check looked at; 0 for one that the plugin gave nothing to.
  public func count(_ check: Check) -> Int {
    switch check {
    case .names: makeSession().registry.registered(by: name).count
    case .commands: brought("command").count
    case .datasets, .cutFiles: brought("dataset").count
    case .foreignFiles: brought("importer").count
    case .repeatedImports: importCommands.count
    case .evaluators: brought("evaluator").count
    case .learners: brought("learner").count
    }
  }

  /// What the plugin registered of a kind, in order.
  func brought(_ kind: String) -> [String] {
    makeSession().registry.registered(by: name).filter { $0.kind == kind }.map(\.name)
  }

  /// The commands that bring records into the workspace, where there is one.
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
    // A dataset's name is what people type after 'load'; a migration's holds its version.
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
    let suite = CommandConformance(makeSession)
    return brought("command").flatMap { suite.problems(of: $0) }
  }

  private func repeatedProblems() -> [String] {
    var problems: [String] = []
    for key in importCommands {
      var session = makeSession()
      guard let example = session.registry.commands[key]?.signature.examples.first(where: { $0.fails == nil }) else {
        problems.append("'\(key)' has no example that works")
        continue
      }
      var failure: Diagnostic?
      for line in example.setup + [example.line] { _ = session.run(line) { failure = failure ?? $0.error } }
      let first = records(session)
      _ = session.run(example.line) { failure = failure ?? $0.error }
      if let failure { problems.append("'\(example.line)' failed: \(failure.message)") }
      if first != records(session) {
        problems.append(
          "'\(example.line)' a second time changed \(first ?? [:]) into \(records(session) ?? [:]) records")
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
    guard let archive else { return ["the suite was given no archive to save its models with"] }
    let suite = LearnerConformance(
      makeSession().registry.learners, archive: archive, workers: workers, exceptions: exceptions)
    return keys.flatMap { suite.problems(of: $0) }
  }
}
