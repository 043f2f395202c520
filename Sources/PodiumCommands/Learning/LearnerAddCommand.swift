internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin

/// `learner add`: a program in any language becomes a learner of this session.
struct LearnerAddCommand: Command {
  static let name = Parameter<String>.required("name", allowed: "a new name", help: "What it is called from now on.")
  static let command = Parameter<String>.required(
    "command", allowed: "a command in quotes", help: "The shell's command that starts the program.")
  static let targets = Parameter<[String]?>.list(
    "targets", help: "What it predicts: classes, numbers or both; tried out when left out.",
    completion: .words(["classes", "numbers"]))
  static let probabilities = Parameter<String?>.choice(
    "probabilities", ["yes", "no"], help: "Whether it gives a probability for each class; tried out when left out.")
  static let scale = Parameter<Bool>.flag("scale", default: false, help: "Whether it needs features of like scales.")
  static let stochastic = Parameter<Bool>.flag(
    "stochastic", default: true, help: "Whether its predictions depend on the seed.")
  static let memory = Parameter<Int>.int(
    "memory", in: 16...1_048_576, default: 4096, help: "The most megabytes one process of it may ask for.")

  let signature = Signature(
    "learner add", topic: .learning, summary: "Bring a learner of your own, as a program in any language.",
    details: """
      The program reads a JSON object a line with training and test rows, and answers with what it predicts; \
      plugins/README.md shows one of ten lines. It is started in the current folder, gets the rows of the same folds \
      as every other learner, and a seed. What goes wrong with it is an error of its folds; podium goes on. \
      A script or notebook may start one only with --trust.
      """,
    parameters: [name.any, command.any, targets.any, probabilities.any, scale.any, stochastic.any, memory.any],
    examples: [
      Example(shown: "learner add mine \"python3 mine.py\"", "a program that reads and writes JSON lines"),
      Example(
        shown: "learner add mine \"./mine\" targets=classes probabilities=yes",
        "what it can is said instead of tried out"),
      Example(
        shown: "learner add mine \"Rscript mine.R\" memory=1024 stochastic=no",
        "bounded, and the same whatever the seed"),
      Example("learner add tree \"python3 mine.py\"", "a name that is taken", fails: "taken-name"),
      Example("learner add mine \"no-such-program\"", "a program that is not there", fails: "plugin-crashed"),
    ], seeAlso: ["learner list", "learner remove", "learners", "compare"])

  /// Tries the program out and adds it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let key = call[LearnerAddCommand.name]
    guard Registry.isPluginName(key) else {
      throw Diagnostic(
        "bad-value", "'name' must begin with a small letter and hold small letters, digits and -, not '\(key)'",
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
        "trust-refused", "'learner add' starts an outside program, which this file is not trusted with",
        help: "run it with --trust when you know what it does")
    }
    var wanted = OutsideLearner(key: key, command: call[LearnerAddCommand.command], folder: session.services.folder)
    if let words = call[LearnerAddCommand.targets] {
      wanted.targets = try Set(
        words.map { (word) throws(Diagnostic) in
          guard let kind = TargetKind(rawValue: word) else {
            throw Diagnostic.unknownWord(
              "targets", word, among: TargetKind.allCases.map(\.rawValue),
              span: call.span(of: LearnerAddCommand.targets))
          }
          return kind
        })
    }
    wanted.probabilities = call[LearnerAddCommand.probabilities].map { $0 == "yes" }
    if call.has(LearnerAddCommand.scale) { wanted.needsScaling = call[LearnerAddCommand.scale] }
    if call.has(LearnerAddCommand.stochastic) { wanted.isStochastic = call[LearnerAddCommand.stochastic] }
    wanted.memory = call[LearnerAddCommand.memory]
    let definition: LearnerDefinition
    do throws(Diagnostic) { definition = try outside(wanted) } catch {
      throw error.at(call.span(of: LearnerAddCommand.command))
    }
    try session.add(AddedLearner(command: wanted.command, definition: definition))
    let capabilities = definition.capabilities
    var record = RecordOutput("learner \(key)")
    record.add("command", .text(wanted.command))
    record.add("targets", list: capabilities.targets.map(\.rawValue).sorted().map { .text($0) })
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
