public import PodiumCore
public import PodiumLearn
public import PodiumPlugin

extension OutsideHost {
  /// The learner of a description that a trusted podium made; throws `other-learner` where its program has changed.
  func remade(_ program: LearnerProgram) throws(Diagnostic) -> LearnerDefinition {
    try ProgramLearner.definition(program, host: self)
  }

  /// The learner of an external program; capabilities that it does not declare are detected with a small task.
  ///
  /// Throws `trust-refused`, and any error of the program during that task.
  public func learner(_ wanted: OutsideLearner) throws(Diagnostic) -> LearnerDefinition {
    try requireTrust(wanted.key)
    if let name = wanted.environment.first(where: { !ChildEnvironment.isName($0) }) {
      throw .badValue(
        "environment", name, allowed: "names of environment variables, as in environment=R_LIBS", span: nil)
    }
    let program = OutsideProgram(
      .init(
        name: wanted.key, command: wanted.command, folder: wanted.folder,
        megabytes: wanted.memory ?? OutsideHost.standardMemory, seconds: nil,
        remedy: "use learner add \(CommandText.word(wanted.key)) COMMAND to add it again",
        environment: wanted.environment),
      host: self)
    var entry = try declared(by: program) ?? LearnerEntry(key: wanted.key, summary: "", capabilities: .unknown)
    let isPlain = entry.summary.isEmpty
    var capabilities = entry.capabilities
    if let targets = wanted.targets { capabilities.targets = targets }
    if let scale = wanted.needsScaling { capabilities.needsScaling = scale }
    if let stochastic = wanted.isStochastic { capabilities.isStochastic = stochastic }
    if let probabilities = wanted.probabilities { capabilities.probabilities = probabilities }
    if isPlain {
      let found = try Trial(entry: entry, program: program).capabilities(targets: wanted.targets)
      capabilities.targets = found.targets
      capabilities.probabilities = wanted.probabilities ?? found.probabilities
    }
    entry = LearnerEntry(
      key: entry.key, summary: isPlain ? "the program '\(wanted.command)'" : entry.summary,
      hyperparameters: entry.hyperparameters, capabilities: capabilities,
      reference: "external program: " + wanted.command)
    return ProgramLearner.definition(entry, key: wanted.key, program: program)
  }

  /// What the program declares; nil if it does not answer the question.
  ///
  /// A plain learner may answer an unknown request with an error, exit, or ignore it. So that ignoring it does not cost
  /// the time limit of the handshake, a first task is sent along, and the first answer decides.
  private func declared(by program: OutsideProgram) throws(Diagnostic) -> LearnerEntry? {
    let launch = program.launch
    var child = try launch.start()
    // Machine-learning libraries may take long to load, and this is their first answer.
    let conversation = Conversation(launch: launch, seconds: seconds(nil))
    child.send(Conversation.request(1, "hello", Handshake.question(version)))
    child.send(Conversation.request(2, "learn", Trial.task(.classes).request))
    let stop = OutsideProgram.Stop(self, nil)
    switch conversation.answer(of: &child, to: 1, stop, fits: { _ in true }) {
    case .stopped: throw .interrupted
    case .refusal:
      _ = child.end()
      return nil
    // A program that was silent for so long would be silent again.
    case .failure(let error) where error.code == "plugin-timeout": throw error
    case .silentEnd, .failure: return nil
    case .answer(let reply):
      _ = child.end()
      guard reply.value["registers"] != nil else { return nil }
      let said = try Handshake(reply.value, name: launch.name)
      guard let entry = said.learners.first else {
        throw Diagnostic(
          "no-learner", "'\(launch.name)' is a plugin that has no learner",
          help: "install it as a plugin: podium plugin install DIR")
      }
      guard said.learners.count == 1 else {
        throw Diagnostic(
          "several-learners", "'\(launch.name)' has \(said.learners.count) learners, but 'learner add' takes one",
          help: "install it as a plugin: podium plugin install DIR")
      }
      return entry
    }
  }
}

extension Capabilities {
  /// The defaults for a program about which nothing is known; it is assumed to depend on the seed.
  static let unknown = Capabilities(
    targets: [.classes], probabilities: false, needsScaling: false, isStochastic: true)
}

/// A small task that shows what a program can do.
struct Trial {
  let entry: LearnerEntry
  let program: OutsideProgram

  /// The rows: two features, and a target that depends on the first.
  static func task(_ kind: TargetKind) -> (model: ProgramModel, request: [UInt8]) {
    let rows = 12
    let places = (0..<rows).map { Double($0) }
    let training = Matrix(
      columns: [places.map { $0.truncatingRemainder(dividingBy: 2) * 10 + $0 / 10 }, places.map { 5 - $0 / 4 }],
      rows: rows)
    let target: Target =
      kind == .classes
      ? .classes(ClassTarget(classes: ["left", "right"], codes: (0..<rows).map { $0 % 2 }))
      : .numbers(training.column(0))
    let model = ProgramModel(
      learner: "", settings: [], training: training, featureNames: ["x", "y"], target: target, seed: 1,
      probabilities: false)
    return (model, model.request(model.probe))
  }

  /// Which targets it predicts, and whether it gives probabilities.
  ///
  /// If it can predict nothing, throws the reason why it cannot predict classes.
  func capabilities(targets: [TargetKind]?) throws(Diagnostic) -> (targets: [TargetKind], probabilities: Bool) {
    var found: [TargetKind] = []
    var probabilities = false
    var reason: Diagnostic?
    for kind in TargetKind.allCases where targets?.contains(kind) ?? true {
      do throws(Diagnostic) {
        let task = Trial.task(kind)
        let reply = try program.request("learn", task.request).value
        _ = try task.model.prediction(reply, of: program, rows: task.model.probe.rows)
        if kind == .classes, let given = reply["probabilities"], given != .null { probabilities = true }
        found.append(kind)
      } catch {
        if error.code == Diagnostic.interrupted.code { throw error }
        // Declared capabilities must work; others are only tried.
        if targets != nil { throw error }
        reason = reason ?? error
      }
    }
    program.forgive()
    if found.isEmpty, let reason { throw reason }
    return (found, probabilities)
  }
}
