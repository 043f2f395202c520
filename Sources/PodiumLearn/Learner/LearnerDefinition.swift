public import PodiumCore

/// What a learner can do and what it asks of its features.
public struct Capabilities: Sendable, Hashable, Codable {
  /// The targets it can predict, in the order of `TargetKind.allCases`.
  public var targets: [TargetKind]
  /// Whether it predicts a probability for each class.
  public var probabilities: Bool
  /// Whether it needs scaled features, so that a `scale` step is added when the recipe has none.
  public var needsScaling: Bool
  /// Whether it is stochastic: its models depend on the seed.
  public var isStochastic: Bool
  /// Whether it uses the features; a learner that does not needs no recipe to make them numeric.
  public var usesFeatures: Bool
  /// Whether it uses the groups of training rows (`TrainingData.groups`).
  public var usesGroups: Bool
  /// Whether its features may have missing values, as NaN; others are given complete numbers only.
  public var takesMissing: Bool
  /// Whether it needs classes that are ordered.
  public var needsOrder: Bool

  /// Declares what a learner can do.
  public init(
    targets: [TargetKind], probabilities: Bool, needsScaling: Bool, isStochastic: Bool = false,
    usesFeatures: Bool = true, usesGroups: Bool = false, takesMissing: Bool = false, needsOrder: Bool = false
  ) {
    self.targets = targets
    self.probabilities = probabilities
    self.needsScaling = needsScaling
    self.isStochastic = isStochastic
    self.usesFeatures = usesFeatures
    self.usesGroups = usesGroups
    self.takesMissing = takesMissing
    self.needsOrder = needsOrder
  }

  /// Whether it can predict a kind of target.
  public func predicts(_ kind: TargetKind) -> Bool { targets.contains(kind) }
}

/// A learner chosen by key, with a value for each of its hyperparameters.
public struct LearnerSpec: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The learner's key (`tree`).
  public let key: String
  public let values: HyperparameterValues

  /// Chooses a learner; `LearnerDefinition.spec` checks the values.
  public init(key: String, values: HyperparameterValues) {
    self.key = key
    self.values = values
  }

  /// The learner as you type it: `tree`, or `tree(criterion=gini)` with the values that differ from the default.
  public var description: String {
    let given = values.given
    if given.isEmpty { return key }
    return key + "(" + given.map { $0 + "=" + $1 }.joined(separator: ",") + ")"
  }
}

/// An entry of the catalogue of learners: everything known of one before it is made.
public struct LearnerDefinition: Sendable {
  /// The name in commands (`tree`).
  public let key: String
  /// What it is, in one line.
  public let summary: String
  /// Its hyperparameters in order.
  public let hyperparameters: [Hyperparameter]
  /// What it can do.
  public let capabilities: Capabilities
  /// The names of columns it receives of training rows beside the features (`TrainingData.columns`), never of test rows.
  public let trainingColumns: [String]
  /// What distinguishes it from another learner of the same key (the hash of an outside program); empty for ours.
  ///
  /// It is part of the name of every job, so that results of another program are never taken for its own.
  public let identity: String
  /// The paper or book it follows.
  public let reference: String
  /// Why a model may predict the same for every row (`Model.isConstant`), and what to set; nil for learners that say nothing.
  public let constantHelp: String?
  /// The type of its models, which a decoder needs to read a saved one.
  public let modelType: any Model.Type
  /// Makes the learner from checked values.
  public let make: @Sendable (HyperparameterValues) throws(Diagnostic) -> any Learner
  /// Gives a model that was read back what no file holds (the program of an outside learner).
  public let revive: @Sendable (any Model) -> any Model
  /// The program of an external learner, for another process to start; nil for built-in learners, and where it must not be started.
  ///
  /// A learner with an identity and no program is at work in this process only.
  public let program: @Sendable () -> LearnerProgram?

  /// Declares a learner.
  public init(
    key: String, summary: String, hyperparameters: [Hyperparameter], capabilities: Capabilities,
    trainingColumns: [String] = [], reference: String, constantHelp: String? = nil, identity: String = "",
    modelType: any Model.Type,
    make: @escaping @Sendable (HyperparameterValues) throws(Diagnostic) -> any Learner,
    revive: @escaping @Sendable (any Model) -> any Model = { $0 },
    program: @escaping @Sendable () -> LearnerProgram? = { nil }
  ) {
    self.key = key
    self.summary = summary
    self.hyperparameters = hyperparameters
    self.capabilities = capabilities
    self.reference = reference
    self.constantHelp = constantHelp
    self.trainingColumns = trainingColumns
    self.identity = identity
    self.modelType = modelType
    self.make = make
    self.revive = revive
    self.program = program
  }

  /// Chooses this learner with hyperparameters given as text.
  ///
  /// Throws `unknown-hyperparameter`, `bad-value`, `duplicate-hyperparameter`, and what the settings refuse.
  public func spec(_ given: [(String, String)] = []) throws(Diagnostic) -> LearnerSpec {
    let values = try HyperparameterValues(hyperparameters, given: given)
    _ = try make(values)
    return LearnerSpec(key: key, values: values)
  }

  /// Makes the learner of a spec, whose values are checked again: it may come from a file.
  public func learner(_ spec: LearnerSpec) throws(Diagnostic) -> any Learner {
    try make(try HyperparameterValues(hyperparameters, given: spec.values.given))
  }

  /// Reads a saved model of this learner.
  public func decodeModel(from decoder: any Decoder) throws -> any Model {
    let model = try modelType.init(from: decoder)
    if let flaw = model.flaw {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: flaw))
    }
    return revive(model)
  }

  /// Throws `wrong-target` when the learner cannot predict this kind of target, and `unordered-classes` when it needs an
  /// order that the classes do not have.
  public func requireTarget(_ target: Target) throws(Diagnostic) {
    if !capabilities.predicts(target.kind) { throw .wrongTarget(key, target.kind) }
    if case .classes(let classes) = target, capabilities.needsOrder, !classes.isOrdered { throw .unorderedClasses(key) }
  }
}

/// The learners by key.
public typealias LearnerCatalogue = Catalogue<LearnerDefinition>

extension LearnerCatalogue {
  /// Makes a catalogue; of two learners with one key the first stays.
  public init(_ list: [LearnerDefinition]) { self.init("learner", list) { $0.key } }
}
