internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

struct LearnerAddCommand: Command {
  static let name = Parameter<String>.required("name", allowed: "a new name", help: "The name of the new learner.")
  static let command = Parameter<String>.required(
    "command", allowed: "a command in quotes", help: "The shell command that starts the program.")
  static let targets = Parameter<[String]?>.list(
    "targets", help: "What it predicts: classes, numbers or both; detected by default.",
    completion: .words(["classes", "numbers"]))
  static let probabilities = Parameter<String?>.choice(
    "probabilities", ["yes", "no"], help: "Whether it returns a probability for each class; detected by default.")
  static let scale = Parameter<Bool>.flag("scale", default: false, help: "Whether it needs scaled features.")
  static let stochastic = Parameter<Bool>.flag(
    "stochastic", default: true, help: "Whether its predictions depend on the seed.")
  static let memory = Parameter<Int>.int(
    "memory", in: 16...1_048_576, default: 4096, help: "Maximum memory in MB for each of its processes.")
  static let environment = Parameter<[String]?>.list(
    "environment", help: "Further environment variables that the program gets.")

  let signature = Signature(
    "learner add", topic: .learning, summary: "Add your own learner, a program in any language.",
    details: """
      The program reads one JSON object per line with training and test rows, and answers with its predictions; \
      plugins/README.md has a ten-line example. It starts in the current directory and receives the same folds as \
      every other learner, and a seed. It has no terminal, and of your environment variables only those that name \
      programs, folders, language and time zone, and those of environment=. If the program fails, only its folds have \
      errors; podium continues. A script or notebook can only start a program with --trust.
      """,
    parameters: [
      name.any, command.any, targets.any, probabilities.any, scale.any, stochastic.any, memory.any, environment.any,
    ],
    exampleLines: """
      a program that reads and writes JSON lines: learner add mine "python3 mine.py" -> …
      with its capabilities given instead of detected: learner add mine "./mine" targets=classes probabilities=yes -> …
      with less memory and without randomness: learner add mine "Rscript mine.R" memory=1024 stochastic=no -> …
      with an environment variable of yours: learner add mine "Rscript mine.R" environment=R_LIBS -> …
      a name that is taken: learner add tree "python3 mine.py" -> !taken-name
      a program that does not exist: learner add mine "no-such-program" -> !plugin-crashed
      """, seeAlso: ["learner list", "learner remove", "learners", "compare"])

  /// Tests the program, then adds it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let key = call[LearnerAddCommand.name]
    guard Registry.isPluginName(key) else {
      throw Diagnostic(
        "bad-value",
        "'name' must begin with a lower-case letter and contain only lower-case letters, digits and -, not '\(key)'",
        span: call.span(of: LearnerAddCommand.name))
    }
    if let owner = session.registry.owner(of: "learner", key), owner != "session" {
      throw Diagnostic(
        "taken-name", "learner '\(key)' is already registered by '\(owner)'",
        span: call.span(of: LearnerAddCommand.name),
        help: "choose another name")
    }
    guard let outside = session.services.outsideLearner else {
      throw Diagnostic(
        "trust-refused", "'learner add' starts an external program, which an untrusted file may not do",
        help: "run the file with --trust if you know what it does")
    }
    var wanted = OutsideLearner(key: key, command: call[LearnerAddCommand.command], folder: session.services.folder)
    if let words = call[LearnerAddCommand.targets] {
      for word in words where TargetKind(rawValue: word) == nil {
        throw Diagnostic.unknownWord(
          "targets", word, among: TargetKind.allCases.map(\.rawValue), span: call.span(of: LearnerAddCommand.targets))
      }
      wanted.targets = TargetKind.allCases.filter { words.contains($0.rawValue) }
    }
    wanted.probabilities = call[LearnerAddCommand.probabilities].map { $0 == "yes" }
    if call.has(LearnerAddCommand.scale) { wanted.needsScaling = call[LearnerAddCommand.scale] }
    if call.has(LearnerAddCommand.stochastic) { wanted.isStochastic = call[LearnerAddCommand.stochastic] }
    wanted.memory = call[LearnerAddCommand.memory]
    wanted.environment = call[LearnerAddCommand.environment] ?? []
    let definition = try Diagnostic.located(at: call.span(of: LearnerAddCommand.command), outside(wanted))
    try session.add(AddedLearner(command: wanted.command, definition: definition))
    let capabilities = definition.capabilities
    var record = RecordOutput("learner \(key)")
    record.add("command", .text(wanted.command))
    record.add("targets", list: capabilities.targetNames.map { .text($0) })
    record.add("probabilities", .boolean(capabilities.probabilities))
    record.add("scale", .boolean(capabilities.needsScaling))
    record.add("stochastic", .boolean(capabilities.isStochastic))
    if !definition.hyperparameters.isEmpty {
      record.add(
        "hyperparameters", list: definition.hyperparameters.map { .text($0.name + "=" + $0.defaultValue.text) })
    }
    return [.record(record)]
  }
}
