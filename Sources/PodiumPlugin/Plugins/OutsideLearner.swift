public import PodiumLearn

/// A learner a user wants to bring: the program, and what they declared of it; what is nil is detected by trying.
public struct OutsideLearner: Sendable, Equatable {
  /// The key it is to have.
  public var key: String
  /// The command of the system's shell that starts the program.
  public var command: String
  /// The folder the program is started in.
  public var folder: String
  /// The targets it can predict.
  public var targets: [TargetKind]?
  /// Whether it gives a probability for each class.
  public var probabilities: Bool?
  /// Whether it needs scaled features.
  public var needsScaling: Bool?
  /// Whether its predictions depend on the seed.
  public var isStochastic: Bool?
  /// The memory limit of one of its processes, in MB.
  public var memory: Int?
  /// The environment variables that it gets beside those that every program gets.
  public var environment: [String] = []

  /// Names a program; nothing is declared.
  public init(key: String, command: String, folder: String) {
    self.key = key
    self.command = command
    self.folder = folder
  }
}
